/**
 * One tenant whose log is followed: the loops of its followers, jobs and runners, their status, and when the tenant can be put
 * to rest.
 */
import { assert } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime, secondMs } from '#shared/base/time.ts';
import type { TenantStore } from '../../../store/contract.ts';
import type { Follower, FollowerContext, Runner, TimedJob } from '../../collections/follower.ts';
import { FollowerLoop, type LoopSetting } from './follower-loop.ts';
import type { FollowerStatus, FollowersSetting, JobStatus } from './follower-types.ts';
import { JobLoop } from './job-loop.ts';
import { RunnerLoop } from './runner-loop.ts';
import { SharedLog } from './shared-log.ts';

/** Interval between looks at the head, in ms: on a file, another process (administration) writes without notifying this one. */
const lookAgainMs = 5 * secondMs;
/** Time for which stopping waits for a loop that is busy, in ms. */
const stopWaitMs = 10 * secondMs;

export interface Work {
  readonly followers: readonly Follower[];
  readonly jobs: readonly TimedJob[];
  readonly runners: readonly Runner[];
}

export interface RestPoint {
  /** Everything up to this number has been followed. */
  readonly head: number;
  /** Time at which a job or runner has work although nothing is written, Unix milliseconds; infinite: never. */
  readonly dueAtMs: number;
}

export class AttachedTenant {
  readonly #store: TenantStore;
  readonly #pace: LoopSetting['pace'];
  readonly #followers: readonly FollowerLoop[];
  readonly #jobs: readonly JobLoop[];
  readonly #runners: readonly RunnerLoop[];
  readonly #stopping = new AbortController();
  readonly #stopListening: () => void;
  readonly #running: Promise<unknown>;
  readonly #log: SharedLog;

  /** @param head of the log, read a moment before */
  constructor(
    store: TenantStore,
    work: Work,
    head: number,
    setting: FollowersSetting & Pick<LoopSetting, 'pace' | 'watch'>,
  ) {
    const names = [...work.followers, ...work.jobs, ...work.runners].map((one) => one.name);
    assert(new Set(names).size === names.length, `two followers of ${store.tenant} have the same name`);
    const { onFault = () => {}, pace, watch } = setting;
    const log = new SharedLog(store, head);
    const loop: LoopSetting = { store, log, pace, watch, signal: this.#stopping.signal, onFault };
    const context = (name: string) => contextOf(setting, store, name);
    this.#store = store;
    this.#pace = pace;
    this.#log = log;
    this.#followers = work.followers.map((follower) => {
      assert(follower.collections.length > 0, `follower ${follower.name} names no collection`);
      return new FollowerLoop(follower, context(follower.name), loop);
    });
    this.#jobs = work.jobs.map((job) => new JobLoop(job, context(job.name), loop));
    this.#runners = work.runners.map((runner) => new RunnerLoop(runner, context(runner.name), loop));
    this.#stopListening = store.onCommit((newHead) => this.#wake(newHead));
    const all = [...this.#followers, ...this.#jobs, ...this.#runners];
    this.#running = Promise.all([...all.map((one) => one.run()), this.#look(), this.#lookAgain()]);
  }

  /** @returns null: something is under way, or fails and is tried again */
  async restPoint(): Promise<RestPoint | null> {
    const hasWork = this.#followers.some((loop) => loop.failing.state !== null || loop.cursor < this.#log.head);
    if (hasWork || !this.#jobs.every((loop) => loop.isAtRest)) return null;
    if (this.#runners.some((loop) => loop.failing.state !== null)) return null;
    // Everything that is asked from here on sees at least this.
    const head = await this.#store.head();
    if (this.#followers.some((loop) => loop.cursor < head)) return null;
    const [last] = head === 0 ? [] : await this.#store.since(head - 1, { limit: 1 });
    const lastChangeMs = last ? Date.parse(last.at) : 0;
    let dueAtMs = Number.POSITIVE_INFINITY;
    for (const loop of this.#jobs) dueAtMs = Math.min(dueAtMs, await loop.nextDue(lastChangeMs));
    for (const loop of this.#runners) dueAtMs = Math.min(dueAtMs, await loop.nextDue());
    return { head, dueAtMs };
  }

  followerStatus(): readonly FollowerStatus[] {
    return this.#followers.map((loop) => {
      const { cursor, failing, follower } = loop;
      return {
        tenant: this.#store.tenant,
        name: follower.name,
        cursor,
        head: Math.max(this.#log.head, cursor),
        lag: Math.max(0, this.#log.head - cursor),
        ...failing.state,
      };
    });
  }

  jobStatus(): readonly JobStatus[] {
    return this.#jobs.map((loop) => ({
      tenant: this.#store.tenant,
      name: loop.job.name,
      lastRunAt: loop.lastRunMs === 0 ? null : isoTime(loop.lastRunMs),
      ...loop.failing.state,
    }));
  }

  async stop(): Promise<void> {
    this.#stopListening();
    this.#stopping.abort();
    for (const loop of this.#followers) loop.wake();
    const waiting = new AbortController();
    await Promise.race([this.#running, this.#pace.sleep(stopWaitMs, waiting.signal)]);
    waiting.abort();
  }

  #wake(newHead: number): void {
    this.#log.grew(newHead);
    for (const loop of this.#followers) loop.wake();
  }

  /** Takes the head from the store; also at the start, because a commit before the listener came is not announced to it. */
  async #look(): Promise<void> {
    const newHead = await this.#store.head().catch(() => 0);
    if (newHead > this.#log.head) this.#wake(newHead);
  }

  /** Over a network the store looks at all heads by itself. */
  async #lookAgain(): Promise<void> {
    const { signal } = this.#stopping;
    if (!this.#store.version) return;
    while (!signal.aborted) {
      await this.#pace.sleep(lookAgainMs, signal);
      if (!signal.aborted) await this.#look();
    }
  }
}

function contextOf(setting: FollowersSetting, store: TenantStore, name: string): FollowerContext {
  return {
    tenant: store.tenant,
    clock: setting.clock,
    newId: setting.newId,
    reader: store,
    commit: async (plan) => {
      const result = await store.commit(`system:${name}`, plan);
      return result.ok ? ok(result.value.value) : result;
    },
  };
}
