/**
 * The data that processes on one database share beside the rows: finished first loads, so that a kiosk gets each chunk from
 * any process that it reaches. An unlogged table in the schema of the server's functions: quick to write, in no backup, empty
 * after a crash of the database. Made by functions.ts.
 */
import type pg from 'pg';
import type { SharedBlobs } from '../contract.ts';
import { patiently } from './connection.ts';
import { storedText } from './stored-text.ts';

/** Maximum number of items of one label: the newest, and those that a client may still be reading. */
const keptPerLabel = 3;

export function sharedBlobsTable(schema: string): string {
  return `CREATE UNLOGGED TABLE IF NOT EXISTS ${schema}.shelf (
    label text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, n int NOT NULL, part bytea NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (label, id, n))`;
}

/** `\x…`, as our sessions get bytea. */
function bytesOf(value: unknown): Buffer {
  return Buffer.from(String(value).slice(2), 'hex');
}

/** @param schema quoted, the one with our functions */
export function openSharedBlobs(pool: pg.Pool, schema: string): SharedBlobs {
  const table = `${schema}.shelf`;
  const ask = (text: string, values: readonly unknown[]) =>
    patiently([pool], () => pool.query<unknown[]>({ text, values: [...values], rowMode: 'array' }));

  return {
    async put(label, id, parts, keptMs) {
      const place = [storedText(label), storedText(id)];
      // The first part is written last: a reader that finds it finds all of them.
      for (const [n, part] of [...parts.entries()].reverse())
        await ask(`INSERT INTO ${table} (label, id, n, part) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`, [
          ...place,
          n,
          part,
        ]);
      await ask(
        `DELETE FROM ${table} AS old USING ${table} AS first WHERE first.n = 0 AND (old.label, old.id) = (first.label, first.id)
          AND (first.at < clock_timestamp() - $1 * interval '1 millisecond'
            OR first.label = $2 AND first.id < (SELECT min(newer.id) FROM (
              SELECT id FROM ${table} WHERE label = $2 AND n = 0 ORDER BY id DESC LIMIT ${keptPerLabel}) AS newer))`,
        [keptMs, storedText(label)],
      );
    },
    async newest(label) {
      const text = `SELECT id, part FROM ${table} WHERE label = $1 AND n = 0 ORDER BY id DESC LIMIT 1`;
      const [row] = (await ask(text, [storedText(label)])).rows;
      return row === undefined ? null : { id: String(row[0]), first: bytesOf(row[1]) };
    },
    async read(label, id) {
      const text = `SELECT part, n FROM ${table} WHERE label = $1 AND id = $2 ORDER BY n`;
      const { rows } = await ask(text, [storedText(label), storedText(id)]);
      return rows[0]?.[1] === 0 ? rows.map(([part]) => bytesOf(part)) : null;
    },
    async touch(label, id) {
      const text = `UPDATE ${table} SET at = clock_timestamp() WHERE label = $1 AND id = $2 AND n = 0`;
      return ((await ask(text, [storedText(label), storedText(id)])).rowCount ?? 0) > 0;
    },
  };
}
