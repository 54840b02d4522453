/** Many writes of one collection in one transaction: all of them or none, with every problem at its place in the body. */
import { isId } from '#shared/base/id.ts';
import { isObject } from '#shared/base/json.ts';
import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { Problems } from '#shared/schema/problems.ts';
import { type Transaction, UniqueViolation } from '../../store/contract.ts';
import type { Actor } from '../policy/actor.ts';
import { mayWrite } from '../policy/policy.ts';
import { answerFor } from '../policy/visibility/record-visibility.ts';
import { commit, duplicateOf, isUsableKey, once, unusableKey } from './once.ts';
import type { DataOperation, Outcome } from './operation.ts';
import type { Scene } from './operation-context.ts';
import { ifUnchanged } from './stale-definition.ts';
import { createPlan, deletePlan, metaOf, updatePlan, type WritePlan, writeRequest } from './write-plans.ts';
import type { WriteRequest } from './write-request.ts';

/** Maximum number of records in one bulk write. */
export const bulkMax = 1_000;
/** A thousand writes take longer than one. */
const planTimeoutMs = 60_000;

const parts = ['create', 'update', 'delete'] as const;

interface Bulk {
  readonly create: readonly unknown[];
  readonly update: readonly unknown[];
  readonly delete: readonly unknown[];
}

interface Written {
  readonly created: readonly StoredRecord[];
  readonly updated: readonly StoredRecord[];
  readonly deleted: readonly string[];
}

function readBulk(input: unknown): Result<Bulk> {
  if (!isObject(input))
    return refuse({
      code: 'invalid_body',
      message: 'Send {"create": [record], "update": [{"id", …}], "delete": ["id"]}.',
    });
  const stranger = Object.keys(input).find((name) => !parts.some((part) => part === name));
  if (stranger !== undefined)
    return refuse({
      code: 'unknown_field',
      message: `A bulk write has no ${stranger.slice(0, 100)}: use create, update and delete.`,
      path: stranger.slice(0, 100),
      detail: { allowed: parts },
    });
  const lists = parts.map((part) => input[part] ?? []);
  const broken = parts.find((_, i) => !Array.isArray(lists[i]));
  if (broken) return refuse({ code: 'invalid_type', message: `${broken} must be a list.`, path: broken });
  const [create, update, gone] = lists as unknown[][];
  const count = create!.length + update!.length + gone!.length;
  if (count > bulkMax)
    return refuse({
      code: 'too_many_items',
      message: `A bulk write must have at most ${bulkMax} records. This one has ${count}.`,
      detail: { maxItems: bulkMax },
    });
  return ok({ create: create!, update: update!, delete: gone! });
}

async function one<T>(tx: Transaction, at: string, plan: WritePlan<T>, problems: Problems): Promise<T | null> {
  try {
    const done = await plan(tx);
    if (done.ok) return done.value;
    for (const error of done.errors) problems.addAll(at, [error]);
  } catch (fault) {
    if (!(fault instanceof UniqueViolation)) throw fault;
    problems.addAll(at, [duplicateOf(fault)]);
  }
  return null;
}

/** Deletes records before it makes others: a unique value may move from one record to another. */
async function writeAll(request: WriteRequest, bulk: Bulk, tx: Transaction): Promise<Result<Written>> {
  const problems = new Problems();
  const noId = { code: 'invalid_id', message: '`id` must be a lower-case UUID.', path: 'id' };
  const deleted: string[] = [];
  for (const [i, id] of bulk.delete.entries()) {
    if (!isId(id)) problems.addAll(`delete[${i}]`, [noId]);
    else if (await one(tx, `delete[${i}]`, deletePlan(request, { id }), problems)) deleted.push(id);
  }
  const updated: (StoredRecord | null)[] = [];
  for (const [i, item] of bulk.update.entries()) {
    const id = isObject(item) ? item['id'] : null;
    if (!isObject(item) || !isId(id)) {
      problems.addAll(`update[${i}]`, [noId]);
      continue;
    }
    const version = item['version'];
    const ifVersion = request.definition.conditional && typeof version === 'number' ? version : undefined;
    updated.push(await one(tx, `update[${i}]`, updatePlan(request, { id, ifVersion }, item), problems));
  }
  const created: (StoredRecord | null)[] = [];
  for (const [i, item] of bulk.create.entries())
    created.push(await one(tx, `create[${i}]`, createPlan(request, item), problems));
  const [first, ...more] = problems.list as Refusal[];
  if (first) return { ok: false, errors: [first, ...more] };
  const there = (records: (StoredRecord | null)[]) => records.filter((record) => record !== null);
  return ok({ created: there(created), updated: there(updated), deleted });
}

export async function runBulk(
  scene: Scene,
  actor: Actor,
  definition: CollectionDefinition,
  operation: Extract<DataOperation, { verb: 'bulk' }>,
): Promise<Outcome> {
  const bulk = readBulk(operation.input);
  if (!bulk.ok) return { kind: 'refused', errors: bulk.errors };
  for (const part of parts) {
    const denied = bulk.value[part].length > 0 ? mayWrite(actor, definition, part) : null;
    if (denied) return { kind: 'refused', errors: [denied] };
  }
  const key = operation.idempotencyKey;
  if (!isUsableKey(key)) return { kind: 'refused', errors: [unusableKey] };
  const request = writeRequest(scene, actor, definition);
  const plan = once(actor, key, `bulk ${definition.name}`, operation.input, (tx) => writeAll(request, bulk.value, tx));
  const done = await commit(scene.store, actor, ifUnchanged(definition, plan), { planTimeoutMs });
  if (!done.ok) return { kind: 'refused', errors: done.errors };
  const { repeated, value } = done.value;
  const shown = (records: readonly StoredRecord[]) => records.map((record) => answerFor(actor, definition, record));
  return {
    kind: 'bulk',
    created: shown(value.created),
    updated: shown(value.updated),
    deleted: value.deleted,
    repeated,
    ...metaOf(request),
  };
}
