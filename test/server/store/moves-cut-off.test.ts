/** A server that dies while it migrates a database to its release leaves it as it was, or migrated. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import type { TenantStore } from '#server/store/contract.ts';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { ok } from '#shared/base/result.ts';
import { query } from '#test/fixtures/cluster/databases.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { halls, laterHalls } from './hall-releases.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const rows = 2_600;
const script = new URL('./move-and-die.ts', import.meta.url).pathname;
const setting = { clock: Date.now, newId: idMaker(Date.now) };

function moveAndDie(folder: string, made: number, turns: number): Promise<{ moved: boolean; signal: string | null }> {
  const child = spawn(process.execPath, [script, folder, String(made), String(turns)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (_code, signal) => resolve({ moved: out === 'moved\n', signal }));
  });
}

/** The log is dense, and every record is one release's or every record is the other's. @returns whether it is the later one's */
async function wholeRelease(db: TenantStore): Promise<boolean> {
  const head = await db.head();
  const isLater = head === 2 * rows;
  expect([rows, 2 * rows]).toContain(head);
  const versions = new Set<number>();
  for await (const page of db.walk('halls')) for (const { version } of page) versions.add(version);
  expect([...versions]).toEqual([isLater ? 2 : 1]);
  expect(await db.count('halls')).toBe(rows);
  return isLater;
}

test('SQLite: killed at any page, the file is that of one release, and the next start brings it to the later one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-moves-'));
  const seen: boolean[] = [];
  for (const [made, turns] of [
    [rows, 1],
    [0, 3],
    [0, 5],
    [0, 0],
  ] as const) {
    const { moved, signal } = await moveAndDie(folder, made, turns);
    expect([moved, signal]).toEqual(turns === 0 ? [true, null] : [false, 'SIGKILL']);
    const store = openSqliteStore({ folder, ...setting });
    const db = await store.tenant('one');
    db.know([turns === 0 ? laterHalls : halls]);
    seen.push(await wholeRelease(db));
    await store.close();
  }
  expect(seen).toEqual([false, false, false, true]);
  rmSync(folder, { recursive: true });
});

test('PostgreSQL: with the connection cut, the schema is that of one release, and the next try brings it to the later one', async () => {
  const url = await (await postgres()).database('cut_moves');
  const first = openPostgresStore({ url, findEngine, ...setting });
  const made = await first.tenant('one');
  await made.migrate([halls]);
  await made.commit('user:a', async (tx) => {
    for (let i = 0; i < rows; i++) await tx.create('halls', { title: `Hall ${i}`, state: 'draft' });
    return ok(null);
  });
  await first.close();

  const store = openPostgresStore({ url, findEngine, ...setting });
  const db = await store.tenant('one');
  let isOver = false;
  const going = db
    .migrate([laterHalls])
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      isOver = true;
    });
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND datname = current_database() AND query LIKE 'FETCH%reshape'`;
  let cuts = 0;
  while (!isOver) cuts += (await query(url, cut)).length;
  const isMoved = await going;
  await store.close();
  // As a rule it was caught between two pages; where it was quicker, it is whole.
  expect(isMoved).toBe(cuts === 0);

  const last = openPostgresStore({ url, findEngine, ...setting });
  const again = await last.tenant('one');
  again.know([isMoved ? laterHalls : halls]);
  expect(await wholeRelease(again)).toBe(isMoved);
  expect(await again.migrate([laterHalls])).toHaveLength(isMoved ? 0 : 1);
  expect(await wholeRelease(again)).toBe(true);
  expect(await again.findOne('halls', { name: 'Hall 7' })).toMatchObject({ state: 'planned' });
  await last.close();
});
