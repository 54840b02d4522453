/** The playlist of a stream while it grows: segments, and parts of the newest ones (RFC 8216 and its second edition). Pure. */
import { isoTime, secondMs } from '#shared/base/time.ts';
import { partName, segmentName } from './hls-files.ts';

/** Shortest length of a segment; it lasts up to the next key frame. */
export const segmentMs = 2 * secondMs;
/** Longest length of a part: 13 frames of 25 a second, so that two seconds are four. A player keeps a distance of three. */
export const partMs = 520;
const holdBackParts = 3;
/** Least number of segments that stay listed: a player can go back at least half a minute. */
const listedSegments = 15;
/** Segments further from the end than this many target durations can be left out of an update. */
const skipDurations = 6;
/** Newest whole segments whose parts are listed, and those whose parts are still there for players that are late. */
const partedSegments = 3;
const keptParts = 6;
/** Segments that have left the list and can still be asked for. */
const keptSegments = 5;

interface Part {
  readonly ms: number;
  readonly hasKey: boolean;
}

interface Segment {
  readonly number: number;
  readonly ms: number;
  readonly startedAt: string;
  readonly isBreak: boolean;
  readonly parts: readonly Part[];
}

/** What the end of a segment makes superfluous. */
export interface Left {
  /** Lines of segments that left the list. */
  readonly past: string;
  /** Names of files that can be removed. */
  readonly files: readonly string[];
}

const seconds = (ms: number) => (ms / secondMs).toFixed(3);

function partLines({ number, parts }: Pick<Segment, 'number' | 'parts'>): readonly string[] {
  return parts.map(
    ({ hasKey, ms }, at) =>
      `#EXT-X-PART:DURATION=${seconds(ms)},URI="${partName(number, at)}"${hasKey ? ',INDEPENDENT=YES' : ''}`,
  );
}

function headLines({ isBreak, startedAt }: Pick<Segment, 'isBreak' | 'startedAt'>): readonly string[] {
  return [...(isBreak ? ['#EXT-X-DISCONTINUITY'] : []), `#EXT-X-PROGRAM-DATE-TIME:${startedAt}`];
}

const segmentLines = (one: Segment, hasParts: boolean): readonly string[] => [
  ...headLines(one),
  ...(hasParts ? partLines(one) : []),
  `#EXTINF:${seconds(one.ms)},`,
  segmentName(one.number),
];

export class SegmentPlaylist {
  #segments: Segment[] = [];
  #open: { number: number; startedAt: string; isBreak: boolean; parts: Part[] } | null = null;
  #next = 0;
  #breaks = 0;
  #targetSeconds = segmentMs / secondMs;

  /** The number of the next segment. */
  get next(): number {
    return this.#next;
  }

  /** Discontinuities since the start of the stream. */
  get breaks(): number {
    return this.#breaks + [...this.#segments, this.#open].filter((one) => one?.isBreak).length;
  }

  /** A list without segments yet, in step with another one. @param next number of its first segment */
  startAt(next: number, breaks: number): void {
    this.#segments = [];
    this.#open = null;
    this.#next = next;
    this.#breaks = breaks;
  }

  /** Goes on with a list that an earlier process has written; what was open in it is lost. */
  restore(text: string): void {
    let ms: number | null = null;
    let startedAt = isoTime(0);
    let isBreak = false;
    for (const line of text.split('\n')) {
      const [, tag = '', value = ''] = /^#(EXT[A-Z-]*):?(.*)$/.exec(line) ?? [];
      if (tag === 'EXT-X-DISCONTINUITY-SEQUENCE') this.#breaks = Number.parseInt(value, 10) || 0;
      else if (tag === 'EXT-X-TARGETDURATION') this.#targetSeconds = Math.max(this.#targetSeconds, Number(value) || 0);
      else if (tag === 'EXT-X-PROGRAM-DATE-TIME') startedAt = value;
      else if (tag === 'EXT-X-DISCONTINUITY') isBreak = true;
      else if (tag === 'EXTINF') ms = Math.round(Number.parseFloat(value) * secondMs);
      const [, number] = /^seg-(\d+)\.ts$/.exec(line) ?? [];
      if (number === undefined || ms === null) continue;
      this.#segments.push({ number: Number(number), ms, startedAt, isBreak, parts: [] });
      this.#next = Number(number) + 1;
      isBreak = false;
    }
  }

  /** @returns its number */
  begin(startedAtMs: number, isBreak: boolean): number {
    const number = this.#next;
    this.#next += 1;
    this.#open = { number, startedAt: isoTime(startedAtMs), isBreak: isBreak && number > 0, parts: [] };
    return number;
  }

  /** @returns the name of its file */
  addPart(part: Part): string {
    const { number, parts } = this.#open!;
    parts.push(part);
    return partName(number, parts.length - 1);
  }

  /** The open segment is whole. @returns what left the list with it */
  end(): Left {
    const open = this.#open;
    this.#open = null;
    if (!open || open.parts.length === 0) return { past: '', files: [] };
    const ms = open.parts.reduce((sum, part) => sum + part.ms, 0);
    this.#segments.push({ ...open, ms });
    this.#targetSeconds = Math.max(this.#targetSeconds, Math.round(ms / secondMs));
    const past = this.#leave();
    const gone = this.#segments.at(-1 - keptParts);
    return {
      past: past.map((one) => `${segmentLines(one, false).join('\n')}\n`).join(''),
      files: [
        ...past.flatMap(({ number }) => (number < keptSegments ? [] : [segmentName(number - keptSegments)])),
        ...(gone?.parts.map((_, at) => partName(gone.number, at)) ?? []),
      ],
    };
  }

  /** Files of parts that are still there. */
  partFiles(): readonly string[] {
    return this.#segments.slice(-keptParts).flatMap(({ number, parts }) => parts.map((_, at) => partName(number, at)));
  }

  /** @param isPaused the publisher is away: nothing comes for which a player could wait */
  text(isPaused: boolean): string {
    const first = this.#segments[0]?.number ?? this.#open?.number ?? 0;
    const parted = this.#segments.length - partedSegments;
    const control = [
      ...(isPaused ? [] : ['CAN-BLOCK-RELOAD=YES', `PART-HOLD-BACK=${seconds(partMs * holdBackParts)}`]),
      `CAN-SKIP-UNTIL=${seconds(this.#targetSeconds * skipDurations * secondMs)}`,
    ];
    const lines = [
      ...['#EXTM3U', '#EXT-X-VERSION:9', `#EXT-X-TARGETDURATION:${this.#targetSeconds}`],
      `#EXT-X-SERVER-CONTROL:${control.join(',')}`,
      ...(isPaused ? [] : [`#EXT-X-PART-INF:PART-TARGET=${seconds(partMs)}`]),
      `#EXT-X-MEDIA-SEQUENCE:${first}`,
      ...(this.#breaks > 0 ? [`#EXT-X-DISCONTINUITY-SEQUENCE:${this.#breaks}`] : []),
      '#EXT-X-INDEPENDENT-SEGMENTS',
      ...this.#segments.flatMap((one, at) => segmentLines(one, !isPaused && at >= parted)),
    ];
    if (isPaused) return `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`;
    const open = this.#open;
    if (open && open.parts.length > 0) lines.push(...headLines(open), ...partLines(open));
    const hinted = open ? partName(open.number, open.parts.length) : partName(this.#next, 0);
    return `${[...lines, `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${hinted}"`].join('\n')}\n`;
  }

  #leave(): readonly Segment[] {
    const left: Segment[] = [];
    const lengthMs = () => this.#segments.slice(1).reduce((sum, { ms }) => sum + ms, 0);
    const neededMs = this.#targetSeconds * skipDurations * secondMs;
    while (this.#segments.length > listedSegments && lengthMs() > neededMs) {
      const oldest = this.#segments.shift()!;
      if (oldest.isBreak) this.#breaks += 1;
      left.push(oldest);
    }
    return left;
  }
}
