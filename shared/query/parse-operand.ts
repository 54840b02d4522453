/**
 * The operand of an operator as a client wrote it, read into the form the operator's row in the table asks for.
 * Nested conditions are not read here: parse-where.ts does, because it counts them.
 */

import { unreachable } from '../base/assert.ts';
import { parseJson } from '../base/json.ts';
import { compileRegex } from '../base/linear-regex.ts';
import { ok, type Result } from '../base/result.ts';
import { isTimeZone } from '../base/zoned-time.ts';
import { isPlainJson } from '../schema/plain-json.ts';
import { type Box, type Near, readShape } from './geo.ts';
import type { OperandKind } from './operators.ts';
import { type Dialect, invalid, isAskable, readBound, readNumber, readValue, readWhole } from './parse-value.ts';
import { isJsonKey, type ValueType } from './target.ts';
import { type DayOperand, isDuration, normalMoment } from './time-span.ts';

/** Maximum number of values of one list. */
export const listValuesMax = 500;
/** Maximum length of words, prefixes and the like, in UTF-16 units; patterns have their own bound. */
export const textOperandMax = 1_000;
/** Maximum length of JSON and GeoJSON in a URL or body, in UTF-16 units. */
export const jsonOperandMax = 16_384;

export type SimpleOperand = Exclude<OperandKind, 'conditions' | 'condition' | 'nested'>;

/**
 * A list: `[]` or indexes in brackets give their items as they are, plain text in a URL is cut at its commas, and
 * empty text is the empty list. Null where it is no list.
 */
export function readList(given: unknown, dialect: Dialect): readonly unknown[] | null {
  if (Array.isArray(given)) return given;
  if (dialect === 'json') return null;
  if (typeof given === 'string') return given === '' ? [] : given.split(',').map((item) => item.trim());
  if (typeof given !== 'object' || given === null) return null;
  const names = Object.keys(given);
  return names.every((name) => /^\d{1,4}$/.test(name)) ? Object.values(given) : null;
}

function readEach<T>(given: unknown, dialect: Dialect, read: (item: unknown) => Result<T>): Result<readonly T[]> {
  const items = readList(given, dialect);
  if (!items) return invalid('The value must be a list.');
  if (items.length > listValuesMax)
    return invalid(`A list must have at most ${listValuesMax} values.`, { limit: listValuesMax });
  const values: T[] = [];
  for (const item of items) {
    const value = read(item);
    if (!value.ok) return value;
    values.push(value.value);
  }
  return ok(values);
}

function readNumbers(given: unknown, dialect: Dialect, least: number, most: number): readonly number[] | null {
  // Both dialects take "10.7,59.9,5000": people copy coordinates in this form.
  const items = readList(given, typeof given === 'string' ? 'url' : dialect);
  if (!items || items.length < least || items.length > most) return null;
  const numbers = items.map((item) => readNumber(item, typeof item === 'string' ? 'url' : dialect));
  return numbers.every((number) => number !== null) ? numbers : null;
}

function readNear(given: unknown, dialect: Dialect): Result<Near> {
  const [longitude = 0, latitude = 0, maxMetres = 0, minMetres = 0] = readNumbers(given, dialect, 3, 4) ?? [999];
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90 || maxMetres < 0 || minMetres < 0)
    return invalid('The value must be longitude,latitude,maxMetres or longitude,latitude,maxMetres,minMetres.');
  return ok({ longitude, latitude, maxMetres, minMetres });
}

function readBox(given: unknown, dialect: Dialect): Result<Box> {
  const [west = 0, south = 0, east = 0, north = 0] = readNumbers(given, dialect, 4, 4) ?? [999];
  if (Math.abs(west) > 180 || Math.abs(east) > 180 || south < -90 || north > 90 || south > north)
    return invalid('The value must be west,south,east,north in degrees, south not above north.');
  return ok([west, south, east, north]);
}

function readDay(given: unknown): Result<DayOperand> {
  const form = 'The value must be a day such as 2026-05-04 or a time. [tz] next to it can name a time zone.';
  const parts: Readonly<Record<string, unknown>> =
    typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : { '': given };
  if (Object.keys(parts).some((name) => name !== '' && name !== 'date' && name !== 'tz')) return invalid(form);
  const at = parts[''] ?? parts['date'];
  const timeZone = parts['tz'];
  if (typeof at !== 'string' || normalMoment(at) === null) return invalid(form);
  if (timeZone !== undefined && (typeof timeZone !== 'string' || !isTimeZone(timeZone)))
    return invalid('[tz] must be a time zone such as Europe/Oslo.');
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(at) ? at : normalMoment(at)!;
  return ok({ at: moment, ...(timeZone === undefined ? {} : { timeZone }) });
}

function readJson(given: unknown, dialect: Dialect): Result<unknown> {
  let value = given;
  if (dialect === 'url') {
    if (typeof given !== 'string' || given.length > jsonOperandMax) return invalid('The value must be JSON text.');
    value = parseJson(given);
    if (value === undefined) return invalid('The value must be JSON, e.g. {"color":"red"} or "text" with its quotes.');
  }
  if (!isPlainJson(value)) return invalid('The value must be plain JSON, not too deep.');
  return JSON.stringify(value).length <= jsonOperandMax
    ? ok(value)
    : invalid('The JSON is too long.', { limit: jsonOperandMax });
}

function readShapeOperand(given: unknown, dialect: Dialect, area: boolean): Result<unknown> {
  const json = readJson(given, typeof given === 'string' ? 'url' : dialect);
  const shape = json.ok ? readShape(json.value) : null;
  if (!shape || (area && shape.type !== 'Polygon' && shape.type !== 'MultiPolygon'))
    return invalid(`The value must be a GeoJSON ${area ? 'Polygon or MultiPolygon' : 'geometry'} with closed rings.`);
  return ok(shape);
}

function readTextOperand(given: unknown): Result<string> {
  if (typeof given !== 'string') return invalid('The value must be text.');
  return isAskable(given, textOperandMax)
    ? ok(given)
    : invalid(`The text must have at most ${textOperandMax} characters.`, { limit: textOperandMax });
}

function readKey(given: unknown): Result<string> {
  return typeof given === 'string' && given.length <= textOperandMax && isJsonKey(given)
    ? ok(given)
    : invalid('A key must be text without quotes, backslashes and control characters.');
}

function readNumberBetween(given: unknown, dialect: Dialect, from: number, to: number): Result<number> {
  const number = readWhole(given, dialect);
  return number !== null && number >= from && number <= to
    ? ok(number)
    : invalid(`The value must be a whole number from ${from} to ${to}.`);
}

function readPair<T>(list: Result<readonly T[]>, form: string): Result<readonly [T, T]> {
  if (!list.ok) return list;
  const [first, second] = list.value;
  return list.value.length === 2 ? ok([first!, second!]) : invalid(`The value must be ${form}.`);
}

function readDivisor(given: unknown, dialect: Dialect): Result<readonly [number, number]> {
  const numbers = readNumbers(given, dialect, 2, 2);
  if (!numbers?.every(Number.isSafeInteger) || numbers[0] === 0)
    return invalid('The value must be divisor,remainder, both whole, the divisor not 0.');
  return ok([numbers[0]!, numbers[1]!]);
}

/** @returns the operand in its parsed form; the refusal is `invalid_value`, its path is left to the caller */
export function readOperand(form: SimpleOperand, type: ValueType, given: unknown, dialect: Dialect): Result<unknown> {
  switch (form) {
    case 'value':
      return readValue(type, given, dialect);
    case 'bound':
    case 'element':
      return readBound(type, given, dialect);
    case 'values':
      return readEach(given, dialect, (item) => readValue(type, item, dialect));
    case 'elements':
      return readEach(given, dialect, (item) => readBound(type, item, dialect));
    case 'range':
      return readPair(
        readEach(given, dialect, (item) => readBound(type, item, dialect)),
        'two values, from and to',
      );
    case 'divisor':
      return readDivisor(given, dialect);
    case 'text':
    case 'words':
      return readTextOperand(given);
    case 'pattern': {
      const regex = typeof given === 'string' ? compileRegex(given) : 'The value must be text.';
      return typeof regex === 'string'
        ? invalid(regex)
        : isAskable(given as string, textOperandMax)
          ? ok(given)
          : invalid('The pattern cannot be stored.');
    }
    case 'flag':
      return readBound({ name: 'boolean' }, given, dialect);
    case 'count':
      return readNumberBetween(given, dialect, 0, 1_000_000);
    case 'year':
      return readNumberBetween(given, dialect, 1, 9_998);
    case 'month':
      return readNumberBetween(given, dialect, 1, 12);
    case 'weekday':
      return readNumberBetween(given, dialect, 1, 7);
    case 'key':
      return readKey(given);
    case 'keys':
      return readEach(given, dialect, readKey);
    case 'json':
      return readJson(given, dialect);
    case 'day':
      return readDay(given);
    case 'duration':
      return typeof given === 'string' && isDuration(given)
        ? ok(given)
        : invalid('The value must be an ISO 8601 duration such as P7D or PT1H.');
    case 'near':
      return readNear(given, dialect);
    case 'box':
      return readBox(given, dialect);
    case 'area':
      return readShapeOperand(given, dialect, true);
    case 'shape':
      return readShapeOperand(given, dialect, false);
    default:
      return unreachable(form);
  }
}
