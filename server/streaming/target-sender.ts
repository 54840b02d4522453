/**
 * Keeps one target supplied: connects, sends, and connects again after a pause that grows from 1 to 14 seconds. It shares
 * nothing with other targets but the packets, which it never waits for: what the target does not take is kept up to
 * `waitingBytesMax`, then left out to the next key frame and counted.
 */
import { secondMs } from '#shared/base/time.ts';
import type { TargetProblem } from '#shared/modules/events/streaming.ts';
import type { TargetAddress } from '../modules/events/streaming/ingest-message.ts';
import { readTargetAddress } from '../modules/events/streaming/target-address.ts';
import { isFrame, isKeyFrame } from './flv-packet.ts';
import { TargetConnection, type TargetRoute } from './rtmp/target-connection.ts';
import type { MediaPacket } from './tap.ts';

export const waitingBytesMax = 4 * 1_024 * 1_024;
/** A target that has taken nothing for so long loses frames. */
const stalledMs = 2 * secondMs;
/** A target that has taken nothing for so long loses its connection. */
const deadMs = 10 * secondMs;
const lookMs = 500;
const pausesMs = [1, 2, 4, 8, 14].map((seconds) => seconds * secondMs);
const pauseMaxMs = 14 * secondMs;
/** Time without a fault after which the next pause is the shortest again. */
const stableMs = 30 * secondMs;

/** Metadata and sequence headers, in this order, for a receiver that begins at this time of the stream. */
export type Headers = (timestampMs: number) => readonly MediaPacket[];

export interface SenderPorts {
  readonly route: TargetRoute;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
  readonly headers: Headers;
}

export interface SenderReport {
  readonly state: 'starting' | 'broadcasting' | 'errored';
  /** Why the last attempt failed; null: none has failed since the last success. */
  readonly problem: TargetProblem | null;
  /** Connections that were begun. */
  readonly attempts: number;
  /** Video frames that the target did not get. */
  readonly droppedFrames: number;
}

/**
 * Each pause is up to 20 % shorter or longer, but at most 14 s, so that senders do not come back at one moment.
 *
 * @param failures attempts in a row that failed, at least 1
 */
export function pauseMs(failures: number, random: number): number {
  const base = pausesMs[Math.min(failures, pausesMs.length) - 1] ?? secondMs;
  return Math.min(pauseMaxMs, base * (0.8 + 0.4 * random));
}

export class TargetSender {
  readonly #address: TargetAddress;
  readonly #ports: SenderPorts;
  readonly #look: NodeJS.Timeout;
  #connection: TargetConnection | null = null;
  #state: SenderReport['state'] = 'starting';
  #problem: TargetProblem | null = null;
  #failures = 0;
  #attempts = 0;
  #droppedFrames = 0;
  #waiting: MediaPacket[] = [];
  #waitingBytes = 0;
  #isSkipping = false;
  #hasVideo = false;
  #readyAt = 0;
  #sent = 0;
  #sentAt = 0;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(address: TargetAddress, ports: SenderPorts) {
    this.#address = address;
    this.#ports = ports;
    this.#look = setInterval(() => this.#watch(), lookMs);
    this.#begin();
  }

  /** Whether the target has the address and the key that this sender was made with. */
  isFor({ key, url }: TargetAddress): boolean {
    return key === this.#address.key && url === this.#address.url;
  }

  report(): SenderReport {
    return {
      state: this.#state,
      problem: this.#problem,
      attempts: this.#attempts,
      droppedFrames: this.#droppedFrames,
    };
  }

  offer(packet: MediaPacket): void {
    if (packet.kind === 'video') this.#hasVideo = true;
    if (this.#state === 'broadcasting') this.#send(packet);
    else this.#keep(packet);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#look);
    if (this.#retry) clearTimeout(this.#retry);
    this.#connection?.close('connection_lost', true);
    this.#forget();
  }

  #begin(): void {
    const { key, url } = this.#address;
    const parts = url === null ? null : readTargetAddress(url, true);
    this.#attempts += 1;
    if (!parts) {
      this.#fail(this.#address.problem ?? 'address_refused');
      return;
    }
    if (this.#failures === 0) this.#state = 'starting';
    this.#connection = new TargetConnection(parts, key, this.#ports.route, {
      onReady: () => this.#ready(),
      onEnd: (problem) => this.#fail(problem),
    });
  }

  #ready(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#state = 'broadcasting';
    this.#problem = null;
    this.#readyAt = this.#sentAt = this.#ports.now();
    const [first] = waiting;
    this.#isSkipping = first === undefined;
    const headers = first ? this.#ports.headers(first.timestampMs) : [];
    for (const packet of [...headers, ...waiting]) this.#connection?.send(packet);
  }

  #fail(problem: TargetProblem): void {
    if (this.#isClosed) return;
    const { now, random } = this.#ports;
    if (this.#state === 'broadcasting' && now() - this.#readyAt >= stableMs) this.#failures = 0;
    this.#failures += 1;
    this.#state = 'errored';
    this.#problem = problem;
    this.#connection = null;
    this.#isSkipping = false;
    this.#retry = setTimeout(() => this.#begin(), pauseMs(this.#failures, random()));
  }

  /** Tells whether a receiver can begin at this packet. */
  #isStart(packet: MediaPacket): boolean {
    return isKeyFrame(packet) || (!this.#hasVideo && packet.kind === 'audio');
  }

  /** Keeps packets for a target that is not ready: from a start on; while it fails, from the last key frame on. */
  #keep(packet: MediaPacket): void {
    const isStart = this.#isStart(packet);
    if (isStart && this.#state === 'errored' && packet.kind === 'video') this.#forget();
    if (this.#waitingBytes + packet.data.length > waitingBytesMax) this.#forget();
    if (this.#waiting.length === 0 && !isStart) {
      if (isFrame(packet)) this.#droppedFrames += 1;
      return;
    }
    this.#waiting.push(packet);
    this.#waitingBytes += packet.data.length;
  }

  #forget(): void {
    this.#droppedFrames += this.#waiting.filter(isFrame).length;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #send(packet: MediaPacket): void {
    const connection = this.#connection;
    if (!connection) return;
    const isFull = connection.waitingBytes > waitingBytesMax;
    if (isFull) this.#isSkipping = true;
    else if (this.#isSkipping && this.#isStart(packet) && connection.waitingBytes < waitingBytesMax / 4) {
      this.#isSkipping = false;
      for (const header of this.#ports.headers(packet.timestampMs)) connection.send(header);
    }
    if (!this.#isSkipping) {
      connection.send(packet);
      return;
    }
    if (isFrame(packet)) this.#droppedFrames += 1;
  }

  #watch(): void {
    const connection = this.#connection;
    if (!connection || this.#state !== 'broadcasting') return;
    const now = this.#ports.now();
    if (connection.waitingBytes === 0 || connection.sentBytes !== this.#sent) {
      this.#sent = connection.sentBytes;
      this.#sentAt = now;
    } else if (now - this.#sentAt >= deadMs) connection.close('too_slow');
    else if (now - this.#sentAt >= stalledMs) this.#isSkipping = true;
  }
}
