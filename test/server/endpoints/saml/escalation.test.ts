/**
 * Single sign-on as a way to more rights: who set the provider × what an owner allowed × whom the provider asserts. The
 * provider is a real one (samlify), controlled by the person who set it last.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { linkIn, mailsTo, waitForMail } from '#test/fixtures/outbox.ts';
import { addMember, loggedIn, type Tokens } from '#test/fixtures/people.ts';
import { openTestIdp, type TestIdp } from '#test/fixtures/saml-idp.ts';
import { SamlWay } from '#test/fixtures/saml-way.ts';
import { type Answer, type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

/** The company's own provider, and the one that an intruder runs. */
const company = openTestIdp('idp.example');
const evil = openTestIdp('idp.evil.example');
const settingOf = (idp: TestIdp) => ({
  ...{ entityId: idp.entityId, ssoUrl: idp.ssoUrl, certificates: [idp.keys.certificate] },
});

/** Roles of the tenant besides the built-in ones. */
const made: Readonly<Record<string, readonly string[]>> = {
  supervisor: ['events:read'],
  helpdesk: ['admin:read', 'admin:write'],
  staff: ['events:read'],
};
const roles = ['owner', 'admin', 'editor', 'viewer', ...Object.keys(made)] as const;
/** Each role as a member who joined and as one who is invited; and a stranger, whom the provider would make a member. */
const people = [...roles.flatMap((role) => [`${role}@example.org`, `invited-${role}@example.org`]), 'new@example.org'];
const roleOf = (email: string) => email.replace(/^invited-|@.*$/g, '');

let house: TestServer;
let acme: CreatedTenant;
/** What each setter asks with. */
const keys: Record<string, string> = {};

const patch = (key: string, json: Body) => house.send('PATCH', '/api/v1/sso/saml', { key, json });
const reasonIn = (answer: Answer) => /<code>(\w+)<\/code>/.exec(answer.text)?.[1] ?? answer.codes[0];

/** The state before a test: no one has joined by an invitation. */
async function reset(): Promise<void> {
  await house.send('DELETE', '/api/v1/sso/saml', { key: acme.apiKey });
  const { directory } = house.admin;
  const store = await directory.open(must(await directory.byId(acme.tenant.id), 'the tenant'));
  const known = (await store.find('members', { limit: 100 })) as unknown as { id: string; email: string }[];
  for (const email of people.filter((one) => one.startsWith('invited-') || one.startsWith('new'))) {
    const there = known.find((one) => one.email === email);
    if (there) {
      const gone = await house.send('DELETE', `/api/v1/members/${there.id}`, { key: acme.apiKey });
      expect([email, gone.status]).toEqual([email, 200]);
    }
    if (email.startsWith('new')) continue;
    const invited = await house.send('POST', '/api/v1/members', {
      key: acme.apiKey,
      json: { email, role: roleOf(email) },
    });
    expect([email, invited.status]).toEqual([email, 201]);
  }
}

beforeAll(async () => {
  const port = await freePort();
  house = await openTestServer({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
  acme = await house.tenant('acme');
  for (const [name, scopes] of Object.entries(made))
    expect((await house.send('POST', '/api/v1/roles', { key: acme.apiKey, json: { name, scopes } })).status).toBe(201);
  for (const role of roles) await addMember(house, acme.tenant.id, `${role}@example.org`, role);
  const keyOf = async (given: readonly string[]) =>
    (await house.admin.credentials.createKey(acme.tenant, { name: 'k', scopes: ['admin:write'], roles: given })).apiKey;
  keys['owner'] = acme.apiKey;
  keys['an administrator'] = (await loggedIn(house, 'admin@example.org')).accessToken;
  keys['a key with admin:write alone'] = await keyOf([]);
  keys['such a key with the role of an owner'] = await keyOf(['owner']);
  keys['a custom role with admin:write'] = (await loggedIn(house, 'helpdesk@example.org')).accessToken;
});
afterAll(() => house?.close());

const setters = [
  'an administrator',
  'a key with admin:write alone',
  'such a key with the role of an owner',
  'a custom role with admin:write',
];

/** What an owner said of the company's provider before the setter came; null: there was none. */
const words: readonly (Body | null)[] = [
  null,
  { mayGive: [] },
  { mayGive: ['viewer'] },
  { mayGive: ['staff', 'supervisor'] },
  { mayGive: ['admin', 'editor', 'viewer'] },
  { mayGive: ['viewer'], ownersMayJoin: true },
  {},
];

/** What a setter may give by its own rights: administrators all but what owners have. */
const ownRights: Readonly<Record<string, readonly string[]>> = {
  'an administrator': ['admin', 'editor', 'viewer', 'supervisor', 'helpdesk', 'staff'],
  'a key with admin:write alone': [],
  'such a key with the role of an owner': [],
  'a custom role with admin:write': ['helpdesk'],
};

describe.each(setters)('%s', (setter) => {
  const key = () => must(keys[setter], 'a key');
  test.each(words)('gives no one more rights, where an owner allowed %o', async (word) => {
    await reset();
    if (word !== null) expect((await patch(acme.apiKey, { ...settingOf(company), ...word })).status).toBe(200);
    const [first = 'viewer'] = (word?.['mayGive'] as string[] | undefined) ?? [];
    const own = { ...settingOf(evil), createMembers: true, defaultRole: first };
    for (const more of [{ mayGive: ['owner'] }, { mayGive: ['admin'] }, { ownersMayJoin: true }]) {
      const asked = await patch(key(), { ...own, ...more });
      const isAsBefore = JSON.stringify(more) === JSON.stringify({ mayGive: word?.['mayGive'] });
      if (!isAsBefore) expect([more, asked.codes]).toEqual([more, ['owner_only']]);
    }
    const set = await patch(key(), own);
    expect([200, 403]).toContain(set.status);
    if (set.status === 403) expect(set.codes).toEqual(['owner_only']);
    const allowed = word === null ? [] : ((word['mayGive'] as string[] | undefined) ?? roles.slice(1));
    const way = new SamlWay(house, 'acme', evil);
    for (const email of people) {
      const answer = set.status === 200 ? await way.logIn({ nameId: email }) : null;
      if (answer?.status !== 200) {
        const reason = answer === null ? 'owner_only' : reasonIn(answer);
        expect(['owner_only', 'not_allowed_yet', 'owner_refused', 'role_refused']).toContain(reason);
        continue;
      }
      // Logged in with a role that an owner allowed, and that the setter could have given without single sign-on.
      const { role } = (answer.body['data'] as Tokens).user;
      expect([email, allowed.includes(String(role)), must(ownRights[setter], 'rights').includes(String(role))]).toEqual(
        [email, true, true],
      );
    }
  });
});

describe('a provider that an owner has set', () => {
  test.each(words.filter((word) => word !== null))(
    'logs in whom the owner allowed, and no others: %o',
    async (word) => {
      await reset();
      const set = await patch(acme.apiKey, { ...settingOf(company), createMembers: false, ...word });
      expect(set.status).toBe(200);
      const allowed = (word['mayGive'] as string[] | undefined) ?? roles.slice(1);
      const way = new SamlWay(house, 'acme', company);
      for (const email of people.filter((one) => !one.startsWith('new'))) {
        const role = roleOf(email);
        const mayJoin = role === 'owner' ? word['ownersMayJoin'] === true : allowed.includes(role);
        const answer = await way.logIn({ nameId: email });
        expect([email, answer.status]).toEqual([email, mayJoin ? 200 : 403]);
        if (mayJoin) expect((answer.body['data'] as Tokens).user).toMatchObject({ email, role });
      }
    },
  );

  test('maps no one to a role that is not allowed', async () => {
    await reset();
    const mapping = (role: string) => ({ roleAttribute: 'groups', roleMapping: [{ value: 'g', role }] });
    const setting = { ...settingOf(company), mayGive: ['viewer', 'staff'] };
    expect((await patch(acme.apiKey, { ...setting, ...mapping('admin') })).codes).toEqual(['role_not_allowed']);
    expect((await patch(acme.apiKey, { ...setting, createMembers: true, defaultRole: 'editor' })).codes).toEqual([
      'role_not_allowed',
    ]);
    expect((await patch(acme.apiKey, { ...setting, ...mapping('staff') })).status).toBe(200);
    const answer = await new SamlWay(house, 'acme', company).logIn({
      nameId: 'viewer@example.org',
      attributes: { groups: ['g'] },
    });
    expect((answer.body['data'] as Tokens).user).toMatchObject({ role: 'staff' });
    const { id } = (answer.body['data'] as Tokens).user;
    await house.send('PATCH', `/api/v1/members/${id}`, { key: acme.apiKey, json: { role: 'viewer' } });
  });

  test('asks an owner again for a role that was given more since', async () => {
    await reset();
    expect((await patch(acme.apiKey, { ...settingOf(company), mayGive: ['staff'] })).status).toBe(200);
    const way = new SamlWay(house, 'acme', company);
    expect((await way.logIn({ nameId: 'staff@example.org' })).status).toBe(200);
    const listed = await house.send('GET', '/api/v1/roles?where[name][equals]=staff', { key: acme.apiKey });
    const [{ id }] = listed.body['data'] as [{ id: string }];
    const grow = (scopes: readonly string[]) =>
      house.send('PATCH', `/api/v1/roles/${id}`, { key: acme.apiKey, json: { scopes } });
    expect((await grow(['events:read', 'admin:write'])).status).toBe(200);
    expect(reasonIn(await way.logIn({ nameId: 'staff@example.org' }))).toBe('role_refused');
    expect((await patch(acme.apiKey, { mayGive: ['staff'] })).status).toBe(200);
    expect((await way.logIn({ nameId: 'staff@example.org' })).status).toBe(200);
    expect((await grow(['events:read'])).status).toBe(200);
  });

  test('opens no session for a code, once the owner has taken the role away', async () => {
    await reset();
    expect((await patch(acme.apiKey, { ...settingOf(company), mayGive: ['admin'] })).status).toBe(200);
    const way = new SamlWay(house, 'acme', company);
    const { sso } = house.admin.access;
    const { redeem } = sso;
    sso.redeem = async (...given) => {
      sso.redeem = redeem;
      expect((await patch(acme.apiKey, { mayGive: ['viewer'] })).status).toBe(200);
      return redeem(...given);
    };
    const answer = await way.logIn({ nameId: 'admin@example.org' });
    expect([answer.status, answer.codes]).toEqual([403, ['sso_refused']]);
  });
});

test('every change of the provider is in the audit log, and in a mail to each owner', async () => {
  await reset();
  await patch(must(keys['a key with admin:write alone'], 'a key'), settingOf(evil));
  // The newest: all changes before this one were mailed, too.
  const newest = async () =>
    (await mailsTo(house.dataDir, 'owner@example.org')).findLast(({ subject }) => /was changed/.test(subject ?? ''));
  const waits = /k changed single sign-on from[\s\S]*No one can log in with it until an owner allows roles/;
  await expect.poll(async () => (await newest())?.text, { timeout: 60_000 }).toMatch(waits);
  const mail = must(await newest(), 'a mail');
  // Its name is a text that the intruder chose.
  expect(mail.text).not.toContain(evil.entityId);
  expect(linkIn(mail).hash).toBe('#/settings/sso');
  await house.send('DELETE', '/api/v1/sso/saml', { key: must(keys['an administrator'], 'a key') });
  await waitForMail(house.dataDir, 'owner@example.org', /Single sign-on was removed/);
  expect(await mailsTo(house.dataDir, 'admin@example.org')).toEqual([]);
  const log = await house.send('GET', '/api/v1/audit_entries?limit=2&sort=-createdAt', { key: acme.apiKey });
  expect(log.text).toMatch(/sso\.removed[\s\S]*sso\.set/);
});
