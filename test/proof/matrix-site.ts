/** Two tenants with every module: one whose records the matrix names, and a stranger's; and those who ask. */
import { Agent, request } from 'node:http';
import { loadSeed } from '#server/modules/common/load-seed.ts';
import { createCatalogue } from '#server/modules/create-catalogue.ts';
import { createDemo } from '#server/operations/demo/create-demo.ts';
import type { TenantStore } from '#server/store/contract.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { catalogue } from '#shared/modules/catalogue.ts';
import { letIn, registerApp } from '#test/fixtures/app-access.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { addMember, loggedIn, password } from '#test/fixtures/people.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { validRecord } from '#test/fixtures/valid-record.ts';
import type { Row } from './matrix-rows.ts';

export const askers = [
  'no credential',
  'revoked key',
  'expired key',
  'removed user',
  'key without scope',
  'viewer',
  'stranger',
] as const;
export type Asker = (typeof askers)[number];

export interface MatrixSite {
  readonly house: TestServer;
  readonly store: TenantStore;
  readonly document: Body;
  /** Of the tenant whose records these are, with every scope. */
  readonly apiKey: string;
  readonly ids: ReadonlyMap<string, string>;
  credentialOf(asker: Asker): string | null;
  ask(row: Row, asker: Asker): Promise<{ readonly status: number; readonly text: string }>;
  close(): Promise<void>;
}

const ownCollection = {
  name: 'venues',
  labels: { one: 'Venue', many: 'Venues' },
  fields: [{ name: 'title', type: 'text', required: true, maxLength: 80 }],
  replicated: { push: 'merge' },
};

/** Where one field says what another holds: values that a definition alone does not lead to. */
const fitting: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  lead_edits: { kind: 'note', value: 'wants a price' },
};

/** One record of each collection; where neither the seed nor the demo made one, it is written as the platform writes. */
export async function idsOf({ admin }: TestServer, tenant: string, store: TenantStore): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const { collections } = await admin.platform.registry(tenant);
  for (const definition of collections.values()) {
    const writable = { ...definition, fields: definition.fields.map((field) => ({ ...field, readOnly: false })) };
    const generated = validRecord(writable, [], (to) => [ids.get(to)].filter((id) => id !== undefined), 1, 7);
    const values = { ...generated, ...fitting[definition.name] };
    // In one transaction: a follower may make this record out of the sample before (a lead of a lead's edit).
    const made = expectOk(
      await store.commit('system:matrix', async (tx) => {
        const [first] = await tx.find(definition.name, { limit: 1 });
        return ok(first ?? (await tx.create(definition.name, values)));
      }),
    );
    ids.set(definition.name, made.value.id);
  }
  return ids;
}

async function credentialsOf(
  house: TestServer,
  victim: string,
  stranger: string,
): Promise<Readonly<Record<Asker, string | null>>> {
  const { credentials, directory } = house.admin;
  const tenant = must(await directory.byId(victim), 'the tenant');
  const scopes = ['*:read', '*:write', 'admin:read', 'admin:write'];
  const [revoked, expired, without] = [
    await credentials.createKey(tenant, { name: 'revoked', scopes }),
    await credentials.createKey(tenant, { name: 'expired', scopes }),
    await credentials.createKey(tenant, { name: 'without', scopes: ['nothing:read'] }),
  ];
  await credentials.revokeKey(revoked.id);
  await directory.control.commit('system:matrix', async (tx) =>
    ok(await tx.update('api_keys', expired.id, { expiresAt: '2020-01-01T00:00:00.000Z' })),
  );
  await addMember(house, victim, 'owner@victim.example', 'owner');
  await addMember(house, victim, 'viewer@victim.example', 'viewer');
  const member = await addMember(house, victim, 'removed@victim.example', 'admin');
  await addMember(house, stranger, 'owner@stranger.example', 'owner');
  const token = async (email: string) => (await loggedIn(house, email)).accessToken;
  const removed = await token('removed@victim.example');
  const gone = await house.send('DELETE', `/api/v1/members/${member}`, { key: await token('owner@victim.example') });
  if (gone.status !== 200) throw new Error(gone.text);
  return {
    'no credential': null,
    'revoked key': revoked.apiKey,
    'expired key': expired.apiKey,
    'removed user': removed,
    'key without scope': without.apiKey,
    viewer: await token('viewer@victim.example'),
    stranger: await token('owner@stranger.example'),
  };
}

export async function openMatrixSite(env: Readonly<Record<string, string>>): Promise<MatrixSite> {
  const house = await openTestServer(env);
  const { clock, directory, newId } = house.admin;
  const { tenant, apiKey } = await house.tenant('victim', 'enterprise', 'all');
  const stranger = await house.tenant('stranger', 'enterprise', 'all');
  const store = await directory.open(must(await directory.byId(tenant.id), 'the tenant'));
  await loadSeed(
    store,
    catalogue.map((m) => m.name),
    { writer: createCatalogue().writer, clock, newId },
  );
  await createDemo(house.admin, { attendees: 3, slug: 'victim' });
  const made = await house.send('POST', '/api/v1/collections', { key: apiKey, json: ownCollection });
  if (made.status !== 201) throw new Error(made.text);
  const client = await house.send('POST', '/api/v1/oauth-clients', {
    key: apiKey,
    json: { name: 'App', redirectUris: ['https://app.example/back'], scopes: ['*:read'] },
  });
  const key = await house.send('POST', '/api/v1/api-keys', {
    key: apiKey,
    json: { name: 'K', scopes: ['events:read'] },
  });
  const holder = { email: 'holder@victim.example', password };
  await addMember(house, tenant.id, holder.email, 'viewer');
  await letIn(house, await registerApp(house, 'events:read'), holder);
  await loggedIn(house, holder.email);
  const ids = await idsOf(house, tenant.id, store);
  for (const name of ['sessions', 'grants']) {
    const { body } = await house.send('GET', `/api/v1/auth/${name}`, { key: apiKey });
    ids.set(name, String((body['data'] as Body[])[0]?.['id']));
  }
  for (const [name, { body }] of [
    ['oauth-clients', client],
    ['api-keys', key],
  ] as const)
    ids.set(name, String((body['data'] as Body)['id']));
  for (const [name, value] of Object.entries({
    version: '1',
    name: 'venues',
    group: 'a-group',
    n: '0',
    collection: 'registrations',
    action: 'events.list',
    snapshot: ids.get('events'),
    file: 'x',
    hash: 'x',
    slug: 'victim',
  }))
    ids.set(`{${name}}`, must(value, name));
  const credentials = await credentialsOf(house, tenant.id, stranger.tenant.id);
  const { body: document } = await house.send('GET', '/api/openapi.json', { key: apiKey });
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  return {
    house,
    store,
    document,
    apiKey,
    ids,
    credentialOf: (asker) => credentials[asker],
    ask: ({ method, path, body, type }, asker) =>
      new Promise((resolve, reject) => {
        const credential = credentials[asker];
        const headers = {
          ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
          ...(body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
        };
        const sent = request(house.url + path, { method, agent, headers }, (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
          );
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    async close() {
      agent.destroy();
      await house.close();
    },
  };
}
