/** Decides which pair of CEA-608 is sent at which moment: pop-on captions of the first channel (CC1). */
import { carriedText, type Group, type Pair, resumeLoading, rowsOf, textGroups } from './cea608-text.ts';
import type { Cue } from './cue.ts';

/** Pairs a second of one field. */
export const pairsPerSecond = 30_000 / 1_001;

/** Maximum number of captions that wait; at 1.5 s each about a minute of arrears. */
export const waitingMax = 40;
const rowsMax = 3;
/** A caption that came late is erased no sooner than this after it is shown. */
const shownLeastMs = 1_000;

const twice = (pair: Pair): Group => [pair, pair];
const load = twice(resumeLoading);
const eraseLoaded = twice([0x14, 0x2e]);
const show = twice([0x14, 0x2f]);
const eraseShown = twice([0x14, 0x2c]);
/** White, from the first column, of the rows 13, 14 and 15. */
const rowStarts: readonly Group[] = [twice([0x13, 0x70]), twice([0x14, 0x50]), twice([0x14, 0x70])];

interface Caption {
  readonly startMs: number;
  readonly durationMs: number;
  readonly groups: readonly Group[];
  /** Time that the groups take, in milliseconds. */
  readonly loadMs: number;
}

function captionOf(rows: readonly string[], startMs: number, durationMs: number): Caption {
  const starts = rowStarts.slice(rowStarts.length - rows.length);
  const groups = [load, eraseLoaded, ...rows.flatMap((row, at) => [starts[at] ?? load, ...textGroups(row)])];
  const pairs = groups.reduce((sum, group) => sum + group.length, 0);
  return { startMs, durationMs, groups, loadMs: (pairs / pairsPerSecond) * 1_000 };
}

/** A cue of more than three rows becomes captions that share its time. */
function captionsOf({ endMs, startMs, text }: Cue): readonly Caption[] | null {
  const carried = carriedText(text);
  if (carried === null) return null;
  const rows = rowsOf(carried);
  const screens = Array.from({ length: Math.ceil(rows.length / rowsMax) }, (_, at) =>
    rows.slice(at * rowsMax, (at + 1) * rowsMax),
  );
  const each = Math.max(0, endMs - startMs) / Math.max(1, screens.length);
  return screens.map((screen, at) => captionOf(screen, startMs + at * each, each));
}

export class Cea608Writer {
  readonly #waiting: Caption[] = [];
  #groups: Group[] = [];
  /** Remaining pairs of a group that has begun: nothing may come between. */
  #rest: Pair[] = [];
  #loading: Caption | null = null;
  #eraseAtMs: number | null = null;
  #dropped = 0;
  #notCarried = 0;

  /** Captions that came faster than they can be sent. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Cues in a script that CEA-608 does not have. */
  get notCarried(): number {
    return this.#notCarried;
  }

  /** Cues in any order: one that is spoken now does not wait for those that were written ahead. */
  push(cue: Cue): void {
    const captions = captionsOf(cue);
    if (captions === null) this.#notCarried += 1;
    else {
      this.#waiting.push(...captions);
      this.#waiting.sort((a, b) => a.startMs - b.startMs);
    }
    while (this.#waiting.length > waitingMax) {
      this.#waiting.shift();
      this.#dropped += 1;
    }
  }

  /**
   * @param timeMs of the frame that carries the pair, never less than the time before
   * @returns null: nothing is to be sent
   */
  next(timeMs: number): Pair | null {
    if (this.#rest.length === 0) this.#rest = [...this.#nextGroup(timeMs)];
    return this.#rest.shift() ?? null;
  }

  #nextGroup(timeMs: number): Group {
    const loaded = this.#loading !== null && this.#groups.length === 0 ? this.#loading : null;
    if (loaded && timeMs >= loaded.startMs) {
      this.#eraseAtMs = Math.max(loaded.startMs + loaded.durationMs, timeMs + shownLeastMs);
      this.#loading = null;
      return show;
    }
    if (this.#eraseAtMs !== null && timeMs >= this.#eraseAtMs) {
      this.#eraseAtMs = null;
      return eraseShown;
    }
    const [first] = this.#waiting;
    if (this.#loading === null && first && timeMs >= first.startMs - first.loadMs) {
      this.#waiting.shift();
      this.#loading = first;
      this.#groups = [...first.groups];
    }
    return this.#groups.shift() ?? [];
  }
}
