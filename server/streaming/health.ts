/**
 * Measures the arriving stream over the last ten seconds and its last ten key frames, and says what is wrong with it. Pure:
 * times are handed in.
 */
import { secondMs } from '#shared/base/time.ts';
import type { StreamWarning } from '#shared/modules/events/streaming.ts';
import { codecOf, isFrame, isKeyFrame } from './flv-packet.ts';
import { isAmfObject, readAmf } from './rtmp/amf.ts';
import type { MediaPacket } from './tap.ts';

const windowSeconds = 10;
const keyFramesMax = 10;
/** A stream has no warnings before it has run for so long. */
const settledMs = 8 * secondMs;
const keyFrameSecondsMax = 4;
const bitrateKbps = { min: 300, max: 12_000 } as const;
/** Ratio of the busiest second to the quietest one above which a stream is unsteady. */
const unsteadyFactor = 4;
const lateMs = 3 * secondMs;
const pixelsMax = 16_384;

export interface StreamHealth {
  readonly bitrateKbps: number;
  readonly framesPerSecond: number;
  /** Longest distance between key frames, or from the last one; null: none has come. */
  readonly keyFrameSeconds: number | null;
  /** As `codecOf` names it, like `audioCodec`; null: nothing of the kind has come. */
  readonly videoCodec: string | null;
  readonly audioCodec: string | null;
  /** In pixels, as the metadata say, like `height`; null: they have not said. */
  readonly width: number | null;
  readonly height: number | null;
  readonly warnings: readonly StreamWarning[];
}

interface Second {
  readonly at: number;
  bytes: number;
  frames: number;
  audio: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function pixels(value: unknown): number | null {
  return typeof value === 'number' && value >= 1 && value <= pixelsMax ? Math.round(value) : null;
}

export class HealthMeter {
  readonly #startedMs: number;
  #seconds: Second[] = [];
  #keyFrames: number[] = [];
  #first: { readonly atMs: number; readonly timestampMs: number } | null = null;
  #lastMs = 0;
  #lagMs = 0;
  #videoCodec: string | null = null;
  #audioCodec: string | null = null;
  #width: number | null = null;
  #height: number | null = null;

  constructor(nowMs: number) {
    this.#startedMs = nowMs;
  }

  see(packet: MediaPacket, nowMs: number): void {
    const { data, kind, timestampMs } = packet;
    const second = this.#secondAt(nowMs);
    second.bytes += data.length;
    if (kind === 'script') {
      this.#metadata(data);
      return;
    }
    this.#first ??= { atMs: nowMs, timestampMs };
    this.#lastMs = Math.max(this.#lastMs, timestampMs);
    this.#lagMs = nowMs - this.#first.atMs - (timestampMs - this.#first.timestampMs);
    if (kind === 'audio') {
      second.audio += 1;
      this.#audioCodec = codecOf(packet);
      return;
    }
    this.#videoCodec = codecOf(packet);
    if (isFrame(packet)) second.frames += 1;
    if (isKeyFrame(packet)) this.#keyFrames = [...this.#keyFrames, timestampMs].slice(-keyFramesMax);
  }

  /** A new connection of the same stream. */
  resume(): void {
    this.#first = null;
    this.#lagMs = 0;
  }

  measure(nowMs: number): StreamHealth {
    this.#secondAt(nowMs);
    // The second that runs is not over.
    const whole = this.#seconds.slice(0, -1);
    const count = Math.max(1, whole.length);
    return {
      bitrateKbps: Math.round((sum(whole.map(({ bytes }) => bytes)) * 8) / 1_000 / count),
      framesPerSecond: Math.round((sum(whole.map(({ frames }) => frames)) * 10) / count) / 10,
      keyFrameSeconds: this.#keyFrameSeconds(),
      videoCodec: this.#videoCodec,
      audioCodec: this.#audioCodec,
      width: this.#width,
      height: this.#height,
      warnings: nowMs - this.#startedMs < settledMs ? [] : this.#warnings(whole),
    };
  }

  #secondAt(nowMs: number): Second {
    const at = Math.floor(nowMs / secondMs);
    const last = this.#seconds.at(-1);
    if (last && last.at >= at) return last;
    for (let next = Math.max(last ? last.at + 1 : at, at - windowSeconds); next <= at; next += 1)
      this.#seconds.push({ at: next, bytes: 0, frames: 0, audio: 0 });
    this.#seconds = this.#seconds.slice(-windowSeconds - 1);
    return this.#seconds.at(-1)!;
  }

  /** The longest distance, that to the last packet included. */
  #keyFrameSeconds(): number | null {
    const [first, ...others] = this.#keyFrames;
    if (first === undefined) return null;
    const distances = [...others, this.#lastMs].map((at, i) => at - (this.#keyFrames[i] ?? at));
    return Math.max(0, Math.round(Math.max(...distances) / 100) / 10);
  }

  #metadata(data: Uint8Array): void {
    try {
      const found = readAmf(data).find(isAmfObject);
      this.#width = pixels(found?.['width']) ?? this.#width;
      this.#height = pixels(found?.['height']) ?? this.#height;
    } catch {
      // Metadata of another form say nothing about the size; the stream goes on.
    }
  }

  #warnings(whole: readonly Second[]): readonly StreamWarning[] {
    const kbps = whole.map(({ bytes }) => (bytes * 8) / 1_000);
    const mean = sum(kbps) / Math.max(1, kbps.length);
    const steady = kbps.filter((value) => value > 0);
    const isUnsteady = steady.length > 4 && Math.max(...steady) > Math.min(...steady) * unsteadyFactor;
    const found: readonly (readonly [StreamWarning, boolean])[] = [
      ['key_frames_far_apart', (this.#keyFrameSeconds() ?? 0) > keyFrameSecondsMax],
      ['bitrate_low', mean < bitrateKbps.min],
      ['bitrate_high', mean > bitrateKbps.max],
      ['bitrate_unsteady', isUnsteady],
      ['no_audio', sum(whole.map(({ audio }) => audio)) === 0],
      ['no_video', sum(whole.map(({ frames }) => frames)) === 0],
      ['video_codec_unknown', this.#videoCodec !== null && this.#videoCodec !== 'h264'],
      ['packets_late', this.#lagMs > lateMs],
    ];
    return found.flatMap(([warning, is]) => (is ? [warning] : []));
  }
}
