/**
 * A further quality of a stream, published beside the first one under the same key (`KEY_low`): segments for the player,
 * on the clock of the stream. It goes to no target, carries no captions, and is not kept with a recording.
 */
import { isSequenceHeader } from './flv-packet.ts';
import { HealthMeter } from './health.ts';
import type { Variant } from './hls-files.ts';
import type { Leader } from './segment-starts.ts';
import type { Segments, SegmentsParts } from './segments.ts';
import type { MediaPacket } from './tap.ts';

/** Clocks of two connections that are further apart than this are not one clock. */
const sameClockMs = 5_000;

/** Facts about the first quality that a further quality needs. */
export interface FirstQuality extends Leader {
  /** Times of its last packet, at the encoder and on the stream's clock; null: none has come since the last break. */
  last(): { readonly sentMs: number; readonly timestampMs: number } | null;
  dateOf(timestampMs: number): number;
}

export type OpenQuality = (parts: Pick<SegmentsParts, 'dateOf' | 'headers' | 'leader' | 'picture'>) => Segments;

export class FurtherQuality {
  readonly #first: FirstQuality;
  readonly #health: HealthMeter;
  readonly #now: () => number;
  readonly #segments: Segments;
  #video: MediaPacket | null = null;
  #audio: MediaPacket | null = null;
  #offsetMs: number | null = null;

  constructor(first: FirstQuality, open: OpenQuality, now: () => number) {
    this.#first = first;
    this.#now = now;
    this.#health = new HealthMeter(now());
    this.#segments = open({
      leader: first,
      dateOf: (timestampMs) => first.dateOf(timestampMs),
      headers: (timestampMs) =>
        [this.#video, this.#audio].flatMap((packet) => (packet ? [{ ...packet, timestampMs }] : [])),
      picture: () => this.#picture(),
    });
  }

  push(packet: MediaPacket): void {
    this.#health.see(packet, this.#now());
    if (packet.kind === 'script') return;
    if (isSequenceHeader(packet)) {
      if (packet.kind === 'video') this.#video = packet;
      else this.#audio = packet;
    }
    const offsetMs = this.#offsetFor(packet);
    // Nothing of the first quality has come: there is no clock yet.
    if (offsetMs === null) return;
    this.#segments.offer({ ...packet, timestampMs: Math.max(0, packet.timestampMs + offsetMs) });
  }

  /** Its files are removed once players have had time to go on with another quality. */
  close(): void {
    this.#segments.close(true);
  }

  /** One encoder has one clock for both connections; times of another clock are put beside those that arrive now. */
  #offsetFor({ timestampMs }: MediaPacket): number | null {
    const last = this.#offsetMs === null ? this.#first.last() : null;
    if (last) {
      const isSame = Math.abs(timestampMs - last.sentMs) <= sameClockMs;
      this.#offsetMs = last.timestampMs - (isSame ? last.sentMs : timestampMs);
    }
    return this.#offsetMs;
  }

  #picture(): Pick<Variant, 'width' | 'height'> {
    const { height, width } = this.#health.measure(this.#now());
    return { width, height };
  }
}
