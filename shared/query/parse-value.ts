/**
 * One value of a filter as a client wrote it, read to the type of the field before any database sees it. From a URL
 * everything is text; from a JSON body the JSON type must fit. Called by parse-operand.ts.
 */

import { isId } from '../base/id.ts';
import { parseJson } from '../base/json.ts';
import { ok, type Refusal, type Result, refuse } from '../base/result.ts';
import type { ValueType } from './target.ts';
import { normalMoment } from './time-span.ts';

/** `url`: values are text. `json`: values have their JSON type. */
export type Dialect = 'url' | 'json';

/** Maximum length of a value that is compared whole, in UTF-16 units. */
export const valueLengthMax = 10_000;

const numberText = /^-?(?:0|[1-9]\d{0,308})(?:\.\d{1,308})?(?:[eE][-+]?\d{1,3})?$/;

export function invalid(message: string, detail?: Refusal['detail']): ReturnType<typeof refuse> {
  return refuse({ code: 'invalid_value', message, ...(detail ? { detail } : {}) });
}

/** Tests whether a text can be asked for: the same texts as can be stored (not U+0000 and halves of characters). */
export function isAskable(text: string, max: number): boolean {
  return text.length <= max && text.isWellFormed() && !text.includes('\u0000');
}

export function readNumber(given: unknown, dialect: Dialect): number | null {
  const number = dialect === 'url' && typeof given === 'string' && numberText.test(given) ? Number(given) : given;
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  return number === 0 ? 0 : number;
}

export function readWhole(given: unknown, dialect: Dialect): number | null {
  const number = readNumber(given, dialect);
  return number !== null && Number.isSafeInteger(number) ? number : null;
}

export function readFlag(given: unknown, dialect: Dialect): boolean | null {
  if (typeof given === 'boolean') return given;
  if (dialect === 'json') return null;
  return given === 'true' ? true : given === 'false' ? false : null;
}

/** Reads a value in JSON without a schema. A text says its type itself: `5`, `true` and `"5"` are what they are in JSON. */
function readUntyped(given: unknown, dialect: Dialect): Result<string | number | boolean> {
  if (typeof given === 'string') {
    if (!isAskable(given, valueLengthMax)) return invalid('The text is too long or cannot be stored.');
    if (dialect === 'json') return ok(given);
    if (given === 'true' || given === 'false') return ok(given === 'true');
    const number = readNumber(given, 'url');
    if (number !== null) return ok(number);
    if (given.length < 2 || !given.startsWith('"') || !given.endsWith('"')) return ok(given);
    const text = parseJson(given);
    if (text === undefined) return ok(given);
    return typeof text === 'string' && isAskable(text, valueLengthMax)
      ? ok(text)
      : invalid('The text cannot be stored.');
  }
  if (typeof given === 'boolean') return ok(given);
  const number = readNumber(given, dialect);
  return number === null ? invalid('In JSON, compare with text, a number, true or false.') : ok(number);
}

/** A value that is not null. */
export function readBound(type: ValueType, given: unknown, dialect: Dialect): Result<string | number | boolean> {
  switch (type.name) {
    case 'json':
      return readUntyped(given, dialect);
    case 'text':
      if (typeof given !== 'string') return invalid('The value must be text.');
      return isAskable(given, valueLengthMax) ? ok(given) : invalid('The text is too long or cannot be stored.');
    case 'id':
      return isId(given) ? ok(given) : invalid('The value must be an id (a lower-case UUID).');
    case 'number': {
      const number = readNumber(given, dialect);
      return number === null ? invalid('The value must be a number.') : ok(number);
    }
    case 'integer': {
      const number = readWhole(given, dialect);
      return number === null ? invalid('The value must be a whole number.') : ok(number);
    }
    case 'boolean': {
      const flag = readFlag(given, dialect);
      return flag === null ? invalid('The value must be true or false.', { allowed: [true, false] }) : ok(flag);
    }
    case 'date': {
      const moment = typeof given === 'string' ? normalMoment(given) : null;
      return moment === null
        ? invalid('The value must be an ISO 8601 time such as 2026-05-04T09:00:00Z, or now, or e.g. now-P7D.')
        : ok(moment);
    }
    case 'choice': {
      const options = type.options ?? [];
      return typeof given === 'string' && options.includes(given)
        ? ok(given)
        : invalid('The value must be one of the field’s options.', { allowed: options });
    }
  }
}

/** A value or null; in a URL the bare word `null` is null. */
export function readValue(type: ValueType, given: unknown, dialect: Dialect): Result<string | number | boolean | null> {
  if (given === null || (dialect === 'url' && given === 'null')) return ok(null);
  return readBound(type, given, dialect);
}
