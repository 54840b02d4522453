/**
 * The ceiling: Express and prepared statements over the same rows, by hand, with no authentication, no log and no
 * rules; one commit for each row created. On node:sqlite, or on PostgreSQL through pg.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import express from 'express';
import pg from 'pg';
import { uuidv7 } from '#shared/base/id.ts';
import type { ServerAnswer, ServerJob } from './article-server.ts';
import { type ArticleValues, articleValues } from './articles.ts';

const newId = () => uuidv7(Date.now(), randomBytes(10));
const columns = 'id, "createdAt", "updatedAt", version, title, status, views, author, body';
const listLimit = 25;
const poolMax = 10;

interface Thin {
  get(id: string): Promise<unknown>;
  list(status: string): Promise<readonly unknown[]>;
  by(author: string): Promise<readonly unknown[]>;
  count(status: string): Promise<unknown>;
  after(id: string): Promise<readonly unknown[]>;
  search(text: string): Promise<readonly unknown[]>;
  create(id: string, values: ArticleValues): Promise<void>;
}

const valuesOf = (id: string, { title, status, views, author, body }: ArticleValues) => {
  const now = new Date().toISOString();
  return [id, now, now, 1, title, status, views, author, body];
};

function onSqlite(rows: number, singleIndexes: boolean): { thin: Thin; ids: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const db = new DatabaseSync(join(folder, 'thin.db'));
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE a (id TEXT PRIMARY KEY, "createdAt" TEXT, "updatedAt" TEXT, version INT, title TEXT, status TEXT, views INT, author TEXT, body TEXT);
    ${singleIndexes ? 'CREATE INDEX a_s ON a (status, id); CREATE INDEX a_v ON a (views, id)' : 'CREATE INDEX a_sv ON a (status, views, id)'}; CREATE INDEX a_author ON a (author, id);
    CREATE VIRTUAL TABLE f USING fts5(title, content='', tokenize='unicode61 remove_diacritics 2')`);
  const insert = db.prepare(`INSERT INTO a (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const index = db.prepare('INSERT INTO f (rowid, title) VALUES (?, ?)');
  const put = (id: string, values: ArticleValues) => {
    db.exec('BEGIN');
    const { lastInsertRowid } = insert.run(...valuesOf(id, values));
    index.run(lastInsertRowid, values.title);
    db.exec('COMMIT');
  };
  const ids: string[] = [];
  db.exec('PRAGMA synchronous = OFF');
  for (let n = 0; n < rows; n++) {
    ids.push(newId());
    put(ids[n]!, articleValues(n));
  }
  db.exec('PRAGMA synchronous = FULL; ANALYZE');
  const get = db.prepare(`SELECT ${columns} FROM a WHERE id = ?`);
  const list = db.prepare(`SELECT ${columns} FROM a WHERE status = ? ORDER BY views DESC, id LIMIT ${listLimit}`);
  const by = db.prepare(
    `SELECT ${columns} FROM a WHERE status = 'published' AND author = ? ORDER BY views DESC, id LIMIT ${listLimit}`,
  );
  const count = db.prepare('SELECT count(*) AS n FROM a WHERE status = ?');
  const after = db.prepare(`SELECT ${columns} FROM a WHERE id > ? ORDER BY id LIMIT ${listLimit}`);
  const search = db.prepare(
    `SELECT ${columns} FROM a WHERE rowid IN (SELECT rowid FROM f WHERE f MATCH ?) LIMIT ${listLimit}`,
  );
  return {
    ids,
    thin: {
      get: async (id) => get.get(id),
      list: async (status) => list.all(status),
      by: async (author) => by.all(author),
      count: async (status) => count.get(status)?.['n'],
      after: async (id) => after.all(id),
      search: async (text) => search.all(`${text}*`),
      create: async (id, values) => put(id, values),
    },
  };
}

async function onPostgres(rows: number, url: string): Promise<{ thin: Thin; ids: string[] }> {
  const pool = new pg.Pool({ connectionString: url, max: poolMax });
  await pool.query(`CREATE SCHEMA thin;
    CREATE TABLE thin.a (id text COLLATE "C" PRIMARY KEY, "createdAt" timestamptz, "updatedAt" timestamptz, version int, title text, status text, views int, author text, body text);
    CREATE INDEX ON thin.a (status, views, id); CREATE INDEX ON thin.a (author);
    CREATE INDEX ON thin.a USING gin (to_tsvector('simple', title))`);
  const ask = async (name: string, text: string, values: unknown[]) => (await pool.query({ name, text, values })).rows;
  const insert = `INSERT INTO thin.a (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
  const ids: string[] = [];
  const client = await pool.connect();
  await client.query('BEGIN');
  for (let n = 0; n < rows; n++) {
    ids.push(newId());
    await client.query({ name: 'insert', text: insert, values: valuesOf(ids[n]!, articleValues(n)) });
  }
  await client.query('COMMIT');
  client.release();
  await pool.query('ANALYZE thin.a');
  const from = `SELECT ${columns} FROM thin.a`;
  return {
    ids,
    thin: {
      get: async (id) => (await ask('get', `${from} WHERE id = $1`, [id]))[0],
      by: (author) =>
        ask('by', `${from} WHERE status = 'published' AND author = $1 ORDER BY views DESC, id LIMIT ${listLimit}`, [
          author,
        ]),
      list: (status) => ask('list', `${from} WHERE status = $1 ORDER BY views DESC, id LIMIT ${listLimit}`, [status]),
      count: async (status) => (await ask('n', 'SELECT count(*) AS n FROM thin.a WHERE status = $1', [status]))[0],
      after: (id) => ask('after', `${from} WHERE id > $1 ORDER BY id LIMIT ${listLimit}`, [id]),
      search: (text) =>
        ask('search', `${from} WHERE to_tsvector('simple', title) @@ to_tsquery('simple', $1) LIMIT ${listLimit}`, [
          `${text}:*`,
        ]),
      create: async (id, values) => void (await ask('insert', insert, valuesOf(id, values))),
    },
  };
}

async function open({ rows, databaseUrl, singleIndexes = false }: ServerJob): Promise<ServerAnswer> {
  const { thin, ids } = databaseUrl === null ? onSqlite(rows, singleIndexes) : await onPostgres(rows, databaseUrl);
  const app = express();
  app.get('/a/:id', async (request, response) => void response.json({ data: await thin.get(request.params.id) }));
  app.get('/list', async (_request, response) => void response.json({ data: await thin.list('published') }));
  app.get(
    '/by/:author',
    async (request, response) => void response.json({ data: await thin.by(request.params.author) }),
  );
  app.get('/count', async (_request, response) => {
    const [data, count] = await Promise.all([thin.list('published'), thin.count('published')]);
    response.json({ data, count });
  });
  app.get('/after/:id', async (request, response) => void response.json({ data: await thin.after(request.params.id) }));
  app.get('/search/:q', async (request, response) => void response.json({ data: await thin.search(request.params.q) }));
  app.post('/a', express.json(), async (request, response) => {
    const id = newId();
    await thin.create(id, request.body as ArticleValues);
    response.status(201).json({ data: { id, ...(request.body as ArticleValues) } });
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, credential: 'none', ids, tenant: '' };
}

process.once('message', (job) => {
  void open(job as ServerJob).then((answer) => process.send?.(answer));
});
