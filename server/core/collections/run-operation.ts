/** Operation in, outcome out: the one path that every surface takes. It knows no request and no module. */

import { unreachable } from '#shared/base/assert.ts';
import { isId } from '#shared/base/id.ts';
import { isObject } from '#shared/base/json.ts';
import type { Refusal } from '#shared/base/result.ts';
import type { ActionDefinition, CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { validate } from '#shared/schema/validate.ts';
import type { Actor } from '../policy/actor.ts';
import { mayAct, mayRead, mayWrite } from '../policy/policy.ts';
import { permitQuery } from '../policy/visibility/permit-query.ts';
import { answerFor, definitionFor, isOwn, recordFor } from '../policy/visibility/record-visibility.ts';
import { ActionAnswer, type ActionContext } from './action.ts';
import { runBulk } from './bulk.ts';
import { commit, isUsableKey, once, unusableKey } from './once.ts';
import type { DataOperation, Outcome } from './operation.ts';
import type { Scene } from './operation-context.ts';
import { listVersions, restoreVersion } from './record-versions.ts';
import { spend } from './spend.ts';
import { ifUnchanged, isAnswerable, schemaChanged } from './stale-definition.ts';
import { checkedWrites, createPlan, deletePlan, metaOf, updatePlan, writeRequest } from './write-plans.ts';
import { notFound } from './write-record.ts';

function refused(...errors: [Refusal, ...Refusal[]]): Outcome {
  return { kind: 'refused', errors };
}

export async function runOperation(scene: Scene, actor: Actor, operation: DataOperation): Promise<Outcome> {
  if (operation.verb === 'act') return act(scene, actor, operation);
  const definition = scene.registry.collections.get(operation.collection);
  if (!definition)
    return refused({ code: 'collection_unknown', message: `No collection is named ${operation.collection}.` });
  if ('id' in operation && operation.id !== undefined && !isId(operation.id))
    return refused({ code: 'invalid_id', message: 'The ID must be a lower-case UUID.', path: 'id' });
  switch (operation.verb) {
    case 'list':
    case 'get':
      return read(scene, actor, definition, operation);
    case 'bulk':
      return runBulk(scene, actor, definition, operation);
    case 'versions':
      return listVersions(scene, actor, definition, operation);
    case 'restore':
      return restoreVersion(scene, actor, definition, operation);
    default:
      return write(scene, actor, definition, operation);
  }
}

async function read(
  scene: Scene,
  actor: Actor,
  definition: CollectionDefinition,
  operation: Extract<DataOperation, { verb: 'list' | 'get' }>,
): Promise<Outcome> {
  const denied = mayRead(actor, definition);
  if (denied) return refused(denied);
  if (operation.verb === 'get') {
    const record = await scene.store.get(definition.name, operation.id);
    if (!record || !isOwn(actor, definition, record)) return refused(notFound(definition, operation.id));
    return { kind: 'record', record: recordFor(actor, definition, record), created: false };
  }
  const permitted = permitQuery(actor, definition, operation.query, scene.registry.collections);
  if (!permitted.ok) return refused(...permitted.errors);
  const query = permitted.value;
  const { collections } = scene.registry;
  if (!isAnswerable(definition, query, (name) => collections.get(name) ?? null)) return refused(schemaChanged);
  const spent = await spend({
    store: scene.store,
    definition,
    query,
    counted: operation.count !== undefined,
    lookup: (name) => collections.get(name) ?? null,
    isKnown: (name) => definitionFor(actor, definition).fields.some((field) => field.name === name),
    allowance: operation.allowance,
  });
  if (!spent.ok) return refused(...spent.errors);
  const { isWanted } = spent.value;
  // One more than asked for tells whether there is a next page without counting.
  const found = await scene.store.find(definition.name, { ...query, limit: query.limit + 1 }, { isWanted });
  const { count } = operation;
  const counting = count === 'estimated' ? 'estimate' : 'count';
  const total = count
    ? { total: await scene.store[counting](definition.name, query.where, query.search, { isWanted }) }
    : {};
  return {
    kind: 'page',
    records: found.slice(0, query.limit).map((r) => recordFor(actor, definition, r)),
    hasMore: found.length > query.limit,
    ...total,
  };
}

async function write(
  scene: Scene,
  actor: Actor,
  definition: CollectionDefinition,
  operation: Extract<DataOperation, { verb: 'create' | 'update' | 'delete' }>,
): Promise<Outcome> {
  const denied = mayWrite(actor, definition, operation.verb);
  if (denied) return refused(denied);
  const request = writeRequest(scene, actor, definition);
  const { store } = scene;
  switch (operation.verb) {
    case 'create': {
      const { id, idempotencyKey: key, input } = operation;
      if (!isUsableKey(key)) return refused(unusableKey);
      const plan = once(actor, key, `create ${definition.name}`, input, createPlan(request, input, id));
      const done = await commit(store, actor, ifUnchanged(definition, plan));
      if (!done.ok) return refused(...done.errors);
      const { value, repeated } = done.value;
      const shown = answerFor(actor, definition, value);
      const record = withOnce(scene, definition, shown, value, actor.tenant);
      return { kind: 'record', record, created: true, repeated, ...metaOf(request) };
    }
    case 'update': {
      const done = await commit(store, actor, ifUnchanged(definition, updatePlan(request, operation, operation.input)));
      if (!done.ok) return refused(...done.errors);
      return { kind: 'record', record: answerFor(actor, definition, done.value), created: false, ...metaOf(request) };
    }
    case 'delete': {
      const done = await commit(store, actor, ifUnchanged(definition, deletePlan(request, operation)));
      return done.ok ? { kind: 'deleted', id: operation.id, ...metaOf(request) } : refused(...done.errors);
    }
    default:
      return unreachable(operation);
  }
}

function withOnce(
  { modules }: Scene,
  { name }: CollectionDefinition,
  shown: StoredRecord,
  stored: StoredRecord,
  tenant: string,
): StoredRecord {
  const once = modules.rules(name).flatMap((rule) => (rule.shownOnce ? [rule.shownOnce(stored, tenant)] : []));
  return once.length === 0 ? shown : Object.assign({ ...shown }, ...once);
}

async function act(scene: Scene, actor: Actor, operation: Extract<DataOperation, { verb: 'act' }>): Promise<Outcome> {
  const definition = scene.registry.actions.get(operation.action);
  const handler = scene.modules.handler(operation.action);
  const unknown = { code: 'action_unknown', message: `No action is named ${operation.action}.` };
  if (!definition || !handler) return refused(unknown);
  const denied = mayAct(actor, definition);
  if (denied) return refused(denied);
  // A signed action is not to be had without its signature, by whichever surface.
  if (definition.http?.signed !== undefined && operation.verified === undefined) return refused(unknown);
  const input = validate(definition.input, operation.input, { mode: 'create' });
  if (!input.ok) return refused(...input.errors);
  const { clock, newId, registry } = scene;
  const writes = checkedWrites(scene, actor);
  const context: ActionContext = { actor, clock, newId, collections: registry.collections, writes };
  if (handler.kind === 'read') {
    const answer = await handler.run(scene.store, input.value as never, context);
    return answer.ok
      ? { kind: 'answer', value: answeredTo(scene, actor, definition, answer.value), repeated: false }
      : refused(...answer.errors);
  }
  const key = operation.idempotencyKey;
  if (!isUsableKey(key)) return refused(unusableKey);
  const given = input.value as never;
  const early = key === undefined ? await handler.refuseEarly?.(scene.store, given, context) : undefined;
  if (early?.ok === false) return refused(...early.errors);
  const prepared = (await handler.prepare?.(given, context, operation.verified as never)) as never;
  const done = await commit(
    scene.store,
    actor,
    once(actor, key, definition.name, operation.input, (tx) => handler.run(tx, given, context, prepared)),
  );
  if (!done.ok) return refused(...done.errors);
  const { repeated, value } = done.value;
  return { kind: 'answer', value: answeredTo(scene, actor, definition, value), repeated };
}

/** A record that an action answers is shown as any other write would show it, and so is one that a repetition brings back. */
function answeredTo(scene: Scene, actor: Actor, action: ActionDefinition, value: unknown): unknown {
  const { output } = action;
  if (!output || !('record' in output)) return value;
  if (value instanceof ActionAnswer)
    return new ActionAnswer(answeredTo(scene, actor, action, value.body), value.status);
  const definition = scene.registry.collections.get(output.record);
  const record = isObject(value) ? value['data'] : null;
  if (!definition || !isObject(value) || !isObject(record)) return value;
  const once = Object.fromEntries(
    (output.once ?? []).flatMap((name) => (name in record ? [[name, record[name]]] : [])),
  );
  return { ...value, data: { ...answerFor(actor, definition, record as unknown as StoredRecord), ...once } };
}
