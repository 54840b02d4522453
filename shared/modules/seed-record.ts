/**
 * Example records of a module as data, for sandboxes and demonstrations. Where a field is a relation, the value is the
 * key of a record of a seed instead of an id: server/modules/common/load-seed.ts replaces keys by ids.
 */
import type { Json } from '../base/json.ts';

export interface SeedRecord {
  readonly collection: string;
  /** Unique within the collection; the id follows from it, so that loading twice makes nothing twice. */
  readonly key: string;
  readonly values: Readonly<Record<string, Json>>;
}

/** @param rows key → values */
export function seedOf(
  collection: string,
  rows: Readonly<Record<string, Readonly<Record<string, Json>>>>,
): readonly SeedRecord[] {
  return Object.entries(rows).map(([key, values]) => ({ collection, key, values }));
}
