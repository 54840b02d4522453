/**
 * A tenant's whole schema out of PostgreSQL and into it again. Out: one repeatable-read transaction. In: one
 * transaction that holds the writers' line (the lock on `_head`) for as long as it lasts.
 */
import type pg from 'pg';
import { assert } from '#shared/base/assert.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { DumpPart } from '../contract.ts';
import { DumpMoves } from '../move-rows.ts';
import { appendChanges, lockHead, moveHead, readHead, readSince } from './change-log.ts';
import { ClientSession, type Connections, type Session } from './connection.ts';
import { asFault } from './errors.ts';
import { insertRecords } from './insert-records.ts';
import { MovedLog } from './moved-log.ts';
import { type ReaderParts, SessionReader, type Tables, watchMoment } from './reader.ts';
import { loadedJson, loadedText, storedJson, storedText } from './stored-text.ts';

const pageRows = 1_000;

/** Returns the names of the tenant's collections, also of those whose table is made when they are used. */
export async function collectionsIn(session: Session, schema: string): Promise<readonly string[]> {
  return [
    ...new Set([...(await named(session, schema, 'schema')), ...(await named(session, schema, 'unmade'))]),
  ].sort();
}

async function named(session: Session, schema: string, kind: 'schema' | 'unmade'): Promise<readonly string[]> {
  const text = `SELECT substr(key, ${kind.length + 2}) FROM ${schema}._meta WHERE starts_with(key, '${kind}:')`;
  return (await session.rows({ text, values: [] })).map(([name]) => String(name));
}

export async function* dumpSchema(
  pool: Connections,
  schema: string,
  parts: ReaderParts,
  wanted: readonly string[],
): AsyncGenerator<DumpPart> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const session = new ClientSession(client);
    const ended = await watchMoment(session, parts);
    const head = await readHead(session, schema);
    const reader = new SessionReader(session, parts);
    const moved = new MovedLog(session, schema, parts.tables);
    // A collection that was never used has no table, and none is made for the dump.
    const made = new Set(await named(session, schema, 'schema'));
    const collections = wanted.filter((name) => made.has(name));
    for (const collection of collections)
      if (parts.tables.get(collection)?.definition.moves)
        yield { kind: 'moves', collection, applied: await moved.applied(collection) };
    for (const collection of collections)
      for (let after: readonly unknown[] | null = null; ; ) {
        const records: readonly StoredRecord[] = await reader.find(collection, {
          limit: pageRows,
          ...(after ? { after } : {}),
        });
        if (records.length > 0) yield { kind: 'records', collection, records };
        if (records.length < pageRows) break;
        after = [records.at(-1)?.id];
      }
    for (let seq = 0; seq < head; ) {
      const changes = await readSince(session, schema, seq, { limit: pageRows });
      if (changes.length === 0) break;
      yield { kind: 'changes', changes: await moved.today(changes) };
      seq = changes.at(-1)?.seq ?? head;
    }
    const cursors = await session.rows({ text: `SELECT name, seq FROM ${schema}._cursors ORDER BY name`, values: [] });
    yield {
      kind: 'cursors',
      cursors: cursors.map(([name, seq]) => ({ name: loadedText(String(name)), seq: Number(seq) })),
    };
    yield* answers(session, schema);
    await ended();
    await client.query('ROLLBACK');
    broken = false;
  } catch (error) {
    throw asFault('the dump stopped halfway', error);
  } finally {
    client.release(broken);
  }
}

async function* answers(session: Session, schema: string): AsyncGenerator<DumpPart> {
  for (let after = ''; ; ) {
    const text = `SELECT key, body_hash, answer, at_ms FROM ${schema}._idempotency WHERE key > $1 ORDER BY key LIMIT ${pageRows}`;
    const rows = await session.rows({ text, values: [after] });
    const kept = rows.map(([key, bodyHash, answer, atMs]) => ({
      key: loadedText(String(key)),
      bodyHash: String(bodyHash),
      answer: loadedJson(String(answer)),
      atMs: Number(atMs),
    }));
    if (kept.length > 0) yield { kind: 'answers', answers: kept };
    const last = rows.at(-1);
    if (rows.length < pageRows || !last) return;
    after = String(last[0]);
  }
}

interface LoadPlace extends Pick<ReaderParts, 'tables' | 'unmade'> {
  readonly client: pg.ClientBase;
  /** Quoted. */
  readonly schema: string;
  readonly activate: () => Promise<void>;
}

/** Loads the whole dump or nothing. @returns the new head. @throws where the database is not empty */
export async function loadInto(
  { activate, client, schema, tables, unmade }: LoadPlace,
  parts: AsyncIterable<DumpPart> | Iterable<DumpPart>,
): Promise<number> {
  const session = unmade?.over(new ClientSession(client)) ?? new ClientSession(client);
  await client.query('BEGIN; SET LOCAL statement_timeout = 0');
  try {
    const [row] = await session.rows(lockHead(schema));
    assert(Number(row?.[0]) === 0, 'a dump is loaded into an empty database');
    if (row?.[1] === true) await activate();
    const moves = new DumpMoves();
    for await (const part of parts) await write({ session, schema, tables, moves }, part);
    const head = await readHead(session, schema);
    await client.query('COMMIT');
    return head;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

interface Loading {
  readonly session: Session;
  readonly schema: string;
  readonly tables: Tables;
  readonly moves: DumpMoves;
}

async function write({ moves, schema, session, tables }: Loading, part: DumpPart): Promise<void> {
  switch (part.kind) {
    case 'records': {
      const table = tables.get(part.collection);
      assert(table !== undefined, `no collection ${part.collection} in this store`);
      const records = part.records.map((record) => moves.record(record, table.definition));
      return insertRecords(session, table, records);
    }
    case 'changes': {
      const last = part.changes.at(-1);
      if (last) {
        const today = part.changes.map((c) => moves.change(c, tables.get(c.collection)?.definition ?? null));
        await session.rows(appendChanges(schema, today, { seq: last.seq, batch: null }));
        await session.rows(moveHead(schema, last.seq));
      }
      return;
    }
    case 'moves':
      moves.note(part.collection, part.applied);
      return;
    case 'cursors':
      for (const { name, seq } of part.cursors)
        await session.rows({ text: `INSERT INTO ${schema}._cursors VALUES ($1, $2)`, values: [storedText(name), seq] });
      return;
    case 'answers':
      for (const { key, bodyHash, answer, atMs } of part.answers)
        await session.rows({
          text: `INSERT INTO ${schema}._idempotency VALUES ($1, $2, $3, $4)`,
          values: [storedText(key), bodyHash, storedJson(answer ?? null), atMs],
        });
      return;
  }
}
