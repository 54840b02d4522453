/** A tenant in which rights are given: its own collections bind fields and records to roles; and every way to give. */

import type { Registry } from '#server/core/platform.ts';
import type { Collections } from '#server/core/policy/may-grant.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { letIn, registerApp } from '#test/fixtures/app-access.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { type Answer, type Body, type OpenHouse, openHouse } from '#test/fixtures/open-house.ts';
import { addMember, password } from '#test/fixtures/people.ts';
import type { Holder } from './rights.ts';

export interface Giver extends Holder {
  readonly credential: string;
}

export interface Given {
  readonly answer: Answer;
  /** Who has the rights now; null where nobody was given any. */
  readonly receiver: Giver | null;
}

export interface GivingSite {
  readonly house: OpenHouse;
  readonly tenant: CreatedTenant;
  readonly registry: Registry;
  readonly collections: Collections;
  /** A key with exactly these rights, made by administration on the machine. */
  key(scopes: readonly string[], roles: readonly string[]): Promise<Giver>;
  /** A person with this role. */
  member(role: string): Promise<Giver>;
  send(giver: Giver, method: string, path: string, json?: unknown): Promise<Answer>;
  readonly ways: readonly Way[];
}

/** One way to give rights over HTTP. */
export interface Way {
  readonly name: string;
  /** Whom it gives to: a key sees all records, a person those of its own where a collection says so. */
  readonly to: 'key' | 'person';
  /** Whether names of roles are given besides scopes. */
  readonly givesRoles: boolean;
  give(giver: Giver, scopes: readonly string[], roles: readonly string[]): Promise<Given>;
}

const fields = [
  { name: 'name', type: 'text', maxLength: 80 },
  { name: 'salary', type: 'integer', readRoles: ['finance'] },
  { name: 'home', type: 'group', fields: [{ name: 'street', type: 'text', readRoles: ['finance', 'hr'] }] },
  { name: 'holder', type: 'text', maxLength: 40 },
];
const own = [
  { name: 'staff', fields },
  { name: 'vault', fields, access: { read: ['sample:read', 'vault:read'], write: ['sample:write'] } },
  { name: 'diary', fields, access: { own: { field: 'holder', exceptRoles: ['lead'] } } },
];

export async function openGivingSite(): Promise<GivingSite> {
  const house = await openHouse();
  const tenant = await house.tenant('acme');
  for (const json of own) {
    const made = await house.send('POST', '/api/v1/collections', { key: tenant.apiKey, json });
    if (made.status !== 201) throw new Error(made.text);
  }
  const registry = await house.admin.platform.registry(tenant.tenant.id);
  let count = 0;
  const next = (prefix: string) => `${prefix}-${++count}`;
  const send = ({ credential: key }: Giver, method: string, path: string, json?: unknown) =>
    house.send(method, `/api/v1/${path}`, { key, ...(json === undefined ? {} : { json }) });
  const owner: Giver = { kind: 'key', scopes: [], roles: [], credential: tenant.apiKey };

  async function me(credential: string): Promise<Giver> {
    const { body, text } = await house.send('GET', '/api/v1/auth/me', { key: credential });
    const { kind, scopes, roles } = must(body['data'], text) as unknown as Holder;
    return { kind, scopes, roles, credential };
  }
  async function person(role: string) {
    const [email, now] = [`${next('p')}@example.org`, new Date().toISOString()];
    const { access } = house.admin;
    const store = await house.admin.directory.open(tenant.tenant);
    const account = (await access.accounts.ensure(email)).id;
    const none = { name: null, invitedBy: null, invitationSentAt: null, invitationExpiresAt: null };
    const values = { ...none, invitationProblem: null, invitation: null, joinedAt: now, emailKey: email, account };
    const made = expectOk(
      await store.commit('system:test', async (tx) =>
        ok(await tx.create('members', { ...values, email, role, status: 'active' })),
      ),
    );
    const { id } = made.value;
    return { id, credential: await loginOf(id) };
  }
  /** Without a password: hashing one takes longer than all else together. */
  async function loginOf(member: string): Promise<string> {
    const { oauth, people } = house.admin.access;
    const found = must(await oauth.find(tenant.tenant.id, member), 'the member');
    return (await people.logIn(found, { how: 'password', from: '127.0.0.1' })).accessToken;
  }
  const allower = { email: 'owner@example.org', password };
  await addMember(house, tenant.tenant.id, allower.email, 'owner');
  const { verifier } = await registerApp(house, '*:read', tenant.apiKey);
  const none = (answer: Answer): Given => ({ answer, receiver: null });
  const dataOf = ({ body }: Answer) => body['data'] as Body;

  /** By an owner's hand: a role of these scopes that nobody has yet. */
  async function roleOf(scopes: readonly string[]): Promise<string> {
    const name = next('r');
    const made = await send(owner, 'POST', 'roles', { name, scopes });
    if (made.status !== 201) throw new Error(made.text);
    return name;
  }

  const ways: readonly Way[] = [
    {
      name: 'POST /api-keys',
      to: 'key',
      givesRoles: true,
      async give(giver, scopes, roles) {
        const answer = await send(giver, 'POST', 'api-keys', { name: next('k'), scopes, roles });
        return answer.status === 201 ? { answer, receiver: await me(String(dataOf(answer)['apiKey'])) } : none(answer);
      },
    },
    {
      name: 'POST /roles',
      to: 'person',
      givesRoles: false,
      async give(giver, scopes) {
        const name = next('r');
        const answer = await send(giver, 'POST', 'roles', { name, scopes });
        return answer.status === 201 ? { answer, receiver: await me((await person(name)).credential) } : none(answer);
      },
    },
    {
      name: 'PATCH /roles/{id}, of a role that a member has',
      to: 'person',
      givesRoles: false,
      async give(giver, scopes) {
        const name = next('r');
        const made = await send(owner, 'POST', 'roles', { name, scopes: ['nothing:read'] });
        const { credential } = await person(name);
        const answer = await send(giver, 'PATCH', `roles/${dataOf(made)['id']}`, { scopes });
        return answer.status === 200 ? { answer, receiver: await me(credential) } : none(answer);
      },
    },
    {
      name: 'POST /roles/bulk',
      to: 'person',
      givesRoles: false,
      async give(giver, scopes) {
        const name = next('r');
        const answer = await send(giver, 'POST', 'roles/bulk', { create: [{ name, scopes }] });
        return answer.status === 200 ? { answer, receiver: await me((await person(name)).credential) } : none(answer);
      },
    },
    {
      name: 'POST /members',
      to: 'person',
      givesRoles: false,
      async give(giver, scopes) {
        const role = await roleOf(scopes);
        const answer = await send(giver, 'POST', 'members', { email: `${next('i')}@example.org`, role });
        return answer.status === 201 ? { answer, receiver: await me((await person(role)).credential) } : none(answer);
      },
    },
    {
      name: 'PATCH /members/{id} with a role',
      to: 'person',
      givesRoles: false,
      async give(giver, scopes) {
        const [role, { credential, id }] = [await roleOf(scopes), await person(await roleOf(['nothing:read']))];
        const answer = await send(giver, 'PATCH', `members/${id}`, { role });
        return answer.status === 200 ? { answer, receiver: await me(credential) } : none(answer);
      },
    },
    {
      name: 'PATCH /members/{id}, back from suspension',
      to: 'person',
      givesRoles: false,
      async give(giver, scopes) {
        const { id } = await person(await roleOf(scopes));
        await send(owner, 'PATCH', `members/${id}`, { status: 'suspended' });
        const answer = await send(giver, 'PATCH', `members/${id}`, { status: 'active' });
        if (answer.status !== 200) return none(answer);
        return { answer, receiver: await me(await loginOf(id)) };
      },
    },
    {
      name: 'POST /oauth-clients, let in by an owner',
      to: 'person',
      givesRoles: false,
      async give(giver, scopes) {
        const uri = 'https://app.example/callback';
        const json = { name: next('a'), redirectUris: [uri], scopes, confidential: false };
        const answer = await send(giver, 'POST', 'oauth-clients', json);
        if (answer.status !== 201) return none(answer);
        const app = { id: String(dataOf(answer)['id']), scope: scopes.join(' '), verifier };
        return { answer, receiver: await me((await letIn(house, app, allower)).access_token) };
      },
    },
  ];

  return {
    house,
    tenant,
    registry,
    collections: registry.collections,
    send,
    ways,
    async key(scopes, roles) {
      const { credentials } = house.admin;
      const { apiKey } = await credentials.createKey(tenant.tenant, { name: next('k'), scopes, roles });
      return { kind: 'key', scopes, roles, credential: apiKey };
    },
    member: async (role) => me((await person(role)).credential),
  };
}
