/** A tenant in which rights are given: its own collections bind fields and records to roles; and every way to give. */

import type { Registry } from '#server/core/platform.ts';
import type { Collections } from '#server/core/policy/may-grant.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { registerApp } from '#test/fixtures/app-access.ts';
import { addMember, password } from '#test/fixtures/people.ts';
import { type Answer, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { type Giver, GivingTenant } from './giving-tenant.ts';
import { type Way, waysOf } from './ways.ts';

export interface GivingSite {
  readonly house: TestServer;
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
  const house = await openTestServer();
  const tenant = await house.tenant('acme');
  for (const json of own) {
    const made = await house.send('POST', '/api/v1/collections', { key: tenant.apiKey, json });
    if (made.status !== 201) throw new Error(made.text);
  }
  const registry = await house.admin.platform.registry(tenant.tenant.id);
  const site = new GivingTenant(house, tenant);
  const allower = { email: 'owner@example.org', password };
  await addMember(house, tenant.tenant.id, allower.email, 'owner');
  const { verifier } = await registerApp(house, '*:read', tenant.apiKey);
  return {
    house,
    tenant,
    registry,
    collections: registry.collections,
    send: (giver, method, path, json) => site.send(giver, method, path, json),
    ways: waysOf(site, verifier, allower),
    async key(scopes, roles) {
      const { credentials } = house.admin;
      const { apiKey } = await credentials.createKey(tenant.tenant, { name: site.next('k'), scopes, roles });
      return { kind: 'key', scopes, roles, credential: apiKey };
    },
    member: async (role) => site.me((await site.person(role)).credential),
  };
}
