/**
 * Validates all data from outside: checks a value against fields and returns a clean copy, or every problem with its
 * path. No coercion: "5" is not a number. Null and absent mean the same.
 */
import { assert } from '../base/assert.ts';
import { isId } from '../base/id.ts';
import { isObject, type Json } from '../base/json.ts';
import { compileRegex, type LinearRegex, regexMatches } from '../base/linear-regex.ts';
import { ok, type Result } from '../base/result.ts';
import { isoTime, parseTime } from '../base/time.ts';
import { isTimeZone } from '../base/zoned-time.ts';
import type { Field, TextField } from './field.ts';
import type { InputOf, ValuesOf } from './infer.ts';
import { Problems } from './problems.ts';

export interface ValidateOptions {
  /** `create` fills defaults and asks for required fields; `update` looks only at what is there. */
  readonly mode: 'create' | 'update';
  /** What to do with names no field has: refuse them, or drop them (messages of a newer version). */
  readonly unknown?: 'refuse' | 'drop';
  /** Fields set by the platform only are then taken too. */
  readonly trusted?: boolean;
  /** Fields that a refusal may name to the sender; absent: all of them. */
  readonly sees?: (field: Field) => boolean;
  /** Names that are ignored, e.g. `id` in a record sent back whole. */
  readonly ignore?: ReadonlySet<string>;
}

export const jsonDepthMax = 32;
export const jsonBytesMax = 256 * 1024;
const emailPattern = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,190}$/;
const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const relatedMax = 500;
/** Names in a json field that is a map. */
const entriesMax = 200;
const patternsKeptMax = 500;
const patterns = new Map<string, LinearRegex>();

/** A pattern of any tenant takes time linear in the text. */
function patternOf(text: string): LinearRegex {
  const known = patterns.get(text);
  if (known) return known;
  const made = compileRegex(text);
  assert(typeof made !== 'string', `the pattern ${text} was checked when it was defined`);
  if (patterns.size >= patternsKeptMax) patterns.clear();
  patterns.set(text, made);
  return made;
}

/** A lone surrogate cannot be stored as UTF-8, and U+0000 not in every database: both would change on the way. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

function lengthOf(text: string): number {
  return text.length < 1000 ? [...text].length : text.length;
}

function checkText(field: TextField, value: unknown, path: string, problems: Problems): unknown {
  if (typeof value !== 'string') return problems.add(path, 'invalid_type', `${path} must be text.`);
  if (!isStorable(value))
    return problems.add(path, 'invalid_text', `${path} contains characters that cannot be stored.`);
  const max = field.maxLength ?? 10_000;
  const length = lengthOf(value);
  if (length > max)
    return problems.add(path, 'too_long', `${path} must have at most ${max} characters.`, { maxLength: max });
  const min = field.minLength ?? (field.required ? 1 : 0);
  if (length < min || (min > 0 && value.trim() === ''))
    return problems.add(path, min <= 1 ? 'required' : 'too_short', `${path} must not be empty.`);
  if (field.type === 'email' && !emailPattern.test(value))
    return problems.add(path, 'invalid_email', `${path} must be an email address such as ada@example.org.`);
  if (field.type === 'slug' && !slugPattern.test(value))
    return problems.add(path, 'invalid_slug', `${path} must have only lower-case letters, digits and single hyphens.`);
  if (field.type === 'url' && !/^https?:\/\/[^\s]+$/i.test(value))
    return problems.add(path, 'invalid_url', `${path} must be an http or https address.`);
  if (field.format === 'timezone' && !isTimeZone(value))
    return problems.add(path, 'timezone_unknown', `${path} must be an IANA time zone such as Europe/Oslo.`);
  if (field.pattern !== undefined && !regexMatches(patternOf(field.pattern), value))
    return problems.add(path, 'invalid_format', `${path} does not match the required pattern.`, {
      pattern: field.pattern,
    });
  return value;
}

function checkNumber(
  field: Extract<Field, { type: 'number' | 'integer' | 'money' }>,
  value: unknown,
  path: string,
  problems: Problems,
): unknown {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return problems.add(path, 'invalid_type', `${path} must be a number.`);
  if (field.type !== 'number' && !Number.isSafeInteger(value))
    return problems.add(path, 'invalid_type', `${path} must be a whole number.`);
  if (field.min !== undefined && value < field.min)
    return problems.add(path, 'too_small', `${path} must be at least ${field.min}.`, { min: field.min });
  if (field.max !== undefined && value > field.max)
    return problems.add(path, 'too_large', `${path} must be at most ${field.max}.`, { max: field.max });
  return Object.is(value, -0) ? 0 : value;
}

function checkOption(options: readonly string[], value: unknown, path: string, problems: Problems): unknown {
  if (typeof value === 'string' && options.includes(value)) return value;
  return problems.add(path, 'invalid_option', `${path} must be one of: ${options.join(', ')}.`, { options });
}

function checkId(value: unknown, path: string, problems: Problems): unknown {
  return isId(value) ? value : problems.add(path, 'invalid_id', `${path} must be an id (a lower-case UUID).`);
}

function checkList(
  value: unknown,
  max: number,
  path: string,
  problems: Problems,
  each: (item: unknown, path: string) => unknown,
): unknown {
  if (!Array.isArray(value)) return problems.add(path, 'invalid_type', `${path} must be a list.`);
  if (value.length > max)
    return problems.add(path, 'too_many_items', `${path} must have at most ${max} items.`, { maxItems: max });
  return value.map((item, i) => each(item, `${path}[${i}]`));
}

/** JSON of bounded depth, without the names that reach a prototype. */
export function isPlainJson(value: unknown, depth = 0): value is Json {
  if (depth > jsonDepthMax) return false;
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'string') return isStorable(value);
  if (Array.isArray(value)) return value.every((v) => isPlainJson(v, depth + 1));
  return (
    isObject(value) &&
    Object.entries(value).every(([k, v]) => k !== '__proto__' && isStorable(k) && isPlainJson(v, depth + 1))
  );
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
  if (JSON.stringify(value).length > jsonBytesMax)
    return problems.add(path, 'too_long', `${path} must be at most ${jsonBytesMax} bytes.`);
  const { fields, entries } = field;
  if (fields) return withoutNulls(checkFields(fields, value, path, problems, { ...options, mode: 'create' }));
  if (!entries) return value;
  if (!isObject(value)) return problems.add(path, 'invalid_type', `${path} must be an object.`);
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

/** In JSON a member that is null says the same as one that is not there. */
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
      return typeof value === 'boolean' ? value : problems.add(path, 'invalid_type', `${path} must be true or false.`);
    case 'date': {
      const ms = typeof value === 'string' ? parseTime(value) : null;
      if (ms === null)
        return problems.add(path, 'invalid_date', `${path} must be an ISO 8601 time such as 2026-05-04T09:00:00Z.`);
      if (field.min !== undefined && ms < parseTime(field.min)!)
        return problems.add(path, 'too_small', `${path} must not be before ${field.min}.`, { min: field.min });
      if (field.max !== undefined && ms > parseTime(field.max)!)
        return problems.add(path, 'too_large', `${path} must not be after ${field.max}.`, { max: field.max });
      return isoTime(ms);
    }
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
    case 'point': {
      const good =
        Array.isArray(value) && value.length === 2 && value.every((v) => typeof v === 'number' && Number.isFinite(v));
      if (!good || Math.abs(value[0]) > 180 || Math.abs(value[1]) > 90)
        return problems.add(path, 'invalid_point', `${path} must be [longitude, latitude] in degrees.`);
      return [value[0], value[1]];
    }
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
    problems.add(at, 'invalid_type', at === '' ? 'The body must be a JSON object.' : `${at} must be an object.`);
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
