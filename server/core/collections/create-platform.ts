/** Makes `platform.as(actor)`: the tenant's store and registry, and the operations that run on them. */
import { must } from '#shared/base/assert.ts';
import type { Clock } from '#shared/base/time.ts';
import {
  MissingCollection,
  ReadAbandoned,
  ReadsWaiting,
  ReadTimeout,
  StaleShape,
  type TenantStore,
} from '../../store/contract.ts';
import type { Caller, Platform, Registry } from '../platform.ts';
import type { Actor } from '../policy/actor.ts';
import type { TenantRecord } from '../tenants/control.ts';
import type { Directory } from '../tenants/directory.ts';
import type { OwnCollection } from '../tenants/own-collections.ts';
import { inTurn, runSchemaOperation } from './define-collection.ts';
import { viewOf } from './log-view.ts';
import type { DataOperation, Operation, Outcome, SchemaOperation } from './operation.ts';
import { type Modules, withOwn } from './registry.ts';
import { runOperation } from './run-operation.ts';
import { schemaChanged } from './stale-definition.ts';

/** Attempts of one operation at most: a collection may change under it. */
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

/** @returns the refusal for a read that the store ended or had no turn for; null: the fault is another one */
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
  const byId = async (tenant: string) => must(await directory.byId(tenant), 'the tenant of an actor');

  async function open(tenant: TenantRecord): Promise<Ground> {
    const [store, own] = await Promise.all([directory.open(tenant), directory.own(tenant)]);
    return { tenant, store, own, registry: withOwn(modules.registryOf(tenant.modules), own) };
  }

  const openNow = async (tenant: string) => open(await byId(tenant));

  /** Nothing was done, and a collection is no longer what it was: in its new shape the same may well be possible. */
  async function hasMoved(fault: unknown, { own, tenant }: Ground): Promise<boolean> {
    if (!(fault instanceof StaleShape || fault instanceof MissingCollection)) return false;
    return directory.ownMoved(tenant, own);
  }

  async function runData(first: Ground, actor: Actor, operation: DataOperation): Promise<Outcome> {
    let ground = first;
    for (let tries = 1; ; tries++) {
      const { registry, store } = ground;
      try {
        return await runOperation({ store, registry, modules, clock, newId }, actor, operation);
      } catch (fault) {
        const late = refusedRead(fault);
        if (late) return late;
        const moved = await hasMoved(fault, ground);
        if (moved && tries >= triesMax) return { kind: 'refused', errors: [schemaChanged] };
        const now = tries < triesMax ? await openNow(actor.tenant) : ground;
        // In this process the table changes first, and the list of collections a moment after.
        if (!moved && now.own === ground.own) throw fault;
        ground = now;
      }
    }
  }

  function runSchema(actor: Actor, operation: SchemaOperation): Promise<Outcome> {
    return inTurn(directory, actor.tenant, async () => {
      let ground = await openNow(actor.tenant);
      if (await directory.ownMoved(ground.tenant, ground.own)) ground = await openNow(actor.tenant);
      return runSchemaOperation({ ...ground, directory, modules }, actor, operation);
    });
  }

  const registry = async (tenant: string) => (await openNow(tenant)).registry;

  async function as(actor: Actor, tenant?: TenantRecord): Promise<Caller> {
    const ground = await open(tenant ?? (await byId(actor.tenant)));
    return {
      actor,
      tenant: ground.tenant,
      registry: ground.registry,
      run: (operation) =>
        isSchemaOperation(operation) ? runSchema(actor, operation) : runData(ground, actor, operation),
      follow: () => viewOf(actor, ground.store, () => registry(actor.tenant)),
    };
  }

  return {
    as,
    registry,
    run: async (actor, operation) =>
      isSchemaOperation(operation) ? runSchema(actor, operation) : (await as(actor)).run(operation),
    follow: async (actor) => (await as(actor)).follow(),
  };
}
