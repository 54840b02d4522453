/** A tenant whose people come and go: what each of them is made with, and who administers. */

import { systemActor } from '#server/core/policy/actor.ts';
import type { TenantRecord } from '#server/core/tenants/control.ts';
import type { MemberOf } from '#server/identity/credentials/endings.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { type AppTokens, letIn, registerApp, type TestApp } from '#test/fixtures/app-access.ts';
import { addMember, loggedIn, password, type Tokens } from '#test/fixtures/people.ts';
import { openTestIdp } from '#test/fixtures/saml-idp.ts';
import { type Answer, type Body, openTestServer, type Sent, type TestServer } from '#test/fixtures/test-server.ts';

export interface PeopleSite {
  /** With no body: the provider as it is for everyone, who may be anything. */
  provider(json?: Body): Promise<void>;
  readonly house: TestServer;
  readonly tenant: CreatedTenant;
  /** Registered by itself, as apps do that know nothing of the tenant. */
  readonly app: TestApp;
  /** Registered by the tenant's administration, for administration. */
  readonly adminApp: TestApp;
  /** Where kiosks are paired to. */
  readonly gate: { readonly event: string; readonly gate: string };
  /** A note to work on. */
  readonly note: string;
  person(name: string): Promise<Person>;
}

export interface Person extends MemberOf {
  readonly email: string;
  readonly password: string;
  readonly site: PeopleSite;
  /** The session that signs out. */
  readonly session: Tokens;
  /** Of an app that the person let in once: logging in again for each line would take longer than the lines. */
  appToken(): Promise<string>;
  ask(method: string, path: string, sent?: Sent): Promise<Answer>;
}

async function gateOf({ admin }: TestServer, tenant: TenantRecord) {
  const name = 'Fair';
  const input = {
    name,
    type: 'conference',
    timezone: 'Europe/Berlin',
    startsAt: '2026-01-01T10:00:00Z',
    endsAt: '2027-01-01T10:00:00Z',
  };
  const gates = [{ id: 'main', name: 'Main' }];
  const actor = systemActor(tenant.id, 'test');
  const made = await admin.platform.run(actor, {
    verb: 'act',
    action: 'events.create',
    input: { ...input, gates },
  });
  if (made.kind === 'refused') throw new Error(made.errors[0].message);
  const event = await (await admin.directory.open(tenant)).findOne('events', { name });
  return { event: must(event, 'the event').id, gate: 'main' };
}

export async function openPeopleSite(env: Readonly<Record<string, string>>): Promise<PeopleSite> {
  const house = await openTestServer(env);
  const tenant = await house.tenant('acme');
  const json = { title: 'Plan', body: 'Begun' };
  const note = await house.send('POST', '/api/v1/notes', { key: tenant.apiKey, json });
  const idp = openTestIdp('idp.example');
  const every = { mayGive: ['admin', 'editor', 'viewer'], ownersMayJoin: true };
  const setting = { entityId: idp.entityId, ssoUrl: idp.ssoUrl, certificates: [idp.keys.certificate] };
  const provider = async (given: Body = {}) => {
    const sent = { key: tenant.apiKey, json: { ...setting, ...every, ...given } };
    const answer = await house.send('PATCH', '/api/v1/sso/saml', sent);
    if (answer.status !== 200) throw new Error(answer.text);
  };
  await provider();
  const site: PeopleSite = {
    house,
    tenant,
    provider,
    app: await registerApp(house, 'notes:read notes:write'),
    adminApp: await registerApp(house, 'admin:write notes:read', tenant.apiKey),
    gate: await gateOf(house, tenant.tenant),
    note: String((must(note.body['data'], 'a note') as { id: string }).id),
    async person(name) {
      const email = `${name}@example.org`;
      const member = await addMember(house, tenant.tenant.id, email, 'admin');
      const session = await loggedIn(house, email);
      const ask = (method: string, path: string, sent: Sent = {}) =>
        house.send(method, path, { key: session.accessToken, ...sent });
      let held: Promise<AppTokens> | null = null;
      const appToken = async () => {
        held ??= letIn(house, site.app, { email, password });
        return (await held).access_token;
      };
      return { tenant: tenant.tenant.id, member, email, password, site, session, appToken, ask };
    },
  };
  return site;
}
