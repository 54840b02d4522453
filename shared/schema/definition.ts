/**
 * Collections and actions as values. A module is a list of these; every surface is a function of all of them.
 * `defineCollection` and `defineAction` only keep the literal types and check what types cannot say.
 */
import { assert } from '../base/assert.ts';
import type { Json } from '../base/json.ts';
import { compileRegex } from '../base/linear-regex.ts';
import type { Field, JsonField } from './field.ts';
import { checkMoves, type FieldMove } from './moves.ts';
import { fieldsInside, holdsSecrets, isSecret, sealedValuesField } from './secret.ts';

export interface Transition {
  readonly from: string;
  readonly to: string;
  /** The last part of the change's event name: `paid` gives `commerce.order.paid`. */
  readonly emits?: string;
}

export interface Lifecycle {
  /** The select field that holds the state. */
  readonly field: string;
  readonly initial: string;
  /** The states a client may create a record in; absent: any (a product may be made active at once). */
  readonly begins?: readonly string[];
  /** States of which a creation emits what a transition into them does: a booking that begins on the waiting list. */
  readonly announces?: readonly string[];
  readonly transitions: readonly Transition[];
}

/** Rights of a device that holds a replica of this collection. */
export interface Replicated {
  /** The fields that leave the server; absent: all that are not hidden. */
  readonly fields?: readonly string[];
  /** Hidden fields that a bound device gets all the same, and no one else: what it must check without the server. */
  readonly secrets?: readonly string[];
  /** The relation field by which a bound actor (a kiosk: its event) is held to its own records; `id`: the record itself. */
  readonly boundBy?: string;
  /** Devices may push new records (append-only) or also changes. Absent: read only. */
  readonly push?: 'append' | 'merge';
}

/** Rules of access, where the module's or collection's own scope is not the whole answer. */
export interface Access {
  /** Scopes (`<area>:read`) of which one is needed to read; absent: the module's or the collection's. */
  readonly read?: readonly string[];
  /** The same for writing (`<area>:write`). */
  readonly write?: readonly string[];
  /** People see and change only records that carry their id in this field; keys and these roles see all. */
  readonly own?: { readonly field: string; readonly exceptRoles?: readonly string[] };
}

export interface CollectionDefinition {
  /** Plural, in snake_case; also the table's name and the path. */
  readonly name: string;
  readonly module: string;
  /** The resource word in event names: `event_registration` → `events.registration.created`. Absent: the singular label. */
  readonly resource?: string;
  readonly labels: { readonly one: string; readonly many: string };
  readonly note?: string;
  readonly fields: readonly Field[];
  readonly searchable?: readonly string[];
  /** Indexes over several columns, most selective first. */
  readonly indexes?: readonly (readonly string[])[];
  /** Column lists of which no two records share the same (non-null) values. */
  readonly uniques?: readonly (readonly string[])[];
  /** Every record has `createdAt` and `updatedAt`; this word only says so. */
  readonly timestamps?: true;
  readonly lifecycle?: Lifecycle;
  readonly access?: Access;
  /**
   * Fields that the person they describe may take back. What was there before is in no message of a change, and a message
   * that is sent late says what is there now.
   */
  readonly withdrawable?: readonly string[];
  /** Clients must name the version that they change or delete (`If-Match`), so that none overwrites another's change. */
  readonly conditional?: boolean;
  readonly replicated?: Replicated;
  /** Writes that the generated surfaces accept; absent: every actor with the write scope may create, update and delete. */
  readonly writable?: 'all' | 'no-create' | 'update-only' | 'none';
  /** Changes between releases, oldest first: databases of earlier ones are migrated when they are opened. */
  readonly moves?: readonly FieldMove[];
}

/**
 * Address of an action on HTTP, mounted as it stands and again below `/api/v1`. Path parameters, the query of a GET
 * or DELETE, and the body are merged into the input (the path wins).
 */
export interface HttpBinding {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/events/:eventId/registrations`; a literal segment outranks a parameter, in any order. */
  readonly paths: readonly string[];
  /** Status on success; 200 when absent. */
  readonly status?: number;
  /** Proven by a signature in the request, not by a credential: the input is `{rawBody, headers}` (text; lower-case names). */
  readonly signed?: {
    /** The tenant is the one that has what a clue asks for; the first clue that leads somewhere counts. */
    readonly tenantBy: readonly TenantClue[];
  };
  readonly lists?: ListBinding;
  /** Text of the answer that is sent at its paths as a document of this media type; on other surfaces it is JSON. */
  readonly sends?: { readonly field: string; readonly type: string };
}

/**
 * The action answers records of a collection in a form of its own. Its query is the collection's (`where`, `fields`,
 * `search`, `sort`, `limit`, `cursor`, `populate`, `count`), and of the page found it is asked to show the records by
 * their `ids`.
 */
export interface ListBinding {
  readonly collection: string;
  /** Order for a client that names none and searches for nothing. */
  readonly sort: string;
  /** Parameters of its own: each value stands for a filter, in the words of `where` in JSON. */
  readonly narrowedBy: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** Parameters, of the path or of its own, whose value stands in a field of the collection. */
  readonly within?: Readonly<Record<string, string>>;
}

/** The text in the body at this dotted path stands in this (indexed) field of a record. */
export interface TenantClue {
  readonly bodyPath: string;
  readonly collection: string;
  /** `id`, or a field. */
  readonly field: string;
  /** Field that is 0 where no message will speak of the record, which need not be kept in mind. */
  readonly unlessZero?: string;
}

/** Answer of an action that did as it was asked. Fields that are not required may be null, or not there. */
export type ActionOutput =
  /** `{data, meta}` with a record of this collection; `once`: fields of it that this answer hands to every caller. */
  | { readonly record: string; readonly once?: readonly string[] }
  /** `{data, meta}` with an object of these fields, or with a list of such. */
  | { readonly data: readonly Field[]; readonly many?: boolean }
  /** The object itself; `called` (`event`) where several actions answer it: their types have that name, too. */
  | { readonly fields: readonly Field[]; readonly called?: string };

export interface ActionDefinition {
  /** `events.checkin`: module, then what it does. */
  readonly name: string;
  readonly module: string;
  readonly summary: string;
  readonly scope: string;
  readonly input: readonly Field[];
  /** Absent: no more is said of it than that it is JSON. */
  readonly output?: ActionOutput;
  readonly http?: HttpBinding;
  /** Collections the answer may tell about, for documentation. */
  readonly tags?: readonly string[];
  /** Reads only: runs outside a transaction, and surfaces may call it by GET. */
  readonly reads?: boolean;
}

const namePattern = /^[a-z][a-z0-9_]{0,62}$/;
const fieldPattern = /^[a-z][A-Za-z0-9]{0,62}$/;

/** Names every record has already, and names that mean something to a prototype. */
export const reservedFieldNames: readonly string[] = [
  'id',
  'createdAt',
  'updatedAt',
  'version',
  'constructor',
  'prototype',
];

/** Inside groups and in action input no record's own fields are near: the interface's `tickets[].id` is a field there. */
const reservedInsideNames: readonly string[] = ['constructor', 'prototype'];

function checkFields(owner: string, fields: readonly Field[], reserved = reservedInsideNames): void {
  const seen = new Set<string>();
  for (const field of fields) {
    assert(fieldPattern.test(field.name), `${owner}.${field.name}: a field name is camelCase ASCII`);
    assert(!reserved.includes(field.name), `${owner}.${field.name}: the name is reserved`);
    assert(!seen.has(field.name), `${owner}.${field.name}: defined twice`);
    seen.add(field.name);
    if ('pattern' in field && field.pattern !== undefined)
      assert(typeof compileRegex(field.pattern) !== 'string', `${owner}.${field.name}: the pattern cannot be read`);
    if (field.type === 'json') checkSetting(`${owner}.${field.name}`, field);
    if (field.type === 'group') checkFields(`${owner}.${field.name}`, field.fields);
    if (field.type === 'array' && field.of === 'group') {
      assert(field.fields !== undefined, `${owner}.${field.name}: an array of groups needs fields`);
      checkFields(`${owner}.${field.name}`, field.fields);
    }
  }
}

/** Checks a json setting: column attributes have no meaning inside it, as nothing there is filtered or restricted alone. */
function checkSetting(owner: string, field: JsonField): void {
  assert(!field.fields || !field.entries, `${owner}: has fields or entries, not both`);
  const inside = fieldsInside(field);
  checkFields(owner, inside);
  checkInside(owner, inside);
}

function checkInside(owner: string, fields: readonly Field[], keyed = true): void {
  for (const field of fields) {
    const path = `${owner}.${field.name}`;
    for (const word of ['readRoles', 'writeRoles', 'hidden', 'readOnly', 'unique', 'index'] as const)
      assert(field[word] === undefined, `${path}: ${word} has no meaning inside a json setting`);
    if (isSecret(field)) {
      assert(field.type === 'text' && !field.required, `${path}: a secret is a text that may be left out`);
      assert(keyed, `${path}: a secret in a list needs an id in each element`);
    }
    if (field.type === 'json' && field.entries)
      assert(!holdsSecrets(field.entries), `${path}: a map cannot hold secrets`);
    const inside = fieldsInside(field);
    const hasId = inside.some((one) => one.name === 'id' && one.type === 'text');
    checkInside(path, inside, keyed && (field.type !== 'array' || hasId));
  }
}

/** Secrets stand in json settings of collections that keep them apart. */
function checkSecrets({ name, fields }: CollectionDefinition): void {
  for (const field of fields)
    assert(field.type === 'json' || !holdsSecrets(field), `${name}.${field.name}: a secret stands in a json setting`);
  assert(
    !fields.some(holdsSecrets) || fields.some((field) => field.name === sealedValuesField.name && field.hidden),
    `${name}: secrets need ${sealedValuesField.name}`,
  );
}

function checkLifecycle({ name, fields, lifecycle }: CollectionDefinition): void {
  if (!lifecycle) return;
  const state = fields.find((f) => f.name === lifecycle.field);
  assert(state?.type === 'select' && !state.many, `${name}.${lifecycle.field}: a lifecycle is a select of one`);
  const named = [
    lifecycle.initial,
    ...(lifecycle.begins ?? []),
    ...(lifecycle.announces ?? []),
    ...lifecycle.transitions.flatMap((t) => [t.from, t.to]),
  ];
  for (const one of named) assert(state.options.includes(one), `${name}.${lifecycle.field}: no state ${one}`);
}

export function defineCollection<const C extends CollectionDefinition>(definition: C): C {
  assert(namePattern.test(definition.name), `${definition.name}: a collection name is snake_case ASCII`);
  checkFields(definition.name, definition.fields, reservedFieldNames);
  const names = new Set(['id', 'createdAt', 'updatedAt', 'version', ...definition.fields.map((f) => f.name)]);
  const named = [
    ...(definition.searchable ?? []),
    ...(definition.indexes ?? []).flat(),
    ...(definition.uniques ?? []).flat(),
    ...(definition.withdrawable ?? []),
    ...(definition.replicated?.fields ?? []),
    ...(definition.replicated?.secrets ?? []),
    ...(definition.replicated?.boundBy ? [definition.replicated.boundBy] : []),
    ...(definition.lifecycle ? [definition.lifecycle.field] : []),
    ...(definition.access?.own ? [definition.access.own.field] : []),
  ];
  for (const name of named) assert(names.has(name), `${definition.name}: no field ${name}`);
  checkLifecycle(definition);
  checkSecrets(definition);
  checkMoves(definition);
  return definition;
}

export function defineAction<const A extends ActionDefinition>(definition: A): A {
  checkFields(definition.name, definition.input);
  const { output } = definition as ActionDefinition;
  if (output && !('record' in output)) checkFields(definition.name, 'data' in output ? output.data : output.fields);
  return definition;
}

/** One object for each definition: what is made of definitions is kept by them. */
const heldByDevice = new WeakMap<CollectionDefinition, CollectionDefinition>();

/** Returns the collection as a bound device sees it: the secrets it is trusted with are no longer hidden. */
export function asHeldByDevice(definition: CollectionDefinition): CollectionDefinition {
  const secrets = definition.replicated?.secrets ?? [];
  if (secrets.length === 0) return definition;
  const known = heldByDevice.get(definition);
  if (known) return known;
  const shown = (field: Field): Field => (secrets.includes(field.name) ? { ...field, hidden: false } : field);
  const held = { ...definition, fields: definition.fields.map(shown) };
  heldByDevice.set(definition, held);
  return held;
}
