/**
 * One timed job of one tenant. The moment of its last run is stored (as the cursor `job:<name>`, in Unix milliseconds),
 * so that a restart neither forgets a run that is due nor repeats one that was done. Missed runs are made up for once.
 *
 * Jobs take things away (holds, offers, old logs), so they do not believe a clock that has just leapt ahead.
 */
import { minuteMs } from '#shared/base/time.ts';
import type { FollowerContext, TimedJob } from '../../collections/follower.ts';
import { type ClockWatch, leapMs } from './clock-watch.ts';
import type { LoopSetting } from './follower-loop.ts';
import { Failing } from './loop-state.ts';
import { scheduleAgain } from './schedule-again.ts';

/** The clock is looked at this often: it may have been set, and timers do not count while a machine sleeps. */
const maxNapMs = minuteMs;

export class JobLoop {
  readonly job: TimedJob;
  readonly failing = new Failing();
  readonly #setting: LoopSetting;
  readonly #context: FollowerContext;
  readonly #watch: ClockWatch;
  #lastRunMs = -1;
  #isRunning = false;
  #setBacks: number;
  #wasSetBack = false;

  constructor(job: TimedJob, context: FollowerContext, setting: LoopSetting) {
    this.job = job;
    this.#context = context;
    this.#setting = setting;
    this.#watch = setting.watch;
    this.#setBacks = setting.watch.look();
  }

  /** Unix milliseconds; 0: it has not run, or has to run at once because the clock was set back. */
  get lastRunMs(): number {
    return Math.max(0, this.#lastRunMs);
  }

  /** It has run by the clock as it is now, is not running and has not failed since. */
  get isAtRest(): boolean {
    if (this.#isRunning || this.failing.state !== null) return false;
    return this.#lastRunMs > 0 && this.#lastRunMs <= this.#setting.pace.clock() + leapMs;
  }

  /**
   * @param lastChangeMs of the tenant's log
   * @returns when it has to run again although nothing is written, Unix milliseconds; infinite: never
   */
  async nextDue(lastChangeMs: number): Promise<number> {
    const { everyMs, nextDue } = this.job;
    const lastRunMs = this.lastRunMs;
    const againMs = lastRunMs + everyMs;
    // The job has not seen what was written after its last run. The writer's clock may be another server's.
    if (nextDue === undefined || lastRunMs <= lastChangeMs + leapMs) return againMs;
    const dueMs = await nextDue.call(this.job, this.#context, { lastRunMs, lastChangeMs });
    return dueMs === null ? Number.POSITIVE_INFINITY : Math.max(dueMs, againMs);
  }

  async run(): Promise<void> {
    const { signal, store, pace, onFault } = this.#setting;
    const { name } = this.job;
    while (!signal.aborted) {
      try {
        await this.#step();
        this.failing.clear();
      } catch (error) {
        if (signal.aborted) return;
        const delayMs = this.failing.add(error, pace);
        const { failures, nextTryAt } = this.failing.state!;
        onFault({ tenant: store.tenant, name, error, failures, nextTryAt });
        await pace.sleep(delayMs, signal);
      }
    }
  }

  async #step(): Promise<void> {
    const { signal, store, pace } = this.#setting;
    const { name, everyMs, run, scheduled = [] } = this.job;
    const key = `job:${name}`;
    if (this.#lastRunMs < 0) this.#lastRunMs = await store.cursor(key);
    const now = pace.clock();
    // A last run in the future means the clock was set back, perhaps by a restart. The job has not seen what was written
    // since, and the time of its last run does not say when it is due: it runs at once.
    const setBacks = this.#watch.look();
    if (setBacks !== this.#setBacks || this.#lastRunMs > now + leapMs) this.#wasSetBack = true;
    this.#setBacks = setBacks;
    if (this.#wasSetBack) {
      for (const one of scheduled) await scheduleAgain(one, this.#context);
      this.#lastRunMs = 0;
      this.#wasSetBack = false;
    }
    if (this.#watch.doubtfulMs > 0) {
      await pace.sleep(Math.min(this.#watch.doubtfulMs, maxNapMs), signal);
      return;
    }
    const due = this.#lastRunMs + everyMs;
    if (this.#lastRunMs > 0 && due > now) {
      await pace.sleep(Math.min(due - now, maxNapMs), signal);
      return;
    }
    this.#isRunning = true;
    try {
      await run.call(this.job, this.#context);
      await store.saveCursor(key, now);
      this.#lastRunMs = now;
    } finally {
      this.#isRunning = false;
    }
  }
}
