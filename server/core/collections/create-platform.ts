/** Puts the three verbs together: registry, run, follow. */
import { must } from '#shared/base/assert.ts';
import { ok, refuse } from '#shared/base/result.ts';
import type { Clock } from '#shared/base/time.ts';
import {
  MissingCollection,
  ReadAbandoned,
  ReadsWaiting,
  ReadTimeout,
  StaleShape,
  type TenantStore,
} from '../../store/contract.ts';
import type { Platform, Registry } from '../platform.ts';
import type { Actor } from '../policy/actor.ts';
import { followedBy, mayRead } from '../policy/policy.ts';
import { changeFor, departureFor, visibilityOf } from '../policy/visibility/record-visibility.ts';
import type { TenantRecord } from '../tenants/control.ts';
import type { Directory } from '../tenants/directory.ts';
import type { OwnCollection } from '../tenants/own-collections.ts';
import { inTurn, runSchemaOperation } from './define-collection.ts';
import type { DataOperation, Operation, Outcome, SchemaOperation } from './operation.ts';
import { type Modules, withOwn } from './registry.ts';
import { runOperation } from './run-operation.ts';
import { schemaChanged } from './shape.ts';

/** How often one operation is begun anew because a collection changed under it. */
const triesMax = 3;

interface Ground {
  readonly tenant: TenantRecord;
  readonly store: TenantStore;
  readonly registry: Registry;
  readonly own: readonly OwnCollection[];
}

function isSchemaOperation(operation: Operation): operation is SchemaOperation {
  return ['define', 'redefine', 'undefine'].includes(operation.verb);
}

/** Reading that was ended is an answer, not a fault; null: it is another one. */
function refusedRead(fault: unknown): Outcome | null {
  if (fault instanceof ReadTimeout || fault instanceof ReadAbandoned)
    return {
      kind: 'refused',
      errors: [
        {
          code: 'query_timeout',
          message: 'This request took too long and was stopped. Filter by an indexed field, or request less at once.',
        },
      ],
    };
  if (fault instanceof ReadsWaiting)
    return {
      kind: 'refused',
      errors: [
        {
          code: 'overloaded',
          message: 'Too many long requests are already waiting. Try again in a few seconds, or narrow the request.',
        },
      ],
    };
  return null;
}

export function createPlatform(directory: Directory, modules: Modules, clock: Clock, newId: () => string): Platform {
  async function open(tenantId: string): Promise<Ground> {
    const tenant = must(await directory.byId(tenantId), 'the tenant of an actor');
    const [store, own] = await Promise.all([directory.open(tenant), directory.own(tenant)]);
    return { tenant, store, own, registry: withOwn(modules.registryOf(tenant.modules), own) };
  }

  /** Nothing was done, and a collection is no longer what it was: in its new shape the same may well be possible. */
  async function hasMoved(fault: unknown, { own, tenant }: Ground): Promise<boolean> {
    if (!(fault instanceof StaleShape || fault instanceof MissingCollection)) return false;
    return directory.ownMoved(tenant, own);
  }

  async function runData(actor: Actor, operation: DataOperation): Promise<Outcome> {
    for (let tries = 1; ; tries++) {
      const ground = await open(actor.tenant);
      const { registry, store } = ground;
      try {
        return await runOperation({ store, registry, modules, clock, newId }, actor, operation);
      } catch (fault) {
        const late = refusedRead(fault);
        if (late) return late;
        if (await hasMoved(fault, ground)) {
          if (tries < triesMax) continue;
          return { kind: 'refused', errors: [schemaChanged] };
        }
        // In this process the table changed first, and the list of collections a moment after.
        if (tries < triesMax && (await open(actor.tenant)).own !== ground.own) continue;
        throw fault;
      }
    }
  }

  function runSchema(actor: Actor, operation: SchemaOperation): Promise<Outcome> {
    return inTurn(directory, actor.tenant, async () => {
      let ground = await open(actor.tenant);
      if (await directory.ownMoved(ground.tenant, ground.own)) ground = await open(actor.tenant);
      return runSchemaOperation({ ...ground, directory, modules }, actor, operation);
    });
  }

  return {
    registry: async (tenantId) => (await open(tenantId)).registry,
    run: (actor, operation) => (isSchemaOperation(operation) ? runSchema(actor, operation) : runData(actor, operation)),
    async follow(actor) {
      const { store } = await open(actor.tenant);
      return {
        logId: store.logId,
        head: () => store.head(),
        async visibilityOf(collection) {
          const definition = (await open(actor.tenant)).registry.collections.get(collection);
          if (!definition) {
            const name = collection.slice(0, 100);
            return refuse({ code: 'collection_unknown', message: `No collection is named ${name}.` });
          }
          const refused = mayRead(actor, definition);
          return refused ? refuse(refused) : ok(visibilityOf(actor, definition));
        },
        async since(seq, { limit, collections }) {
          // Who follows for days sees the collections as they are now.
          const { registry } = await open(actor.tenant);
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
    },
  };
}
