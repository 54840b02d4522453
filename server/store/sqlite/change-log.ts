/** The tenant's log as a table: append inside a transaction, read the head and what came after a number. */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { assert } from '#shared/base/assert.ts';
import type { Change, ChangeOp, HistoryOptions, SinceOptions } from '../contract.ts';
import type { Connection } from './connection.ts';

/** Maximum number of changes that one call may ask for. */
const maxSinceLimit = 10_000;
/** Maximum number of collections that one call may name: SQLite joins at most 500 selects. */
const maxSinceCollections = 500;

const columns = 'seq, at, collection, id, op, types, actor, record, previous';
export const insertChange = `INSERT INTO _changes (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
// `+?`: see limitOf() in compile-sql.ts.
const selectAll = `SELECT ${columns} FROM _changes WHERE seq > ? ORDER BY seq LIMIT +?`;

export function changeParameters(change: Change): SQLInputValue[] {
  return [
    change.seq,
    change.at,
    change.collection,
    change.id,
    change.op,
    JSON.stringify(change.types),
    change.actor,
    JSON.stringify(change.record),
    change.previous === null ? null : JSON.stringify(change.previous),
  ];
}

/** The newest sequence number this connection can see; 0 in an empty log. */
export function readHead(connection: Connection): number {
  return Number(connection.row('SELECT max(seq) FROM _changes')?.[0] ?? 0);
}

/**
 * One index range per collection, merged: a rarely written collection costs no walk over the whole log.
 */
function selectOf(collections: number): string {
  const part = 'SELECT seq FROM (SELECT seq FROM _changes WHERE collection = ? AND seq > ? ORDER BY seq LIMIT +?)';
  const parts = Array.from({ length: collections }, () => part).join(' UNION ALL ');
  return `SELECT ${columns} FROM _changes WHERE seq IN (${parts}) ORDER BY seq LIMIT +?`;
}

export function readSince(connection: Connection, seq: number, options: SinceOptions): readonly Change[] {
  const { limit, collections } = options;
  assert(Number.isInteger(limit) && limit >= 1 && limit <= maxSinceLimit, `since: limit ${limit} is out of bounds`);
  if (collections === undefined) return connection.rows(selectAll, [seq, limit]).map(decodeChange);
  const names = [...new Set(collections)];
  assert(names.length <= maxSinceCollections, `since: more than ${maxSinceCollections} collections`);
  if (names.length === 0) return [];
  const parameters = names.flatMap((name) => [name, seq, limit]);
  return connection.rows(selectOf(names.length), [...parameters, limit]).map(decodeChange);
}

/** Maximum number of changes that one call for a record's history may ask for. */
const maxHistoryLimit = 1_000;

/** Reads changes by the record's own index: `+` keeps the planner from walking the whole collection's changes. */
export function readHistory(
  connection: Connection,
  collection: string,
  id: string,
  { limit, before = Number.MAX_SAFE_INTEGER }: HistoryOptions,
): readonly Change[] {
  assert(Number.isInteger(limit) && limit >= 1 && limit <= maxHistoryLimit, `history: limit ${limit} is out of bounds`);
  const sql = `SELECT ${columns} FROM _changes WHERE id = ? AND +collection = ? AND seq < ? ORDER BY seq DESC LIMIT +?`;
  return connection.rows(sql, [id, collection, before, limit]).map(decodeChange);
}

function decodeChange(row: readonly SQLOutputValue[]): Change {
  const [seq, at, collection, id, op, types, actor, record, previous] = row;
  return {
    seq: seq as number,
    at: at as string,
    collection: collection as string,
    id: id as string,
    op: op as ChangeOp,
    types: JSON.parse(types as string),
    actor: actor as string,
    record: JSON.parse(record as string),
    previous: previous === null ? null : JSON.parse(previous as string),
  };
}
