/** Puts captions into the packets of an H.264 stream without transcoding it. */
import { hasCaptions, insertUnit, readAvcPacket } from './avc-packet.ts';
import { captionSei } from './caption-sei.ts';
import type { Pair } from './cea608-text.ts';
import { Cea608Writer, pairsPerSecond } from './cea608-writer.ts';
import type { Cue } from './cue.ts';

/** A packet of FLV or RTMP, as the source sent it. */
export interface StreamPacket {
  readonly kind: 'video' | 'audio' | 'script';
  /** Decoding time, milliseconds. */
  readonly timestampMs: number;
  readonly data: Uint8Array;
}

/** Maximum number of packets held while frames are put in order: a stream that needs more passes without captions. */
export const heldMax = 512;
/** Maximum number of pairs of one frame; frames of 10 a second need three. */
const framePairsMax = 4;
const noPair: Pair = [0, 0];

interface Held<P> {
  packet: P;
  /** Time at which the frame is shown; null: no frame, or its captions are in it. */
  shownMs: number | null;
}

export class CaptionInserter<P extends StreamPacket> {
  readonly #writer = new Cea608Writer();
  readonly #held: Held<P>[] = [];
  #lengthBytes: number | null = null;
  #lastShownMs: number | null = null;
  #allowance = 1;
  #isOff = false;

  /** Number of captions that the writer could not send. */
  get dropped(): number {
    return this.#writer.dropped;
  }

  /** The source brings captions of its own, or the stream cannot carry any: packets pass unchanged. */
  get isOff(): boolean {
    return this.#isOff;
  }

  /** @param cue its time is that of the packets */
  caption(cue: Cue): void {
    this.#writer.push(cue);
  }

  /** @returns packets that are complete, in the order in which they came */
  push(packet: P): readonly P[] {
    const shownMs = this.#isOff ? null : this.#shownAt(packet);
    this.#held.push({ packet, shownMs });
    // Frames that are decoded later are shown later than now: frames up to now have their final order.
    if (shownMs !== null) this.#settle(packet.timestampMs);
    if (this.#held.length > heldMax) this.#isOff = true;
    return this.#isOff ? this.finish() : this.#release();
  }

  /** Returns the rest at the end of the stream. */
  finish(): readonly P[] {
    this.#settle(Number.POSITIVE_INFINITY);
    return this.#release();
  }

  #shownAt({ data, kind, timestampMs }: P): number | null {
    if (kind !== 'video') return null;
    const read = readAvcPacket(data);
    if (read.kind === 'setup') this.#lengthBytes = read.lengthBytes;
    if (read.kind !== 'frame' || this.#lengthBytes === null) return null;
    if (hasCaptions(data, this.#lengthBytes)) {
      this.#isOff = true;
      return null;
    }
    return timestampMs + read.offsetMs;
  }

  #settle(upToMs: number): void {
    const open = this.#held.filter(({ shownMs }) => shownMs !== null && shownMs <= upToMs);
    for (const held of open.sort((a, b) => (a.shownMs ?? 0) - (b.shownMs ?? 0))) this.#fill(held);
  }

  #fill(held: Held<P>): void {
    const { packet, shownMs } = held;
    held.shownMs = null;
    if (shownMs === null || this.#lengthBytes === null || this.#isOff) return;
    const gapMs = this.#lastShownMs === null ? 0 : Math.max(0, shownMs - this.#lastShownMs);
    this.#lastShownMs = shownMs;
    this.#allowance = Math.min(framePairsMax, this.#allowance + (gapMs / 1_000) * pairsPerSecond);
    const pairs: Pair[] = [];
    while (this.#allowance >= 1) {
      this.#allowance -= 1;
      pairs.push(this.#writer.next(shownMs) ?? noPair);
    }
    if (pairs.length === 0) return;
    held.packet = { ...packet, data: insertUnit(packet.data, this.#lengthBytes, captionSei(pairs)) };
  }

  #release(): readonly P[] {
    const complete = this.#held.findIndex(({ shownMs }) => shownMs !== null);
    const count = complete < 0 ? this.#held.length : complete;
    return this.#held.splice(0, count).map(({ packet }) => packet);
  }
}
