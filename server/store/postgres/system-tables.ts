/** A tenant's schema and its system tables: made, read, and brought to the format of this version. */
import type pg from 'pg';
import { assert } from '#shared/base/assert.ts';
import { ask, type Session } from './connection.ts';
import { isLost, sqlState } from './errors.ts';

/** Raise it when the layout below changes; a schema with a higher one was written by a newer version. */
const formatVersion = 4;
/** The format of a schema whose values were moved by a release: earlier releases would look for fields that are gone. */
export const movedFormat = 5;
/** Time for which a change of a table waits for its readers, in ms: all other statements on the table queue after it. */
const lockWaitMs = 3_000;
/** Time limit of one statement that makes a table, in ms, on all nodes of a cluster together: the first write waits for it. */
export const makeStatementMs = 4_000;

/** One statement each: a cluster's nodes take no more at a time. */
function systemTables(schema: string): readonly string[] {
  return [
    `CREATE TABLE ${schema}._meta (key text COLLATE "C" PRIMARY KEY, value text NOT NULL)`,
    `CREATE TABLE ${schema}._head (one boolean PRIMARY KEY DEFAULT true CHECK (one), seq bigint NOT NULL,
      resting boolean NOT NULL DEFAULT false) WITH (fillfactor = 10)`,
    `CREATE TABLE ${schema}._changes (
      seq bigint PRIMARY KEY, at timestamptz(3) NOT NULL, collection text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
      op text NOT NULL, types json NOT NULL, actor text NOT NULL, record json NOT NULL, previous json NOT NULL, batch uuid)`,
    `CREATE INDEX _changes_collection ON ${schema}._changes (collection, seq)`,
    `CREATE INDEX _changes_record ON ${schema}._changes (id, seq)`,
    `CREATE TABLE ${schema}._cursors (name text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL)`,
    `CREATE TABLE ${schema}._idempotency (
      key text COLLATE "C" PRIMARY KEY, body_hash text NOT NULL, answer json NOT NULL, at_ms bigint NOT NULL)`,
    `CREATE INDEX _idempotency_at ON ${schema}._idempotency (at_ms)`,
    `INSERT INTO ${schema}._head (seq) VALUES (0)`,
  ];
}

/** Reads `_meta` of a schema; null where the schema does not exist. */
export async function readMeta(client: pg.ClientBase, schema: string): Promise<ReadonlyMap<string, string> | null> {
  // Asks the catalogue's tables: a connection that looked it up by name before would keep the answer that it does not exist.
  const [there] = await ask(client, {
    text: `SELECT count(*) > 0 FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.relname = '_meta' AND n.nspname = $1`,
    values: [schema.slice(1, -1)],
  });
  if (there?.[0] !== true) return null;
  const rows = await ask(client, { text: `SELECT key, value FROM ${schema}._meta`, values: [] });
  return new Map(rows.map(([key, value]) => [String(key), String(value)]));
}

export interface OpenedSchema {
  readonly logId: string;
  /** All of its log was followed, and the tenant put to rest. */
  readonly isResting: boolean;
  /** All of `_meta`: which definitions its tables were made of. */
  readonly meta: ReadonlyMap<string, string>;
}

/** @returns null: the schema is missing, and `openSchema` makes it; or it has an earlier format: `upgradeSchema` upgrades it */
export async function readSchema(session: Session, schema: string): Promise<OpenedSchema | null> {
  const text = `SELECT key, value FROM ${schema}._meta UNION ALL SELECT 'resting', resting::text FROM ${schema}._head`;
  const rows = await session.rows({ text, values: [] }).catch((error: unknown) => {
    const state = error instanceof Error ? (sqlState(error) ?? sqlState(error.cause)) : null;
    if (state === '42P01' || state === '42703' || state === '3F000') return [];
    throw error;
  });
  const meta = new Map(rows.map(([key, value]) => [String(key), String(value)]));
  const logId = meta.get('logId');
  if (logId === undefined || ![formatVersion, movedFormat].includes(Number(meta.get('format')))) return null;
  return { logId, isResting: meta.get('resting') === 'true', meta };
}

function logIdOf(meta: ReadonlyMap<string, string>): string {
  const format = Number(meta.get('format') ?? 0);
  if (format > movedFormat)
    throw new Error(`the database has format ${format}, this version supports ${movedFormat}: use a newer version`);
  const logId = meta.get('logId');
  assert(logId !== undefined, 'the database has no log identity');
  return logId;
}

/**
 * Format 2 adds an index for the changes of one record; format 3 adds columns for searches; format 4 names batches in the
 * log and records which tenants are at rest.
 */
async function upgrade(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`ALTER TABLE ${schema}._changes ADD COLUMN IF NOT EXISTS batch uuid`);
  await client.query(`CREATE INDEX IF NOT EXISTS _changes_record ON ${schema}._changes (id, seq)`);
  await client.query(`ALTER TABLE ${schema}._head ADD COLUMN IF NOT EXISTS resting boolean NOT NULL DEFAULT false`);
  await client.query(`UPDATE ${schema}._meta SET value = $1 WHERE key = 'format'`, [String(formatVersion)]);
}

const isToday = (meta: ReadonlyMap<string, string>) => Number(meta.get('format') ?? 0) >= formatVersion;

/** @param statementMs how long one statement may take; 0: as long as it takes */
export async function atomically<T>(client: pg.ClientBase, work: () => Promise<T>, statementMs = 0): Promise<T> {
  await client.query(`BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${lockWaitMs}`);
  try {
    const value = await work();
    await client.query('COMMIT');
    return value;
  } catch (error) {
    // A connection that did not answer would not answer this either.
    if (!isLost(error)) await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/**
 * Makes the tenant's schema when it is not there; several processes may try at once.
 *
 * @param newId gives the log its identity at birth
 * @param before runs in the same transaction, before the schema is made
 * @returns null: it is there in an earlier format, and `upgradeSchema` brings it to this one
 * @throws when it was written by a newer version
 */
export async function openSchema(
  client: pg.ClientBase,
  schema: string,
  newId: () => string,
  before: string | null = null,
): Promise<OpenedSchema | null> {
  const there = await readMeta(client, schema);
  const make = () => makeSchema(client, schema, newId, before);
  const meta = there ?? (await atomically(client, make, makeStatementMs));
  const logId = logIdOf(meta);
  if (!isToday(meta)) return null;
  const [row] = await ask(client, { text: `SELECT resting FROM ${schema}._head`, values: [] });
  return { logId, isResting: row?.[0] === true, meta };
}

/** Upgrades a schema without a limit of time. */
export function upgradeSchema(client: pg.ClientBase, schema: string): Promise<OpenedSchema> {
  return atomically(client, async () => {
    await lockSchema(client, schema);
    const meta = (await readMeta(client, schema)) ?? new Map<string, string>();
    const logId = logIdOf(meta);
    if (!isToday(meta)) await upgrade(client, schema);
    const [row] = await ask(client, { text: `SELECT resting FROM ${schema}._head`, values: [] });
    return { logId, isResting: row?.[0] === true, meta };
  });
}

function lockSchema(client: pg.ClientBase, schema: string): Promise<unknown> {
  return client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [schema]);
}

/** @returns all of `_meta`, also where another process was quicker */
async function makeSchema(
  client: pg.ClientBase,
  schema: string,
  newId: () => string,
  before: string | null,
): Promise<ReadonlyMap<string, string>> {
  await lockSchema(client, schema);
  const there = await readMeta(client, schema);
  if (there !== null) return there;
  // Both are sent at once and answered in order.
  const statements = [`CREATE SCHEMA IF NOT EXISTS ${schema}`, ...systemTables(schema)];
  if (before !== null) statements.unshift(before);
  await Promise.all(statements.map((statement) => client.query(statement)));
  const meta = new Map([
    ['logId', newId()],
    ['format', String(formatVersion)],
  ]);
  await client.query(`INSERT INTO ${schema}._meta VALUES ($1, $2), ($3, $4)`, [...meta].flat());
  return meta;
}
