/**
 * Cursors: opaque, signed, bound to tenant, collection, sort, filter and search. They hold the sort values of the row at the
 * page's edge, so that rows inserted or deleted meanwhile neither repeat a row nor hide one.
 */
import { createHash } from 'node:crypto';
import { canonicalJson, isObject } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { Query } from '#shared/query/query.ts';

export interface CursorStamp {
  stamp(purpose: string, payload: string): string;
  /** Null: the text bears no valid stamp of this purpose. */
  unstamp(purpose: string, text: string): string | null;
}

/** Returns the hash that binds a cursor to its query and tenant; only the limit may change between pages. */
export function questionHash(tenant: string, collection: string, query: Query): string {
  const known = hashes.get(query);
  if (known?.tenant === tenant && known.collection === collection) return known.hash;
  const hash = hashOf(tenant, collection, query);
  hashes.set(query, { tenant, collection, hash });
  return hash;
}

/** Hashes of queries that are used again. */
const hashes = new WeakMap<Query, { readonly tenant: string; readonly collection: string; readonly hash: string }>();

function hashOf(tenant: string, collection: string, query: Query): string {
  const { limit: _limit, after: _after, ...question } = query;
  return createHash('sha256')
    .update(canonicalJson([tenant, collection, question]))
    .digest('base64url')
    .slice(0, 16);
}

/** The hash of a list that is no query of a collection, from the words that describe it. */
export function wordsHash(...words: readonly string[]): string {
  return createHash('sha256').update(canonicalJson(words)).digest('base64url').slice(0, 16);
}

export interface Place {
  /** The sort values of a row. */
  readonly values: readonly unknown[];
  /** The page holds the rows before it, not those after it. */
  readonly back: boolean;
}

export function writeCursor(stamp: CursorStamp, hash: string, values: readonly unknown[], back = false): string {
  return stamp.stamp('cursor', JSON.stringify({ q: hash, a: values, ...(back ? { b: true } : {}) }));
}

export function readCursor(stamp: CursorStamp, hash: string, text: string): Result<Place> {
  const payload = stamp.unstamp('cursor', text);
  const value: unknown = payload === null ? null : JSON.parse(payload);
  if (!isObject(value) || !Array.isArray(value['a']))
    return refuse({
      code: 'cursor_invalid',
      message: 'The cursor is not valid. Use nextCursor from the previous response.',
      path: 'cursor',
    });
  if (value['q'] !== hash)
    return refuse({
      code: 'cursor_mismatch',
      message: 'This cursor belongs to another sort or filter. Start without a cursor.',
      path: 'cursor',
    });
  return ok({ values: value['a'], back: value['b'] === true });
}
