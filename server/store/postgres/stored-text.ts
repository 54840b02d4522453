/**
 * PostgreSQL's text cannot hold U+0000. Six control characters are therefore stored as pairs, chosen so that order by
 * code points, beginnings, ends and occurrences stay what they were: leads are U+0001 and U+0002, trails U+0003 to
 * U+0005, and none of these stands for itself. All other text is stored as it is.
 */
import { assert } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';

const special = /[\u0000-\u0005]/g;
const pair = /[\u0001\u0002][\u0003-\u0005]/g;
/** JSON.stringify and PostgreSQL write control characters in this form alone. */
const inJson = /\\u000[0-5]/;

const pairs = Array.from({ length: 6 }, (_, i) => String.fromCharCode(1 + Math.floor(i / 3), 3 + (i % 3)));

export function storedText(text: string): string {
  special.lastIndex = 0;
  return special.test(text) ? text.replace(special, (char) => pairs[char.charCodeAt(0)]!) : text;
}

export function loadedText(text: string): string {
  pair.lastIndex = 0;
  return pair.test(text) ? text.replace(pair, (two) => String.fromCharCode(pairs.indexOf(two))) : text;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isObject(value)) return value;
  const mapped: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value))
    Object.defineProperty(mapped, change(key), {
      value: mapTexts(item, change),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return mapped;
}

export function storedJson(value: unknown): string {
  const json = JSON.stringify(value);
  assert(json !== undefined, 'a value that JSON knows');
  return inJson.test(json) ? JSON.stringify(mapTexts(value, storedText)) : json;
}

export function loadedJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  return inJson.test(json) ? mapTexts(value, loadedText) : value;
}
