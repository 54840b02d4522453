/** Puts the three verbs together: registry, run, follow. */
import { must } from '#shared/base/assert.ts';
import type { Clock } from '#shared/base/time.ts';
import { asHeldByDevice } from '#shared/schema/definition.ts';
import { mayRead } from '../access/policy.ts';
import type { Platform } from '../platform.ts';
import type { TenantStore } from '../store/contract.ts';
import type { TenantRecord } from '../tenants/control.ts';
import type { Directory } from '../tenants/directory.ts';
import type { Modules } from './registry.ts';
import { runOperation } from './run-operation.ts';
import { isOwn, shownTo } from './sight.ts';

export function createPlatform(directory: Directory, modules: Modules, clock: Clock, newId: () => string): Platform {
  async function open(tenantId: string): Promise<{ tenant: TenantRecord; store: TenantStore }> {
    const tenant = must(await directory.byId(tenantId), 'the tenant of an actor');
    return { tenant, store: await directory.open(tenant) };
  }
  return {
    async registry(tenantId) {
      return modules.registryOf(must(await directory.byId(tenantId), 'the tenant').modules);
    },
    async run(actor, operation) {
      const { tenant, store } = await open(actor.tenant);
      return runOperation(
        { store, registry: modules.registryOf(tenant.modules), modules, clock, newId },
        actor,
        operation,
      );
    },
    async follow(actor) {
      const { tenant, store } = await open(actor.tenant);
      const registry = modules.registryOf(tenant.modules);
      return {
        logId: store.logId,
        head: () => store.head(),
        async since(seq, { limit, collections }) {
          const allowed = collections.filter((name) => {
            const definition = registry.collections.get(name);
            return definition && (actor.kind === 'kiosk' ? definition.replicated : !mayRead(actor, definition));
          });
          const head = await store.head();
          const changes = await store.since(seq, { limit, collections: allowed });
          const shown = changes.flatMap((change) => {
            const definition = must(registry.collections.get(change.collection), 'a followed collection');
            if (!isOwn(actor, definition, change.record)) return [];
            const shownAs = actor.kiosk ? asHeldByDevice(definition) : definition;
            const previous = change.previous && shownTo(actor, shownAs, change.previous);
            return [{ ...change, record: shownTo(actor, shownAs, change.record), previous }];
          });
          // A short answer means the log was read to its head, also past changes this actor may not see.
          const last = changes.at(-1)?.seq ?? seq;
          return { changes: shown, seq: changes.length < limit ? Math.max(head, last) : last };
        },
        onCommit: (listener) => store.onCommit(listener),
      };
    },
  };
}
