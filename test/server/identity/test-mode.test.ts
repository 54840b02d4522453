/** The entry of a logged-in person into the sandbox: its token works once and for that person; no token leads from there to the live organization. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginLinks } from '#server/identity/people/tables.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import { loginLinkOf } from '#test/fixtures/login-link.ts';
import { addMember, loggedIn, password } from '#test/fixtures/people.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const path = '/api/v1/auth/test-mode';
let house: TestServer;
let live: Awaited<ReturnType<TestServer['tenant']>>;

beforeAll(async () => {
  house = await openTestServer();
  live = await house.tenant('both');
}, 120_000);
afterAll(() => house?.close());

const textIn = (body: unknown, name: string) => String((body as { data: Record<string, unknown> }).data[name]);

async function memberIn(email: string, role = 'owner'): Promise<string> {
  await addMember(house, live.tenant.id, email, role);
  return (await loggedIn(house, email)).accessToken;
}

const redeem = (token: string, base = '/sandbox') =>
  house.send('POST', `${base}/api/v1/auth/redeem`, { json: { token } });

async function enter(key: string): Promise<string> {
  const { body, status } = await house.send('POST', path, { key, json: {} });
  expect([status, body]).toEqual([
    200,
    { data: { token: expect.any(String), expiresAt: expect.any(String) }, meta: {} },
  ]);
  return textIn(body, 'token');
}

async function whoIs(session: string) {
  const { body } = await house.send('GET', '/sandbox/api/v1/auth/me', { key: session });
  return body['data'] as { user: { email: string; role: string } };
}

describe('a person', () => {
  test('by password comes in as the same person with the same role, once for each token', async () => {
    const key = await memberIn('ada@example.org', 'editor');
    const token = await enter(key);
    const answer = await redeem(token);
    expect(answer.status).toBe(200);
    expect((await whoIs(textIn(answer.body, 'session'))).user).toMatchObject({
      email: 'ada@example.org',
      role: 'editor',
    });
    expect((await redeem(token)).codes).toEqual(['unauthenticated']);
    // The second time it is the same member, and the password is good there, too.
    await redeem(await enter(key));
    const members = await house.send('GET', '/sandbox/api/v1/members', { key: live.sandbox.apiKey });
    const mine = (members.body['data'] as { email: string }[]).filter(({ email }) => email === 'ada@example.org');
    expect(mine).toHaveLength(1);
    const json = { email: 'ada@example.org', password };
    expect((await house.send('POST', '/sandbox/api/v1/auth/login', { json })).status).toBe(200);
  });

  test('by a login link comes in without a password; the session there ends within twelve hours', async () => {
    const tenant = must(await house.admin.directory.byId(live.tenant.id), 'the tenant');
    const opened = await redeem(await loginLinkOf(house, tenant), '');
    const answer = await redeem(await enter(textIn(opened.body, 'session')));
    expect(answer.status).toBe(200);
    const lastsMs = Date.parse(textIn(answer.body, 'expiresAt')) - house.admin.clock();
    expect(lastsMs).toBeLessThanOrEqual(12 * 3_600_000);
    expect((await whoIs(textIn(answer.body, 'session'))).user).toMatchObject({ role: 'owner' });
  });

  test('keeps the role they have there, and becomes viewer where their role is not known there', async () => {
    const sandbox = must(await house.admin.directory.sandboxOf(live.tenant.id), 'the sandbox');
    const key = await memberIn('less@example.org', 'owner');
    await addMember(house, sandbox.id, 'less@example.org', 'viewer');
    const less = await redeem(await enter(key));
    expect((await whoIs(textIn(less.body, 'session'))).user).toMatchObject({ role: 'viewer' });
    const json = { name: 'usher', scopes: ['events:read'] };
    expect((await house.send('POST', '/api/v1/roles', { key: live.apiKey, json })).codes).toEqual([]);
    const made = await redeem(await enter(await memberIn('usher@example.org', 'usher')));
    expect((await whoIs(textIn(made.body, 'session'))).user).toMatchObject({ role: 'viewer' });
  });
});

describe('refused', () => {
  test('a key, and a session of the sandbox: that opens nothing live', async () => {
    const key = await house.send('POST', path, { key: live.apiKey, json: {} });
    expect([key.status, key.codes]).toEqual([403, ['person_only']]);
    expect((await house.send('POST', path, { json: {} })).status).toBe(401);
    const answer = await redeem(await enter(await memberIn('way@example.org')));
    const session = textIn(answer.body, 'session');
    const back = await house.send('POST', `/sandbox${path}`, { key: session, json: {} });
    expect([back.status, back.codes]).toEqual([409, ['live_only']]);
    expect((await house.send('POST', path, { key: session, json: {} })).status).toBe(401);
  });

  test('a token at the live address, and one that is older than its minute', async () => {
    const key = await memberIn('late@example.org');
    expect((await redeem(await enter(key), '')).codes).toEqual(['unauthenticated']);
    const token = await enter(key);
    const { control } = house.admin.directory;
    const made = await control.commit('test', async (tx) => {
      const rows = await tx.find(loginLinks, { where: where({ usedAt: null }), limit: 100 });
      for (const { id } of rows) await tx.update('login_links', id, { expiresAt: '2020-01-01T00:00:00.000Z' });
      return ok(rows.length);
    });
    expect(made).toMatchObject({ ok: true });
    expect((await redeem(token)).codes).toEqual(['unauthenticated']);
  });

  test('a member who is suspended there, and one whose address belongs to another account there', async () => {
    const sandbox = must(await house.admin.directory.sandboxOf(live.tenant.id), 'the sandbox');
    const key = await memberIn('out@example.org');
    const id = await addMember(house, sandbox.id, 'out@example.org', 'owner');
    const json = { status: 'suspended' };
    const at = `/sandbox/api/v1/members/${id}`;
    expect((await house.send('PATCH', at, { key: live.sandbox.apiKey, json })).codes).toEqual([]);
    const { body, codes } = await house.send('POST', path, { key, json: {} });
    expect([codes, JSON.stringify(body)]).toEqual([['test_mode_closed'], expect.stringContaining('suspended')]);
    // The same address, as a member of the sandbox with an account of its own.
    const other = await memberIn('mine@example.org');
    await addMember(house, sandbox.id, 'theirs@example.org', 'viewer', 'another password of 2026');
    const store = await house.admin.directory.open(sandbox);
    const renamed = await store.commit('test', async (tx) => {
      const { id: theirs } = must(await tx.findOne('members', { emailKey: 'theirs@example.org' }), 'the member');
      await tx.update('members', theirs, { email: 'mine@example.org', emailKey: 'mine@example.org' });
      return ok(null);
    });
    expect(renamed).toMatchObject({ ok: true });
    const refused = await house.send('POST', path, { key: other, json: {} });
    expect([refused.codes, refused.text]).toEqual([['test_mode_closed'], expect.stringContaining('another login')]);
  });
});
