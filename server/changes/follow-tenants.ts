/**
 * Every tenant's log is followed, also of tenants that come while the server runs (made by administration, say), and
 * by one process of several: the others stand by and take over within moments. One that was deleted is let go.
 */
import { type Clock, secondMs } from '#shared/base/time.ts';
import type { Module } from '../collections/module.ts';
import { StoreFault, type TenantStore } from '../store/contract.ts';
import type { LoopFault } from './loop-state.ts';
import type { Pace } from './pace.ts';
import { type FollowerStatus, startFollowers } from './run-followers.ts';

export interface FollowedTenant {
  readonly id: string;
  readonly modules: readonly string[];
}

export interface FollowTenantsParts<T extends FollowedTenant> {
  readonly all: () => Promise<readonly T[]>;
  readonly open: (tenant: T) => Promise<TenantStore>;
  readonly modules: readonly Module[];
  readonly clock: Clock;
  readonly newId: () => string;
  readonly onFault: (fault: Pick<LoopFault, 'name' | 'error'>) => void;
  /** Absent: the clock's own. */
  readonly pace?: Pace;
}

const lookAgainMs = 2 * secondMs;

export async function followTenants<T extends FollowedTenant>(
  parts: FollowTenantsParts<T>,
): Promise<{ status(): readonly FollowerStatus[]; stop(): Promise<void> }> {
  const { all, open, modules, clock, newId, onFault, pace } = parts;
  const runner = startFollowers({ clock, newId, onFault, ...(pace && { pace }) });
  /** Tenant → the modules it is followed with. */
  const followed = new Map<string, string>();

  async function look(): Promise<void> {
    const tenants = await all();
    const present = new Set(tenants.map(({ id }) => id));
    for (const id of [...followed.keys()].filter((known) => !present.has(known))) {
      followed.delete(id);
      await runner.detach(id);
    }
    const faults: unknown[] = [];
    // One whose database is lost, or that is just being moved, keeps nobody else waiting for his followers.
    for (const tenant of tenants)
      await lookAt(tenant).catch((fault: unknown) => {
        if (!(fault instanceof StoreFault)) throw fault;
        faults.push(fault);
      });
    if (faults.length > 0) onFault({ name: 'follow-tenants', error: faults[0] });
  }

  async function lookAt(tenant: T): Promise<void> {
    const store = await open(tenant);
    const wanted = (await store.leads()) ? [...tenant.modules].sort().join(',') : null;
    if ((followed.get(tenant.id) ?? null) === wanted) return;
    if (followed.has(tenant.id)) await runner.detach(tenant.id);
    followed.delete(tenant.id);
    if (wanted === null) return;
    const active = modules.filter((m) => m.always || tenant.modules.includes(m.name));
    await runner.attach(
      store,
      active.flatMap((m) => m.followers ?? []),
      active.flatMap((m) => m.jobs ?? []),
      active.flatMap((m) => m.runners ?? []),
    );
    followed.set(tenant.id, wanted);
  }

  await look();
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((fault: unknown) => onFault({ name: 'follow-tenants', error: fault }));
  }, lookAgainMs);
  return {
    status: () => runner.status(),
    async stop() {
      clearInterval(timer);
      await looking;
      await runner.stop();
    },
  };
}
