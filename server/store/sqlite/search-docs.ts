/**
 * The numbers under which records stand in a full-text index, in the order of their ids: so that what is found comes in
 * the order of the answer, and the first 25 of many cost no more than 25. Called by search-index.ts only.
 */
import type { Connection } from './connection.ts';
import type { SearchTable } from './table.ts';

/** Numbers are below it; those above serve while records are moved. */
const docMax = 2 ** 52;
/** Distance between neighbours where nothing else says how far apart they should stand. */
const step = 2 ** 20;
/** Neighbours moved at a time when there is no number left between two, and the room each must get. */
const movedAtOnce = 16;
const roomEach = 64;

/** UUIDv7 begin with their milliseconds, below 2^42 until the year 2109; other UUIDs with 48 random bits, mostly above. */
const lastMs = 2 ** 42;

/** Grows as ids do: of a UUIDv7 its milliseconds and eight random bits, of others the first 48 bits; NaN for other texts. */
function hintOf(id: string): number {
  const first = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  if (first < lastMs) return first * 2 ** 8 + Number.parseInt(id.slice(15, 17), 16);
  return lastMs * 2 ** 8 + (first - lastMs) * 2 ** 3;
}

function between(id: string, low: number, high: number): number | null {
  const hint = hintOf(id);
  if (hint > low && hint < high) return hint;
  const room = high - low;
  return room < 2 ? null : low + Math.min(step, Math.floor(room / 2));
}

/** Returns the number of the next record, for ids that come in ascending order. */
export function docAfter(id: string, last: number): number {
  return between(id, last, docMax) ?? last + 1;
}

/** Gives a record another number. */
export type MoveDoc = (id: string, from: number, to: number) => void;

/** Records after `id` move apart until there is room before them. @returns the number that is free then */
function makeRoom(connection: Connection, table: SearchTable, id: string, low: number, move: MoveDoc): number {
  for (let count = movedAtOnce; ; count *= 2) {
    const rows = connection.rows(`SELECT "id", doc FROM ${table.docs} WHERE "id" > ? ORDER BY "id" LIMIT +?`, [
      id,
      count + 1,
    ]);
    const end = rows.length > count ? Number(rows.pop()![1]) : docMax;
    const each = Math.floor((end - low) / (rows.length + 2));
    if (each < roomEach && rows.length === count) continue;
    // First to numbers above all others, so that no two records ever have the same number.
    const spare = docMax * 1.5;
    for (const [i, row] of rows.entries()) move(String(row[0]), Number(row[1]), spare + i);
    for (const [i, row] of rows.entries()) move(String(row[0]), spare + i, low + each * (i + 2));
    return low + each;
  }
}

/** @returns a number for a record that has none, between those of its neighbours */
export function newDoc(connection: Connection, table: SearchTable, id: string, move: MoveDoc): number {
  const { docs } = table;
  const before = connection.row(`SELECT doc FROM ${docs} WHERE "id" < ? ORDER BY "id" DESC LIMIT 1`, id);
  const after = connection.row(`SELECT doc FROM ${docs} WHERE "id" > ? ORDER BY "id" LIMIT 1`, id);
  const low = Number(before?.[0] ?? 0);
  return between(id, low, Number(after?.[0] ?? docMax)) ?? makeRoom(connection, table, id, low, move);
}
