/** Create, update and delete as plans of one actor: what is permitted, whose record it is, then the write itself. */
import { must } from '#shared/base/assert.ts';
import type { Values } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { type CollectionRef, nameOf, type Transaction } from '../../store/contract.ts';
import type { Actor } from '../policy/actor.ts';
import { mayRead, maySee, mayWrite } from '../policy/policy.ts';
import { permitInput } from '../policy/visibility/permit-input.ts';
import { isOwn } from '../policy/visibility/record-visibility.ts';
import type { CheckedWrites, MetaItem } from './action.ts';
import type { OutcomeMeta } from './operation.ts';
import type { Scene } from './operation-context.ts';
import { createRecord, deleteRecord, notFound, updateRecord } from './write-record.ts';
import type { WriteRequest } from './write-request.ts';

export type WritePlan<T> = (tx: Transaction) => Promise<Result<T>>;

/** The lists that rules put into the `meta` of an answer. Kept by id, because a plan runs again after a conflict. */
function openMeta(): {
  readonly tell: (list: string, items: readonly MetaItem[]) => void;
  readonly meta: () => OutcomeMeta;
} {
  const lists = new Map<string, Map<string, MetaItem>>();
  return {
    tell(name, items) {
      const list = lists.get(name) ?? new Map<string, MetaItem>();
      lists.set(name, list);
      for (const item of items) list.set(item.id, item);
    },
    meta: () => Object.fromEntries([...lists].map(([name, list]) => [name, [...list.values()]])),
  };
}

export function writeRequest(scene: Scene, actor: Actor, definition: CollectionDefinition): WriteRequest {
  const { clock, modules, newId, registry } = scene;
  const meta = openMeta();
  const trusted = actor.kind === 'kiosk' || actor.kind === 'system';
  return {
    definition,
    rules: modules.rules(definition.name),
    context: { actor, clock, newId, collections: registry.collections, tell: meta.tell },
    meta: meta.meta,
    seal: modules.seal,
    trusted,
    sees: (field) => maySee(actor, field),
    ...(trusted ? {} : { mayName: (record, to) => mayName(actor, registry.collections.get(to), record) }),
  };
}

/** Returns the lists of an outcome; nothing where nothing was listed. */
export function metaOf({ meta }: WriteRequest): { readonly meta?: OutcomeMeta } {
  const lists = meta?.() ?? {};
  return Object.keys(lists).length === 0 ? {} : { meta: lists };
}

/** Whether an actor may know that a record exists: with the right to read or to write records of its collection. */
function mayName(actor: Actor, to: CollectionDefinition | undefined, record: StoredRecord): boolean {
  if (!to || !isOwn(actor, to, record)) return false;
  return (
    mayRead(actor, to) === null || mayWrite(actor, to, 'update') === null || mayWrite(actor, to, 'create') === null
  );
}

/** Returns an action's writes beyond its own bookkeeping: the action's own scope has admitted its actor. */
export function checkedWrites(scene: Scene, actor: Actor): CheckedWrites {
  const requestFor = (collection: CollectionRef): WriteRequest => {
    const name = nameOf(collection);
    const definition = must(scene.registry.collections.get(name), `the collection ${name}`);
    return { ...writeRequest(scene, actor, definition), trusted: true };
  };
  const writes = {
    create: (tx: Transaction, collection: CollectionRef, values: Values) =>
      createRecord(requestFor(collection), values, undefined, tx),
    update: (tx: Transaction, collection: CollectionRef, id: string, patch: Values) =>
      updateRecord(requestFor(collection), id, patch, undefined, tx),
  };
  return writes as CheckedWrites;
}

/** Refuses a change that names no version, where the collection requires one. */
function conditional({ definition, trusted }: WriteRequest, ifVersion: number | undefined): Result<null> {
  if (!definition.conditional || trusted || ifVersion !== undefined) return ok(null);
  return refuse({
    code: 'version_required',
    message: `A change of ${definition.labels.many} must name the version it changes: send If-Match with the ETag you read.`,
  });
}

export function createPlan(request: WriteRequest, input: unknown, id?: string): WritePlan<StoredRecord> {
  return async (tx) => {
    const { context, definition } = request;
    const permitted = permitInput(context.actor, definition, 'create', input, null);
    return permitted.ok ? createRecord(request, permitted.value, id, tx) : permitted;
  };
}

/** A deleted record is made again of what it was, also of what the actor may not set: nothing in it is new. */
export function remakePlan(
  { mayName: _, ...request }: WriteRequest,
  former: Values,
  id: string,
): WritePlan<StoredRecord> {
  return (tx) => createRecord(request, former, id, tx);
}

export interface Aim {
  readonly id: string;
  /** Version that the record must have; absent: any. */
  readonly ifVersion?: number | undefined;
}

export function updatePlan(request: WriteRequest, { id, ifVersion }: Aim, input: unknown): WritePlan<StoredRecord> {
  const { context, definition } = request;
  return async (tx) => {
    const current = await tx.get(definition.name, id);
    // A record that is not the actor's is not there.
    if (!current || !isOwn(context.actor, definition, current)) return refuse(notFound(definition, id));
    const named = conditional(request, ifVersion);
    if (!named.ok) return named;
    const permitted = permitInput(context.actor, definition, 'update', input, current);
    return permitted.ok ? updateRecord(request, id, permitted.value, ifVersion, tx, current) : permitted;
  };
}

export function deletePlan(request: WriteRequest, { id, ifVersion }: Aim): WritePlan<{ id: string }> {
  const { context, definition } = request;
  return async (tx) => {
    const current = await tx.get(definition.name, id);
    if (!current || !isOwn(context.actor, definition, current)) return refuse(notFound(definition, id));
    const named = conditional(request, ifVersion);
    return named.ok ? deleteRecord(request, id, ifVersion, tx, current) : named;
  };
}
