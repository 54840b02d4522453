/**
 * The server identifies each client by its credential, over real HTTP: keys, sessions, scopes, and the wall between
 * tenants and their sandboxes.
 */
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import { loginLinkOf } from '#test/fixtures/login-link.ts';
import { isDecent, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents, type TwoEvents } from '#test/fixtures/two-events.ts';

let house: TestServer;
let acme: CreatedTenant;
let other: CreatedTenant;
let eventPair: TwoEvents;

beforeAll(async () => {
  house = await openTestServer();
  [acme, other] = [await house.tenant('acme'), await house.tenant('other')];
  eventPair = await openTwoEvents(house, 'doors', 2);
});
afterAll(() => house.close());

const me = (key: string | null, headers: Record<string, string> = {}, prefix = '') =>
  house.send('GET', `${prefix}/api/v1/auth/me`, { key, headers });
const newKey = () => credentialsOf().createKey(acme.tenant, { name: 'k', scopes: ['sample:read'] });
/** A socket as the console opens it. Throws what the server says to one that it does not let in. */
function openLine(token: string): Promise<Socket> {
  const socket = io(house.url, { auth: { token }, reconnection: false, transports: ['websocket'], forceNew: true });
  return new Promise((resolve, reject) => {
    socket.on('connect', () => resolve(socket));
    socket.on('connect_error', reject);
  });
}
/** What the next event of this name brings. */
function once(socket: Socket, event: string): Promise<readonly unknown[]> {
  return new Promise((resolve) => {
    socket.once(event, (...brought: readonly unknown[]) => resolve(brought));
  });
}
const credentialsOf = () => house.admin.credentials;

/** [method, path] of everything that wants a credential; `:id` is filled in by the test. */
const guarded: readonly (readonly [string, string])[] = [
  ['GET', '/api/v1/auth/me'],
  ['GET', '/api/v1/notes'],
  ['POST', '/api/v1/notes'],
  ['OPTIONS', '/api/v1/notes'],
  ['GET', '/api/v1/notes/x'],
  ['PATCH', '/api/v1/notes/x'],
  ['DELETE', '/api/v1/notes/x'],
  ['GET', '/events'],
  ['POST', '/events'],
  ['POST', '/events/checkin'],
  ['GET', '/api/v1/events'],
  ['POST', '/api/v1/actions/events.checkin'],
  ['GET', '/api/v1/replication/snapshot'],
  ['GET', '/api/v1/replication/pull'],
  ['GET', '/api/v1/replication/gates/pull'],
  ['POST', '/api/v1/replication/scans/push'],
  ['POST', '/api/v1/kiosks/pairing-codes'],
  ['POST', '/api/v1/kiosks/x/revoke'],
];

describe('A01 without a credential', () => {
  test.each(guarded)('%s %s → 401 that names the scheme', async (method, path) => {
    for (const prefix of ['', '/sandbox']) {
      const answer = await house.send(
        method,
        prefix + path,
        method === 'POST' || method === 'PATCH' ? { json: {} } : {},
      );
      expect([answer.status, answer.codes, answer.headers.get('www-authenticate')]).toEqual([
        401,
        ['unauthenticated'],
        `Bearer realm="gatehouse", resource_metadata="${house.admin.config.publicUrl}${prefix}/.well-known/oauth-protected-resource"`,
      ]);
    }
  });
});

describe('credentials that are none', () => {
  const jwt = (header: object) =>
    `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from('{"sub":"owner"}').toString('base64url')}.`;
  const wrong: readonly (readonly [string, string])[] = [
    ...['none', 'None', 'NONE', 'nOnE', 'none '].map((alg) => [`A02 alg ${alg}`, `Bearer ${jwt({ alg })}`] as const),
    ['A04 a kid that is a path', `Bearer ${jwt({ alg: 'HS256', kid: '../../dev/null' })}`],
    ['A04 a kid that is SQL', `Bearer ${jwt({ alg: 'HS256', kid: "' OR 1=1 --" })}`],
    ['A05 a key of its own', `Bearer ${jwt({ alg: 'RS256', jku: 'http://127.0.0.1:1/', jwk: {} })}`],
    ['no scheme', 'gate_sk_live_x'],
    ['another scheme', 'Basic Z2F0ZTpnYXRl'],
    ['no token', 'Bearer '],
    ['two', 'Bearer a b'],
    ['a list', 'Bearer a, Bearer b'],
    ['a prototype’s name', 'Bearer __proto__'],
    ['only the prefix', 'Bearer gate_sk_live_'],
    ['an unknown session', 'Bearer gate_se_aaaaaaaaaaaaaaaaaaaa'],
    ['a login link', 'Bearer gate_ll_aaaaaaaaaaaaaaaaaaaa'],
    ['an unknown kiosk token', 'Bearer gate_kt_aaaa.aaaa'],
    ['JSON', 'Bearer {"key":1}'],
  ];
  test.each(wrong)('%s → 401', async (_name, authorization) => {
    const answer = await me(null, { authorization });
    expect([answer.status, isDecent(answer)]).toEqual([401, true]);
  });

  test('A19 a key in the address, in a cookie, or in another header is no credential', async () => {
    const { apiKey } = acme;
    for (const name of ['api_key', 'apiKey', 'key', 'token', 'access_token', 'authorization'])
      expect((await house.send('GET', `/api/v1/notes?${name}=${apiKey}`)).status).toBe(401);
    for (const name of ['cookie', 'x-api-key', 'proxy-authorization', 'x-authorization'])
      expect((await me(null, { [name]: `Bearer ${apiKey}` })).status).toBe(401);
  });

  test('A22 the right beginning of a key is worth as little as a wrong one', async () => {
    const { apiKey } = acme;
    for (const key of [
      apiKey.slice(0, -1),
      `${apiKey}a`,
      `${apiKey.slice(0, -1)}${apiKey.endsWith('a') ? 'b' : 'a'}`,
      apiKey.toLowerCase(),
      apiKey.replace('live', 'test'),
    ]) {
      const answer = await me(key);
      expect([answer.status, answer.body['errors']]).toEqual([
        401,
        [{ code: 'unauthenticated', message: 'This API key is not valid. Check it for typing mistakes.' }],
      ]);
    }
    expect((await me(apiKey)).status).toBe(200);
  });

  test('the hash of a key is no key, and the key stands nowhere in the data folder', async () => {
    const control = house.admin.directory.control;
    const rows = await control.find('api_keys', { limit: 100 });
    for (const row of rows) expect((await me(String(row['hash']))).status).toBe(401);
    expect(JSON.stringify(rows)).not.toContain(acme.apiKey);
    expect(JSON.stringify(await control.since(0, { limit: 1_000 }))).not.toContain(acme.apiKey);
  });
});

describe('keys', () => {
  test('A21 a revoked key is refused at the very next request, one that has run out as well', async () => {
    const made = await credentialsOf().createKey(acme.tenant, { name: 'k', scopes: ['sample:read'] });
    expect((await me(made.apiKey)).status).toBe(200);
    await credentialsOf().revokeKey(made.id);
    expect((await me(made.apiKey)).codes).toEqual(['credential_revoked']);
    await credentialsOf().revokeKey(made.id);
    expect((await me(made.apiKey)).codes).toEqual(['credential_revoked']);
    const short = await credentialsOf().createKey(acme.tenant, { name: 'k', scopes: ['sample:read'] });
    const { control } = house.admin.directory;
    await control.commit('system:test', async (tx) => ({
      ok: true,
      value: await tx.update('api_keys', short.id, { expiresAt: '2020-01-01T00:00:00.000Z' }),
    }));
    expect((await me(short.apiKey)).codes).toEqual(['credential_expired']);
  });

  test('A21 a revoked key ends what stands open in its name, and no other’s', async () => {
    const [made, kept] = [await newKey(), await newKey()];
    const [doomed, staying] = await Promise.all([openLine(made.apiKey), openLine(kept.apiKey)]);
    const closed = once(doomed, 'closed');
    const gone = once(doomed, 'disconnect');
    const revoked = await house.send('POST', `/api/v1/api-keys/${made.id}/revoke`, { key: acme.apiKey });
    expect(revoked.status).toBe(200);
    expect(await closed).toEqual([{ code: 'credential_revoked' }]);
    await gone;
    expect(staying.connected).toBe(true);
    await expect(openLine(made.apiKey)).rejects.toThrow('credential_revoked');
    staying.close();
  });

  test('a scope that is missing is named, and nothing is done', async () => {
    const key = async (...scopes: string[]) =>
      (await credentialsOf().createKey(acme.tenant, { name: 'k', scopes, roles: [] })).apiKey;
    const [none, read, write, notes, foreign] = await Promise.all([
      key(),
      key('sample:read'),
      key('sample:write'),
      key('notes:read', 'notes:write'),
      key('events:read', 'events:write'),
    ]);
    const status = async (method: string, apiKey: string) =>
      (
        await house.send(method, '/api/v1/notes', {
          key: apiKey,
          ...(method === 'POST' ? { json: { title: 'a' } } : {}),
        })
      ).status;
    const table: readonly (readonly [string, number, number])[] = [
      [none!, 403, 403],
      [read!, 200, 403],
      [write!, 403, 201],
      [notes!, 200, 201],
      [foreign!, 403, 403],
    ];
    for (const [apiKey, reads, writes] of table)
      expect([await status('GET', apiKey), await status('POST', apiKey)]).toEqual([reads, writes]);
    const denied = await house.send('POST', '/api/v1/notes', { key: read!, json: { title: 'a' } });
    expect(denied.body['errors']).toEqual([
      expect.objectContaining({ code: 'insufficient_scope', detail: { scope: 'sample:write' } }),
    ]);
    const action = await house.send('POST', '/events/checkin', { key: read!, json: { qrCode: 'x', gateId: 'x' } });
    expect(action.body['errors']).toEqual([
      expect.objectContaining({ code: 'insufficient_scope', detail: { scope: 'events:write' } }),
    ]);
    // A relation, a filter or populate returns no more than a direct request.
    const made = await house.send('POST', '/api/v1/notes', { key: notes!, json: { title: 'parent' } });
    expect(made.status).toBe(201);
  });

  test('records that the server derives cannot be written directly, with any key', async () => {
    for (const collection of ['scans', 'checkins', 'payment_events', 'outgoing_mails', 'ticket_keys']) {
      const answer = await house.send('POST', `/api/v1/${collection}`, { key: eventPair.apiKey, json: {} });
      expect([collection, answer.status, answer.codes]).toEqual([collection, 403, ['not_writable']]);
    }
  });
});

describe('console sessions', () => {
  test('a login link works once, for the tenant it was made for', async () => {
    const token = await loginLinkOf(house, acme.tenant);
    const redeem = () => house.send('POST', '/api/v1/auth/redeem', { json: { token } });
    const answers = await Promise.all([redeem(), redeem(), redeem()]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 401, 401]);
    const { session } = must(
      answers.find((a) => a.status === 200),
      'one that worked',
    ).body['data'] as { session: string };
    expect((await me(session)).body['data']).toMatchObject({ kind: 'user', tenant: { slug: 'acme' } });
    expect((await me(token)).status).toBe(401);
    for (const json of [{}, { token: 7 }, { token: 'gate_ll_x' }, [], { token: { a: 1 } }, { token: session }])
      expect([401, 422]).toContain((await house.send('POST', '/api/v1/auth/redeem', { json })).status);
  });

  test('an old link and an old session are refused', async () => {
    const { control } = house.admin.directory;
    const age = async () => {
      for (const table of ['login_links', 'login_sessions'])
        for (const { id } of await control.find(table, { limit: 100 }))
          await control.commit('system:test', async (tx) => ({
            ok: true,
            value: await tx.update(table, id, { expiresAt: '2020-01-01T00:00:00.000Z' }),
          }));
    };
    const token = await loginLinkOf(house, acme.tenant);
    await age();
    expect((await house.send('POST', '/api/v1/auth/redeem', { json: { token } })).status).toBe(401);
    const fresh = await loginLinkOf(house, acme.tenant);
    const { session } = (await house.send('POST', '/api/v1/auth/redeem', { json: { token: fresh } })).body['data'] as {
      session: string;
    };
    await age();
    expect((await me(session)).codes).toEqual(['credential_expired']);
  });
});

describe('what ends with a person', () => {
  const tables = [
    ['login_links', { expiresAt: '2100-01-01T00:00:00.000Z' }],
    ['pairing_codes', { expiresAt: '2020-01-01T00:00:00.000Z', event: 'e', role: 'gate' }],
  ] as const;

  test.each(tables)('unused rows of %s, however many there are; used ones open nothing', async (table, values) => {
    const { access, directory } = house.admin;
    const { control } = directory;
    const tenant = acme.tenant.id;
    const member = crypto.randomUUID();
    const owner = table === 'login_links' ? { tenant, member } : { tenant, maker: `user:${member}` };
    const row = (nth: number) => ({
      ...owner,
      ...values,
      hash: `${member} ${nth}`,
      usedAt: nth > 600 ? values.expiresAt : null,
    });
    const made = await control.commit('test', async (tx) => {
      for (let nth = 1; nth <= 1_201; nth += 1) await tx.create(table, row(nth));
      return ok(null);
    });
    expect(made.ok).toBe(true);
    await access.endings.ofMember('password_changed', { tenant, member });
    expect(await control.count(table, where({ ...owner, usedAt: null }))).toBe(0);
    expect(await control.count(table, where(owner))).toBe(601);
  });

  test('a member’s next login link deletes those that open nothing any more, and no other', async () => {
    const { access, directory } = house.admin;
    const owner = { tenant: acme.tenant.id, member: crypto.randomUUID() };
    const { control } = directory;
    const make = () => access.loginLinks.create(owner);
    const ids = async () => (await control.find('login_links', { where: where(owner), limit: 10 })).map(({ id }) => id);
    await make();
    const [used] = await ids();
    await make();
    const old = (await ids()).find((id) => id !== used);
    await control.commit('test', async (tx) => {
      await tx.update('login_links', must(used, 'one'), { usedAt: tx.now });
      await tx.update('login_links', must(old, 'another'), { expiresAt: '2020-01-01T00:00:00.000Z' });
      return ok(null);
    });
    await make();
    const [open, ...more] = await ids();
    expect([[used, old].includes(open), more]).toEqual([false, []]);
    await make();
    expect(await ids()).toHaveLength(2);
  });
});

describe('A20 the wall between tenants', () => {
  test('no header, parameter or body field leads into another', async () => {
    const made = await house.send('POST', '/api/v1/notes', { key: acme.apiKey, json: { title: 'of acme' } });
    const { id } = made.body['data'] as { id: string };
    for (const name of ['x-tenant', 'x-tenant-id', 'tenant', 'x-account', 'host'])
      expect(
        (
          await house.send('GET', `/api/v1/notes/${id}`, {
            key: other.apiKey,
            headers: name === 'host' ? {} : { [name]: acme.tenant.id },
          })
        ).status,
      ).toBe(404);
    expect((await house.send('GET', `/api/v1/notes?tenant=${acme.tenant.id}`, { key: other.apiKey })).status).toBe(400);
    expect((await house.send('GET', `/${acme.tenant.slug}/api/v1/notes/${id}`, { key: other.apiKey })).status).toBe(
      404,
    );
    expect(
      (await house.send('POST', '/api/v1/notes', { key: other.apiKey, json: { title: 'a', tenant: acme.tenant.id } }))
        .codes,
    ).toEqual(['unknown_field']);
    const list = await house.send('GET', '/api/v1/notes?limit=200', { key: other.apiKey });
    expect(list.text).not.toContain('of acme');
  });

  test('actions with ids of another tenant find nothing', async () => {
    const { demo, registrations } = eventPair;
    const id = registrations[0]!.id;
    const asks: readonly (readonly [string, string, unknown])[] = [
      ['GET', `/events/${demo.eventId}`, undefined],
      ['GET', `/events/${demo.eventId}/checkin/stats`, undefined],
      ['POST', `/events/${demo.eventId}/badge/reprint`, { registrationId: id }],
      ['POST', '/api/v1/actions/events.registration', { eventId: demo.eventId, registrationId: id }],
      ['GET', `/api/v1/registrations/${id}`, undefined],
    ];
    for (const [method, path, json] of asks) {
      const answer = await house.send(method, path, { key: acme.apiKey, ...(json === undefined ? {} : { json }) });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});

describe('the sandbox twin', () => {
  test('same paths below /sandbox, data of its own', async () => {
    const live = await house.send('POST', '/api/v1/notes', { key: acme.apiKey, json: { title: 'live' } });
    const test1 = await house.send('POST', '/sandbox/api/v1/notes', {
      key: acme.sandbox.apiKey,
      json: { title: 'sandbox', key: 'twin' },
    });
    expect([live.status, test1.status]).toEqual([201, 201]);
    const id = (answer: typeof live) => String((answer.body['data'] as { id: string }).id);
    expect(test1.headers.get('location')).toBe(`/sandbox/api/v1/notes/${id(test1)}`);
    expect((await house.send('GET', `/sandbox/api/v1/notes/${id(live)}`, { key: acme.sandbox.apiKey })).status).toBe(
      404,
    );
    expect((await house.send('GET', `/api/v1/notes/${id(test1)}`, { key: acme.apiKey })).status).toBe(404);
    await house.send('POST', '/sandbox/api/v1/notes', { key: acme.sandbox.apiKey, json: { title: 'second' } });
    const page = await house.send('GET', '/sandbox/api/v1/notes?limit=1', { key: acme.sandbox.apiKey });
    const next = must(/<([^>]+)>/.exec(String(page.headers.get('link')))?.[1], 'a link');
    expect(next.startsWith('/sandbox/api/v1/notes?')).toBe(true);
    expect((await house.send('GET', next, { key: acme.sandbox.apiKey })).status).toBe(200);
    expect(acme.sandbox.apiKey).toMatch(/^gate_sk_test_/);
    expect(acme.apiKey).toMatch(/^gate_sk_live_/);
  });

  test.each(guarded)('%s %s: a live key is refused there, a sandbox key here', async (method, path) => {
    const json = method === 'POST' || method === 'PATCH' ? { json: {} } : {};
    for (const [prefix, key] of [
      ['/sandbox', acme.apiKey],
      ['', acme.sandbox.apiKey],
      ['//sandbox', acme.sandbox.apiKey],
    ]) {
      const answer = await house.send(method, prefix + path, { key: key!, ...json });
      expect([401, 404]).toContain(answer.status);
      if (prefix !== '//sandbox') expect([answer.status, answer.codes]).toEqual([401, ['unauthenticated']]);
    }
  });

  test('the prefix is taken off once, and only where it stands whole', async () => {
    const { apiKey } = acme.sandbox;
    for (const path of [
      '/sandbox/sandbox/api/v1/notes',
      '/sandboxes/api/v1/notes',
      '/Sandbox/api/v1/notes',
      '/%73andbox/api/v1/notes',
      '/sandbox%2fapi/v1/notes',
    ])
      expect([path, (await house.send('GET', path, { key: apiKey })).status]).toEqual([path, 404]);
    expect((await house.send('GET', '/sandbox/api/v1/notes', { key: apiKey })).status).toBe(200);
    expect((await house.send('GET', '/sandbox/healthz')).status).toBe(200);
    expect((await house.send('GET', '/sandbox?x=1')).status).toBe(302);
  });
});
