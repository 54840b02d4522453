/** A tenant's log as one actor may see it. */
import { must } from '#shared/base/assert.ts';
import { ok, refuse } from '#shared/base/result.ts';
import type { TenantStore } from '../../store/contract.ts';
import type { LogView, Registry } from '../platform.ts';
import type { Actor } from '../policy/actor.ts';
import { followedBy, mayRead } from '../policy/policy.ts';
import { changeFor, departureFor, visibilityOf } from '../policy/visibility/record-visibility.ts';

/** @param registryNow read each time: an actor that follows for days sees the collections as they are then */
export function viewOf(actor: Actor, store: TenantStore, registryNow: () => Promise<Registry>): LogView {
  return {
    logId: store.logId,
    head: () => store.head(),
    async visibilityOf(collection) {
      const definition = (await registryNow()).collections.get(collection);
      if (!definition) {
        const name = collection.slice(0, 100);
        return refuse({ code: 'collection_unknown', message: `No collection is named ${name}.` });
      }
      const refused = mayRead(actor, definition);
      return refused ? refuse(refused) : ok(visibilityOf(actor, definition));
    },
    async since(seq, { limit, collections }) {
      const registry = await registryNow();
      const allowed = collections.filter((name) => {
        const definition = registry.collections.get(name);
        return definition && followedBy(actor, definition) !== null;
      });
      const head = await store.head();
      const changes = await store.since(seq, { limit, collections: allowed });
      const shown = changes.flatMap((change) => {
        const definition = must(registry.collections.get(change.collection), 'a followed collection');
        const held = must(followedBy(actor, definition), 'an allowed collection');
        return changeFor(actor, held, change) ?? departureFor(actor, held, change) ?? [];
      });
      // A short answer means the log was read to its head, also past changes this actor may not see.
      const last = changes.at(-1)?.seq ?? seq;
      return { changes: shown, seq: changes.length < limit ? Math.max(head, last) : last };
    },
    onCommit: (listener) => store.onCommit(listener),
  };
}
