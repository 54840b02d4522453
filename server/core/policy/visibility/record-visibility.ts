/**
 * Decides which fields and records of a collection an actor sees: the one answer for every reader. Hidden fields are visible
 * to no actor, fields with `readRoles` to those roles, to owners and to the platform. An own-records rule shows a person the
 * records that carry the person's id, unless the person is an owner or has an excepted role; it binds no key. Surfaces reach
 * it through platform.run, platform.follow, `definitionFor` and `readableDefinitions`; README.md says what each of them
 * shows.
 */
import type { Values } from '#shared/base/json.ts';
import { isObject } from '#shared/base/json.ts';
import type { Condition } from '#shared/query/query.ts';
import { type Lookup, systemFields } from '#shared/query/target.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { innerFields, namedValues, visibleDefinition } from '#shared/schema/visible-definition.ts';
import type { Change } from '../../../store/contract.ts';
import type { Visibility } from '../../platform.ts';
import type { Actor } from '../actor.ts';
import { isUnrestricted, mayRead, maySee } from '../policy.ts';

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

/** One letter for each restricted field, members included: actors with the same letters see the same fields. */
function letters(actor: Actor, fields: readonly Field[]): string {
  return fields
    .map((field) => (maySee(actor, field) ? 'y' : 'n') + letters(actor, innerFields(field).filter(isRestricted)))
    .join('');
}

/** Projected definitions kept of one definition; roles are few, and letters fewer. */
const projectionsMax = 64;
const projections = new WeakMap<CollectionDefinition, Map<string, CollectionDefinition>>();

/**
 * The definition as the actor may know it; the same object for all who see the same fields. Code that describes, parses
 * or projects for an actor starts from it.
 */
export function definitionFor(actor: Actor, definition: CollectionDefinition): CollectionDefinition {
  const fields = restrictedFields(definition);
  if (fields.length === 0) return definition;
  const known = projections.get(definition) ?? new Map<string, CollectionDefinition>();
  const key = letters(actor, fields);
  const found = known.get(key) ?? visibleDefinition(definition, (field) => maySee(actor, field));
  projections.set(definition, known);
  if (known.size >= projectionsMax) known.clear();
  return known.set(key, found).get(key) ?? found;
}

/** The definitions of collections that the actor may read, as it may know them: for paths through relations. */
export function readableDefinitions(actor: Actor, all: ReadonlyMap<string, CollectionDefinition>): Lookup {
  return (name) => {
    const found = all.get(name);
    return found && !mayRead(actor, found) ? definitionFor(actor, found) : null;
  };
}

function withoutRestricted(actor: Actor, fields: readonly Field[], values: Values): Values {
  const copy: Record<string, unknown> = { ...values };
  for (const field of fields) {
    if (!Object.hasOwn(copy, field.name)) continue;
    const value = copy[field.name];
    const inner = innerFields(field).filter(isRestricted);
    if (!maySee(actor, field)) delete copy[field.name];
    else if (inner.length === 0) continue;
    else if (Array.isArray(value))
      copy[field.name] = value.map((one) => (isObject(one) ? withoutRestricted(actor, inner, one) : one));
    else if (isObject(value)) copy[field.name] = withoutRestricted(actor, inner, value);
  }
  return copy;
}

/** A record of the collection's table as this actor sees it. */
export function recordFor(actor: Actor, definition: CollectionDefinition, record: StoredRecord): StoredRecord {
  const fields = restrictedFields(definition);
  return fields.length === 0 ? record : (withoutRestricted(actor, fields, record) as StoredRecord);
}

/**
 * A record, or former values of its fields, out of the log as this actor sees them. The log remembers fields that the
 * definition no longer has, and with them nothing of who might read them: they are left out for every actor.
 */
export function loggedFor<T extends Values>(actor: Actor, definition: CollectionDefinition, values: T): T {
  return namedValues([...systemFields, ...definitionFor(actor, definition).fields], values) as T;
}

/** Returns the record for the answer to a write: an actor that may write and not read gets no field back. */
export function answerFor(actor: Actor, definition: CollectionDefinition, record: StoredRecord): StoredRecord {
  const reads = actor.kind === 'system' || mayRead(actor, definition) === null;
  if (reads && isOwn(actor, definition, record)) return recordFor(actor, definition, record);
  return namedValues(systemFields, record) as StoredRecord;
}

/** The field that has to carry the actor's id; null where the actor sees all records. */
export function ownField(actor: Actor, { access }: CollectionDefinition): string | null {
  const own = access?.own;
  if (!own || actor.kind !== 'user' || isUnrestricted(actor)) return null;
  return own.exceptRoles?.some((role) => actor.roles.has(role)) ? null : own.field;
}

/** Returns the value of the owner field of an own record: the actor's id, alone or in a list. */
export function asOwner(actor: Actor, definition: CollectionDefinition, own: string): string | readonly [string] {
  const field = definition.fields.find((f) => f.name === own);
  const many = (field?.type === 'relation' && field.many) || field?.type === 'array';
  return many ? [actor.id] : actor.id;
}

/** Whether the own-records rule shows the actor this record; true where no such rule binds the actor. */
export function isOwn(actor: Actor, definition: CollectionDefinition, record: Values): boolean {
  const field = ownField(actor, definition);
  if (field === null) return true;
  const value = record[field];
  return Array.isArray(value) ? value.includes(actor.id) : value === actor.id;
}

/** The condition that a list of this actor is held to; null: none. */
export function ownCondition(actor: Actor, definition: CollectionDefinition): Condition | null {
  const own = ownField(actor, definition);
  if (own === null) return null;
  const value = asOwner(actor, definition, own);
  return { kind: 'field', path: own, op: Array.isArray(value) ? 'all' : 'equals', value };
}

/** Types that a lifecycle adds tell its state: they are for actors who see the field it stands in. */
function typesFor(actor: Actor, definition: CollectionDefinition, types: readonly string[]): readonly string[] {
  const shown = definitionFor(actor, definition);
  return definition.lifecycle && !shown.lifecycle ? types.slice(0, 1) : types;
}

/** The change as this actor may know it; null: the record is not one the actor sees after it. */
export function changeFor(actor: Actor, definition: CollectionDefinition, change: Change): Change | null {
  const { previous, record, types } = change;
  if (!isOwn(actor, definition, record)) return null;
  // Versions from the time when a record belonged to another person stay with that person.
  const isPreviousOwn = previous !== null && isOwn(actor, definition, { ...record, ...previous });
  return {
    ...change,
    types: typesFor(actor, definition, types),
    record: loggedFor(actor, definition, record),
    previous: isPreviousOwn ? loggedFor(actor, definition, withoutWithdrawn(definition, previous)) : null,
  };
}

/** Leaves out fields that a person can withdraw: a withdrawn value is not repeated as the former value. */
function withoutWithdrawn<R extends Readonly<Record<string, unknown>>>(
  { withdrawable }: CollectionDefinition,
  previous: R,
): R {
  if (withdrawable === undefined) return previous;
  return Object.fromEntries(Object.entries(previous).filter(([name]) => !withdrawable.includes(name))) as R;
}

/** A change by which the record left the actor, as a deletion, for those who keep a copy of it; null: it is no such change. */
export function departureFor(actor: Actor, definition: CollectionDefinition, change: Change): Change | null {
  const { op, previous, record } = change;
  if (op !== 'update' || previous === null || isOwn(actor, definition, record)) return null;
  if (!isOwn(actor, definition, { ...record, ...previous })) return null;
  return {
    ...change,
    op: 'delete',
    types: [],
    record: namedValues(systemFields, record) as StoredRecord,
    previous: null,
  };
}

export function visibilityOf(actor: Actor, definition: CollectionDefinition): Visibility {
  const own = ownField(actor, definition) === null ? '' : actor.id;
  return {
    definition,
    fields: definitionFor(actor, definition),
    key: `${letters(actor, restrictedFields(definition))} ${own}`,
    isVisible: (record) => isOwn(actor, definition, record),
    shown: (record) => loggedFor(actor, definition, record),
    types: (types) => typesFor(actor, definition, types),
  };
}
