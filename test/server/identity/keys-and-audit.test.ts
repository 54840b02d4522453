/** API keys over HTTP, and what the audit log says of keys and kiosks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { addMember, loggedIn } from '#test/fixtures/people.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let acme: CreatedTenant;
let other: CreatedTenant;
let admin: string;

beforeAll(async () => {
  house = await openTestServer();
  [acme, other] = [await house.tenant('acme'), await house.tenant('other')];
  await addMember(house, acme.tenant.id, 'max@example.org', 'admin');
  admin = (await loggedIn(house, 'max@example.org')).accessToken;
});
afterAll(() => house?.close());

const send = (key: string, method: string, path: string, json?: unknown) =>
  house.send(method, `/api/v1/${path}`, { key, ...(json === undefined ? {} : { json }) });
const status = async (key: unknown) => (await send(String(key), 'GET', 'notes')).status;

test('a key is made, shown once, listed without its secret, and refused from the moment it is revoked', async () => {
  const made = await send(admin, 'POST', 'api-keys', { name: 'door list', scopes: ['notes:read'] });
  expect(made).toMatchObject({
    status: 201,
    body: { data: { apiKey: expect.stringMatching(/^gate_sk_live_\w{40}$/), scopes: ['notes:read'], roles: [] } },
  });
  const { apiKey, id } = made.body['data'] as Body;
  expect(await status(apiKey)).toBe(200);
  expect((await send(String(apiKey), 'POST', 'notes', { title: 'x' })).codes).toEqual(['insufficient_scope']);
  const list = await send(admin, 'GET', 'api-keys');
  expect((list.body['data'] as Body[]).map((key) => key['name']).sort()).toEqual(['door list', 'first key']);
  expect(list.text).not.toMatch(/gate_sk|hash/);
  expect((await send(admin, 'POST', `api-keys/${id}/revoke`)).status).toBe(200);
  expect(await status(apiKey)).toBe(401);
});

test('a key that has expired already is not made', async () => {
  for (const expiresAt of ['2020-01-01T00:00:00Z', new Date(Date.now() - 1).toISOString()]) {
    const refused = await send(admin, 'POST', 'api-keys', { name: 'old', scopes: ['notes:read'], expiresAt });
    expect([refused.status, refused.body['errors']]).toEqual([
      422,
      [expect.objectContaining({ code: 'too_small', path: 'expiresAt' })],
    ]);
  }
});

test('an expired key is refused', async () => {
  const made = await send(admin, 'POST', 'api-keys', {
    name: 'old',
    scopes: ['notes:read'],
    expiresAt: '2999-01-01T00:00:00Z',
  });
  const { apiKey, id } = made.body['data'] as Body;
  const { control } = house.admin.directory;
  await control.commit('system:test', async (tx) => ({
    ok: true,
    value: await tx.update('api_keys', String(id), { expiresAt: '2020-01-01T00:00:00.000Z' }),
  }));
  expect((await send(String(apiKey), 'GET', 'notes')).codes).toEqual(['credential_expired']);
});

test('unknown scopes, the owner role given by a person who is no owner, another tenant’s key: refused', async () => {
  for (const scope of ['notes', 'notes:delete', 'nothing:read', '*', '__proto__:read', 7])
    expect([scope, (await send(admin, 'POST', 'api-keys', { name: 'x', scopes: [scope] })).status]).toEqual([
      scope,
      422,
    ]);
  expect((await send(admin, 'POST', 'api-keys', { name: 'x', scopes: [], roles: ['owner'] })).codes).toEqual([
    'owner_only',
  ]);
  const [first] = ((await send(acme.apiKey, 'GET', 'api-keys')).body['data'] as Body[]).filter(
    (k) => k['name'] === 'first key',
  );
  expect((await send(admin, 'POST', `api-keys/${first?.['id']}/revoke`)).codes).toEqual(['owner_only']);
  for (const id of [first?.['id'], 'x', '__proto__'])
    expect((await send(other.apiKey, 'POST', `api-keys/${id}/revoke`)).status).toBe(404);
  expect(await status(acme.apiKey)).toBe(200);
  const reader = await send(acme.apiKey, 'POST', 'api-keys', { name: 'reader', scopes: ['*:read', 'admin:read'] });
  const { apiKey } = reader.body['data'] as Body;
  expect((await send(String(apiKey), 'GET', 'api-keys')).codes).toEqual(['insufficient_scope']);
  expect((await send(String(apiKey), 'GET', 'audit_entries')).status).toBe(200);
});

test('the audit log has keys and kiosks, by whom and from where; no secret stands in it', async () => {
  const { createDemo } = await import('#server/operations/demo/create-demo.ts');
  const demo = await createDemo(house.admin, { attendees: 1, slug: 'fair' });
  const key = String(demo.apiKey);
  const code = await send(key, 'POST', 'kiosks/pairing-codes', { event: demo.eventId, gate: demo.gates[0] });
  expect(code.status).toBe(201);
  await send(key, 'POST', 'api-keys', { name: 'list', scopes: ['events:read'] });
  const log = await send(key, 'GET', 'audit_entries?sort=createdAt');
  expect(log.body['data']).toMatchObject([
    {
      action: 'kiosk.invited',
      subject: demo.gates[0],
      actorLabel: 'first key',
      from: expect.stringMatching(/127|::1/),
    },
    {
      action: 'key.created',
      subject: 'list',
      actor: expect.stringMatching(/^key:/),
      detail: { scopes: ['events:read'] },
    },
  ]);
  expect(log.text).not.toContain(String((code.body['data'] as Body)['pairingCode']));
  expect(log.text).not.toContain('gate_sk_');
  expect((await send(acme.apiKey, 'GET', 'audit_entries?where[action][equals]=kiosk.invited')).body['data']).toEqual(
    [],
  );
});
