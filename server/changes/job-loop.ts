/**
 * One timed job of one tenant. The moment of its last run is stored (as the cursor `job:<name>`, in Unix milliseconds),
 * so that a restart neither forgets a run that is due nor repeats one that was done. Missed runs are made up for once.
 *
 * Jobs take things away (holds, offers, old logs), so they do not believe a clock that has just leapt ahead.
 */
import { minuteMs } from '#shared/base/time.ts';
import type { FollowerContext, TimedJob } from '../collections/module.ts';
import { ClockWatch, leapMs } from './clock-watch.ts';
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
  #wasSetBack = false;

  constructor(job: TimedJob, context: FollowerContext, setting: LoopSetting) {
    this.job = job;
    this.#context = context;
    this.#setting = setting;
    this.#watch = new ClockWatch(setting.pace);
  }

  get lastRunMs(): number {
    return Math.max(0, this.#lastRunMs);
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
    // A last run in the future means the clock was set back, perhaps by a restart: wait one interval from now.
    if (this.#watch.look() || this.#lastRunMs > now + leapMs) this.#wasSetBack = true;
    if (this.#wasSetBack) {
      for (const one of scheduled) await scheduleAgain(one, this.#context);
      if (this.#lastRunMs > now) await store.saveCursor(key, now);
      this.#wasSetBack = false;
    }
    this.#lastRunMs = Math.min(this.#lastRunMs, now);
    if (this.#watch.doubtfulMs > 0) {
      await pace.sleep(Math.min(this.#watch.doubtfulMs, maxNapMs), signal);
      return;
    }
    const due = this.#lastRunMs + everyMs;
    if (this.#lastRunMs > 0 && due > now) {
      await pace.sleep(Math.min(due - now, maxNapMs), signal);
      return;
    }
    await run.call(this.job, this.#context);
    await store.saveCursor(key, now);
    this.#lastRunMs = now;
  }
}
