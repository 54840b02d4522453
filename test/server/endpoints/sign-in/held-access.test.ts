/** Lists of sessions and grants over HTTP: who sees and ends which, keys with their makers, and apps that are not used. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selfRegisteredMax, unusedMs } from '#server/identity/apps/oauth-clients.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { hourMs } from '#shared/base/time.ts';
import { where } from '#shared/query/query.ts';
import { consentPage, letIn, registerApp } from '#test/fixtures/app-access.ts';
import { loginLinkOf } from '#test/fixtures/login-link.ts';
import { addMember, loggedIn, password } from '#test/fixtures/people.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let acme: CreatedTenant;
let other: CreatedTenant;
const ids: Record<string, string> = {};
const tokens: Record<string, string> = {};

beforeAll(async () => {
  house = await openTestServer();
  [acme, other] = [await house.tenant('acme'), await house.tenant('other')];
  for (const [name, role] of [
    ['ada', 'owner'],
    ['max', 'admin'],
    ['vic', 'viewer'],
  ] as const) {
    ids[name] = await addMember(house, acme.tenant.id, `${name}@example.org`, role);
    tokens[name] = (await loggedIn(house, `${name}@example.org`)).accessToken;
  }
});
afterAll(() => house?.close());

const send = (key: string | undefined, method: string, path: string, json?: unknown) =>
  house.send(method, `/api/v1/${path}`, { key: must(key, 'a key'), ...(json === undefined ? {} : { json }) });
const rows = async (key: string | undefined, path: string) => (await send(key, 'GET', path)).body['data'] as Body[];
const emails = (list: readonly Body[]) => [...new Set(list.map((row) => (row['member'] as Body)['email']))].sort();

describe('sessions and grants', () => {
  test('a person sees their own, administrators those of the tenant, and no secret', async () => {
    const app = await registerApp(house, 'notes:read');
    await letIn(house, app, { email: 'vic@example.org', password });
    await consentPage(house, app, { email: 'vic@example.org', password });
    for (const list of ['sessions', 'grants']) {
      expect([list, emails(await rows(tokens['vic'], `auth/${list}`))]).toEqual([list, ['vic@example.org']]);
      for (const asker of ['ada', 'max'])
        expect(emails(await rows(tokens[asker], `auth/${list}`))).toContain('vic@example.org');
      expect(emails(await rows(acme.apiKey, `auth/${list}?member=${ids['vic']}`))).toEqual(['vic@example.org']);
      const text = JSON.stringify(await rows(acme.apiKey, `auth/${list}`));
      expect(text).not.toMatch(/gate_|[Hh]ash|turn|challenge|"account"/);
      expect(await rows(other.apiKey, `auth/${list}`)).toEqual([]);
      expect((await send(tokens['vic'], 'GET', `auth/${list}?member=${ids['max']}`)).codes).toEqual([
        'insufficient_scope',
      ]);
      expect((await send(acme.apiKey, 'GET', `auth/${list}?member=me`)).codes).toEqual(['person_only']);
      expect((await send(tokens['max'], 'GET', `auth/${list}?member=nobody`)).status).toBe(400);
    }
    // The page of a consent is no session to be seen.
    const held = await rows(tokens['vic'], 'auth/sessions');
    expect(held.map(({ how, isCurrent }) => [how, isCurrent])).toEqual([['password', true]]);
    expect(await rows(tokens['vic'], 'auth/grants')).toMatchObject([
      { app: { id: app.id, name: 'Planner', registeredItself: true }, scopes: ['notes:read'] },
    ]);
  });

  test('ending the access of another person needs administration, and of an owner an owner', async () => {
    const [session] = await rows(tokens['ada'], `auth/sessions?member=me`);
    const id = must(session, 'a session')['id'];
    expect((await send(tokens['vic'], 'DELETE', `auth/sessions/${id}`)).status).toBe(404);
    expect((await send(other.apiKey, 'DELETE', `auth/sessions/${id}`)).status).toBe(404);
    expect((await send(tokens['max'], 'DELETE', `auth/sessions/${id}`)).codes).toEqual(['owner_only']);
    for (const list of ['sessions', 'grants']) {
      expect((await send(tokens['max'], 'DELETE', `auth/${list}?member=${ids['ada']}`)).codes).toEqual(['owner_only']);
      expect((await send(tokens['vic'], 'DELETE', `auth/${list}?member=${ids['max']}`)).codes).toEqual([
        'insufficient_scope',
      ]);
      expect((await send(acme.apiKey, 'DELETE', `auth/${list}`)).codes).toEqual(['person_only']);
      expect((await send(acme.apiKey, 'DELETE', `auth/${list}/${ids['ada']}`)).status).toBe(404);
    }
    expect((await send(tokens['ada'], 'GET', 'auth/me')).status).toBe(200);
  });

  test('an app manages no sessions, not even those of the person who authorized it', async () => {
    const app = await registerApp(house, '*:read *:write');
    const { access_token: key } = await letIn(house, app, { email: 'max@example.org', password });
    for (const [method, path] of [
      ['GET', 'auth/sessions'],
      ['DELETE', 'auth/sessions'],
      ['GET', 'auth/grants'],
      ['DELETE', 'auth/grants'],
    ] as const)
      expect([method, path, (await send(key, method, path)).status]).toEqual([method, path, 403]);
    expect((await send(tokens['max'], 'GET', 'auth/me')).status).toBe(200);
  });

  test('a login link is a session of an owner, in the one list, and named in the audit log', async () => {
    const token = await loginLinkOf(house, acme.tenant);
    const redeemed = await house.send('POST', '/api/v1/auth/redeem', { json: { token } });
    const { session } = redeemed.body['data'] as { session: string };
    const me = (await send(session, 'GET', 'auth/me')).body['data'];
    expect(me).toMatchObject({ kind: 'user', user: { email: 'ada@example.org', role: 'owner' } });
    const held = await rows(session, 'auth/sessions?member=me');
    expect(held.find((one) => one['isCurrent'])).toMatchObject({ how: 'login_link' });
    const log = await rows(acme.apiKey, 'audit_entries?where[action][equals]=auth.login&sort=-createdAt&limit=1');
    expect(log).toMatchObject([{ actorLabel: 'ada@example.org', detail: { how: 'login_link' } }]);
    const out = await house.send('POST', '/api/v1/auth/logout', { key: session, json: {} });
    expect([out.status, (await send(session, 'GET', 'auth/me')).codes]).toEqual([200, ['credential_revoked']]);
  });
});

describe('keys', () => {
  test('the list says who made each; a key that is revoked lists those it made', async () => {
    const scopes = ['admin:write', 'notes:read'];
    const first = (await send(tokens['max'], 'POST', 'api-keys', { name: 'first', scopes })).body['data'] as Body;
    await send(String(first['apiKey']), 'POST', 'api-keys', { name: 'second', scopes: ['notes:read'] });
    const list = await rows(acme.apiKey, 'api-keys');
    const makerOf = (name: string) => list.find((key) => key['name'] === name)?.['madeBy'];
    expect(makerOf('first')).toEqual({ actor: `user:${ids['max']}`, label: 'max@example.org' });
    expect(makerOf('second')).toEqual({ actor: `key:${first['id']}`, label: 'first' });
    expect(makerOf('first key')).toEqual({ actor: 'system:administration', label: null });
    const revoked = await send(acme.apiKey, 'POST', `api-keys/${first['id']}/revoke`);
    expect(revoked.body['meta']).toEqual({ keysLeft: [{ id: expect.any(String), name: 'second' }] });
  });
});

describe('bounds that would be loosened', () => {
  const narrow = async (scopes: readonly string[], roles: readonly string[] = []) =>
    (await house.admin.credentials.createKey(acme.tenant, { name: 'n', scopes, roles })).apiKey;

  test('a definition’s scopes and roles are changed by those whom they do not bind', async () => {
    const fields = [{ name: 'pay', type: 'integer', readRoles: ['finance'] }];
    const access = { read: ['sample:read'], write: ['sample:write'] };
    await send(acme.apiKey, 'POST', 'collections', { name: 'wages', fields, access });
    const patch = (key: string, json: unknown) => send(key, 'PATCH', 'collections/wages', json);
    const [bare, reader] = [
      await narrow(['admin:write']),
      await narrow(['admin:write', 'sample:read', 'sample:write']),
    ];
    const open = { access: { read: ['events:read'], write: ['events:write'] } };
    expect((await patch(bare, open)).codes).toEqual(['grant_exceeds']);
    const unbound = { fields: [{ name: 'pay', type: 'integer' }] };
    for (const key of [bare, reader]) expect((await patch(key, unbound)).codes).toEqual(['grant_exceeds']);
    expect((await patch(reader, { note: 'What people earn.' })).status).toBe(200);
    const payer = await narrow(['admin:write', 'sample:read', 'sample:write'], ['finance']);
    expect((await patch(payer, unbound)).status).toBe(200);
  });

  test('pairing: its own scope, or administration together with what a kiosk works with; neither alone', async () => {
    const asked = { event: ids['ada'], gate: 'x' };
    const codes = async (scopes: readonly string[]) =>
      (await send(await narrow(scopes), 'POST', 'kiosks/pairing-codes', asked)).codes;
    expect(await codes(['pairing:write'])).toEqual(['not_found']);
    expect(await codes(['admin:write', 'events:read', 'events:write'])).toEqual(['not_found']);
    for (const scopes of [['admin:write'], ['*:read', '*:write'], ['admin:write', 'events:read'], ['kiosks:write']])
      expect([scopes, await codes(scopes)]).toEqual([scopes, ['insufficient_scope']]);
  });
});

describe('apps that register themselves', () => {
  const advance = (ms: number) => {
    const { config } = house.admin;
    Object.assign(config, { nowOffsetMs: config.nowOffsetMs + ms });
  };
  const isThere = async (id: string) => (await house.admin.directory.control.get('oauth_clients', id)) !== null;

  test('11 one that was allowed nothing goes after a day; one that was stays', async () => {
    const [unused, used] = [await registerApp(house, 'notes:read'), await registerApp(house, 'notes:read')];
    await letIn(house, used, { email: 'vic@example.org', password });
    advance(unusedMs - hourMs);
    expect((await consentPage(house, unused, { email: 'x', password: 'x' })).text).toContain('Planner');
    advance(2 * hourMs);
    const query = `client_id=${unused.id}&redirect_uri=${encodeURIComponent('https://app.example/callback')}`;
    expect((await house.send('GET', `/oauth/authorize?${query}`)).text).toContain('not registered here');
    await registerApp(house, 'notes:read');
    expect([await isThere(unused.id), await isThere(used.id)]).toEqual([false, true]);
    await letIn(house, used, { email: 'vic@example.org', password });
  });

  test('11 where there are too many, the oldest that was never used makes room', async () => {
    const { control } = house.admin.directory;
    await registerApp(house, 'notes:read');
    const sort = [{ path: 'createdAt', direction: 'asc' }] as const;
    const unused = where({ tenant: null, grantedAt: null });
    const [first, second] = await control.find('oauth_clients', { where: unused, sort, limit: 2 });
    const known = await control.count('oauth_clients');
    const values = { tenant: null, name: 'One of many', redirectUris: ['https://x.example/'], scopes: ['*:read'] };
    for (let left = selfRegisteredMax - known; left > 0; left -= 1_000)
      await control.commit('system:test', async (tx) => {
        for (let n = 0; n < Math.min(left, 1_000); n += 1)
          await tx.create('oauth_clients', { ...values, secretHash: null, grantedAt: null });
        return ok(null);
      });
    const next = await registerApp(house, 'notes:read');
    const there = await Promise.all([next.id, must(first, 'one').id, must(second, 'two').id].map(isThere));
    expect(there).toEqual([true, false, true]);
  });
});
