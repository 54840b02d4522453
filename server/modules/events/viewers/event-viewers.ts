/** The viewers of one event, by platform: counted here from heartbeats, or as a platform reports them. */
import { minuteMs, secondMs } from '#shared/base/time.ts';
import { allPlatforms } from '#shared/modules/events/viewers.ts';
import { PresentViewers, presentMs } from './present-viewers.ts';
import { UniqueViewers } from './unique-viewers.ts';

export interface ViewerNumbers {
  readonly currentViewers: number;
  readonly peakViewers: number;
  readonly uniqueViewers: number;
  readonly watchMinutes: number;
}

export type Heartbeat = 'join' | 'heartbeat' | 'leave';

/** Maximum number of platforms; further ones are counted together. */
const platformsMax = 12;
const otherPlatform = 'other';
/** Time for which a reported number is current, in ms. */
export const reportedMs = 5 * minuteMs;
/** Time for which a row is current without an update, in ms. */
export const countedMs = presentMs + 15 * secondMs;

interface Platform {
  readonly present: PresentViewers;
  readonly unique: UniqueViewers;
  peak: number;
  /** Watch time in the stored record, to which counted time is added, in minutes. */
  baseMinutes: number;
  reported: { current: number; unique: number; minutes: number; atMs: number } | null;
}

export class EventViewers {
  readonly #platforms = new Map<string, Platform>();
  #peak = 0;
  #nowMs = 0;
  /** Time of the last write of records. */
  writtenAtMs = Number.NEGATIVE_INFINITY;
  /** Time of the last heartbeat that was sent on to the action, which writes records. */
  askedAtMs = Number.NEGATIVE_INFINITY;

  get platforms(): readonly string[] {
    return [...this.#platforms.keys()];
  }

  beat(platform: string, hash: number, kind: Heartbeat, atMs: number): void {
    const nowMs = this.#time(atMs);
    const { present, unique } = this.#platform(platform);
    unique.add(hash);
    if (kind === 'leave') present.leave(hash, nowMs);
    else present.beat(hash, nowMs);
  }

  report(
    platform: string,
    current: number,
    more: { peak: number; unique: number; minutes: number },
    atMs: number,
  ): void {
    const one = this.#platform(platform);
    if (one.reported && one.reported.atMs > atMs) return;
    const { minutes, unique } = one.reported ?? { minutes: 0, unique: 0 };
    one.reported = { current, unique: Math.max(unique, more.unique), minutes: Math.max(minutes, more.minutes), atMs };
    one.peak = Math.max(one.peak, more.peak);
  }

  restore(platform: string, numbers: ViewerNumbers, hashes: Iterable<number>): void {
    if (platform === allPlatforms) {
      this.#peak = Math.max(this.#peak, numbers.peakViewers);
      return;
    }
    const one = this.#platform(platform);
    one.peak = Math.max(one.peak, numbers.peakViewers);
    one.baseMinutes = numbers.watchMinutes;
    one.unique.restore(hashes);
  }

  freshHashes(platform: string): readonly number[] {
    return this.#platforms.get(platform)?.unique.takeFresh() ?? [];
  }

  of(platform: string, atMs: number): ViewerNumbers {
    const nowMs = this.#time(atMs);
    const { baseMinutes, peak, present, reported, unique } = this.#platform(platform);
    const counted = present.current(nowMs);
    const current = counted + (reported && nowMs - reported.atMs <= reportedMs ? reported.current : 0);
    const known = this.#platforms.get(platform);
    if (known) known.peak = Math.max(peak, current);
    return {
      currentViewers: current,
      peakViewers: Math.max(peak, current),
      uniqueViewers: unique.count + (reported?.unique ?? 0),
      watchMinutes: Math.max(Math.floor(baseMinutes + present.watchedMs / minuteMs), reported?.minutes ?? 0),
    };
  }

  all(atMs: number): ViewerNumbers {
    const each = this.platforms.map((platform) => this.of(platform, atMs));
    const sum = (name: keyof ViewerNumbers) => each.reduce((total, one) => total + one[name], 0);
    const currentViewers = sum('currentViewers');
    this.#peak = Math.max(this.#peak, currentViewers, ...each.map(({ peakViewers }) => peakViewers));
    return {
      currentViewers,
      peakViewers: this.#peak,
      uniqueViewers: sum('uniqueViewers'),
      watchMinutes: sum('watchMinutes'),
    };
  }

  /** A clock that is set back must not bring viewers back. */
  #time(atMs: number): number {
    this.#nowMs = Math.max(this.#nowMs, atMs);
    return this.#nowMs;
  }

  #platform(name: string): Platform {
    const known = this.#platforms.get(name);
    if (known) return known;
    if (this.#platforms.size >= platformsMax && name !== otherPlatform) return this.#platform(otherPlatform);
    const made = {
      present: new PresentViewers(),
      unique: new UniqueViewers(),
      peak: 0,
      baseMinutes: 0,
      reported: null,
    };
    this.#platforms.set(name, made);
    return made;
  }
}
