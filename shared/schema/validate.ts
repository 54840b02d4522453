/**
 * Validates all data from outside: checks a value against fields and returns a clean copy, or every problem with its
 * path. No coercion: "5" is not a number. Null and absent mean the same.
 */
import { utf8Bytes } from '../base/bytes.ts';
import { isObject } from '../base/json.ts';
import { ok, type Result } from '../base/result.ts';
import { checkDate, checkId, checkNumber, checkOption, checkPoint, checkText } from './check-value.ts';
import type { Field } from './field.ts';
import type { InputOf, ValuesOf } from './infer.ts';
import { isPlainJson, jsonDepthMax } from './plain-json.ts';
import { Problems } from './problems.ts';

export interface ValidateOptions {
  /** `create` fills defaults and asks for required fields; `update` looks only at what is there, at the top level. */
  readonly mode: 'create' | 'update';
  /** Treatment of names that no field has: refuse them, or drop them (messages of a newer version). */
  readonly unknown?: 'refuse' | 'drop';
  /** Fields set by the platform only are then taken too. */
  readonly trusted?: boolean;
  /** Fields that a refusal may name to the sender; absent: all of them. */
  readonly sees?: (field: Field) => boolean;
  /** Names that are ignored, e.g. `id` in a record sent back whole. */
  readonly ignore?: ReadonlySet<string>;
}

/** Maximum length of the JSON text of a json field, as UTF-8. */
export const jsonBytesMax = 256 * 1024;
const relatedMax = 500;
/** Maximum number of names in a json field that is a map. */
const entriesMax = 200;

function checkList(
  value: unknown,
  max: number,
  path: string,
  problems: Problems,
  each: (item: unknown, path: string) => unknown,
): unknown {
  if (!Array.isArray(value)) return problems.add(path, 'invalid_type', `${path} must be a list.`, { expected: 'list' });
  if (value.length > max)
    return problems.add(path, 'too_many_items', `${path} must have at most ${max} items.`, { maxItems: max });
  return value.map((item, i) => each(item, `${path}[${i}]`));
}

function checkJson(
  field: Extract<Field, { type: 'json' }>,
  value: unknown,
  path: string,
  problems: Problems,
  options: ValidateOptions,
): unknown {
  if (!isPlainJson(value))
    return problems.add(path, 'invalid_json_value', `${path} must be JSON at most ${jsonDepthMax} levels deep.`);
  if (utf8Bytes(JSON.stringify(value)) > jsonBytesMax)
    return problems.add(path, 'too_long', `${path} must be at most ${jsonBytesMax} bytes.`, { maxBytes: jsonBytesMax });
  const { fields, entries } = field;
  if (fields) return withoutNulls(checkFields(fields, value, path, problems, { ...options, mode: 'create' }));
  if (!entries) return value;
  if (!isObject(value)) return problems.add(path, 'invalid_type', `${path} must be an object.`, { expected: 'object' });
  const given = Object.entries(value).filter(([, one]) => one !== null);
  if (given.length > entriesMax)
    return problems.add(path, 'too_many_items', `${path} must have at most ${entriesMax} names.`, {
      maxItems: entriesMax,
    });
  const checked = given.map(([name, one]) => [
    name,
    withoutNulls(checkValue(entries, one, `${path}.${name}`, problems, options)),
  ]);
  return Object.fromEntries(checked);
}

/** Returns the value without members that are null: in JSON they say the same as members that are not there. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const there = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(there.map(([name, one]) => [name, withoutNulls(one)]));
}

function checkValue(field: Field, value: unknown, path: string, problems: Problems, options: ValidateOptions): unknown {
  switch (field.type) {
    case 'text':
    case 'richText':
    case 'email':
    case 'url':
    case 'slug':
      return checkText(field, value, path, problems);
    case 'number':
    case 'integer':
    case 'money':
      return checkNumber(field, value, path, problems);
    case 'boolean':
      return typeof value === 'boolean'
        ? value
        : problems.add(path, 'invalid_type', `${path} must be true or false.`, { expected: 'boolean' });
    case 'date':
      return checkDate(field, value, path, problems);
    case 'select':
      return field.many
        ? checkList(value, field.maxItems ?? field.options.length, path, problems, (v, p) =>
            checkOption(field.options, v, p, problems),
          )
        : checkOption(field.options, value, path, problems);
    case 'relation':
      return field.many
        ? checkList(value, field.maxItems ?? relatedMax, path, problems, (v, p) => checkId(v, p, problems))
        : checkId(value, path, problems);
    case 'file':
      return checkId(value, path, problems);
    case 'json':
      return checkJson(field, value, path, problems, options);
    case 'point':
      return checkPoint(value, path, problems);
    case 'group':
      return checkFields(field.fields, value, path, problems, { ...options, mode: 'create' });
    case 'array':
      return checkList(value, field.maxItems ?? 1_000, path, problems, (v, p) => {
        if (field.of === 'group')
          return checkFields(field.fields ?? [], v, p, problems, { ...options, mode: 'create' });
        const element = {
          name: field.name,
          type: field.of,
          required: true,
          ...(field.maxLength ? { maxLength: field.maxLength } : {}),
          ...(field.pattern ? { pattern: field.pattern } : {}),
        };
        return checkValue(element as Field, v, p, problems, options);
      });
  }
}

function checkFields(
  fields: readonly Field[],
  value: unknown,
  at: string,
  problems: Problems,
  options: ValidateOptions,
): unknown {
  const prefix = at === '' ? '' : `${at}.`;
  if (!isObject(value)) {
    problems.add(at, 'invalid_type', at === '' ? 'The body must be a JSON object.' : `${at} must be an object.`, {
      expected: 'object',
    });
    return undefined;
  }
  const known = new Map(fields.map((f) => [f.name, f]));
  if (options.unknown !== 'drop')
    for (const name of Object.keys(value))
      if (!known.has(name) && !(at === '' && options.ignore?.has(name)))
        problems.add(`${prefix}${name}`, 'unknown_field', `Unknown field ${prefix}${name}.`, {
          allowed: fields.filter(options.sees ?? (() => true)).map(({ name: one }) => one),
        });
  const out: Record<string, unknown> = {};
  for (const field of fields) {
    const path = `${prefix}${field.name}`;
    const given = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    if (given !== undefined && field.readOnly && !options.trusted) {
      problems.add(path, 'read_only', `${path} is set by the platform and cannot be written.`);
      continue;
    }
    if (given === undefined && options.mode === 'update') continue;
    if (given === undefined || given === null) {
      const fallback =
        options.mode === 'create' && given === undefined && 'default' in field ? field.default : undefined;
      if (fallback !== undefined) out[field.name] = fallback;
      else if (field.required) problems.add(path, 'required', `${path} is required.`);
      else out[field.name] = null;
      continue;
    }
    out[field.name] = checkValue(field, given, path, problems, options);
  }
  return out;
}

/** @returns the clean values (every field on create, the given ones on update) or at most 50 problems. */
export function validate<const F extends readonly Field[]>(
  fields: F,
  value: unknown,
  options: ValidateOptions,
): Result<ValuesOf<F>> {
  const problems = new Problems();
  const clean = checkFields(fields, value, '', problems, options);
  const [first, ...more] = problems.list;
  if (first) return { ok: false, errors: [first, ...more] };
  return ok(clean as ValuesOf<F>);
}

export type { InputOf };
export { isPlainJson };
