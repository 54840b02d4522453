/** A server on a Citus cluster: what the log, doctor and metrics say of nodes and tenants, and a move under load. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminJson, adminWords } from '#test/fixtures/admin-words.ts';
import { makeDatabase, query } from '#test/fixtures/cluster/databases.ts';
import { hasCluster } from '#test/fixtures/cluster/find-script.ts';
import { sharedCluster } from '#test/fixtures/cluster/shared-cluster.ts';
import { plainPostgres } from '#test/fixtures/postgres.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

interface Said {
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly said: string }[];
}

const patient = { timeout: 60_000 };
const readersAndWriters = 4;

test('tenant move says what it needs where there are no nodes', async () => {
  const plain = { DATABASE_URL: await (await plainPostgres()).database('plain'), DATABASE_CONNECTIONS: '6' };
  const house = await openTestServer(plain);
  const words = ['tenant', 'move', 'any', '--to', 'node:5432'];
  const said = await adminWords({ ...plain, DATA_DIR: house.dataDir }, words);
  await house.close();
  expect(said).toMatchObject({ code: 2, err: expect.stringMatching(/one PostgreSQL \d+.*there are no nodes/) });
});

describe.runIf(hasCluster)('on a cluster', () => {
  let house: TestServer;
  let env: Readonly<Record<string, string>>;
  let tenant: Awaited<ReturnType<TestServer['tenant']>>;
  const doctor = async () => (await adminJson<Said>(env, 'doctor')).checks;
  const nodeOf = async (name: string) =>
    (await doctor()).find((check) => check.name === name)?.said.match(/, on (\S+)$/)?.[1];

  beforeAll(async () => {
    const url = await makeDatabase(await sharedCluster(), 'administration');
    env = { DATABASE_URL: url, DATABASE_CONNECTIONS: '18' };
    house = await openTestServer(env);
    env = { ...env, DATA_DIR: house.dataDir };
    tenant = await house.tenant('fair');
  });
  afterAll(() => house?.close());

  test('doctor and metrics show the nodes and where each tenant is', async () => {
    const checks = await doctor();
    expect(checks[0]?.name).toBeDefined();
    const nodes = checks.filter(({ name }) => name.startsWith('node '));
    expect(nodes.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(nodes[0]?.said).toMatch(/^coordinator, 0 tenants and sandboxes, \d+ MB/);
    expect(checks.find(({ name }) => name.startsWith('Citus '))).toMatchObject({ ok: true });
    expect(checks.find(({ name }) => name === 'moves')?.said).toBe('nothing is being moved');
    const places = await Promise.all(['tenant fair', 'sandbox of fair'].map(nodeOf));
    const names = nodes.slice(1).map(({ name }) => name.replace('node ', ''));
    for (const place of places) expect(names).toContain(place);
    const { text } = await house.send('GET', '/metrics');
    for (const name of names) {
      const here = places.filter((place) => place === name).length;
      expect(text).toContain(`gatehouse_database_node_up{node="${name}"} 1\n`);
      expect(text).toContain(`gatehouse_database_node_tenants{node="${name}"} ${here}\n`);
    }
    // What tenants of a node may hold of a server's connections: of eighteen, two thirds of six that read.
    for (const place of places) expect(text).toContain(`gatehouse_node_share{node="${place}",purpose="read"} 4\n`);
    const connections = checks.find(({ name }) => name === 'connections');
    expect(connections).toMatchObject({ ok: true, said: expect.stringMatching(/at most 4 read/) });
    expect(text).toMatch(/gatehouse_database_info\{engine="Citus \d.* on PostgreSQL \d/);
    expect(text).toContain('gatehouse_database_moving 0\n');
  });

  test("the tenant's node itself is asked for its records, not the coordinator", async () => {
    const at = await nodeOf('tenant fair');
    const worker = Object.assign(new URL(await sharedCluster()), { host: at }).href;
    const asks = `SELECT DISTINCT application_name FROM pg_stat_activity
      WHERE datname = 'administration' AND application_name LIKE 'gatehouse %'`;
    await expect
      .poll(async () => {
        await house.send('GET', '/api/v1/notes?limit=5', { key: tenant.apiKey });
        return (await query(worker, asks)).map((row) => row['application_name']);
      }, patient)
      .toContain('gatehouse read');
  });

  test('a tenant moves with its sandbox while its callers read and write: a pause, and nothing lost', async () => {
    const from = await nodeOf('tenant fair');
    const words = ['tenant', 'move', 'fair', '--to', 'nowhere:1'];
    const refused = await adminWords(env, words);
    expect(refused.code).toBe(2);
    const to = refused.err.match(/127\.0\.0\.1:\d+/g)?.find((name) => name !== from) ?? '';
    const written: string[] = [];
    const failures: string[] = [];
    let slowestMs = 0;
    let askedAgain = 0;
    let going = true;
    const call = async (work: () => Promise<{ readonly status: number; readonly text: string }>) => {
      while (going) {
        const began = performance.now();
        const { status, text } = await work();
        slowestMs = Math.max(slowestMs, performance.now() - began);
        // On a busy machine the engine may hold a statement beyond its limit: said, nothing kept, asked again.
        if (status === 503) askedAgain += 1;
        else if (status >= 300) failures.push(`${status} ${text}`);
      }
    };
    const { apiKey: key } = tenant;
    const load = Array.from({ length: readersAndWriters }, (_, n) => [
      call(async () => {
        const title = `${n}-${written.length}`;
        const answer = await house.send('POST', '/api/v1/notes', { key, json: { title } });
        if (answer.status === 201) written.push(title);
        return answer;
      }),
      call(() => house.send('GET', '/api/v1/notes?limit=5', { key })),
    ]).flat();
    await expect.poll(() => written.length, patient).toBeGreaterThan(10);
    const { node, moved } = await adminJson<{ node: string; moved: string[] }>(
      env,
      'tenant',
      'move',
      'fair',
      '--to',
      to,
    );
    expect([node, moved.length > 0]).toEqual([to, true]);
    const then = written.length;
    await expect.poll(() => written.length, patient).toBeGreaterThan(then + 10);
    going = false;
    await Promise.all(load);
    const slowest = `the slowest answer took ${Math.round(slowestMs)} ms`;
    console.info(`moved under load: ${written.length} written, ${askedAgain} asked to try again, ${slowest}`);
    expect(failures).toEqual([]);
    expect([await nodeOf('tenant fair'), await nodeOf('sandbox of fair')]).toEqual([to, to]);
    const kept = await house.admin.directory.open((await house.admin.directory.bySlug('fair'))!);
    const titles = (await kept.find('notes', { limit: 10_000 })).map((row) => String(row['title']));
    expect(titles.toSorted()).toEqual(written.toSorted());
    expect(await adminWords(env, ['tenant', 'move', 'fair', '--to', to])).toMatchObject({
      code: 0,
      out: expect.stringContaining('already'),
    });
  });

  test('what is read as of one moment fails where the tenant is moved meanwhile, instead of mixing two', async () => {
    const { directory } = house.admin;
    const store = await directory.open((await directory.bySlug('fair'))!);
    const here = await nodeOf('tenant fair');
    const others = (await doctor()).map(({ name }) => name.match(/^node (.*:\d+)$/)?.[1]).slice(1);
    const to = others.findLast((name) => name !== undefined && name !== here) ?? '';
    const walk = store.walk('notes', undefined, 1)[Symbol.asyncIterator]();
    const dump = store.dump(['notes'])[Symbol.asyncIterator]();
    for (const reading of [walk, dump]) expect((await reading.next()).done).toBe(false);
    await adminJson(env, 'tenant', 'move', 'fair', '--to', to);
    const toItsEnd = async (reading: AsyncIterator<unknown>) => {
      for (let next = await reading.next(); next.done !== true; next = await reading.next());
    };
    for (const reading of [walk, dump])
      await expect(toItsEnd(reading)).rejects.toMatchObject({
        message: expect.stringMatching(/broke off|moved to another node/),
      });
    await toItsEnd(store.walk('notes', undefined, 1)[Symbol.asyncIterator]());
  });
});
