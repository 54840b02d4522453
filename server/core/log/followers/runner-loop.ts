/** Runs one runner of one tenant until the tenant is released, and restarts it after a pause when it throws. */
import type { FollowerContext, Runner } from '../../collections/follower.ts';
import type { LoopSetting } from './follower-loop.ts';
import { Failing } from './loop-state.ts';

export class RunnerLoop {
  readonly runner: Runner;
  readonly failing = new Failing();
  readonly #setting: LoopSetting;
  readonly #context: FollowerContext;

  constructor(runner: Runner, context: FollowerContext, setting: LoopSetting) {
    this.runner = runner;
    this.#context = context;
    this.#setting = setting;
  }

  /** @returns when it has something to do although nothing is written, Unix milliseconds; infinite: never */
  async nextDue(): Promise<number> {
    return (await this.runner.nextDue(this.#context)) ?? Number.POSITIVE_INFINITY;
  }

  async run(): Promise<void> {
    const { signal, store, pace, onFault } = this.#setting;
    const { name } = this.runner;
    const { random, sleep } = pace;
    while (!signal.aborted) {
      const begunAt = pace.clock();
      try {
        await this.runner.run({ ...this.#context, signal, log: store, sleep, random });
        return;
      } catch (error) {
        if (signal.aborted) return;
        // A runner that worked for a while before it broke has not been failing all the time.
        if (pace.clock() - begunAt > steadyMs) this.failing.clear();
        const delayMs = this.failing.add(error, pace);
        const { failures, nextTryAt } = this.failing.state!;
        onFault({ tenant: store.tenant, name, error, failures, nextTryAt });
        await pace.sleep(delayMs, signal);
      }
    }
  }
}

/** Time without a fault after which the runner counts as working, in ms. */
const steadyMs = 60_000;
