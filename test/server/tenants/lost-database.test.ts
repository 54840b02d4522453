/** One of two databases is lost: its tenants are told to come back, all others notice nothing, and it is said which. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminJson, adminWords } from '#test/fixtures/admin-words.ts';
import { type Cable, openCable } from '#test/fixtures/cable.ts';
import { type OpenHouse, openHouse } from '#test/fixtures/open-house.ts';
import { type PostgresServer, postgres } from '#test/fixtures/postgres.ts';

const patient = { timeout: 60_000, interval: 50 };

let server: PostgresServer;
let cable: Cable;
let env: Readonly<Record<string, string>>;
let house: OpenHouse;
let goes: { readonly id: string; readonly key: string };
let stays: { readonly id: string; readonly key: string };

beforeAll(async () => {
  server = await postgres();
  cable = await openCable(server.port);
  const through = new URL(await server.database('far'));
  through.port = String(cable.port);
  env = {
    DATABASE_URL: await server.database('near'),
    DATABASES: `far=${through.href}`,
    DATABASE_CONNECTIONS: '6',
    LOG_LEVEL: 'silent',
  };
  house = await openHouse(env);
  for (const slug of ['goes', 'stays']) {
    const { tenant, apiKey } = await house.tenant(slug);
    const made = { id: tenant.id, key: apiKey };
    if (slug === 'goes') goes = made;
    else stays = made;
  }
  env = { ...env, DATA_DIR: house.dataDir };
  await adminJson(env, 'tenant', 'move', 'goes', '--to', 'far');
  await adminJson(env, 'tenant', 'move', 'stays', '--to', 'main');
  for (const { key } of [goes, stays]) expect((await note(key, 'before')).status).toBe(201);
}, 300_000);
afterAll(async () => {
  await cable?.plugIn().catch(() => {});
  await house?.close();
  await cable?.pull();
});

const note = (key: string, title: string, at = house) =>
  at.send('POST', '/api/v1/notes', { key, json: { title }, headers: { 'idempotency-key': title } });
const titles = async (key: string) =>
  ((await house.send('GET', '/api/v1/notes?sort=title', { key })).body['data'] as { title: string }[]).map(
    ({ title }) => title,
  );
const lost = async () => (await house.send('GET', '/readyz')).body['lostDatabases'];

test('its tenants alone are away, and come back with it', async () => {
  expect(await lost()).toEqual([]);
  await cable.pull();
  await expect.poll(lost, patient).toEqual(['far']);
  const ready = await house.send('GET', '/readyz');
  expect([ready.status, ready.body['status']]).toEqual([200, 'degraded']);
  const metrics = (await house.send('GET', '/metrics')).text;
  expect(metrics).toContain('gatehouse_database_up{database="far"} 0');
  expect(metrics).toContain('gatehouse_database_up{database="main"} 1');
  expect((await note(stays.key, 'meanwhile')).status).toBe(201);
  for (const refused of [
    await note(goes.key, 'meanwhile'),
    await house.send('GET', '/api/v1/notes', { key: goes.key }),
  ]) {
    expect([refused.status, refused.codes]).toEqual([503, ['storage_unavailable']]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }

  const { code, out } = await adminWords(env, ['doctor', '--json']);
  const { checks } = JSON.parse(out) as { checks: { name: string; ok: boolean }[] };
  const failed = checks.filter((check) => !check.ok).map(({ name }) => name);
  expect([code, failed]).toEqual([1, expect.arrayContaining(['database far', 'tenant goes', 'sandbox of goes'])]);
  expect(failed.some((name) => name.includes('stays') || name === 'PostgreSQL')).toBe(false);

  // Nothing half is done with a tenant that cannot be reached.
  expect((await adminWords(env, ['tenant', 'delete', 'goes'])).code).not.toBe(0);
  expect((await adminWords(env, ['tenant', 'move', 'stays', '--to', 'far'])).code).not.toBe(0);
  const listed = await adminJson<{ slug: string; database: string }[]>(env, 'tenant', 'list');
  expect(Object.fromEntries(listed.map((t) => [t.slug, t.database]))).toEqual({ goes: 'far', stays: 'main' });
  expect((await note(stays.key, 'not moved')).status).toBe(201);
  const { tenant } = await house.tenant('newcomer');
  expect(await house.server.house.directory.byId(tenant.id)).not.toBeNull();

  // A server that starts now serves all but those.
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  const late = await openHouse({ ...env, DATA_DIR: folder });
  try {
    expect((await note(stays.key, 'at the other', late)).status).toBe(201);
    expect((await note(goes.key, 'at the other', late)).status).toBe(503);
    await cable.plugIn();
    await expect.poll(async () => (await note(goes.key, 'at the other', late)).status, patient).toBe(201);
  } finally {
    await late.close();
    rmSync(folder, { recursive: true, force: true });
  }
  await expect.poll(async () => (await note(goes.key, 'meanwhile')).status, patient).toBe(201);
  await expect.poll(lost, patient).toEqual([]);
  expect(await titles(goes.key)).toEqual(['at the other', 'before', 'meanwhile']);
  expect(await titles(stays.key)).toEqual(['at the other', 'before', 'meanwhile', 'not moved']);
}, 300_000);

test('a backup holds the tenants of all databases; a restore puts each where it was, and asks for its database', async () => {
  const archive = join(house.dataDir, '..', `gatehouse-places-${process.pid}.tar.gz`);
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  try {
    await adminJson(env, 'backup', archive);
    const fresh = { DATABASE_URL: await server.database('near-anew'), DATA_DIR: folder, LOG_LEVEL: 'silent' };
    const refused = await adminWords(fresh, ['restore', archive]);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('far')]);
    const both = { ...fresh, DATABASES: `far=${await server.database('far-anew')}`, DATABASE_CONNECTIONS: '6' };
    await adminJson(both, 'restore', archive, '--overwrite');
    const homes = `SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'gatehouse_${goes.id}' AND tablename = 'notes'`;
    expect((await server.query(homes, 'far-anew'))[0]?.['n']).toBe(1);
    expect((await server.query(homes, 'near-anew'))[0]?.['n']).toBe(0);
    const restored = await openHouse(both);
    try {
      expect((await note(goes.key, 'restored', restored)).status).toBe(201);
      expect((await restored.send('GET', '/api/v1/notes', { key: goes.key })).body['data']).toHaveLength(4);
    } finally {
      await restored.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(archive, { force: true });
  }
}, 300_000);
