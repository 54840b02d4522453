/**
 * Runs what follows the log: for each tenant every follower and timed job of its modules, each in a loop of its own,
 * so that none waits for another. Woken by the store's commits. One of the three places where faults are caught.
 */
import { assert } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { type Clock, isoTime, secondMs } from '#shared/base/time.ts';
import type { Follower, FollowerContext, Runner, TimedJob } from '../collections/module.ts';
import type { TenantStore } from '../store/contract.ts';
import { FollowerLoop, type LoopSetting } from './follower-loop.ts';
import { JobLoop } from './job-loop.ts';
import type { FailingState, LoopFault } from './loop-state.ts';
import { type Pace, realPace } from './pace.ts';
import { RunnerLoop } from './runner-loop.ts';

export interface FollowersSetting {
  readonly clock: Clock;
  readonly newId: () => string;
  /** Called at each failure, for the log; the state stays visible in `status()`. */
  readonly onFault?: (fault: LoopFault) => void;
  /** Tests turn time by hand. */
  readonly pace?: Pace;
}

export interface FollowerStatus extends Partial<FailingState> {
  readonly tenant: string;
  readonly name: string;
  readonly cursor: number;
  readonly head: number;
  /** Changes not yet looked at. */
  readonly lag: number;
}

export interface JobStatus extends Partial<FailingState> {
  readonly tenant: string;
  readonly name: string;
  /** Null before the first run. */
  readonly lastRunAt: string | null;
}

export interface Followers {
  /** Begins to follow a tenant's log. Its followers' names are unique; `'*'` as a collection means all. */
  attach(
    store: TenantStore,
    followers: readonly Follower[],
    jobs?: readonly TimedJob[],
    runners?: readonly Runner[],
  ): Promise<void>;
  /** Stops one tenant and waits for what is in progress. Before the tenant's store is closed or its modules change. */
  detach(tenant: string): Promise<void>;
  status(): readonly FollowerStatus[];
  jobStatus(): readonly JobStatus[];
  /**
   * Stops all and waits for what is in progress, 10 s at most. Before the store is closed: one that hangs longer than
   * that finds its transactions refused, and sees the same changes again after the next start.
   */
  stop(): Promise<void>;
}

/** Another process (administration) may write to the same file without waking us: look at the head this often. */
const lookAgainMs = 5 * secondMs;
/** How long stopping waits for one that is busy. */
const stopWaitMs = 10 * secondMs;

interface Followed {
  readonly followers: readonly Follower[];
  readonly jobs: readonly TimedJob[];
  readonly runners: readonly Runner[];
}

interface Attached {
  readonly tenant: string;
  readonly loops: readonly FollowerLoop[];
  readonly jobs: readonly JobLoop[];
  head: number;
  stop(): Promise<void>;
}

export function startFollowers(setting: FollowersSetting): Followers {
  const attached = new Map<string, Attached>();
  const detach = async (tenant: string) => {
    const one = attached.get(tenant);
    attached.delete(tenant);
    await one?.stop();
  };
  return {
    async attach(store, followers, jobs = [], runners = []) {
      const head = await store.head();
      assert(!attached.has(store.tenant), `tenant ${store.tenant} is followed already`);
      attached.set(store.tenant, follow(setting, store, { followers, jobs, runners }, head));
    },
    detach,
    status: () => [...attached.values()].flatMap(followerStatus),
    jobStatus: () =>
      [...attached.values()].flatMap(({ tenant, jobs }) =>
        jobs.map((loop) => ({
          tenant,
          name: loop.job.name,
          lastRunAt: loop.lastRunMs === 0 ? null : isoTime(loop.lastRunMs),
          ...loop.failing.state,
        })),
      ),
    async stop() {
      await Promise.all([...attached.keys()].map(detach));
    },
  };
}

function followerStatus({ tenant, loops, head }: Attached): FollowerStatus[] {
  return loops.map((loop) => {
    const { cursor } = loop;
    return {
      tenant,
      name: loop.follower.name,
      cursor,
      head: Math.max(head, cursor),
      lag: Math.max(0, head - cursor),
      ...loop.failing.state,
    };
  });
}

function follow(
  setting: FollowersSetting,
  store: TenantStore,
  { followers, jobs, runners }: Followed,
  head: number,
): Attached {
  const names = [...followers, ...jobs, ...runners].map((one) => one.name);
  assert(new Set(names).size === names.length, `two followers of ${store.tenant} have the same name`);
  const pace = setting.pace ?? realPace(setting.clock);
  const stopping = new AbortController();
  const { signal } = stopping;
  const loopSetting: LoopSetting = { store, pace, signal, onFault: setting.onFault ?? (() => {}) };
  const loops = followers.map((follower) => {
    assert(follower.collections.length > 0, `follower ${follower.name} names no collection`);
    return new FollowerLoop(follower, contextOf(setting, store, follower.name), loopSetting);
  });
  const jobLoops = jobs.map((job) => new JobLoop(job, contextOf(setting, store, job.name), loopSetting));
  const runnerLoops = runners.map((one) => new RunnerLoop(one, contextOf(setting, store, one.name), loopSetting));
  const wakeAll = (newHead: number) => {
    one.head = Math.max(one.head, newHead);
    for (const loop of loops) loop.wake();
  };
  const stopListening = store.onCommit(wakeAll);
  const lookAgain = async () => {
    while (!signal.aborted) {
      await pace.sleep(lookAgainMs, signal);
      const newHead = signal.aborted ? 0 : await store.head().catch(() => 0);
      if (newHead > one.head) wakeAll(newHead);
    }
  };
  const all = [...loops, ...jobLoops, ...runnerLoops];
  const running = Promise.all([...all.map((loop) => loop.run()), lookAgain()]);
  const one: Attached = {
    tenant: store.tenant,
    loops,
    jobs: jobLoops,
    head,
    async stop() {
      stopListening();
      stopping.abort();
      for (const loop of loops) loop.wake();
      const waiting = new AbortController();
      await Promise.race([running, pace.sleep(stopWaitMs, waiting.signal)]);
      waiting.abort();
    },
  };
  return one;
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
