/** JSON and text that every store keeps as they are. */
import { isObject, type Json } from '../base/json.ts';

export const jsonDepthMax = 32;

/** A lone surrogate cannot be stored as UTF-8, and U+0000 not in every database: both would change on the way. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
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
