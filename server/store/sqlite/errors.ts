/** SQLite's errors in the contract's words. */
import { isObject } from '#shared/base/json.ts';
import { UniqueViolation } from '../contract.ts';

// https://www.sqlite.org/rescode.html: SQLITE_BUSY, and below SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY
const busyCode = 5;
const uniqueCodes: readonly unknown[] = [2067, 1555];
const prefix = 'UNIQUE constraint failed: ';

/** Another process holds the lock. Extended codes of it mean other things. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && isObject(error) && error['errcode'] === busyCode;
}

/** The violated fields, from the message `UNIQUE constraint failed: table.a, table.b`; null for any other error. */
export function asUniqueViolation(table: string, error: unknown): UniqueViolation | null {
  if (!(error instanceof Error) || !isObject(error) || !uniqueCodes.includes(error['errcode'])) return null;
  const at = error.message.indexOf(prefix);
  const columns = at < 0 ? [] : error.message.slice(at + prefix.length).split(', ');
  if (columns.length === 0 || !columns.every((column) => column.startsWith(`${table}.`))) return null;
  return new UniqueViolation(
    table,
    columns.map((column) => column.slice(table.length + 1)),
  );
}
