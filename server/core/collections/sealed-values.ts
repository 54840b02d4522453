/**
 * The secrets inside json settings on their way into the store: taken out of the setting and kept sealed beside it, in
 * the hidden `sealedValues` of the record, by their path. What stands in the setting itself can be shown to anyone who
 * may read it, on every surface. The one place that seals them.
 */
import { must } from '#shared/base/assert.ts';
import { isObject, type Values } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { SealPlace } from '#shared/base/seals.ts';
import type { Field } from '#shared/schema/field.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { fieldsInside, holdsSecrets, isSecret, sealedValuesField } from '#shared/schema/secret.ts';
import type { Seal } from './action.ts';
import type { WriteRequest } from './write-request.ts';

/** Purpose of the seals: `tenant export` opens the values with it, and an import seals them again. */
export const sealedValuesPurpose = 'sealed-values';

interface Slot {
  /** `streaming.targets.<id>.key`. */
  readonly path: string;
  readonly given: unknown;
}

function sealed(seal: Seal | null, text: string, place: SealPlace): string {
  const bytes = new TextEncoder().encode(text);
  return must(seal, 'a seal for collections that hold secrets')(sealedValuesPurpose, bytes, place);
}

/** The setting without its secrets, which go to `slots`; elements of lists that have no id get one. */
function split(fields: readonly Field[], value: Values, path: string, slots: Slot[], newId: () => string): Values {
  const clean: Record<string, unknown> = { ...value };
  for (const field of fields.filter(holdsSecrets)) {
    const at = `${path}.${field.name}`;
    const given = value[field.name];
    if (isSecret(field)) {
      slots.push({ path: at, given });
      delete clean[field.name];
    } else if (Array.isArray(given)) {
      clean[field.name] = given.map((one: Values) => {
        const id = one['id'] ?? newId();
        return split(fieldsInside(field), { ...one, id }, `${at}.${String(id)}`, slots, newId);
      });
    } else if (isObject(given)) clean[field.name] = split(fieldsInside(field), given, at, slots, newId);
  }
  return clean;
}

/** The paths at which the request says null: a merge patch's word for "remove it". */
function removedIn(fields: readonly Field[], input: unknown, path: string): readonly string[] {
  if (!isObject(input)) return [];
  return fields.filter(holdsSecrets).flatMap((field) => {
    const at = `${path}.${field.name}`;
    const given = input[field.name];
    if (isSecret(field)) return given === null ? [at] : [];
    const inside = fieldsInside(field);
    if (!Array.isArray(given)) return removedIn(inside, given, at);
    return given.flatMap((one) => (isObject(one) ? removedIn(inside, one, `${at}.${String(one['id'])}`) : []));
  });
}

function repeated(slots: readonly Slot[]): string | null {
  const seen = new Set<string>();
  for (const { path } of slots) {
    if (seen.has(path)) return path;
    seen.add(path);
  }
  return null;
}

/**
 * @param input the request as it came
 * @param values the same as it passed validation and rules
 * @param current what is stored; null where the record is new
 * @param idOf of the record, which the seals are bound to
 * @returns what to store; refused where two elements of a list have the same id
 */
export function withSealedValues(
  { definition, context, seal }: Pick<WriteRequest, 'definition' | 'context' | 'seal'>,
  input: unknown,
  values: Values,
  current: StoredRecord | null,
  idOf: () => string,
): Result<Values> {
  const holders = definition.fields.filter(holdsSecrets);
  if (holders.length === 0) return ok(values);
  const { [sealedValuesField.name]: _given, ...rest } = values;
  const named = holders.filter((field) => field.name in rest);
  if (named.length === 0) return ok(rest);

  const stored = current?.[sealedValuesField.name];
  const before = isObject(stored) ? stored : {};
  const untouched = Object.entries(before).filter(([path]) => !named.some(({ name }) => path.startsWith(`${name}.`)));
  const after = new Map<string, unknown>(untouched);
  const clean: Record<string, unknown> = { ...rest };
  const placeOf = (): SealPlace => ({ tenant: context.actor.tenant, collection: definition.name, id: idOf() });
  for (const field of named) {
    const value = rest[field.name];
    if (!isObject(value)) continue;
    const slots: Slot[] = [];
    clean[field.name] = split(fieldsInside(field), value, field.name, slots, context.newId);
    const twice = repeated(slots);
    if (twice !== null)
      return refuse({
        code: 'name_repeated',
        message: `Two elements in ${field.name} have the same ID. Leave out the ID of a new one.`,
        path: twice,
      });
    const removed = new Set(removedIn(fieldsInside(field), isObject(input) ? input[field.name] : null, field.name));
    for (const { path, given } of slots) {
      if (typeof given === 'string') after.set(path, sealed(seal, given, placeOf()));
      else if (!removed.has(path) && path in before) after.set(path, before[path]);
    }
  }
  return ok({ ...clean, [sealedValuesField.name]: after.size === 0 ? null : Object.fromEntries(after) });
}
