/**
 * Applies a client's change to a collection's definition: returns the new definition and how the records' fields are
 * converted. The change is a JSON merge patch with commands for what a patch cannot express: `rename`, `add`, `change`,
 * `drop`, `backfill`.
 * Pure; called by core/collections/define-collection.ts. What it means for each record is in convert-record.ts.
 */
import { isObject, type Values } from '../base/json.ts';
import { mergePatch } from '../base/merge-patch.ts';
import { ok, type Result, refuse } from '../base/result.ts';
import type { CollectionDefinition } from './definition.ts';
import type { Field } from './field.ts';
import { definitionNames, parseDefinition, type Surroundings } from './parse-definition.ts';
import { validate } from './validate.ts';

export interface DefinitionChange {
  readonly next: CollectionDefinition;
  /** New name → the name it had. */
  readonly formerNames: ReadonlyMap<string, string>;
  /** Fields that `drop` names, so that their values may go; a dotted name: a field inside a group. */
  readonly mayDrop: readonly string[];
  /** By field, the value for records where it is null or absent. */
  readonly backfill: Values;
}

const commands = ['rename', 'add', 'change', 'drop', 'backfill'];
const commandItemsMax = 200;

function wrong(path: string, message: string, detail?: Values) {
  return refuse({ code: 'invalid_type', message, path, ...(detail ? { detail } : {}) });
}

function namesOf(given: unknown): given is string[] {
  return Array.isArray(given) && given.length <= commandItemsMax && given.every((one) => typeof one === 'string');
}

function listOfObjects(given: unknown): given is Record<string, unknown>[] {
  return Array.isArray(given) && given.length <= commandItemsMax && given.every(isObject);
}

/**
 * Adapts the other parts of a definition that name fields: renamed ones get their new names. Searchable and replicated fields
 * lose the dropped ones, an index that names one is left out; parseDefinition checks the rest.
 */
function followNames(
  definition: CollectionDefinition,
  name: (field: string) => string,
  dropped: ReadonlySet<string>,
): Record<string, unknown> {
  const kept = (list: readonly string[]) => list.filter((one) => !dropped.has(one)).map(name);
  const lists = (all: readonly (readonly string[])[]) =>
    all.filter((list) => !list.some((one) => dropped.has(one))).map((list) => list.map(name));
  const { searchable, indexes, uniques, lifecycle, replicated, access } = definition;
  return {
    ...definition,
    ...(searchable ? { searchable: kept(searchable) } : {}),
    ...(indexes ? { indexes: lists(indexes) } : {}),
    ...(uniques ? { uniques: lists(uniques) } : {}),
    ...(lifecycle ? { lifecycle: { ...lifecycle, field: name(lifecycle.field) } } : {}),
    ...(replicated
      ? {
          replicated: {
            ...replicated,
            ...(replicated.fields ? { fields: kept(replicated.fields) } : {}),
            ...(replicated.boundBy ? { boundBy: name(replicated.boundBy) } : {}),
          },
        }
      : {}),
    ...(access?.own ? { access: { ...access, own: { ...access.own, field: name(access.own.field) } } } : {}),
  };
}

function readRenames(definition: CollectionDefinition, given: unknown): Result<Map<string, string>> {
  const renames = new Map<string, string>();
  if (given === undefined) return ok(renames);
  if (!isObject(given)) return wrong('rename', '`rename` must be an object such as {"old": "new"}.');
  const allowed = definition.fields.map((f) => f.name);
  for (const [old, name] of Object.entries(given)) {
    if (!allowed.includes(old))
      return refuse({
        code: 'unknown_field',
        message: `The field ${old.slice(0, 100)} to rename does not exist.`,
        path: `rename.${old.slice(0, 100)}`,
        detail: { allowed },
      });
    if (typeof name !== 'string') return wrong(`rename.${old}`, `rename.${old} must be the new name.`);
    renames.set(old, name);
  }
  return ok(renames);
}

/** The new fields, unchecked: parseDefinition checks them. */
function readFields(
  definition: CollectionDefinition,
  patch: Values,
  renames: Map<string, string>,
  dropped: ReadonlySet<string>,
): Result<readonly unknown[]> {
  const { fields: given, add = [], change = [] } = patch;
  let fields: unknown[];
  if (given !== undefined) {
    if (!Array.isArray(given)) return wrong('fields', '`fields` must be the complete new list of fields.');
    fields = given.map((field: unknown) => {
      if (!isObject(field) || typeof field['renamedFrom'] !== 'string') return field;
      const { renamedFrom, ...rest } = field;
      if (typeof rest['name'] === 'string' && renamedFrom !== rest['name']) renames.set(renamedFrom, rest['name']);
      return rest;
    });
  } else {
    fields = definition.fields
      .filter((field) => !dropped.has(field.name))
      .map((field) => ({ ...field, name: renames.get(field.name) ?? field.name }));
  }
  if (!listOfObjects(add)) return wrong('add', '`add` must be a list of fields.');
  if (!listOfObjects(change)) return wrong('change', '`change` must be a list of fields with their new settings.');
  for (const [i, one] of change.entries()) {
    const at = fields.findIndex((field) => isObject(field) && field['name'] === one['name']);
    if (at === -1)
      return refuse({
        code: 'unknown_field',
        message: `The field ${String(one['name']).slice(0, 100)} to change does not exist.`,
        path: `change[${i}].name`,
        detail: { allowed: definition.fields.map((f) => f.name) },
      });
    const current = fields[at] as Record<string, unknown>;
    // Another type has other attributes: those of the old one would be refused.
    const retyped = one['type'] !== undefined && one['type'] !== current['type'];
    const base = retyped ? pick(current, ['name', 'label', 'note', 'required', 'readRoles', 'writeRoles']) : current;
    fields[at] = mergePatch(base, one);
  }
  return ok([...fields, ...add]);
}

/**
 * Leaves out the default of the state field where the patch lets the lifecycle of the same field begin in another state: it
 * only followed the former beginning, and parseDefinition fills in the new one.
 */
function withoutFormerBeginning(definition: CollectionDefinition, patch: Values, nameOf: (name: string) => string) {
  const { lifecycle } = definition;
  const { lifecycle: given } = patch;
  const followed = lifecycle && isObject(given) && given['initial'] !== undefined;
  if (!followed || (given['field'] ?? nameOf(lifecycle.field)) !== nameOf(lifecycle.field)) return definition;
  const fields = definition.fields.map((field): Field => {
    if (field.name !== lifecycle.field || field.type !== 'select' || field.default !== lifecycle.initial) return field;
    const { default: _default, ...rest } = field;
    return rest;
  });
  return { ...definition, fields };
}

function pick(from: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
}

function readBackfill(next: CollectionDefinition, given: unknown): Result<Values> {
  if (given === undefined) return ok({});
  if (!isObject(given)) return wrong('backfill', '`backfill` must be an object such as {"title": "Untitled"}.');
  const fields = next.fields.filter((f) => Object.hasOwn(given, f.name)).map((f): Field => ({ ...f, required: true }));
  const checked = validate(fields, given, { mode: 'create' });
  if (checked.ok) return ok(checked.value as Values);
  const [first, ...more] = checked.errors.map((e) => ({ ...e, path: `backfill.${e.path ?? ''}` }));
  return { ok: false, errors: [first!, ...more] };
}

/** @returns the change; else the first problem of the request, or all problems of the definition it would make */
export function changeDefinition(
  current: CollectionDefinition,
  patch: unknown,
  around: Surroundings,
): Result<DefinitionChange> {
  if (!isObject(patch)) return wrong('', 'A change of a definition must be a JSON object.');
  const allowed = [...definitionNames, ...commands];
  for (const name of Object.keys(patch))
    if (!allowed.includes(name))
      return refuse({
        code: 'unknown_field',
        message: `A change of a definition has no ${name.slice(0, 100)}.`,
        path: name.slice(0, 100),
        detail: { allowed },
      });
  if (patch['name'] !== undefined && patch['name'] !== current.name)
    return refuse({ code: 'read_only', message: 'The name of a collection cannot be changed.', path: 'name' });
  const { drop = [], rename, add: _a, change: _c, backfill, fields: _f, ...plain } = patch;
  if (!namesOf(drop)) return wrong('drop', '`drop` must be a list of field names.');
  const stranger = drop.find((name) => !current.fields.some((f) => f.name === name.split('.')[0]));
  if (stranger !== undefined)
    return refuse({
      code: 'unknown_field',
      message: `The field ${stranger.slice(0, 100)} to drop does not exist.`,
      path: 'drop',
      detail: { allowed: current.fields.map((f) => f.name) },
    });
  const renames = readRenames(current, rename);
  if (!renames.ok) return renames;
  const dropped = new Set(drop);
  const nameOf = (name: string) => renames.value.get(name) ?? name;
  const fields = readFields(withoutFormerBeginning(current, patch, nameOf), patch, renames.value, dropped);
  if (!fields.ok) return fields;
  const remaining = new Set(fields.value.map((f) => (isObject(f) ? f['name'] : null)));
  const gone = new Set(current.fields.map((f) => f.name).filter((name) => !remaining.has(nameOf(name))));
  const base = followNames(current, nameOf, gone);
  const raw = { ...(mergePatch(base, plain) as Values), fields: fields.value };
  const next = parseDefinition(raw, around);
  if (!next.ok) return next;
  const filled = readBackfill(next.value, backfill);
  if (!filled.ok) return filled;
  const formerNames = new Map([...renames.value].map(([old, name]) => [name, old]));
  return ok({ next: next.value, formerNames, mayDrop: drop, backfill: filled.value });
}
