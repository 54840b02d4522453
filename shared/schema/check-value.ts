/**
 * Checks one value against a field that holds a single value: text, a number, a date, an option, an id, a point. Each check
 * returns the value as it is stored, or adds a problem under the value's path. Called by validate.ts.
 */
import { assert } from '../base/assert.ts';
import { keepBounded } from '../base/bounded-map.ts';
import { isId } from '../base/id.ts';
import { compileRegex, regexMatches } from '../base/linear-regex.ts';
import { isoTime, parseTime } from '../base/time.ts';
import { isTimeZone } from '../base/zoned-time.ts';
import type { Field, TextField } from './field.ts';
import { isStorable } from './plain-json.ts';
import type { Problems } from './problems.ts';

const emailPattern = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,190}$/;
const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const patternsKeptMax = 500;

/** A pattern of any tenant takes time linear in the text. */
const patternOf = keepBounded(patternsKeptMax, (text: string) => {
  const made = compileRegex(text);
  assert(typeof made !== 'string', `the pattern ${text} was checked when it was defined`);
  return made;
});

/** Measures in Unicode code points. Each is one or two UTF-16 units, so most texts are measured without counting. */
function isLongerThan(max: number, text: string): boolean {
  if (text.length <= max || text.length > 2 * max) return text.length > max;
  return [...text].length > max;
}

export function checkText(field: TextField, value: unknown, path: string, problems: Problems): unknown {
  if (typeof value !== 'string')
    return problems.add(path, 'invalid_type', `${path} must be text.`, { expected: 'text' });
  if (!isStorable(value))
    return problems.add(path, 'invalid_text', `${path} contains characters that cannot be stored.`);
  const max = field.maxLength ?? 10_000;
  if (isLongerThan(max, value))
    return problems.add(path, 'too_long', `${path} must have at most ${max} characters.`, { maxLength: max });
  const min = field.minLength ?? (field.required ? 1 : 0);
  if (!isLongerThan(min - 1, value) || (min > 0 && value.trim() === ''))
    return min <= 1
      ? problems.add(path, 'required', `${path} must not be empty.`)
      : problems.add(path, 'too_short', `${path} must have at least ${min} characters.`, { minLength: min });
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

export function checkNumber(
  field: Extract<Field, { type: 'number' | 'integer' | 'money' }>,
  value: unknown,
  path: string,
  problems: Problems,
): unknown {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return problems.add(path, 'invalid_type', `${path} must be a number.`, { expected: 'number' });
  if (field.type !== 'number' && !Number.isSafeInteger(value))
    return problems.add(path, 'invalid_type', `${path} must be a whole number.`, { expected: 'integer' });
  if (field.min !== undefined && value < field.min)
    return problems.add(path, 'too_small', `${path} must be at least ${field.min}.`, { min: field.min });
  if (field.max !== undefined && value > field.max)
    return problems.add(path, 'too_large', `${path} must be at most ${field.max}.`, { max: field.max });
  return Object.is(value, -0) ? 0 : value;
}

export function checkDate(
  field: Extract<Field, { type: 'date' }>,
  value: unknown,
  path: string,
  problems: Problems,
): unknown {
  const ms = typeof value === 'string' ? parseTime(value) : null;
  if (ms === null)
    return problems.add(path, 'invalid_date', `${path} must be an ISO 8601 time such as 2026-05-04T09:00:00Z.`);
  if (field.min !== undefined && ms < parseTime(field.min)!)
    return problems.add(path, 'too_small', `${path} must not be before ${field.min}.`, { min: field.min });
  if (field.max !== undefined && ms > parseTime(field.max)!)
    return problems.add(path, 'too_large', `${path} must not be after ${field.max}.`, { max: field.max });
  return isoTime(ms);
}

export function checkPoint(value: unknown, path: string, problems: Problems): unknown {
  const good =
    Array.isArray(value) && value.length === 2 && value.every((v) => typeof v === 'number' && Number.isFinite(v));
  if (!good || Math.abs(value[0]) > 180 || Math.abs(value[1]) > 90)
    return problems.add(path, 'invalid_point', `${path} must be [longitude, latitude] in degrees.`);
  return [value[0], value[1]];
}

export function checkOption(options: readonly string[], value: unknown, path: string, problems: Problems): unknown {
  if (typeof value === 'string' && options.includes(value)) return value;
  return problems.add(path, 'invalid_option', `${path} must be one of: ${options.join(', ')}.`, { options });
}

export function checkId(value: unknown, path: string, problems: Problems): unknown {
  return isId(value) ? value : problems.add(path, 'invalid_id', `${path} must be an id (a lower-case UUID).`);
}
