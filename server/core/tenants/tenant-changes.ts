/**
 * Changes a tenant and its sandbox in the control database: creates and finishes them, sets their modules and allowed
 * origins.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { TenantStore } from '../../store/contract.ts';
import { commitControl } from './commit-control.ts';
import { type Plan, type TenantRecord, tenants as tenantTable } from './control.ts';
import { withSandbox } from './tenant-lookups.ts';

export interface TenantChanges {
  /** Made `unfinished`; `finish` ends that. */
  create(options: {
    slug: string;
    plan: Plan;
    modules: readonly string[];
    demo?: boolean;
  }): Promise<Result<{ live: TenantRecord; sandbox: TenantRecord }>>;
  /** Its keys are made and can be shown: from now on its slug is taken. */
  finish(live: TenantRecord): Promise<void>;
  /** Sets the modules of the tenant and its sandbox. */
  setModules(live: TenantRecord, modules: readonly string[]): Promise<Result<TenantRecord>>;
  /** Sets the origins of this tenant alone: its twin has its own. */
  setAllowedOrigins(tenant: TenantRecord, origins: readonly string[]): Promise<Result<null>>;
}

export function tenantChanges(control: TenantStore, actor: string): TenantChanges {
  return {
    async create({ slug, plan, modules, demo = false }) {
      const created = await control.commit(actor, async (tx) => {
        if (await tx.findOne('tenants', { slug, sandboxOf: null }))
          return refuse({ code: 'duplicate', message: `A tenant ${slug} already exists.`, path: 'slug' });
        const values = { slug, plan, modules: [...modules], demo, unfinished: true };
        const live = await tx.create(tenantTable, { ...values, sandboxOf: null });
        const sandbox = await tx.create(tenantTable, { ...values, sandboxOf: live.id });
        return ok({ live, sandbox });
      });
      return created.ok ? ok(created.value.value) : created;
    },
    async finish(live) {
      const twins = await withSandbox(control, live);
      await commitControl(control, actor, async (tx) => {
        for (const { id } of twins) await tx.update('tenants', id, { unfinished: false });
        return ok(null);
      });
    },
    async setModules(live, modules) {
      const twins = await withSandbox(control, live);
      const done = await control.commit(actor, async (tx) => {
        for (const { id } of twins) await tx.update('tenants', id, { modules: [...modules] });
        return ok({ ...live, modules: [...modules] });
      });
      return done.ok ? ok(done.value.value) : done;
    },
    async setAllowedOrigins({ id }, origins) {
      const done = await control.commit(actor, async (tx) => {
        await tx.update('tenants', id, { allowedOrigins: [...origins] });
        return ok(null);
      });
      return done.ok ? ok(null) : done;
    },
  };
}
