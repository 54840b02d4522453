/** A sealed value opens at its own place and at no other: every sealed column × every other place. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlTenant } from '#server/core/tenants/control.ts';
import { controlTables } from '#server/identity/control-tables.ts';
import { sealedSigningKeys } from '#server/identity/credentials/signing-key-pairs.ts';
import { sealedVenueKeys } from '#server/identity/kiosks/venue-keys.ts';
import { sealedProviderKeys } from '#server/identity/sso/service-provider.ts';
import { createDemo } from '#server/operations/demo/create-demo.ts';
import { sealsOf } from '#server/operations/transfer/export-tenant.ts';
import type { TenantStore } from '#server/store/contract.ts';
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import { bound, isBoundSeal, type SealPlace } from '#shared/base/seals.ts';
import { pairKiosk } from '#test/fixtures/paired-kiosk.ts';
import { openTestIdp } from '#test/fixtures/saml-idp.ts';
import { selfSigned } from '#test/fixtures/self-signed.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const idp = openTestIdp();
const signing = selfSigned('acme');
let house: TestServer;
let keys: readonly string[];
let stores: readonly TenantStore[];
/** Each sealed value that the server stored, with the place where it stands. */
interface Stored {
  readonly purpose: string;
  readonly sealed: string;
  readonly place: SealPlace;
  /** Of a column that holds several, under which name this one stands; null: it is the column's only one. */
  readonly name: string | null;
}
let stored: readonly Stored[];

/** Collections of the control database, then those of modules. */
const columns = () => [sealedProviderKeys, sealedSigningKeys, ...sealedVenueKeys, ...sealsOf(house.admin).sealed];

async function sealedIn(store: TenantStore): Promise<typeof stored> {
  const found: Stored[] = [];
  const here = await store.collections();
  for (const { collection, field, purpose } of columns().filter((one) => here.includes(one.collection)))
    for (const row of await store.find(collection, { limit: 100 })) {
      const place = { tenant: store.tenant, collection, id: row.id };
      const value = row[field];
      if (value == null) continue;
      if (!isObject(value)) found.push({ purpose, sealed: String(value), place, name: null });
      else for (const [name, one] of Object.entries(value)) found.push({ purpose, sealed: String(one), place, name });
    }
  return found;
}

beforeAll(async () => {
  house = await openTestServer();
  const { admin: parts } = house;
  const demo = await createDemo(parts, { attendees: 2 });
  const other = await house.tenant('other');
  keys = [must(demo.apiKey, 'a key'), other.apiKey];
  const event = {
    name: 'E',
    type: 'conference',
    startsAt: '2030-01-01T09:00:00Z',
    endsAt: '2030-01-01T18:00:00Z',
    timezone: 'UTC',
    streaming: { targets: [{ name: 'A', url: 'rtmps://live.example/app', key: 'stream-key' }] },
  };
  for (const key of keys) {
    for (const url of ['https://one.example', 'https://two.example'])
      expect((await house.send('POST', '/api/v1/webhooks', { key, json: { url, events: ['*'] } })).status).toBe(201);
    const { body } = await house.send('POST', '/api/v1/events', { key, json: event });
    const { id } = (body['data'] ?? body) as { readonly id: string };
    expect((await house.send('GET', `/events/${id}/streaming/key`, { key })).status).toBe(200);
    const draw = { name: 'A bicycle', drawsAt: '2030-01-01T17:00:00Z' };
    expect((await house.send('POST', `/events/${id}/gamification/draws`, { key, json: draw })).status).toBe(201);
    const provider = { entityId: idp.entityId, ssoUrl: idp.ssoUrl, certificates: [idp.keys.certificate] };
    const json = { ...provider, signingKey: signing.privateKey, signingCertificate: signing.certificate };
    expect((await house.send('PATCH', '/api/v1/sso/saml', { key, json })).status).toBe(200);
  }
  const lost = await pairKiosk(house, demo.tenant, demo.eventId, 'main-entrance');
  expect((await parts.kiosks.revoke(lost.id)).ok).toBe(true);
  for (let n = 0; n < 2; n += 1) await parts.access.signingKeys.rotate();
  const [one, two] = [await parts.directory.bySlug('other'), await parts.directory.byId(demo.tenant)];
  stores = [
    parts.directory.control,
    ...(await Promise.all([one, two].map((tenant) => parts.directory.open(must(tenant, 'a tenant'))))),
  ];
  stored = (await Promise.all(stores.map(sealedIn))).flat();
});
afterAll(() => house?.close());

/** Sealed under a person's PIN and not by the server, which cannot open it. */
const sealedOutsideTables = ['supervisors.sealedApprovalKey'];

test('the list of sealed columns is whole', () => {
  const all = [...controlTables, ...house.admin.modules.all.flatMap((one) => one.collections)];
  const looks = all.flatMap(({ name, fields }) =>
    fields
      .filter((field) => /sealed/i.test(`${field.name} ${'note' in field ? field.note : ''}`))
      .map((field) => `${name}.${field.name}`),
  );
  const listed = new Set([...columns().map((one) => `${one.collection}.${one.field}`), ...sealedOutsideTables]);
  expect(looks.filter((name) => !listed.has(name))).toEqual([]);
});

test('every sealed column opens at its own place, and at that of no other record, tenant or collection', () => {
  const { secrets } = house.admin;
  const seen = new Set(stored.map(({ place }) => place.collection));
  expect([...seen].sort()).toEqual([...new Set(columns().map(({ collection }) => collection))].sort());
  for (const { purpose, sealed, place } of stored) {
    expect([place, isBoundSeal(sealed)]).toEqual([place, true]);
    expect(secrets.open(purpose, sealed, place)).not.toBeNull();
    expect([place, secrets.open(purpose, sealed)]).toEqual([place, null]);
    const others = [
      ...stored.map((one) => one.place).filter((one) => JSON.stringify(one) !== JSON.stringify(place)),
      ...stores.map(({ tenant }) => ({ ...place, tenant })).filter(({ tenant }) => tenant !== place.tenant),
    ];
    for (const otherPlace of others) expect([place, secrets.open(purpose, sealed, otherPlace)]).toEqual([place, null]);
    // Nor where an attacker removes the mark, so that it looks as if an earlier release had sealed it.
    expect(secrets.open(purpose, sealed.replace(/^2\./, ''), place)).toBeNull();
  }
});

describe('what an earlier release sealed', () => {
  /** Every sealed value as it was stored before places were bound. */
  async function age(): Promise<void> {
    const { secrets } = house.admin;
    for (const { name, purpose, sealed, place } of stored) {
      const store = must(
        stores.find(({ tenant }) => tenant === place.tenant),
        'a store',
      );
      const field = must(
        columns().find((one) => one.collection === place.collection && one.purpose === purpose),
        'a column',
      ).field;
      const plain = must(secrets.open(purpose, sealed, place), 'a sealed value');
      const aged = secrets.seal(purpose, plain);
      const done = await store.commit('system:test', async (tx) =>
        ok(await tx.update(place.collection, place.id, { [field]: name === null ? aged : { [name]: aged } })),
      );
      expect(done.ok).toBe(true);
    }
  }
  const isBound = async (store: TenantStore, collection: string) =>
    (await sealedIn(store))
      .filter(({ place }) => place.collection === collection)
      .map(({ sealed }) => isBoundSeal(sealed));

  test('opens, and is bound to its place when it is written again', async () => {
    await age();
    const [control, ...tenants] = stores;
    expect(await isBound(must(control, 'control'), 'saml_providers')).toEqual([false, false]);
    for (const key of keys) {
      expect((await house.send('GET', '/api/v1/events?limit=1', { key })).status).toBe(200);
      expect(
        (await house.send('PATCH', '/api/v1/sso/saml', { key, json: { nameAttribute: 'cn' } })).body['data'],
      ).toMatchObject({
        provider: { signsRequests: true },
      });
      const listed = (await house.send('GET', '/api/v1/webhooks', { key })).body['data'] as readonly { id: string }[];
      for (const { id } of listed)
        expect((await house.send('PATCH', `/api/v1/webhooks/${id}`, { key, json: { description: 'x' } })).status).toBe(
          200,
        );
    }
    expect(await isBound(must(control, 'control'), 'saml_providers')).toEqual([true, true]);
    for (const tenant of tenants) expect(await isBound(tenant, 'webhooks')).toEqual([true, true]);
    const all = (await Promise.all(stores.map(sealedIn))).flat();
    for (const { purpose, sealed, place } of all)
      expect(house.admin.secrets.open(purpose, sealed, place)).not.toBeNull();
  });

  test('stays as it is where it does not open', () => {
    const { secrets } = house.admin;
    const place = { tenant: controlTenant, collection: 'x', id: '1' };
    expect(bound(secrets, 'p', 'AAAA', place)).toBe('AAAA');
    const kept = secrets.seal('p', Buffer.from('x'), place);
    expect(bound(secrets, 'p', kept, { ...place, id: '2' })).toBe(kept);
  });
});
