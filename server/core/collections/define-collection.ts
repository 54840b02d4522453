/**
 * A tenant's own collections, made, changed and dropped while everything runs: check, then table, records, definition
 * and log in one transaction, then the sandbox and the other servers. Runs `define`, `redefine` and `undefine`.
 */

import { canonicalJson } from '#shared/base/json.ts';
import { createOneAtATimeByKey, type OneAtATimeByKey } from '#shared/base/one-at-a-time.ts';
import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import { changeDefinition, type DefinitionChange } from '#shared/schema/change-definition.ts';
import { recordConverter } from '#shared/schema/convert-record.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { parseDefinition, type Surroundings } from '#shared/schema/parse-definition.ts';
import type { Plan, Reshape, TenantStore, Transaction } from '../../store/contract.ts';
import { eventPrefix } from '../../store/event-types.ts';
import type { Registry } from '../platform.ts';
import { type Actor, actorName } from '../policy/actor.ts';
import { mayAdminister } from '../policy/policy.ts';
import type { TenantRecord } from '../tenants/control.ts';
import type { Directory } from '../tenants/directory.ts';
import { type OwnCollection, ownCollectionsMax, readOwn, renamesOf } from '../tenants/own-collections.ts';
import { mayRedefine } from './may-redefine.ts';
import { commit, isUsableKey, once, unusableKey } from './once.ts';
import type { Outcome, SchemaOperation } from './operation.ts';
import type { Modules } from './registry.ts';

export interface DefineScene {
  readonly directory: Directory;
  readonly modules: Modules;
  readonly tenant: TenantRecord;
  readonly store: TenantStore;
  readonly registry: Registry;
  readonly own: readonly OwnCollection[];
}

type Defined = Result<{ readonly record: OwnCollection; readonly repeated: boolean }>;

function around({ registry }: DefineScene): Surroundings {
  return { collections: [...registry.collections.keys()], modules: registry.modules.filter((m) => m !== 'custom') };
}

function unknownCollection(name: string): Refusal {
  return { code: 'collection_unknown', message: `No collection of your own is named ${name.slice(0, 100)}.` };
}

/** To-one relations that must be set, followed until one comes back: no record could ever be the first. */
function requiredCycle(definition: CollectionDefinition, registry: Registry): readonly string[] | null {
  const needs = (one: CollectionDefinition) =>
    one.fields.flatMap((f) => (f.type === 'relation' && !f.many && f.required ? [f.to] : []));
  const seen = new Set<string>();
  const walk = (name: string, path: readonly string[]): readonly string[] | null => {
    if (name === definition.name) return path;
    const next = seen.has(name) ? undefined : registry.collections.get(name);
    seen.add(name);
    if (!next) return null;
    for (const to of needs(next)) {
      const found = walk(to, [...path, to]);
      if (found) return found;
    }
    return null;
  };
  for (const to of needs(definition)) {
    const found = walk(to, [definition.name, to]);
    if (found) return found;
  }
  return null;
}

function clashes(definition: CollectionDefinition, { modules, registry }: DefineScene): Refusal | null {
  const { name } = definition;
  const builtIn = modules.all.find((m) => m.collections.some((c) => c.name === name));
  if (builtIn)
    return {
      code: 'name_taken',
      message: `${name} is a collection of the module ${builtIn.name}. Choose another name.`,
      path: 'name',
    };
  const prefix = eventPrefix(definition);
  const twin = [...registry.collections.values()].find((c) => c.name !== name && eventPrefix(c) === prefix);
  if (twin)
    return {
      code: 'name_taken',
      message: `Events of ${twin.name} are already named ${prefix}. Give this one another resource or label.`,
      path: 'resource',
    };
  const cycle = requiredCycle(definition, registry);
  return (
    cycle && {
      code: 'relation_cycle',
      message: `No first record could be created: ${cycle.join(' needs ')}. Make one of these relations optional.`,
      path: 'fields',
    }
  );
}

/** @returns a refusal where this server or another has changed the definition since it was read; null: none has */
async function unchanged(tx: Transaction, record: OwnCollection): Promise<Refusal | null> {
  const now = await tx.get('collections', record.id);
  if (now?.version === record.version) return null;
  return {
    code: 'schema_changed',
    message: 'The collection was changed at the same moment. Read it again, then repeat your change.',
  };
}

async function reshaped<T>(scene: DefineScene, actor: Actor, change: Reshape, plan: Plan<T>): Promise<Result<T>> {
  const done = await scene.store.reshape(actorName(actor), change, plan);
  return done.ok ? ok(done.value.value) : done;
}

async function stored(scene: DefineScene, name: string): Promise<OwnCollection> {
  const found = (await readOwn(scene.store)).find((one) => one.definition.name === name);
  if (!found) throw new Error(`the definition of ${name} was stored and is not there`);
  return found;
}

type Of<V extends SchemaOperation['verb']> = Extract<SchemaOperation, { verb: V }>;

const droppedSince: Refusal = {
  code: 'idempotency_key_reused',
  message: 'This Idempotency-Key created a collection that was dropped since. Use a new key to create it again.',
};

/** @returns the collection that stands there, where the same request under the same key created it; else a refusal */
async function takenBy(
  { store }: DefineScene,
  actor: Actor,
  twin: OwnCollection,
  { definition, idempotencyKey }: Of<'define'>,
): Promise<Defined> {
  const plan = once(actor, idempotencyKey, 'define', definition, async () =>
    refuse({
      code: 'name_taken',
      message: `A collection ${twin.definition.name} already exists. Change it with PATCH, or choose another name.`,
      path: 'name',
    }),
  );
  const done = await commit(store, actor, plan);
  return done.ok ? ok({ record: twin, repeated: true }) : done;
}

async function define(scene: DefineScene, actor: Actor, operation: Of<'define'>): Promise<Defined> {
  const { idempotencyKey: key } = operation;
  if (!isUsableKey(key)) return refuse(unusableKey);
  const parsed = parseDefinition(operation.definition, around(scene));
  if (!parsed.ok) return parsed;
  const definition = parsed.value;
  const { name } = definition;
  const twin = scene.own.find((one) => one.definition.name === name);
  if (twin) return takenBy(scene, actor, twin, operation);
  const clash = clashes(definition, scene);
  if (clash) return refuse(clash);
  if (scene.own.length >= ownCollectionsMax)
    return refuse({
      code: 'too_many_items',
      message: `A tenant can have at most ${ownCollectionsMax} collections of its own.`,
    });
  const first = once(actor, key, 'define', operation.definition, async (tx) => {
    if (await tx.findOne('collections', { name }))
      return refuse({
        code: 'schema_changed',
        message: 'The collection was created at the same moment. Read it before you change it.',
      });
    await tx.create('collections', { name, definition });
    return ok(null);
  });
  const plan: Plan<{ readonly repeated: boolean }> = async (tx) => {
    const done = await first(tx);
    if (done.ok && done.value.repeated && !(await tx.findOne('collections', { name }))) return refuse(droppedSince);
    return done;
  };
  const made = await reshaped(scene, actor, { collection: name, definition, convert: null }, plan);
  if (!made.ok) return made;
  await scene.directory.ownChanged(scene.tenant, null);
  return ok({ record: await stored(scene, name), repeated: made.value.repeated });
}

async function redefine(scene: DefineScene, actor: Actor, operation: Of<'redefine'>): Promise<Defined> {
  const { ifVersion, name, patch } = operation;
  const record = scene.own.find((one) => one.definition.name === name);
  if (!record) return refuse(unknownCollection(name));
  if (ifVersion !== undefined && ifVersion !== record.version)
    return refuse({
      code: 'version_mismatch',
      message: 'The definition has changed since you read it. Read it again and repeat your change.',
      detail: { version: record.version },
    });
  const changed = changeDefinition(record.definition, patch, around(scene));
  if (!changed.ok) return changed;
  const { next } = changed.value;
  const denied = mayRedefine(actor, record.definition, next);
  if (denied) return refuse(denied);
  const clash = clashes(next, scene);
  if (clash) return refuse(clash);
  const convert = recordConverter(record.definition, changed.value);
  if (convert === null && canonicalJson(next) === canonicalJson(record.definition))
    return ok({ record, repeated: false });
  const done = await reshaped(scene, actor, { collection: name, definition: next, convert }, async (tx) => {
    const moved = await unchanged(tx, record);
    if (moved) return refuse(moved);
    await tx.update('collections', record.id, { definition: next, renames: renamesOf(changed.value.formerNames) });
    return ok(null);
  });
  if (!done.ok) return done;
  await scene.directory.ownChanged(scene.tenant, changed.value satisfies DefinitionChange);
  return ok({ record: await stored(scene, name), repeated: false });
}

async function undefine(scene: DefineScene, actor: Actor, name: string): Promise<Result<null>> {
  const record = scene.own.find((one) => one.definition.name === name);
  if (!record) return refuse(unknownCollection(name));
  const leads = (fields: CollectionDefinition['fields']): boolean =>
    fields.some(
      (f) =>
        (f.type === 'relation' && f.to === name) ||
        ((f.type === 'group' || f.type === 'array') && leads(f.fields ?? [])),
    );
  const users = scene.own.filter((one) => one !== record && leads(one.definition.fields));
  if (users.length > 0)
    return refuse({
      code: 'still_in_use',
      message: `Relations of ${users.map((one) => one.definition.name).join(', ')} refer to ${name}. Drop those fields first.`,
      detail: { collections: users.map((one) => one.definition.name) },
    });
  const done = await reshaped(scene, actor, { collection: name, definition: null, convert: null }, async (tx) => {
    const moved = await unchanged(tx, record);
    if (moved) return refuse(moved);
    await tx.delete('collections', record.id);
    return ok(null);
  });
  if (done.ok) await scene.directory.ownChanged(scene.tenant, null);
  return done;
}

const queues = new WeakMap<Directory, OneAtATimeByKey>();

/** Runs the schema operations of one tenant one after the other: each begins with what the one before left. */
export function inTurn<T>(directory: Directory, tenant: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(directory) ?? createOneAtATimeByKey();
  queues.set(directory, queue);
  return queue(tenant, work);
}

export async function runSchemaOperation(
  scene: DefineScene,
  actor: Actor,
  operation: SchemaOperation,
): Promise<Outcome> {
  const denied = mayAdminister(actor);
  if (denied) return { kind: 'refused', errors: [denied] };
  if (scene.tenant.sandboxOf !== null) {
    const message =
      'The sandbox has the collections of the live tenant. Change them there. They are copied here automatically.';
    return { kind: 'refused', errors: [{ code: 'mirrored', message }] };
  }
  if (operation.verb === 'undefine') {
    const gone = await undefine(scene, actor, operation.name);
    return gone.ok ? { kind: 'deleted', id: operation.name } : { kind: 'refused', errors: gone.errors };
  }
  const done =
    operation.verb === 'define' ? await define(scene, actor, operation) : await redefine(scene, actor, operation);
  if (!done.ok) return { kind: 'refused', errors: done.errors };
  const { record, repeated } = done.value;
  return { kind: 'definition', ...record, created: operation.verb === 'define', repeated };
}
