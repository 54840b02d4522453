/**
 * One stream while it is on air or can be resumed: its packets on one clock, from whichever connection they come, handed to
 * taps, targets and segments.
 */
import type { IngestAnswer, TargetAddress } from '../modules/events/streaming/ingest-message.ts';
import { isSequenceHeader } from './flv-packet.ts';
import { type FirstQuality, FurtherQuality, type OpenQuality } from './further-quality.ts';
import { HealthMeter, type StreamHealth } from './health.ts';
import type { Segments } from './segments.ts';
import type { MediaPacket, OpenTap, StreamPlace, StreamTap } from './tap.ts';
import { type Headers, type SenderPorts, type SenderReport, TargetSender } from './target-sender.ts';

/** Maximum number of further qualities of one stream at once. */
export const qualitiesMax = 4;
/** Largest number of connections of one name, and of names, in the life of a stream. */
const connectionsMax = 1_000;
/** Time by which the clock goes on after a reconnection, about a frame. */
const gapMs = 40;
const scriptBytesMax = 64 * 1_024;

export interface LiveStreamParts {
  readonly place: StreamPlace;
  readonly taps: readonly OpenTap[];
  readonly sender: Omit<SenderPorts, 'headers'>;
  readonly openSegments: (headers: Headers) => Segments;
  readonly openQuality: (folder: string) => OpenQuality;
  readonly onTapFault: (fault: unknown) => void;
}

export interface TargetReport extends SenderReport {
  readonly id: string;
}

export class LiveStream {
  readonly #parts: LiveStreamParts;
  readonly #senders = new Map<string, TargetSender>();
  readonly #health: HealthMeter;
  readonly #segments: Segments;
  #taps: readonly StreamTap[];
  #script: MediaPacket | null = null;
  #video: MediaPacket | null = null;
  #audio: MediaPacket | null = null;
  readonly #qualities = new Map<string, { readonly folder: string; readonly quality: FurtherQuality }>();
  /** Connections of each name: one that comes back begins another folder. */
  readonly #connections = new Map<string, number>();
  #offsetMs: number | null = null;
  #sentMs = 0;
  #lastMs = 0;
  #hasPicture = false;
  #cuesAfter: string | null = null;

  constructor(parts: LiveStreamParts) {
    this.#parts = parts;
    this.#health = new HealthMeter(parts.sender.now());
    this.#taps = parts.taps.map((open) => open(parts.place));
    this.#segments = parts.openSegments((timestampMs) => this.#headers(timestampMs));
  }

  get place(): StreamPlace {
    return this.#parts.place;
  }

  /** A frame or sound has arrived, not headers alone. */
  get hasPicture(): boolean {
    return this.#hasPicture;
  }

  health(): StreamHealth {
    const measured = this.#health.measure(this.#parts.sender.now());
    return !this.#hasPicture || this.#segments.isPlayable
      ? measured
      : { ...measured, warnings: [...measured.warnings, 'player_unavailable'] };
  }

  targets(): readonly TargetReport[] {
    return [...this.#senders].map(([id, sender]) => ({ id, ...sender.report() }));
  }

  /** Starts, stops and restarts senders so that each of these targets has one; senders that stay are not touched. */
  direct(targets: readonly TargetAddress[]): void {
    const wanted = new Map(targets.map((target) => [target.id, target]));
    for (const [id, sender] of this.#senders) {
      const target = wanted.get(id);
      if (target && sender.isFor(target)) continue;
      sender.close();
      this.#senders.delete(id);
    }
    for (const [id, target] of wanted)
      if (!this.#senders.has(id))
        this.#senders.set(
          id,
          new TargetSender(target, { ...this.#parts.sender, headers: (timestampMs) => this.#headers(timestampMs) }),
        );
  }

  takeAnswer({ cues, targets }: IngestAnswer): void {
    this.direct(targets);
    const last = cues?.at(-1);
    if (!cues || !last) return;
    this.#cuesAfter = last.createdAt;
    for (const tap of this.#taps) this.#guarded(tap, () => tap.onCues?.(cues));
  }

  /** Time at which the last received cue was written; null: none has come. */
  get cuesAfter(): string | null {
    return this.#cuesAfter;
  }

  /** Milliseconds of stream since its start. */
  get clockMs(): number {
    return this.#lastMs;
  }

  push(packet: MediaPacket): void {
    const { kind } = packet;
    // Every connection has a clock of its own, which begins anywhere.
    this.#offsetMs ??= this.#lastMs === 0 ? -packet.timestampMs : this.#lastMs + gapMs - packet.timestampMs;
    const timestampMs = Math.max(0, packet.timestampMs + this.#offsetMs);
    this.#sentMs = packet.timestampMs;
    this.#lastMs = Math.max(this.#lastMs, timestampMs);
    const own = { kind, timestampMs, data: packet.data };
    this.#health.see(own, this.#parts.sender.now());
    if (kind === 'script') {
      if (packet.data.length > scriptBytesMax) return;
      this.#script = own;
    }
    if (isSequenceHeader(own)) {
      if (kind === 'video') this.#video = own;
      else this.#audio = own;
    } else if (kind !== 'script') this.#hasPicture = true;
    // Our player has captions beside the video: inside it, too, they would be shown twice.
    this.#segments.offer(own);
    this.#send(this.#tapped(own));
  }

  /** Null: another connection publishes this quality, or there are as many as a stream may have. */
  addQuality(name: string): FurtherQuality | null {
    if (this.#qualities.has(name) || this.#qualities.size >= qualitiesMax) return null;
    const count = (this.#connections.get(name) ?? 0) + 1;
    if (count > connectionsMax || (count === 1 && this.#connections.size >= connectionsMax)) return null;
    this.#connections.set(name, count);
    const folder = count === 1 ? name : `${name}.${count}`;
    const added = new FurtherQuality(this.#first(), this.#parts.openQuality(folder), this.#parts.sender.now);
    this.#qualities.set(name, { folder, quality: added });
    this.#nameQualities();
    return added;
  }

  removeQuality(name: string): void {
    const known = this.#qualities.get(name);
    if (!known) return;
    known.quality.close();
    this.#qualities.delete(name);
    this.#nameQualities();
  }

  #nameQualities(): void {
    this.#segments.nameQualities([...this.#qualities.values()].map(({ folder }) => folder));
  }

  #first(): FirstQuality {
    const { now } = this.#parts.sender;
    return {
      numberAt: (timestampMs) => this.#segments.numberAt(timestampMs),
      nextNumber: () => this.#segments.nextNumber,
      breaks: () => this.#segments.breaks,
      dateOf: (timestampMs) => this.#segments.dateOf(timestampMs) ?? now(),
      last: () =>
        this.#offsetMs === null ? null : { sentMs: this.#sentMs, timestampMs: this.#sentMs + this.#offsetMs },
    };
  }

  /** The publisher is gone; it may come back. */
  interrupt(): void {
    this.#offsetMs = null;
    for (const tap of this.#taps) this.#guarded(tap, () => this.#send(tap.flush?.() ?? []));
    this.#segments.pause();
    this.#health.resume();
  }

  close(isRecorded: boolean): void {
    for (const sender of this.#senders.values()) sender.close();
    this.#senders.clear();
    for (const tap of this.#taps) this.#guarded(tap, () => tap.close?.());
    for (const name of this.#qualities.keys()) this.removeQuality(name);
    this.#segments.close(!isRecorded);
  }

  #headers(timestampMs: number): readonly MediaPacket[] {
    const stamped = (packet: MediaPacket | null) => (packet ? [{ ...packet, timestampMs }] : []);
    return [...stamped(this.#script), ...stamped(this.#video), ...stamped(this.#audio)];
  }

  #send(packets: readonly MediaPacket[]): void {
    for (const packet of packets) for (const sender of this.#senders.values()) sender.offer(packet);
  }

  #tapped(packet: MediaPacket): readonly MediaPacket[] {
    let outgoing: readonly MediaPacket[] = [packet];
    for (const tap of this.#taps) {
      this.#guarded(tap, () => tap.onPacket?.(packet));
      this.#guarded(tap, () => {
        outgoing = tap.transform ? outgoing.flatMap((one) => tap.transform?.(one) ?? []) : outgoing;
      });
    }
    return outgoing;
  }

  #guarded(tap: StreamTap, work: () => void): void {
    try {
      work();
    } catch (fault) {
      this.#taps = this.#taps.filter((other) => other !== tap);
      this.#parts.onTapFault(fault);
    }
  }
}
