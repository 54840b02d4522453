/**
 * The SQL functions the query compiler relies on, made of the very functions that answer in memory. Every connection
 * that runs compiled queries must have them: call `registerFunctions(db)` once after opening.
 */

import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { keepBounded } from '#shared/base/bounded-map.ts';
import { compileRegex, type LinearRegex, regexMatches } from '#shared/base/linear-regex.ts';
import { fold } from '#shared/query/fold.ts';
import { distanceMetres, intersects, isInBox, isNear, isPosition, isWithin, type Shape } from '#shared/query/geo.ts';
import { containsJson } from '#shared/query/json-contains.ts';
import {
  meetsSearch,
  parseSearch,
  type SearchTerm,
  type SearchText,
  searchRank,
  searchText,
} from '#shared/query/search.ts';
import { monthOf, weekdayOf } from '#shared/query/time-span.ts';

/** Operands seen lately, parsed: a query gives the same operand for every row. */
const keptOperands = 32;

const kept = <T>(parse: (text: string) => T) => keepBounded(keptOperands, parse);

function parseRegex(pattern: string): LinearRegex {
  const machine = compileRegex(pattern);
  if (typeof machine === 'string') throw new Error(`a pattern that was checked: ${machine}`);
  return machine;
}

type SqlFunction = (value: string, ...rest: SQLOutputValue[]) => string | number | null;

/** Null in, null out. */
function functionsByName(): Readonly<Record<string, SqlFunction>> {
  const regexOf = kept(parseRegex);
  const shapeOf = kept((json) => JSON.parse(json) as Shape);
  const jsonOf = kept((json) => ({ value: JSON.parse(json) as unknown }));
  const onPoint =
    (answer: (point: readonly [number, number], ...rest: SQLOutputValue[]) => boolean | number): SqlFunction =>
    (value, ...rest) => {
      const point: unknown = JSON.parse(value);
      return isPosition(point) ? Number(answer(point, ...rest)) : null;
    };
  return {
    gh_fold: fold,
    gh_ends_with: (text, end) => Number(text.endsWith(String(end))),
    gh_regex: (text, pattern) => Number(regexMatches(regexOf(String(pattern)), text)),
    gh_json_contains: (outer, inner) => Number(containsJson(jsonOf(outer).value, jsonOf(String(inner)).value)),
    gh_month: (time, zone) => monthOf(time, String(zone)),
    gh_weekday: (time, zone) => weekdayOf(time, String(zone)),
    gh_distance: onPoint((point, longitude, latitude) => distanceMetres(point, [Number(longitude), Number(latitude)])),
    gh_near: onPoint((point, longitude, latitude, maxMetres, minMetres) =>
      isNear(point, {
        longitude: Number(longitude),
        latitude: Number(latitude),
        maxMetres: Number(maxMetres),
        minMetres: Number(minMetres),
      }),
    ),
    gh_in_box: onPoint((point, w, s, e, n) => isInBox(point, [Number(w), Number(s), Number(e), Number(n)])),
    gh_within: onPoint((point, shape) => isWithin(point, shapeOf(String(shape)))),
    gh_intersects: onPoint((point, shape) => intersects(point, shapeOf(String(shape)))),
  };
}

export function registerFunctions(db: DatabaseSync): void {
  for (const [name, answer] of Object.entries(functionsByName()))
    db.function(name, { deterministic: true, varargs: true }, (value, ...rest) =>
      value === null ? null : answer(value as string, ...rest),
    );
  const termsOf = kept(parseSearch);
  const onTexts =
    (answer: (terms: readonly SearchTerm[], text: SearchText) => boolean | number) =>
    (wanted: SQLOutputValue, ...texts: SQLOutputValue[]) => {
      const given = texts.map((text) => (typeof text === 'string' ? text : null));
      return Number(answer(termsOf(String(wanted)), searchText(given)));
    };
  db.function('gh_search', { deterministic: true, varargs: true }, onTexts(meetsSearch));
  db.function('gh_search_rank', { deterministic: true, varargs: true }, onTexts(searchRank));
}
