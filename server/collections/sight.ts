/**
 * What of a collection an actor sees, and what of it the actor may set: hidden fields nobody, fields with `readRoles`
 * and `writeRoles` those roles (and owners), records with an own-records rule those whose they are. Asked by platform.run
 * and platform.follow, so that it holds on every surface alike.
 */
import { isObject } from '#shared/base/json.ts';
import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import { rankPath } from '#shared/query/order.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import { type Lookup, nestedScope, resolvePath, type Scope, type Visible } from '#shared/query/target.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Actor } from '../access/actor.ts';
import { holdsOne, isUnrestricted, mayRead, maySee } from '../access/policy.ts';
import type { Sight } from '../platform.ts';

function innerFields(field: Field): readonly Field[] {
  return field.type === 'group' || field.type === 'array' ? (field.fields ?? []) : [];
}

function isRestricted(field: Field): boolean {
  return field.hidden === true || field.readRoles !== undefined || innerFields(field).some(isRestricted);
}

/** Most collections have no such field: then every record is shown as it is. */
const restricted = new WeakMap<CollectionDefinition, readonly Field[]>();

function restrictedFields(definition: CollectionDefinition): readonly Field[] {
  const known = restricted.get(definition);
  if (known) return known;
  const found = definition.fields.filter(isRestricted);
  restricted.set(definition, found);
  return found;
}

type Values = Readonly<Record<string, unknown>>;

function without(actor: Actor, fields: readonly Field[], values: Values): Values {
  const copy: Record<string, unknown> = { ...values };
  for (const field of fields) {
    if (!Object.hasOwn(copy, field.name)) continue;
    const value = copy[field.name];
    const inner = innerFields(field).filter(isRestricted);
    if (!maySee(actor, field)) delete copy[field.name];
    else if (inner.length === 0) continue;
    else if (Array.isArray(value))
      copy[field.name] = value.map((one) => (isObject(one) ? without(actor, inner, one) : one));
    else if (isObject(value)) copy[field.name] = without(actor, inner, value);
  }
  return copy;
}

/** The record, or former values of its fields, as this actor sees them. */
export function shownTo<T extends StoredRecord | Values>(actor: Actor, definition: CollectionDefinition, record: T): T {
  const fields = restrictedFields(definition);
  return fields.length === 0 ? record : (without(actor, fields, record) as T);
}

/** The field that has to carry the actor's id; null where the actor sees all records. */
export function ownField(actor: Actor, { access }: CollectionDefinition): string | null {
  const own = access?.own;
  if (!own || actor.kind !== 'user' || isUnrestricted(actor)) return null;
  return own.exceptRoles?.some((role) => actor.roles.has(role)) ? null : own.field;
}

/** What the field of an own record holds: the actor's id, alone or in a list. */
function asOwner(actor: Actor, definition: CollectionDefinition, own: string): string | readonly [string] {
  const field = definition.fields.find((f) => f.name === own);
  const many = (field?.type === 'relation' && field.many) || field?.type === 'array';
  return many ? [actor.id] : actor.id;
}

export function isOwn(actor: Actor, definition: CollectionDefinition, record: Values): boolean {
  const field = ownField(actor, definition);
  if (field === null) return true;
  const value = record[field];
  return Array.isArray(value) ? value.includes(actor.id) : value === actor.id;
}

/** One letter for each restricted field, inner ones too: two actors with the same letters see the same. */
function letters(actor: Actor, fields: readonly Field[]): string {
  return fields
    .map((field) => (maySee(actor, field) ? 'y' : 'n') + letters(actor, innerFields(field).filter(isRestricted)))
    .join('');
}

export function sightOf(actor: Actor, definition: CollectionDefinition): Sight {
  const own = ownField(actor, definition) === null ? '' : actor.id;
  return {
    definition,
    key: `${letters(actor, restrictedFields(definition))} ${own}`,
    isVisible: (record) => isOwn(actor, definition, record),
    shown: (record) => shownTo(actor, definition, record),
  };
}

function unknownField(path: string): Refusal {
  const field = path.slice(0, 100);
  return { code: 'unknown_field', message: `There is no field ${field} to ask for.`, path: field };
}

class Asking {
  readonly lookup: Lookup;
  readonly visible: Visible;

  constructor(actor: Actor, collections: ReadonlyMap<string, CollectionDefinition>) {
    this.visible = (field) => maySee(actor, field);
    this.lookup = (name) => {
      const found = collections.get(name);
      // Whose records one may not see, of those one may not ask through a relation either.
      return found && !mayRead(actor, found) && ownField(actor, found) === null ? found : null;
    };
  }

  condition(scope: Scope, condition: Condition): Refusal | null {
    if (condition.kind === 'not') return this.condition(scope, condition.of);
    if (condition.kind !== 'field') return firstOf(condition.of, (one) => this.condition(scope, one));
    const target = resolvePath(scope, condition.path, this.lookup, this.visible);
    if (!target) return unknownField(condition.path);
    if (!isCondition(condition.value)) return null;
    const inner = nestedScope(target, this.lookup);
    return inner ? this.condition(inner, condition.value) : unknownField(condition.path);
  }
}

function firstOf<T>(all: readonly T[], check: (one: T) => Refusal | null): Refusal | null {
  for (const one of all) {
    const refusal = check(one);
    if (refusal) return refusal;
  }
  return null;
}

/** The operand of `some`, `elem_match` and their like; any other operand is a value. */
function isCondition(value: unknown): value is Condition {
  return (
    isObject(value) && ['and', 'or', 'not', 'field'].includes(String(value['kind'])) && ('of' in value || 'op' in value)
  );
}

/**
 * The query as it may be asked: no filter, sort or search by what the actor may not see (whoever may ask for it can
 * guess it), and only the actor's own records where the collection says so.
 */
export function permitQuery(
  actor: Actor,
  definition: CollectionDefinition,
  query: Query,
  collections: ReadonlyMap<string, CollectionDefinition>,
): Result<Query> {
  if (actor.kind === 'system') return ok(query);
  const asking = new Asking(actor, collections);
  const scope: Scope = { of: 'record', definition };
  const inWhere = query.where ? asking.condition(scope, query.where) : null;
  if (inWhere) return refuse(inWhere);
  for (const { path } of query.sort ?? [])
    if (path !== rankPath && !resolvePath(scope, path, asking.lookup, asking.visible))
      return refuse(unknownField(path));
  if (
    query.search !== undefined &&
    definition.fields.some((f) => definition.searchable?.includes(f.name) && !maySee(actor, f))
  )
    return refuse({
      code: 'invalid_query',
      message: 'The search looks into fields that you may not read. Filter instead.',
      path: 'search',
    });
  const own = ownField(actor, definition);
  if (own === null) return ok(query);
  const value = asOwner(actor, definition, own);
  const mine: Condition = { kind: 'field', path: own, op: Array.isArray(value) ? 'all' : 'equals', value };
  return ok({ ...query, where: query.where ? { kind: 'and', of: [mine, query.where] } : mine });
}

/** May be set by those of `writeRoles`, and not by those who may not even see it. */
function maySet(actor: Actor, field: Field): boolean {
  if (field.writeRoles !== undefined) return holdsOne(actor, field.writeRoles);
  return holdsOne(actor, field.readRoles);
}

function unwritable(actor: Actor, fields: readonly Field[], input: unknown, prefix: string): readonly Refusal[] {
  if (Array.isArray(input))
    return input.flatMap((one, i) => unwritable(actor, fields, one, `${prefix.slice(0, -1)}[${i}].`));
  if (!isObject(input)) return [];
  return fields.flatMap((field): readonly Refusal[] => {
    if (!Object.hasOwn(input, field.name) || input[field.name] === undefined) return [];
    const path = `${prefix}${field.name}`;
    if (maySet(actor, field)) return unwritable(actor, innerFields(field), input[field.name], `${path}.`);
    const roles = field.writeRoles ?? field.readRoles ?? [];
    const message = `${path} is set by ${roles.join(', ') || 'nobody'} only.`;
    return [{ code: 'read_only', message, path, detail: { roles } }];
  });
}

/** One refusal for each field that the actor names and may not set; and a new record is the actor's own. */
export function permitInput(
  actor: Actor,
  definition: CollectionDefinition,
  verb: 'create' | 'update',
  input: unknown,
): Result<unknown> {
  const [first, ...more] = unwritable(actor, definition.fields, input, '');
  if (first) return refuse(first, ...more);
  const own = ownField(actor, definition);
  if (own === null || !isObject(input)) return ok(input);
  const given = input[own];
  if (given === undefined && verb === 'update') return ok(input);
  if (given === undefined || given === null) {
    return ok({ ...input, [own]: asOwner(actor, definition, own) });
  }
  if (isOwn(actor, definition, input)) return ok(input);
  return refuse({ code: 'not_yours', message: `${own} can only be yourself.`, path: own });
}
