/**
 * Segments for the player, of the packets as the encoder sent them: nothing is encoded again. Each segment is also written
 * in parts of half a second, so that a player need not wait for its end.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { minuteMs, secondMs } from '#shared/base/time.ts';
import { FolderWriter } from './folder-writer.ts';
import { pastName, playlistName, qualitiesName, segmentName, type Variant, variantName } from './hls-files.ts';
import { StreamMuxer } from './mpegts/stream-muxer.ts';
import { partMs, SegmentPlaylist, segmentMs } from './segment-playlist.ts';
import { type Leader, SegmentStarts } from './segment-starts.ts';
import type { MediaPacket } from './tap.ts';
import type { Headers } from './target-sender.ts';

/** Largest size of data that the disk has not taken yet; beyond it, frames are left out to the next key frame. */
const waitingBytesMax = 8 * 1_024 * 1_024;
/** Size at which a part ends before its time is over, which happens where its times do not go on. */
const partBytesMax = 4 * 1_024 * 1_024;
/** A part is never said to be longer: the times of its encoder have jumped. */
const jumpMs = 10 * secondMs;
/** Tolerance for times that were rounded to milliseconds. */
const roundingMs = 20;
/** A player that is late still finds the last segments of a stream that is not recorded. */
export const keptMs = 10 * minuteMs;

export interface SegmentsParts {
  readonly folder: string;
  readonly isRecorded: boolean;
  readonly headers: Headers;
  /** Milliseconds since 1970 when a time of the stream's clock was, for the first packet after a break. */
  readonly dateOf: (timestampMs: number) => number;
  /** The first quality, for a further one: its segments are those of the first. Absent: this is the first one. */
  readonly leader?: Leader;
  /** Returns the size of the picture, for the playlist of playlists; absent: it is not measured here. */
  readonly picture?: () => Pick<Variant, 'width' | 'height'>;
  /** @param said a code of the file system */
  readonly onFault: (said: string) => void;
}

interface OpenPart {
  readonly startMs: number;
  hasKey: boolean;
  bytes: number;
  readonly data: Uint8Array[];
}

interface OpenSegment {
  readonly number: number;
  readonly startMs: number;
  bytes: number;
}

/** Packets that come without a break: one connection. */
interface Run {
  readonly muxer: StreamMuxer;
  readonly startMs: number;
  readonly startedAtMs: number;
  isBreak: boolean;
}

/** Time after which a further quality begins also where its key frames have other times. */
const aloneAfterMs = 6 * secondMs;

export class Segments {
  readonly #parts: SegmentsParts;
  readonly #playlist = new SegmentPlaylist();
  readonly #writer: FolderWriter;
  readonly #starts = new SegmentStarts();
  #run: Run | null = null;
  #segment: OpenSegment | null = null;
  #part: OpenPart | null = null;
  #lastMs = 0;
  #frameMs = 40;
  #isSkipping = false;
  #hasSegment = false;
  #peak = 0;
  #bits = 0;
  #ms = 0;

  constructor(parts: SegmentsParts) {
    this.#parts = parts;
    this.#writer = new FolderWriter(parts.folder, parts.onFault);
    try {
      mkdirSync(parts.folder, { recursive: true });
      if (parts.leader) return;
      this.#playlist.restore(readFileSync(join(parts.folder, playlistName), 'utf8'));
    } catch (fault) {
      const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
      if (code !== 'ENOENT') parts.onFault(code);
    }
  }

  /** Whether a player can play what comes: it is H.264, and can be written. */
  get isPlayable(): boolean {
    return !this.#writer.isFailing && (this.#run === null || this.#run.muxer.codecs !== null);
  }

  offer(packet: MediaPacket): void {
    this.#run ??= this.#begin(packet.timestampMs);
    const { muxer } = this.#run;
    const unit = muxer.unitOf(packet);
    if (!unit || muxer.codecs === null) return;
    if (this.#writer.waitingBytes > waitingBytesMax) this.#isSkipping = true;
    else if (unit.isKey) this.#isSkipping = false;
    if (this.#isSkipping) return;
    if (unit.kind === 'video') this.#cut(unit.dtsMs, unit.isKey);
    const part = this.#part;
    // Sound before the first key frame.
    if (!part) return;
    if (unit.isKey) part.hasKey = true;
    const bytes = muxer.bytesOf(unit);
    part.data.push(bytes);
    part.bytes += bytes.length;
  }

  /** See `Leader`. */
  numberAt(timestampMs: number): number | null {
    return this.#starts.numberAt(timestampMs);
  }

  get nextNumber(): number {
    return this.#playlist.next;
  }

  get breaks(): number {
    return this.#playlist.breaks;
  }

  /** Converts a time of the stream's clock to a date, in ms; null: nothing has come since the last break. */
  dateOf(timestampMs: number): number | null {
    return this.#run && this.#run.startedAtMs + timestampMs - this.#run.startMs;
  }

  /** Writes the names of the further qualities beside the playlist. */
  nameQualities(names: readonly string[]): void {
    this.#writer.replace(qualitiesName, JSON.stringify(names));
  }

  /** The playlist ends, or goes on after a discontinuity with the next packet. */
  pause(): void {
    if (!this.#run) return;
    this.#run = null;
    this.#endSegment(this.#lastMs + this.#frameMs);
    if (this.#hasSegment) this.#writer.replace(playlistName, this.#playlist.text(true));
  }

  /** @param removes the folder, once players have had time for the last segments */
  close(removes: boolean): void {
    this.pause();
    const { folder } = this.#parts;
    if (removes) setTimeout(() => void rm(folder, { recursive: true, force: true }), keptMs).unref();
    else this.#writer.remove(this.#playlist.partFiles());
  }

  /** Resolves when all that was handed in is on the disk. */
  written(): Promise<void> {
    return this.#writer.done();
  }

  #begin(startMs: number): Run {
    const { dateOf, headers } = this.#parts;
    const muxer = new StreamMuxer();
    for (const header of headers(startMs)) muxer.unitOf(header);
    return { muxer, startMs, startedAtMs: dateOf(startMs), isBreak: true };
  }

  /** Ends a part, and a segment, where the next frame needs it. */
  #cut(dtsMs: number, isKey: boolean): void {
    if (dtsMs > this.#lastMs) this.#frameMs = Math.min(partMs, dtsMs - this.#lastMs);
    this.#lastMs = dtsMs;
    const segment = this.#segment;
    if (isKey && (segment ? dtsMs - segment.startMs >= segmentMs - roundingMs : this.#mayBegin(dtsMs))) {
      this.#endSegment(dtsMs);
      this.#openSegment(dtsMs);
      return;
    }
    const part = this.#part;
    if (!part) return;
    // A part must not become longer than it is announced.
    if (dtsMs + this.#frameMs - part.startMs <= partMs && part.bytes < partBytesMax) return;
    this.#endPart(dtsMs);
    this.#part = this.#openPart(dtsMs);
  }

  /** A further quality begins with a segment of the first one. */
  #mayBegin(dtsMs: number): boolean {
    const { leader } = this.#parts;
    const run = this.#run!;
    if (!leader || !run.isBreak) return true;
    const number = leader.numberAt(dtsMs) ?? (dtsMs - run.startMs > aloneAfterMs ? leader.nextNumber() : null);
    if (number === null) return false;
    this.#playlist.startAt(number, leader.breaks());
    run.isBreak = false;
    return true;
  }

  #openSegment(startMs: number): void {
    const run = this.#run!;
    const number = this.#playlist.begin(run.startedAtMs + startMs - run.startMs, run.isBreak);
    run.isBreak = false;
    this.#starts.add({ number, startMs });
    this.#segment = { number, startMs, bytes: 0 };
    this.#part = this.#openPart(startMs);
  }

  #openPart(startMs: number): OpenPart {
    const tables = this.#run!.muxer.tables();
    return { startMs, hasKey: false, bytes: tables.length, data: [tables] };
  }

  #endPart(endMs: number): void {
    const part = this.#part;
    const segment = this.#segment;
    this.#part = null;
    if (!part || !segment || part.data.length < 2) return;
    const bytes = Buffer.concat(part.data);
    segment.bytes += bytes.length;
    const ms = Math.min(jumpMs, Math.max(1, endMs - part.startMs));
    const name = this.#playlist.addPart({ ms, hasKey: part.hasKey });
    if (segment.bytes === bytes.length) this.#writer.create(segmentName(segment.number), bytes);
    else this.#writer.append(segmentName(segment.number), bytes);
    this.#writer.create(name, bytes);
    // Target durations are known with the first whole segment.
    if (this.#hasSegment) this.#writer.replace(playlistName, this.#playlist.text(false));
  }

  #endSegment(endMs: number): void {
    const segment = this.#segment;
    if (!segment) return;
    this.#endPart(endMs);
    this.#segment = null;
    const { files, past } = this.#playlist.end();
    if (segment.bytes === 0) return;
    this.#hasSegment = true;
    this.#measure(segment.bytes, endMs - segment.startMs);
    if (past !== '' && this.#parts.isRecorded) this.#writer.append(pastName, past);
    this.#writer.replace(playlistName, this.#playlist.text(this.#run === null));
    this.#writer.remove(files.filter((name) => !this.#parts.isRecorded || !name.startsWith('seg-')));
  }

  #measure(bytes: number, ms: number): void {
    const codecs = this.#run?.muxer.codecs;
    const bits = bytes * 8;
    this.#bits += bits;
    this.#ms += ms;
    this.#peak = Math.max(this.#peak, (bits * secondMs) / Math.max(1, ms));
    if (!codecs) return;
    const variant: Variant = {
      peakBitsPerSecond: Math.ceil(this.#peak),
      averageBitsPerSecond: Math.ceil((this.#bits * secondMs) / Math.max(1, this.#ms)),
      codecs,
      ...this.#parts.picture?.(),
    };
    this.#writer.replace(variantName, JSON.stringify(variant));
  }
}
