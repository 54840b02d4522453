/**
 * The tenant's log as a table. Numbers come from the one row of `_head`, which a writer locks for as long as its
 * transaction lasts: the lock and the number travel in one statement, the order of commits is the order of numbers in
 * any number of processes, and one lock serves a whole batch. A sequence would let 11 commit before 10.
 */
import { assert } from '#shared/base/assert.ts';
import type { Change, ChangeOp, HistoryOptions, SinceOptions } from '../contract.ts';
import { prepared, type Statement } from './compile-query.ts';
import type { Session } from './connection.ts';
import { loadedText, storedText } from './stored-text.ts';
import type { Row } from './table.ts';

/** Maximum number of changes that one call may ask for. */
const maxSinceLimit = 10_000;
/** Maximum number of collections that one call may name. */
const maxSinceCollections = 500;

const columns = 'seq, at, collection, id, op, types, actor, record, previous';

/** Position of a batch's end in the log: its last number, and a name that no other batch has. */
export interface BatchMark {
  readonly seq: number;
  /** Null: the changes were loaded from a dump and bear no name. */
  readonly batch: string | null;
}

/**
 * All changes of a batch; the last one carries the batch's name. `moveHead` goes with it.
 *
 * The row of `_head` is joined so that a cluster gives the statement to the tenant's node as it is. Without a table of the
 * tenant, and likewise with the update of the head in it, the coordinator runs it in pieces and commits in two phases: a
 * crash between the phases would hold the tenant's log until the engine cleans up, a minute or more.
 */
export function appendChanges(schema: string, changes: readonly Change[], { seq: head, batch }: BatchMark): Statement {
  const of = <T>(read: (change: Change) => T) => changes.map(read);
  return prepared({
    text: `INSERT INTO ${schema}._changes (${columns}, batch)
      SELECT c.*, CASE WHEN c.seq = $10 THEN $11::uuid END FROM ${schema}._head CROSS JOIN unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::json[], $7::text[], $8::json[], $9::json[]) AS c (${columns})`,
    values: [
      of((c) => c.seq),
      of((c) => c.at),
      of((c) => c.collection),
      of((c) => storedText(c.id)),
      of((c) => c.op),
      of((c) => JSON.stringify(c.types)),
      of((c) => c.actor),
      // `json` keeps the text as it is, U+0000 in its escaped form with it: no one looks inside by SQL.
      of((c) => JSON.stringify(c.record)),
      of((c) => (c.previous === null ? 'null' : JSON.stringify(c.previous))),
      head,
      batch,
    ],
  });
}

/** The log's new end. The tenant is not at rest: what was added has to be followed. */
export function moveHead(schema: string, head: number): Statement {
  return prepared({ text: `UPDATE ${schema}._head SET seq = $1, resting = false`, values: [head] });
}

/** Locks the log for its writer. Answers the newest number, and whether the tenant is at rest. */
export function lockHead(schema: string): Statement {
  return prepared({ text: `SELECT seq, resting FROM ${schema}._head FOR UPDATE`, values: [] });
}

/** Marks a log that ends at `head` as resting, all of it followed: the writer that adds to it activates the tenant first. */
export function markResting(schema: string, head: number): Statement {
  return { text: `UPDATE ${schema}._head SET resting = true WHERE seq = $1 RETURNING true`, values: [head] };
}

/** Whether this batch stands in the log. */
export function findBatch(schema: string, { seq, batch }: BatchMark): Statement {
  return { text: `SELECT 1 FROM ${schema}._changes WHERE seq = $1 AND batch = $2`, values: [seq, batch] };
}

export async function readHead(session: Session, schema: string): Promise<number> {
  const [row] = await session.rows({ text: `SELECT seq FROM ${schema}._head`, values: [] });
  return Number(row?.[0] ?? 0);
}

/** One index range per collection, merged: a rarely written collection costs no walk over the whole log. */
function someSql(schema: string): string {
  return `SELECT ${columns
    .split(', ')
    .map((c) => `found.${c}`)
    .join(', ')} FROM unnest($3::text[]) AS wanted(collection)
    CROSS JOIN LATERAL (SELECT ${columns} FROM ${schema}._changes AS c
      WHERE c.collection = wanted.collection AND c.seq > $1 ORDER BY c.seq LIMIT $2) AS found
    ORDER BY found.seq LIMIT $2`;
}

export async function readSince(
  session: Session,
  schema: string,
  seq: number,
  options: SinceOptions,
): Promise<readonly Change[]> {
  const { limit, collections } = options;
  assert(Number.isInteger(limit) && limit >= 1 && limit <= maxSinceLimit, `since: limit ${limit} is out of bounds`);
  if (collections === undefined) {
    const text = `SELECT ${columns} FROM ${schema}._changes WHERE seq > $1 ORDER BY seq LIMIT $2`;
    return (await session.rows(prepared({ text, values: [seq, limit] }))).map(decodeChange);
  }
  const names = [...new Set(collections)];
  assert(names.length <= maxSinceCollections, `since: more than ${maxSinceCollections} collections`);
  if (names.length === 0) return [];
  const asked = prepared({ text: someSql(schema), values: [seq, limit, names] });
  return (await session.rows(asked)).map(decodeChange);
}

/** Maximum number of changes that one call for a record's history may ask for. */
const maxHistoryLimit = 1_000;

export async function readHistory(
  session: Session,
  schema: string,
  record: { readonly collection: string; readonly id: string },
  { limit, before = Number.MAX_SAFE_INTEGER }: HistoryOptions,
): Promise<readonly Change[]> {
  assert(Number.isInteger(limit) && limit >= 1 && limit <= maxHistoryLimit, `history: limit ${limit} is out of bounds`);
  const text = `SELECT ${columns} FROM ${schema}._changes WHERE id = $1 AND collection = $2 AND seq < $3 ORDER BY seq DESC LIMIT $4`;
  const values = [storedText(record.id), record.collection, before, limit];
  return (await session.rows(prepared({ text, values }))).map(decodeChange);
}

function decodeChange(row: Row): Change {
  const [seq, at, collection, id, op, types, actor, record, previous] = row;
  return {
    seq: seq as number,
    at: at as string,
    collection: collection as string,
    id: loadedText(id as string),
    op: op as ChangeOp,
    types: JSON.parse(types as string),
    actor: actor as string,
    record: JSON.parse(record as string),
    previous: JSON.parse(previous as string),
  };
}
