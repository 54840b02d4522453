/**
 * Every command: what `--json` prints, what help says, what wrong words get. Beside the running server, the first of each kind is a
 * real process (a process costs a second of CPU time); the others are the same words in this process, on data opened for them alone.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '#server/operations/commands.ts';
import { readConfig } from '#server/start/config.ts';
import { type RunningServer, startServer } from '#server/start/open-server.ts';
import { adminWords } from '#test/fixtures/admin-words.ts';
import { type Ended, runChild } from '#test/fixtures/child.ts';
import { deviceKey, pairRequest } from '#test/fixtures/paired-kiosk.ts';
import type { Body } from '#test/fixtures/test-server.ts';

let dataDir: string;
let server: RunningServer;
/** Of `demo --attendees 3`, made beside the running server. */
let demo: Body;

const run = (...words: string[]): Promise<Ended> =>
  runChild('server/operations/admin.ts', words, { DATA_DIR: dataDir, PUBLIC_URL: 'https://gate.example' }).ended;
/** In this process: the same words without the start of a process for each. */
const say = (...words: string[]): Promise<Ended> =>
  adminWords({ DATA_DIR: dataDir, PUBLIC_URL: 'https://gate.example' }, words, []);

const answered =
  (way: typeof run) =>
  async (...words: string[]): Promise<Body> => {
    const { code, out, err } = await way(...words, '--json');
    expect([words.join(' '), code, err]).toEqual([words.join(' '), 0, '']);
    expect(out.trim().split('\n')).toHaveLength(1);
    return JSON.parse(out) as Body;
  };
/** By a process of its own. */
const jsonOfProcess = answered(run);
const json = answered(say);
const status = async (apiKey: unknown, path = '/api/v1/auth/me') =>
  (await fetch(server.url + path, { headers: { authorization: `Bearer ${String(apiKey)}` } })).status;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  server = await startServer(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }));
  demo = await jsonOfProcess('demo', '--attendees', '3', '--tenant', 'fair');
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('beside a running server', () => {
  test('demo prints the tenant, its key, the event and its gates; the key works at once', async () => {
    expect(demo).toMatchObject({ gates: ['main-entrance', 'workshop-room'], registrations: 7 });
    expect(await status(demo['apiKey'], `/events/${demo['eventId']}/checkin/stats`)).toBe(200);
  });

  test('tenant create, list, modules, delete', async () => {
    const made = await jsonOfProcess('tenant', 'create', 'acme', '--plan', 'business', '--modules', 'events');
    expect(Object.keys(made).sort()).toEqual(['admin', 'apiKey', 'modules', 'plan', 'sandbox', 'slug', 'tenant']);
    const { tenant, apiKey, sandbox } = made as {
      tenant: string;
      apiKey: string;
      sandbox: { baseUrl: string; apiKey: string; tenant: string };
    };
    expect(made).toMatchObject({
      slug: 'acme',
      plan: 'business',
      modules: ['events'],
      sandbox: { baseUrl: 'https://gate.example/sandbox' },
    });
    expect(apiKey).toMatch(/^gate_sk_live_\w{40}$/);
    expect([await status(apiKey), await status(sandbox.apiKey, '/sandbox/api/v1/auth/me')]).toEqual([200, 200]);
    const { email, password } = made['admin'] as { email: string; password: string };
    const logIn = async (prefix: string, secret = password) =>
      (
        await fetch(`${server.url}${prefix}/api/v1/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: secret }),
        })
      ).status;
    expect([email, await logIn(''), await logIn('/sandbox'), await logIn('', 'not this one')]).toEqual([
      'admin@acme.example',
      200,
      200,
      401,
    ]);
    const bob = await json('member', 'add', '--tenant', 'acme', '--email', 'bob@acme.example', '--role', 'editor');
    expect(bob).toMatchObject({ role: 'editor', password: expect.stringMatching(/^\w{20}$/) });
    expect(await json('member', 'list', '--tenant', 'acme')).toMatchObject([{ role: 'owner' }, { role: 'editor' }]);
    await json('member', 'remove', '--tenant', 'acme', '--email', 'bob@acme.example');
    expect((await say('member', 'remove', '--tenant', 'acme', '--email', email)).err).toContain('last owner');
    expect(await json('login', 'rotate-keys')).toMatchObject({ kid: expect.any(String) });

    expect(await json('tenant', 'list')).toContainEqual({
      tenant,
      slug: 'acme',
      plan: 'business',
      modules: ['events'],
    });

    expect(await status(apiKey, '/api/v1/registrations')).toBe(200);
    expect(await jsonOfProcess('tenant', 'modules', 'acme', '--deactivate', 'events')).toEqual({
      tenant,
      slug: 'acme',
      modules: [],
    });
    expect(await status(apiKey, '/api/v1/registrations')).toBe(404);
    expect(await status(sandbox.apiKey, '/sandbox/api/v1/registrations')).toBe(404);
    expect(await json('tenant', 'modules', 'acme')).toMatchObject({ modules: [] });
    expect(await json('tenant', 'modules', 'acme', '--activate', 'events')).toMatchObject({ modules: ['events'] });
    expect(await status(apiKey, '/api/v1/registrations')).toBe(200);

    const files = () =>
      readdirSync(join(dataDir, 'tenants')).filter(
        (name) => name.startsWith(tenant) || name.startsWith(sandbox.tenant),
      );
    expect(files().length).toBeGreaterThan(0);
    expect(await jsonOfProcess('tenant', 'delete', 'acme')).toEqual({ tenant, slug: 'acme', deleted: true });
    expect([await status(apiKey), await status(sandbox.apiKey, '/sandbox/api/v1/auth/me')]).toEqual([401, 401]);
    expect(files()).toEqual([]);
    expect((await json('tenant', 'list')) as unknown as Body[]).not.toContainEqual(
      expect.objectContaining({ slug: 'acme' }),
    );
    // Nothing of the others went with it.
    expect(await status(demo['apiKey'], `/events/${demo['eventId']}/checkin/stats`)).toBe(200);
  });

  test('key create and revoke work on the running server at once', async () => {
    const key = await json(
      'key',
      'create',
      '--tenant',
      'fair',
      '--name',
      'door list',
      '--scopes',
      'registrations:read,events:write',
    );
    expect(key).toMatchObject({ scopes: ['registrations:read', 'events:write'] });
    expect(await status(key['apiKey'], '/api/v1/registrations')).toBe(200);
    expect(await status(key['apiKey'], '/api/v1/gates')).toBe(403);
    await jsonOfProcess('key', 'revoke', String(key['id']));
    expect(await status(key['apiKey'])).toBe(401);
    const test1 = await json(
      'key',
      'create',
      '--tenant',
      'fair',
      '--name',
      's',
      '--scopes',
      'admin:write',
      '--sandbox',
    );
    expect(String(test1['apiKey'])).toMatch(/^gate_sk_test_/);
  });

  test('kiosk pair gives a code that pairs; kiosk revoke locks it', async () => {
    const made = await json(
      'kiosk',
      'pair',
      '--tenant',
      'fair',
      '--event',
      String(demo['eventId']),
      '--gate',
      'main-entrance',
      '--role',
      'self-service',
    );
    expect(Object.keys(made).sort()).toEqual(['expiresAt', 'pairingCode', 'url']);
    expect(made['url']).toBe(`https://gate.example/kiosk/?pair=${made['pairingCode']}`);
    const response = await fetch(`${server.url}/api/v1/kiosks/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(pairRequest(String(made['pairingCode']), deviceKey())),
    });
    const kiosk = (await response.json()) as Body;
    expect(kiosk).toMatchObject({ role: 'self-service' });
    expect(await status(kiosk['token'], '/api/v1/replication/pull')).toBe(200);
    await jsonOfProcess('kiosk', 'revoke', String(kiosk['kioskId']));
    expect(await status(kiosk['token'], '/api/v1/replication/pull')).toBe(401);
  });

  test('login prints a link that opens a session', async () => {
    const { url } = (await jsonOfProcess('login', '--tenant', 'fair')) as { url: string };
    const token = new URL(url).searchParams.get('login');
    const response = await fetch(`${server.url}/api/v1/auth/redeem`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(response.status).toBe(200);
  });
});

describe('words', () => {
  test('--help on every level, exit 0, and every command says how it is called', async () => {
    const [nothing, top, tenant] = await Promise.all([run(), say('--help'), say('tenant', '--help')]);
    expect(nothing).toEqual(top);
    for (const { name } of commands) expect(top!.out).toContain(`  ${name} `);
    expect(tenant!.out).toContain('tenant create');
    expect(tenant!.out).not.toContain('key create');
    for (const { code, err } of [top!, tenant!]) expect([code, err]).toEqual([0, '']);
    for (const { name, summary } of commands) {
      const { code, out } = await say(...name.split(' '), '--help');
      expect([name, code]).toEqual([name, 0]);
      expect(out).toContain(`Usage: npm run -s gatehouse -- ${name}`);
      expect(out).toContain(summary);
    }
  });

  const wrong: readonly (readonly string[])[] = [
    ['frobnicate'],
    ['tenant'],
    ['tenant', 'frobnicate'],
    ['frobnicate', '--help'],
    ['tenant', 'create'],
    ['tenant', 'create', 'a', 'b'],
    ['tenant', 'create', 'Not A Slug'],
    ['tenant', 'create', '../evil'],
    ['tenant', 'create', 'a', '--plan', 'gold'],
    ['tenant', 'create', 'a', '--modules', 'events,invented'],
    ['tenant', 'create', 'fair'],
    ['tenant', 'create', 'a', '--colour', 'red'],
    ['tenant', 'create', 'a', '--plan'],
    ['tenant', 'modules', 'nobody', '--activate', 'events'],
    ['tenant', 'modules', 'fair', '--activate', 'invented'],
    ['tenant', 'modules', 'fair', '--activate', 'events', '--deactivate', 'events'],
    ['tenant', 'delete', 'nobody'],
    ['key', 'create', '--tenant', 'nobody', '--name', 'n', '--scopes', 'events:read'],
    ['key', 'create', '--tenant', 'fair', '--name', 'n', '--scopes', 'everything'],
    ['key', 'create', '--tenant', 'fair', '--name', 'n', '--scopes', 'invented:read'],
    ['key', 'create', '--tenant', 'fair', '--name', 'n'],
    ['key', 'revoke', 'x'],
    ['kiosk', 'pair', '--tenant', 'fair', '--event', 'x', '--gate', 'y'],
    ['kiosk', 'pair', '--tenant', 'fair', '--event', 'x', '--gate', 'y', '--role', 'owner'],
    ['kiosk', 'revoke', 'x'],
    ['login', '--tenant', 'nobody'],
    ['demo', '--attendees', '0'],
    ['demo', '--attendees', 'many'],
    ['doctor', 'now'],
  ];
  test.each(wrong.map((words) => [words.join(' '), words] as const))(
    '%s: exit 2, one sentence on stderr, nothing on stdout',
    async (_shown, words) => {
      const { code, out, err } = await say(...words);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/^gatehouse: [^\n]+\.\n$/);
      expect(err).not.toMatch(/\.ts:|node:/);
    },
  );

  test('the process says and answers the same', async () => {
    expect(await run('tenant', 'frobnicate')).toEqual({ ...(await say('tenant', 'frobnicate')), code: 2 });
    expect(await run('tenant', 'create', 'a', '--colour')).toEqual({
      ...(await say('tenant', 'create', 'a', '--colour')),
      code: 2,
    });
  });

  test('a wrong environment is said in one line, too', async () => {
    const { code, err } = await runChild('server/operations/admin.ts', ['doctor'], {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'loud',
    }).ended;
    expect([code, err]).toEqual([
      2,
      'gatehouse: LOG_LEVEL must be one of: silent, error, warn, info, debug, not loud.\n',
    ]);
  });
});

describe('doctor', () => {
  test('has a line for every check and every tenant, and exit 0 where all is well', async () => {
    const { code, out } = await run('doctor');
    const lines = out.trim().split('\n');
    expect([code, lines.every((line) => line.startsWith('ok     '))]).toEqual([0, true]);
    const kinds = ['runtime', 'data folder', 'disk', 'server secret', 'mail', 'pictures', 'control database'];
    for (const about of [...kinds, 'audio and video', 'tenant fair', 'sandbox of fair'])
      expect(lines.some((l) => l.startsWith(`ok     ${about}: `))).toBe(true);
    expect(await json('doctor')).toMatchObject({ failed: 0 });
  });

  test('a damaged database is named, the others are still checked, exit 1', async () => {
    const own = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
    const there = (...words: string[]) => adminWords({ DATA_DIR: own }, words, []);
    const made = JSON.parse((await there('tenant', 'create', 'one', '--json')).out) as Body;
    await there('tenant', 'create', 'two');
    // A first look makes the databases.
    expect((await there('doctor')).code).toBe(0);
    const file = join(own, 'tenants', `${made['tenant']}.db`);
    expect(existsSync(file)).toBe(true);
    truncateSync(file, 0);
    writeFileSync(file, 'this is no database, whatever its name says'.repeat(50));
    rmSync(`${file}-wal`, { force: true });
    const { code, out } = await there('doctor');
    expect([code, out]).toEqual([1, expect.stringContaining('FAILED tenant one: ')]);
    expect(out).toContain('ok     tenant two: ');

    // `doctor` reports why the data do not open, without a stack.
    chmodSync(join(own, 'server-secret'), 0o644);
    writeFileSync(join(own, 'restore-unfinished'), '');
    writeFileSync(join(own, 'tenants', 'control.db'), 'neither is this'.repeat(50));
    rmSync(join(own, 'tenants', 'control.db-wal'), { force: true });
    const mail = { DATA_DIR: own, SMTP_URL: 'smtp://127.0.0.1:1' };
    const worse = await adminWords(mail, ['doctor'], []);
    expect([worse.code, worse.err]).toEqual([1, '']);
    for (const about of ['control database', 'server secret', 'data folder', 'mail'])
      expect(worse.out).toMatch(new RegExp(`^FAILED ${about}: [^\\n]+$`, 'm'));
    rmSync(own, { recursive: true, force: true });
  });
});
