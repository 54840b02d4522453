/** Compares a form's changes of a record with another person's changes of the same fields. Pure. */
import { canonicalJson } from '#shared/base/json.ts';

const same = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null);

/** Returns the fields of the patch whose value differs between the two records, and in `now` also from the patch. */
export function conflictsOf<T extends object>(before: T, now: T, patch: Partial<T>): readonly (keyof T & string)[] {
  const fields = Object.keys(patch) as (keyof T & string)[];
  return fields.filter((field) => !same(before[field], now[field]) && !same(now[field], patch[field]));
}

/**
 * Returns the values that differ from the record: the patch to send. The server merges settings: what a form leaves out of one
 * stays, and a form that takes something out says so (`patchTo`).
 */
export function changesOf<T extends object>(before: T, values: Partial<T>): Partial<T> {
  const changed = Object.entries(values).filter(([field, value]) => !same(before[field as keyof T], value));
  return Object.fromEntries(changed) as Partial<T>;
}
