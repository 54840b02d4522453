/**
 * Tenants over two databases: where a new one goes, a move while servers and clients go on, a process that moves and is
 * killed at the worst moments. What was acknowledged is there, each once, and in one place only.
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { adminJson, adminWords } from '#test/fixtures/admin-words.ts';
import { runChild } from '#test/fixtures/child.ts';
import { type OpenHouse, openHouse } from '#test/fixtures/open-house.ts';
import { type PostgresServer, postgres } from '#test/fixtures/postgres.ts';

const patient = { timeout: 60_000, interval: 20 };
/** Two servers, two databases and a process that moves, beside whatever else is tested. */
vi.setConfig({ testTimeout: 300_000 });

let server: PostgresServer;
let env: Readonly<Record<string, string>>;
let one: OpenHouse;
let two: OpenHouse;

beforeAll(async () => {
  server = await postgres();
  env = {
    DATABASE_URL: await server.database('first'),
    DATABASES: `second=${await server.database('second')}`,
    DATABASE_CONNECTIONS: '6',
  };
  one = await openHouse(env);
  two = await openHouse(env);
}, 300_000);
afterAll(async () => {
  await one?.close();
  await two?.close();
});

interface Listed {
  readonly slug: string;
  readonly tenant: string;
  readonly database: string;
}
const inOwnFolder = () => ({ ...env, DATA_DIR: one.dataDir });
const listedIn = async (slug: string) =>
  (await adminJson<Listed[]>(inOwnFolder(), 'tenant', 'list')).find((t) => t.slug === slug)?.database;
/** The same, read behind everybody's back: at once, and as often as one likes. */
const databaseOf = async (slug: string) => {
  const text = `SELECT h.database FROM gatehouse_control.tenant_homes AS h JOIN gatehouse_control.tenants AS t ON t.id = h.resident
    WHERE t.slug = '${slug}' AND t."sandboxOf" IS NULL`;
  return (await server.query(text, 'first'))[0]?.['database'] as string | undefined;
};
/** Which databases hold something of the tenant beside a stone. */
async function placesOf(id: string): Promise<readonly string[]> {
  const text = `SELECT count(*)::int AS tables FROM pg_class WHERE relnamespace = to_regnamespace('"gatehouse_${id}"') AND relkind = 'r' AND relname <> '_meta'`;
  const found = await Promise.all(
    ['first', 'second'].map(async (name) => ({ name, tables: (await server.query(text, name))[0]?.['tables'] })),
  );
  return found.filter(({ tables }) => tables !== 0).map(({ name }) => name);
}
const note = (house: OpenHouse, key: string, title: string) =>
  house.send('POST', '/api/v1/notes', { key, json: { title }, headers: { 'idempotency-key': title } });

test('a new tenant goes where least is stored, or where it is sent, its sandbox with it', async () => {
  // The first one holds the control database beside what both have.
  const made = await one.tenant('roomy');
  expect([await listedIn('roomy'), await databaseOf('roomy')]).toEqual(['second', 'second']);
  for (const [house, key, path] of [
    [one, made.apiKey, ''],
    [two, made.sandbox.apiKey, '/sandbox'],
  ] as const)
    expect((await house.send('POST', `${path}/api/v1/notes`, { key, json: { title: 'here' } })).status).toBe(201);
  expect([await placesOf(made.tenant.id), await placesOf(made.sandbox.tenant)]).toEqual([['second'], ['second']]);
  const words = ['tenant', 'create', 'sent', '--modules', 'events', '--database'];
  const strange = await adminWords(inOwnFolder(), [...words, 'third']);
  expect([strange.code, strange.err]).toEqual([2, expect.stringContaining('main, second')]);
  const { tenant } = await adminJson<{ tenant: string }>(inOwnFolder(), ...words, 'main');
  expect([await databaseOf('sent'), await placesOf(tenant)]).toEqual(['main', ['first']]);
  await adminJson(inOwnFolder(), 'tenant', 'delete', 'sent');
  expect(await placesOf(tenant)).toEqual([]);
});

test('where tenants are files, there is nowhere to move to', async () => {
  const house = await openHouse();
  try {
    await house.tenant('alone');
    const said = await adminWords({ DATA_DIR: house.dataDir }, ['tenant', 'move', 'alone', '--to', 'second']);
    expect([said.code, said.err]).toEqual([2, expect.stringContaining('DATABASE_URL')]);
  } finally {
    await house.close();
  }
});

test('a name that leads to another database than before is not believed', async () => {
  const elsewhere = await server.database('elsewhere');
  const strange = { ...inOwnFolder(), DATABASES: `second=${elsewhere}` };
  const said = await adminWords(strange, ['tenant', 'create', 'lost', '--modules', 'events', '--database', 'second']);
  expect([said.code, said.err]).toEqual([expect.any(Number), expect.stringContaining('another database than before')]);
  const twice = { ...inOwnFolder(), DATABASES: `${env['DATABASES']} again=${env['DATABASE_URL']}` };
  const both = await adminWords(twice, ['tenant', 'move', 'roomy', '--to', 'again']);
  expect(both.err).toContain('again and main are the same database');
});

test('a move while two servers write: nothing lost, nothing twice, and nobody else notices', async () => {
  const { tenant, apiKey } = await one.tenant('mover');
  const bystander = await one.tenant('bystander');
  const before = await databaseOf('mover');
  const to = before === 'main' ? 'second' : 'main';
  const acked = new Map<string, string>();
  const strange: unknown[] = [];
  let undisturbed = 0;
  let running = true;
  const write = async (house: OpenHouse, writer: string) => {
    for (let n = 0; running; n++) {
      const title = `${writer}-${n}`;
      for (;;) {
        const { status, body, headers, codes } = await note(house, apiKey, title);
        if (status === 201) {
          acked.set(title, (body['data'] as { id: string }).id);
          break;
        }
        if (status === 503 && codes[0] === 'storage_unavailable' && Number(headers.get('retry-after')) > 0)
          await wait(20);
        else strange.push({ status, codes });
        await wait(10);
      }
    }
  };
  const standBy = async () => {
    for (let n = 0; running; n++) {
      const { status } = await note(one, bystander.apiKey, `by-${n}`);
      if (status === 201) undisturbed += 1;
      else strange.push({ bystander: status });
      await wait(10);
    }
  };
  const read = async () => {
    while (running) {
      const { status } = await two.send('GET', '/api/v1/notes?limit=3', { key: apiKey });
      if (status !== 200) strange.push({ read: status });
      await wait(10);
    }
  };
  const working = Promise.all([write(one, 'a'), write(one, 'b'), write(two, 'c'), standBy(), read()]);
  const reached = (count: number) => expect.poll(() => acked.size, patient).toBeGreaterThan(count);
  await reached(10);
  const { logId } = await await one.server.house.directory.open(tenant);
  const moved = await adminJson<{ rows: number; leftBehind: unknown }>(
    inOwnFolder(),
    'tenant',
    'move',
    'mover',
    '--to',
    to,
  );
  expect(moved).toMatchObject({ from: before, to, leftBehind: null });
  await reached(acked.size + 10);
  // Back again, onto the stone it left.
  await adminJson(inOwnFolder(), 'tenant', 'move', 'mover', '--to', must(before, 'a name'));
  await reached(acked.size + 10);
  running = false;
  await working;
  expect(strange).toEqual([]);
  expect(undisturbed).toBeGreaterThan(0);
  expect([await databaseOf('mover'), await placesOf(tenant.id)]).toEqual([
    before,
    [before === 'main' ? 'first' : 'second'],
  ]);
  for (const house of [one, two]) {
    const store = await house.server.house.directory.open(tenant);
    const stored = new Map<string, string>();
    for await (const page of store.scan('notes')) for (const { id, title } of page) stored.set(id, String(title));
    expect([...stored.values()].sort()).toEqual([...acked.keys()].sort());
    const head = await store.head();
    const seqs: number[] = [];
    for (let seq = 0; seq < head; seq = must(seqs.at(-1), 'a change'))
      for (const change of await store.since(seq, { limit: 1_000 })) seqs.push(change.seq);
    expect(seqs).toEqual(Array.from({ length: head }, (_, i) => i + 1));
    expect(store.logId).toBe(logId);
  }
});

/** Holds `lock` on a table until told, as another session would. */
async function holding(database: string, lock: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ host: '127.0.0.1', port: server.port, user: 'postgres', database });
  client.on('error', () => {});
  await client.connect();
  await client.query(`BEGIN; ${lock}`);
  return () => client.end();
}

const waitingIn = async (database: string, application: string) =>
  (
    await server.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}' AND application_name = '${application}' AND wait_event_type = 'Lock'`,
      database,
    )
  ).length;

test('kill -9 in the middle of the copy: it is where it was, whoever writes next frees it, and it can be repeated', async () => {
  const { tenant, apiKey } = await one.tenant('cut');
  expect((await note(one, apiKey, 'before')).status).toBe(201);
  if ((await databaseOf('cut')) !== 'main') await adminJson(inOwnFolder(), 'tenant', 'move', 'cut', '--to', 'main');
  const schema = `"gatehouse_${tenant.id}"`;
  const letGo = await holding('first', `LOCK TABLE ${schema}."notes" IN ACCESS EXCLUSIVE MODE`);
  // Real modules alone: the sample of the tests is not in that process, and need not be.
  const child = runChild('server/admin.ts', ['tenant', 'move', 'cut', '--to', 'second'], inOwnFolder());
  // The fence itself waits for its locks, too: what waits once it stands is the copy.
  const fences = async () =>
    (await server.query(`SELECT 1 FROM pg_constraint WHERE conname = 'gatehouse_fenced'`, 'first')).length;
  await expect.poll(fences, patient).toBeGreaterThan(0);
  await expect.poll(() => waitingIn('first', 'gatehouse tables'), patient).toBeGreaterThan(0);
  child.child.kill('SIGKILL');
  await child.ended;
  await letGo();
  await expect.poll(async () => (await note(two, apiKey, 'after')).status, patient).toBe(201);
  expect([await databaseOf('cut'), await placesOf(tenant.id)]).toEqual(['main', ['first']]);
  await adminJson(inOwnFolder(), 'tenant', 'move', 'cut', '--to', 'second');
  expect([await databaseOf('cut'), await placesOf(tenant.id)]).toEqual(['second', ['second']]);
  const { body } = await one.send('GET', '/api/v1/notes?sort=title', { key: apiKey });
  expect((body['data'] as { title: string }[]).map(({ title }) => title)).toEqual(['after', 'before']);
});

test('kill -9 behind the switch: it is where it goes to, and the same words clear away what was left', async () => {
  const { tenant, apiKey } = await one.tenant('late');
  expect((await note(one, apiKey, 'before')).status).toBe(201);
  if ((await databaseOf('late')) !== 'main') await adminJson(inOwnFolder(), 'tenant', 'move', 'late', '--to', 'main');
  // Somebody reads the old place and does not end: what is there cannot go.
  const letGo = await holding('first', `SELECT count(*) FROM "gatehouse_${tenant.id}"."notes"`);
  const child = runChild('server/admin.ts', ['tenant', 'move', 'late', '--to', 'second'], inOwnFolder());
  await expect.poll(() => databaseOf('late'), patient).toBe('second');
  await expect.poll(() => waitingIn('first', 'gatehouse tables'), patient).toBeGreaterThan(0);
  child.child.kill('SIGKILL');
  await child.ended;
  await expect.poll(async () => (await note(two, apiKey, 'after')).status, patient).toBe(201);
  const { code, out } = await adminWords(inOwnFolder(), ['doctor']);
  expect([code, out]).toEqual([1, expect.stringContaining('tenant move late --to second')]);
  await letGo();
  await adminJson(inOwnFolder(), 'tenant', 'move', 'late', '--to', 'second');
  expect(await placesOf(tenant.id)).toEqual(['second']);
  const { body } = await one.send('GET', '/api/v1/notes?sort=title', { key: apiKey });
  expect((body['data'] as { title: string }[]).map(({ title }) => title)).toEqual(['after', 'before']);
});
