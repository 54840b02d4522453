/**
 * Runs what follows the log: for each tenant every follower, timed job and runner of its modules, each in a loop of its
 * own, so that none waits for another. Woken by the store's commits. One of the three places where faults are caught.
 */
import { assert } from '#shared/base/assert.ts';
import type { TenantStore } from '../../../store/contract.ts';
import type { Follower, Runner, TimedJob } from '../../collections/follower.ts';
import { AttachedTenant, type RestPoint } from './attached-tenant.ts';
import { ClockWatch } from './clock-watch.ts';
import type { FollowerStatus, FollowersSetting, JobStatus } from './follower-types.ts';
import { realPace } from './pace.ts';

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
  /**
   * Returns the number up to which an attached tenant was followed and the time at which it is due again, where nothing is
   * under way or fails.
   * @returns null: it cannot be put to rest now
   */
  restPoint(tenant: string): Promise<RestPoint | null>;
  /** The clock has leapt ahead and is not believed yet: what is due by it alone waits. */
  isClockDoubtful(): boolean;
  /** Returns the status of the followers of all attached tenants. */
  status(): readonly FollowerStatus[];
  jobStatus(): readonly JobStatus[];
  /**
   * Stops all and waits for what is in progress, 10 s at most. Before the store is closed: one that hangs longer than
   * that finds its transactions refused, and sees the same changes again after the next start.
   */
  stop(): Promise<void>;
}

export function startFollowers(setting: FollowersSetting): Followers {
  const pace = setting.pace ?? realPace(setting.clock);
  const watch = new ClockWatch(pace);
  const attached = new Map<string, AttachedTenant>();
  const detach = async (tenant: string) => {
    const one = attached.get(tenant);
    attached.delete(tenant);
    await one?.stop();
  };
  return {
    async attach(store, followers, jobs = [], runners = []) {
      const head = await store.head();
      assert(!attached.has(store.tenant), `tenant ${store.tenant} is followed already`);
      const work = { followers, jobs, runners };
      attached.set(store.tenant, new AttachedTenant(store, work, head, { ...setting, pace, watch }));
    },
    detach,
    restPoint: async (tenant) => (await attached.get(tenant)?.restPoint()) ?? null,
    isClockDoubtful() {
      watch.look();
      return watch.doubtfulMs > 0;
    },
    status: () => [...attached.values()].flatMap((one) => one.followerStatus()),
    jobStatus: () => [...attached.values()].flatMap((one) => one.jobStatus()),
    async stop() {
      await Promise.all([...attached.keys()].map(detach));
    },
  };
}
