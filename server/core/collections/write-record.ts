/**
 * Generated create and update: validate, lifecycle, module rules, relations, seal secrets, write. Generated delete: module
 * rules, delete. Runs inside the commit.
 */

import { isObject, type Values } from '#shared/base/json.ts';
import { labelInSentence } from '#shared/base/label-text.ts';
import { mergePatch } from '#shared/base/merge-patch.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { validate } from '#shared/schema/validate.ts';
import { type Transaction, UniqueViolation } from '../../store/contract.ts';
import { duplicateOf } from './once.ts';
import { withSealedValues } from './sealed-values.ts';
import type { WriteRequest } from './write-request.ts';

/** A client may send a whole record back: fields that the platform sets are ignored, even after they have moved on. */
const systemNames: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', 'version']);

/** Those of `systemNames` that never change: a client that sends another value means another record. */
const fixedNames = ['id', 'createdAt'] as const;

function checkFixed(input: unknown, current: StoredRecord): Result<null> {
  const path = fixedNames.find((name) => isObject(input) && input[name] !== undefined && input[name] !== current[name]);
  if (path === undefined) return ok(null);
  const message = `${path} is set by the platform and cannot be written.`;
  return refuse({ code: 'read_only', message, path, detail: { is: current[path] } });
}

/** Validates the values: only a trusted writer sets hidden fields. A creation gets the defaults of what it leaves out. */
function check(request: WriteRequest, input: unknown, mode: 'create' | 'update'): Result<Values> {
  const { definition, sees, trusted } = request;
  const fields = trusted ? definition.fields : definition.fields.filter((f) => !f.hidden);
  const valid = validate(fields, input, { mode, ignore: systemNames, trusted, ...(sees ? { sees } : {}) });
  if (!valid.ok || mode === 'update') return valid;
  const unset = definition.fields
    .filter((f) => !(f.name in valid.value))
    .map((f) => [f.name, 'default' in f ? f.default : null]);
  return ok({ ...valid.value, ...Object.fromEntries(unset) });
}

/** RFC 7396 below the first level: of a group and of JSON only what the patch names changes. */
function merged(definition: CollectionDefinition, current: StoredRecord, input: unknown): unknown {
  if (!isObject(input)) return input;
  const deep = definition.fields.filter(
    (f) => (f.type === 'group' || f.type === 'json') && Object.hasOwn(input, f.name),
  );
  return { ...input, ...Object.fromEntries(deep.map((f) => [f.name, mergePatch(current[f.name], input[f.name])])) };
}

async function applyRules(
  request: WriteRequest,
  op: 'create' | 'update' | 'delete',
  values: Values,
  current: StoredRecord | null,
  tx: Transaction,
  id: () => string,
): Promise<Result<Values>> {
  let result = values;
  for (const rule of request.rules) {
    const checked = await rule.before({ op, values: result, current, id }, tx, request.context);
    if (!checked.ok) return checked;
    result = checked.value;
  }
  return ok(result);
}

interface Named {
  readonly path: string;
  readonly to: string;
  readonly id: string;
}

/** Every id that the values give for a relation or a file, also inside groups and lists of groups. */
function relationsIn(fields: readonly Field[], values: Values, prefix = ''): readonly Named[] {
  return fields.flatMap((field): readonly Named[] => {
    const value = values[field.name];
    const path = `${prefix}${field.name}`;
    if (value === null || value === undefined) return [];
    if (field.type === 'relation')
      return (field.many ? (value as readonly string[]) : [value as string]).map((id) => ({ path, to: field.to, id }));
    if (field.type === 'file') return [{ path, to: 'files', id: value as string }];
    if (field.type === 'group') return relationsIn(field.fields, value as Values, `${path}.`);
    if (field.type !== 'array' || field.of !== 'group') return [];
    return (value as readonly Values[]).flatMap((one, i) => relationsIn(field.fields ?? [], one, `${path}[${i}].`));
  });
}

const nameOf = ({ id, to }: Named): string => `${to} ${id}`;

/**
 * Relations must lead to a record of this tenant, and those that the client adds to one that the client may know of:
 * both are refused in the same words, so that a relation does not tell which records there are.
 *
 * @param given what the client sent; rules may have added to it
 * @param current what was related before is not looked at again
 */
async function checkRelations(
  { definition, mayName }: WriteRequest,
  values: Values,
  given: Values,
  current: Values,
  tx: Transaction,
): Promise<Result<null>> {
  const namesIn = (of: Values) => new Set(relationsIn(definition.fields, of).map(nameOf));
  const [byClient, before] = mayName ? [namesIn(given), namesIn(current)] : [new Set(), new Set()];
  const found = new Set<string>();
  for (const named of relationsIn(definition.fields, values)) {
    const { id, path, to } = named;
    const name = nameOf(named);
    if (found.has(name)) continue;
    const record = tx.shapeOf(to) === null ? null : await tx.get(to, id);
    const isNew = byClient.has(name) && !before.has(name);
    if (!record || (isNew && mayName && !mayName(record, to)))
      return refuse({ code: 'relation_unknown', message: `${path} must be the ID of a record of ${to}.`, path });
    found.add(name);
  }
  return ok(null);
}

/** Clients begin a record where its lifecycle lets them; the platform itself may take it up further on. */
function checkBeginning({ definition, trusted }: WriteRequest, values: Values): Result<null> {
  const { lifecycle } = definition;
  const begins = trusted ? undefined : lifecycle?.begins;
  if (!lifecycle || !begins || begins.includes(String(values[lifecycle.field]))) return ok(null);
  return refuse({
    code: 'transition_not_allowed',
    message: `${definition.labels.one} cannot begin as ${String(values[lifecycle.field])}.`,
    path: lifecycle.field,
    detail: { allowed: begins },
  });
}

function checkTransition(definition: CollectionDefinition, current: StoredRecord, values: Values): Result<null> {
  const { lifecycle } = definition;
  const to = lifecycle ? values[lifecycle.field] : undefined;
  if (!lifecycle || to === undefined || to === current[lifecycle.field]) return ok(null);
  const from = current[lifecycle.field];
  if (lifecycle.transitions.some((t) => t.from === from && t.to === to)) return ok(null);
  return refuse({
    code: 'transition_not_allowed',
    message: `${definition.labels.one} cannot go from ${String(from)} to ${String(to)}.`,
    path: lifecycle.field,
    detail: { allowed: lifecycle.transitions.filter((t) => t.from === from).map((t) => t.to) },
  });
}

/** Refuses a value that must be unique and is taken; here, because only fields that the client may see are named. */
async function orDuplicate(
  { definition, sees }: WriteRequest,
  write: () => Promise<StoredRecord>,
): Promise<Result<StoredRecord>> {
  try {
    return ok(await write());
  } catch (fault) {
    if (!sees || !(fault instanceof UniqueViolation) || fault.collection !== definition.name) throw fault;
    const unseen = new Set(definition.fields.filter((field) => !sees(field)).map(({ name }) => name));
    return refuse(duplicateOf(fault, (name) => !unseen.has(name)));
  }
}

export async function createRecord(
  request: WriteRequest,
  input: unknown,
  id: string | undefined,
  tx: Transaction,
): Promise<Result<StoredRecord>> {
  const { definition } = request;
  const valid = check(request, input, 'create');
  if (!valid.ok) return valid;
  const begun = checkBeginning(request, valid.value);
  if (!begun.ok) return begun;
  // Made here only where a rule asks: the store makes ids more cheaply.
  let settled = id;
  const idOf = () => {
    settled ??= request.context.newId();
    return settled;
  };
  const ruled = await applyRules(request, 'create', valid.value, null, tx, idOf);
  if (!ruled.ok) return ruled;
  // A device may report a fact about a record whose deletion it has not received yet: the fact is kept.
  const related =
    request.context.actor.kind === 'kiosk' ? ok(null) : await checkRelations(request, ruled.value, valid.value, {}, tx);
  if (!related.ok) return related;
  const kept = withSealedValues(request, input, ruled.value, null, idOf);
  return kept.ok ? orDuplicate(request, () => tx.create(definition.name, kept.value, settled)) : kept;
}

export async function updateRecord(
  request: WriteRequest,
  id: string,
  input: unknown,
  ifVersion: number | undefined,
  tx: Transaction,
  known?: StoredRecord,
): Promise<Result<StoredRecord>> {
  const { definition } = request;
  const current = known ?? (await tx.get(definition.name, id));
  if (!current) return refuse(notFound(definition, id));
  if (ifVersion !== undefined && current.version !== ifVersion) return refuse(stale(current.version));
  const fixed = request.trusted ? ok(null) : checkFixed(input, current);
  if (!fixed.ok) return fixed;
  const valid = check(request, request.whole ? input : merged(definition, current, input), 'update');
  if (!valid.ok) return valid;
  const moved = checkTransition(definition, current, valid.value);
  if (!moved.ok) return moved;
  const ruled = await applyRules(request, 'update', valid.value, current, tx, () => id);
  if (!ruled.ok) return ruled;
  const related = await checkRelations(request, ruled.value, valid.value, current, tx);
  if (!related.ok) return related;
  const kept = withSealedValues(request, input, ruled.value, current, () => id);
  return kept.ok ? orDuplicate(request, () => tx.update(definition.name, id, kept.value)) : kept;
}

export async function deleteRecord(
  request: WriteRequest,
  id: string,
  ifVersion: number | undefined,
  tx: Transaction,
  known?: StoredRecord,
): Promise<Result<{ id: string }>> {
  const { definition } = request;
  const current = known ?? (await tx.get(definition.name, id));
  if (!current) return refuse(notFound(definition, id));
  if (ifVersion !== undefined && current.version !== ifVersion) return refuse(stale(current.version));
  const ruled = await applyRules(request, 'delete', {}, current, tx, () => id);
  if (!ruled.ok) return ruled;
  await tx.delete(definition.name, id);
  return ok({ id });
}

export function notFound(definition: CollectionDefinition, id: string) {
  return { code: 'not_found', message: `No ${labelInSentence(definition.labels.one)} has the ID ${id}.` };
}

function stale(version: number) {
  return {
    code: 'version_mismatch',
    message: 'The record has changed since you read it. Read it again and repeat your change.',
    detail: { version },
  };
}
