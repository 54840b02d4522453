/** Members of a tenant through REST, on both stores: invited, accepted, changed, removed; roles; the audit log. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endAccess } from '#server/modules/auth/end-access.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { linkIn, mailsTo, waitForMail } from '#test/fixtures/outbox.ts';
import { addMember, loggedIn, login, password, type Tokens } from '#test/fixtures/people.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type Body, isDecent, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const stores = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: await (await postgres()).database('members') })],
] as const;

describe.each(stores)('on %s', (_name, environment) => {
  let house: TestServer;
  let acme: CreatedTenant;
  let other: CreatedTenant;
  let ownerId: string;
  let owner: string;
  let admin: string;

  beforeAll(async () => {
    house = await openTestServer({ ...(await environment()), PUBLIC_URL: 'https://gate.example' });
    [acme, other] = [await house.tenant('acme'), await house.tenant('other')];
    ownerId = await addMember(house, acme.tenant.id, 'ada@example.org', 'owner');
    await addMember(house, acme.tenant.id, 'max@example.org', 'admin');
    owner = (await loggedIn(house, 'ada@example.org')).accessToken;
    admin = (await loggedIn(house, 'max@example.org')).accessToken;
  });
  afterAll(() => house?.close());

  const send = (key: string, method: string, path: string, json?: unknown) =>
    house.send(method, `/api/v1/${path}`, { key, ...(json === undefined ? {} : { json }) });
  const dataOf = (answer: { body: Body }) => answer.body['data'] as Body;
  const invite = async (key: string, email: string, role: string) => send(key, 'POST', 'members', { email, role });
  const tokenFor = async (email: string) =>
    linkIn(await waitForMail(house.dataDir, email, /invited/)).searchParams.get('token') ?? '';
  const accept = (token: string, more: Body = {}) =>
    house.send('POST', '/api/v1/auth/invitations/accept', { json: { token, password, ...more } });

  test('an invitation is mailed, accepted once, and opens what the role allows and no more', async () => {
    const made = await invite(admin, 'Eve@example.org', 'viewer');
    expect(made).toMatchObject({
      status: 201,
      body: { data: { email: 'Eve@example.org', role: 'viewer', status: 'invited', invitedBy: 'max@example.org' } },
    });
    for (const hidden of ['emailKey', 'account', '"invitation"']) expect(made.text).not.toContain(hidden);
    const mail = await waitForMail(house.dataDir, 'eve@example.org', /invited to acme/);
    expect(linkIn(mail).href).toMatch(/^https:\/\/gate\.example\/auth\/invitation\?token=/);
    const token = await tokenFor('eve@example.org');
    expect((await login(house, { email: 'eve@example.org' })).status).toBe(401);

    expect((await accept(token, { password: 'short' })).codes).toEqual(['too_short']);
    const accepted = await accept(token, { name: 'Eve Moneypenny' });
    expect(accepted).toMatchObject({
      status: 200,
      body: { data: { user: { name: 'Eve Moneypenny', role: 'viewer' } } },
    });
    const key = (accepted.body['data'] as Tokens).accessToken;
    expect((await send(key, 'GET', 'notes')).status).toBe(200);
    expect((await send(key, 'POST', 'notes', { title: 'x' })).status).toBe(403);
    for (const collection of ['members', 'roles', 'audit_entries'])
      expect((await send(key, 'GET', collection)).codes).toEqual(['insufficient_scope']);
    expect((await accept(token)).codes).toEqual(['invitation_gone']);
    expect((await loggedIn(house, 'eve@example.org')).user).toMatchObject({ name: 'Eve Moneypenny' });

    const store = await house.admin.directory.open(acme.tenant);
    const changes = await store.since(0, { limit: 200, collections: ['members'] });
    expect(changes.flatMap((change) => change.types)).toContain('auth.user.registered');
  });

  test('a person with an account in another tenant accepts with that password; the link sets no other', async () => {
    await addMember(house, other.tenant.id, 'zoe@example.org', 'owner', 'zoes own long password');
    expect((await invite(owner, 'zoe@example.org', 'editor')).status).toBe(201);
    const token = await tokenFor('zoe@example.org');
    expect((await accept(token, { password: 'what a thief would set' })).codes).toEqual(['login_failed']);
    expect((await accept(token, { password: 'zoes own long password' })).status).toBe(200);
    const { user } = await loggedIn(house, 'zoe@example.org', '', {
      tenant: 'acme',
      password: 'zoes own long password',
    });
    expect(user).toMatchObject({ role: 'editor', tenant: { slug: 'acme' } });
  });

  test('a link that was changed, or is of a member withdrawn, opens nothing', async () => {
    const made = await invite(owner, 'ivy@example.org', 'viewer');
    const token = await tokenFor('ivy@example.org');
    const [payload = '', mac] = token.split('.');
    const lifted = Buffer.from(payload, 'base64url').toString().replace(acme.tenant.id, other.tenant.id);
    for (const bad of ['', 'x', `${payload}.`, `${Buffer.from(lifted).toString('base64url')}.${mac}`, owner]) {
      const answer = await accept(bad);
      expect([bad.slice(0, 20), answer.status, isDecent(answer)]).toEqual([
        bad.slice(0, 20),
        expect.toBeOneOf([410, 422]),
        true,
      ]);
    }
    expect((await send(owner, 'DELETE', `members/${dataOf(made)['id']}`)).status).toBe(200);
    expect((await accept(token)).codes).toEqual(['invitation_gone']);
  });

  test('the same person twice, a strange role, an address changed, a state set by hand: refused', async () => {
    expect((await invite(owner, 'MAX@example.org', 'viewer')).codes).toEqual(['duplicate']);
    expect((await invite(owner, 'tim@example.org', 'emperor')).codes).toEqual(['role_unknown']);
    expect((await invite(owner, 'tim@example.org', '__proto__')).codes).toEqual(['role_unknown']);
    expect((await invite(owner, 'no address', 'viewer')).codes).toEqual(['invalid_email']);
    expect(
      (await send(owner, 'POST', 'members', { email: 'tim@example.org', role: 'viewer', status: 'active' })).codes,
    ).toEqual(['invitation_only']);
    expect((await send(owner, 'PATCH', `members/${ownerId}`, { email: 'eva@example.org' })).codes).toEqual([
      'email_fixed',
    ]);
    const tim = dataOf(await invite(owner, 'tim@example.org', 'viewer'))['id'];
    expect((await send(owner, 'PATCH', `members/${tim}`, { status: 'active' })).status).toBeOneOf([409, 422]);
    for (const [name, value] of [
      ['joinedAt', '2026-01-01T00:00:00Z'],
      ['account', 'x'],
      ['emailKey', 'x'],
      ['invitation', 'x'],
    ])
      expect([name, (await send(owner, 'PATCH', `members/${tim}`, { [String(name)]: value })).status]).toEqual([
        name,
        expect.toBeOneOf([400, 422]),
      ]);
  });

  test('only an owner makes, changes or removes owners, and the last one stays', async () => {
    expect((await invite(admin, 'sly@example.org', 'owner')).codes).toEqual(['owner_only']);
    const max = await send(owner, 'GET', 'members?where[email][equals]=max@example.org');
    const maxId = (max.body['data'] as Body[])[0]?.['id'];
    expect((await send(admin, 'PATCH', `members/${maxId}`, { role: 'owner' })).codes).toEqual(['owner_only']);
    expect((await send(admin, 'PATCH', `members/${ownerId}`, { role: 'viewer' })).codes).toEqual(['owner_only']);
    expect((await send(admin, 'DELETE', `members/${ownerId}`)).codes).toEqual(['owner_only']);
    for (const json of [{ role: 'admin' }, { status: 'suspended' }])
      expect((await send(owner, 'PATCH', `members/${ownerId}`, json)).codes).toEqual(['last_owner']);
    expect((await send(owner, 'DELETE', `members/${ownerId}`)).codes).toEqual(['last_owner']);
    expect((await send(owner, 'PATCH', `members/${ownerId}`, { name: 'Ada L.' })).status).toBe(200);

    const second = await addMember(house, acme.tenant.id, 'sue@example.org', 'owner');
    const both = await Promise.all(
      [ownerId, second].map((id) => send(acme.apiKey, 'PATCH', `members/${id}`, { role: 'admin' })),
    );
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const [left] = (await send(acme.apiKey, 'GET', 'members?where[role][equals]=owner')).body['data'] as Body[];
    for (const id of [ownerId, second].filter((one) => one !== left?.['id']))
      expect((await send(acme.apiKey, 'PATCH', `members/${id}`, { role: 'owner' })).status).toBe(200);
    expect((await send(owner, 'DELETE', `members/${second}`)).status).toBe(200);
  });

  test('a role of the tenant’s own gives its scopes at once, and cannot be deleted while a member has it', async () => {
    const made = await send(admin, 'POST', 'roles', { name: 'door-staff', scopes: ['notes:read'] });
    expect(made.status).toBe(201);
    const roleId = dataOf(made)['id'];
    await addMember(house, acme.tenant.id, 'dee@example.org', 'door-staff');
    const { accessToken } = await loggedIn(house, 'dee@example.org');
    const notes = () => send(accessToken, 'POST', 'notes', { title: 'from the door' });
    expect((await send(accessToken, 'GET', 'notes')).status).toBe(200);
    expect((await notes()).status).toBe(403);
    expect((await send(admin, 'PATCH', `roles/${roleId}`, { scopes: ['notes:read', 'notes:write'] })).status).toBe(200);
    expect((await notes()).status).toBe(201);
    expect((await send(admin, 'DELETE', `roles/${roleId}`)).codes).toEqual(['role_in_use']);
    expect((await send(admin, 'PATCH', `roles/${roleId}`, { name: 'gate-staff' })).codes).toEqual(['role_in_use']);
    expect((await send(admin, 'POST', 'roles', { name: 'owner', scopes: [] })).codes).toEqual(['role_reserved']);
    for (const scope of ['notes', 'notes:delete', '*', '__proto__:read', 'a:read:write'])
      expect((await send(admin, 'POST', 'roles', { name: 'odd', scopes: [scope] })).codes).toEqual(['scope_unknown']);
  });

  test('new scopes of a role are announced to all of its members, however many', async () => {
    const { clock, directory, newId } = house.admin;
    const store = await directory.open(must(await directory.byId(other.tenant.id), 'the tenant'));
    const head = await store.head();
    const roleId = dataOf(await send(other.apiKey, 'POST', 'roles', { name: 'crowd', scopes: ['notes:read'] }))['id'];
    const made = await store.commit('system:test', async (tx) => {
      const ids: string[] = [];
      for (let n = 0; n < 2_001; n++)
        ids.push((await tx.create('members', { email: `crowd-${n}@example.org`, role: 'crowd', status: 'active' })).id);
      return ok(ids);
    });
    await send(other.apiKey, 'PATCH', `roles/${roleId}`, { scopes: ['notes:write'] });
    const changes = await store.since(head, { limit: 10, collections: ['roles'] });
    const announced: string[] = [];
    const none = async () => {};
    const follower = endAccess({ forget: none, end: none, announce: (actor) => announced.push(actor) });
    const commit = () => Promise.reject(new Error('It writes nothing.'));
    await follower.handle(changes, { tenant: store.tenant, reader: store, clock, newId, commit });
    expect(announced.sort()).toEqual(
      expectOk(made)
        .value.map((id) => `user:${id}`)
        .sort(),
    );
  });

  test('members need admin:write; another tenant’s are not there', async () => {
    await addMember(house, acme.tenant.id, 'ned@example.org', 'editor');
    const editor = (await loggedIn(house, 'ned@example.org')).accessToken;
    expect((await invite(editor, 'pal@example.org', 'viewer')).codes).toEqual(['insufficient_scope']);
    expect((await send(editor, 'PATCH', `members/${ownerId}`, { role: 'viewer' })).codes).toEqual([
      'insufficient_scope',
    ]);
    for (const method of ['GET', 'DELETE'])
      expect((await send(other.apiKey, method, `members/${ownerId}`)).status).toBe(404);
    expect((await send(other.apiKey, 'PATCH', `members/${ownerId}`, { role: 'viewer' })).status).toBe(404);
  });

  test('the audit log says who did what, when and from where, and cannot be written', async () => {
    const answer = await send(admin, 'GET', 'audit_entries?limit=200&sort=-createdAt');
    const entries = answer.body['data'] as Body[];
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'member.invited',
        actorLabel: 'max@example.org',
        subject: 'Eve@example.org',
        from: expect.stringMatching(/127\.0\.0\.1|::1/),
        detail: { role: 'viewer' },
      }),
    );
    const actions = new Set(entries.map((entry) => entry['action']));
    for (const action of [
      'auth.login',
      'member.joined',
      'member.changed',
      'member.removed',
      'role.created',
      'role.changed',
    ])
      expect(actions).toContain(action);
    expect(answer.text).not.toMatch(/argon2|gate_rt_/);
    const [first] = entries;
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', `/${first?.['id']}`],
      ['DELETE', `/${first?.['id']}`],
    ] as const)
      expect([method, (await send(owner, method, `audit_entries${path}`, { action: 'x', actor: 'y' })).codes]).toEqual([
        method,
        ['not_writable'],
      ]);
  });

  test('a password is reset by mail: once, within the hour, and every login ends', async () => {
    await addMember(house, acme.tenant.id, 'fay@example.org', 'viewer');
    const before = await loggedIn(house, 'fay@example.org');
    const forgot = (email: string) =>
      house.send('POST', '/api/v1/auth/password/forgot', { json: { email }, headers: { host: 'evil.example' } });
    const [known, unknown] = [await forgot('fay@example.org'), await forgot('nobody@example.org')];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(known.status).toBe(202);
    const link = linkIn(await waitForMail(house.dataDir, 'fay@example.org', /new password/));
    expect(link.origin).toBe('https://gate.example');
    const token = link.searchParams.get('token') ?? '';
    const reset = (more: Body) => house.send('POST', '/api/v1/auth/password/reset', { json: { token, ...more } });
    expect((await reset({ password: 'short' })).codes).toEqual(['too_short']);
    const both = await Promise.all(
      ['first new password', 'other new password'].map((next) => reset({ password: next })),
    );
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 410]);
    expect((await reset({ password: 'once more please' })).codes).toEqual(['reset_gone']);
    expect((await house.send('GET', '/api/v1/auth/me', { key: before.accessToken })).status).toBe(401);
    const set = both[0]?.status === 200 ? 'first new password' : 'other new password';
    expect((await login(house, { email: 'fay@example.org', password: set })).status).toBe(200);
    expect((await login(house, { email: 'fay@example.org' })).status).toBe(401);
    expect((await mailsTo(house.dataDir, 'nobody@example.org')).length).toBe(0);
  });
});

describe('the pages that mails lead to', () => {
  let house: TestServer;
  let acme: CreatedTenant;
  beforeAll(async () => {
    house = await openTestServer();
    acme = await house.tenant('acme');
  });
  afterAll(() => house?.close());

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    house.send('POST', path, {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });

  test('an invitation is accepted in the browser; the page runs no script and cannot be framed', async () => {
    await house.send('POST', '/api/v1/members', {
      key: acme.apiKey,
    });
    await house.send('POST', '/api/v1/members', {
      key: acme.apiKey,
      json: { email: 'ann@example.org', role: 'viewer' },
    });
    const link = linkIn(await waitForMail(house.dataDir, 'ann@example.org', /invited/));
    const page = await house.send('GET', link.pathname + link.search);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    expect(page.text).toContain('ann@example.org');
    const csp = page.headers.get('content-security-policy') ?? '';
    expect(csp).toContain("frame-ancestors 'none'");
    expect(csp).not.toMatch(/script-src|unsafe/);
    // The address holds a secret, which no referrer may carry; without the origin a browser's form would be refused.
    expect(page.headers.get('referrer-policy')).toBe('strict-origin');
    const token = link.searchParams.get('token') ?? '';
    expect((await post('/auth/invitation', { token, password }, { origin: 'https://evil.example' })).status).toBe(403);
    const weak = await post('/auth/invitation', { token, password: 'aaaaaaaaaaaa' });
    expect([weak.status, weak.text.includes('role="alert"')]).toEqual([422, true]);
    expect((await post('/auth/invitation', { token, password, name: '<b>Ann</b>' })).status).toBe(200);
    expect((await house.send('GET', link.pathname + link.search)).status).toBe(410);
    expect((await login(house, { email: 'ann@example.org' })).status).toBe(200);
  });

  test('a new password is chosen in the browser', async () => {
    await addMember(house, acme.tenant.id, 'kim@example.org', 'viewer');
    await house.send('POST', '/api/v1/auth/password/forgot', { json: { email: 'kim@example.org' } });
    const link = linkIn(await waitForMail(house.dataDir, 'kim@example.org', /new password/));
    expect((await house.send('GET', link.pathname + link.search)).status).toBe(200);
    const token = link.searchParams.get('token') ?? '';
    expect((await post('/auth/reset', { token, password: 'kim chose this one' })).status).toBe(200);
    expect((await post('/auth/reset', { token, password: 'kim chose this one' })).status).toBe(410);
    expect((await login(house, { email: 'kim@example.org', password: 'kim chose this one' })).status).toBe(200);
  });

  test('no token, a strange one, twice the same field, no form: a page or a refusal, never a fault', async () => {
    for (const path of ['/auth/invitation', '/auth/reset']) {
      for (const query of ['', '?token=', '?token=%00', `?token=${'x'.repeat(3_000)}`])
        expect([path, (await house.send('GET', path + query)).status]).toEqual([path, 410]);
      expect((await post(path, {})).status).toBe(410);
      const twice = await house.send('POST', path, {
        raw: 'token=a&token=b',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(twice.status).toBe(400);
      expect((await house.send('POST', path, { json: { token: 'a' } })).status).toBe(415);
    }
  });
});
