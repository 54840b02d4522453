/**
 * Data of an earlier release: today's opens and serves them, and one that calls their fields otherwise brings them along.
 * Where the file comes from stands in test/fixtures/README.md.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import { readConfig } from '#server/start/config.ts';
import { startServer } from '#server/start/open-server.ts';
import type { DumpPart, Store, TenantStore } from '#server/store/contract.ts';
import type { OnMoved } from '#server/store/open-tenants.ts';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { events } from '#shared/modules/events/event.ts';
import { scans } from '#shared/modules/events/gate.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { type CollectionDefinition, defineCollection } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { FieldMove } from '#shared/schema/moves.ts';
import { adminJson, adminWords } from '#test/fixtures/admin-words.ts';
import { at } from '#test/fixtures/graphql-asker.ts';
import { postgres } from '#test/fixtures/postgres.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const archive = new URL('../../fixtures/earlier-release.tar.gz', import.meta.url).pathname;
const setting = { clock: Date.now, newId: idMaker(Date.now) };
const today = [events, registrations, scans];

let folder: string;
let tenant: string;
const env = () => ({ DATA_DIR: join(folder, 'data') });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-earlier-'));
  const restored = await adminWords(env(), ['restore', archive]);
  expect([restored.err, restored.code]).toEqual(['', 0]);
  cpSync(join(folder, 'data'), join(folder, 'untouched'), { recursive: true });
  const listed = await adminJson<readonly { tenant: string }[]>(env(), 'tenant', 'list');
  tenant = String(listed[0]?.tenant);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('today’s server opens data of an earlier release and serves them', async () => {
  const words = ['--tenant', 'harbour', '--name', 'test', '--scopes', 'events:read,events:write'];
  const { apiKey } = await adminJson<{ apiKey: string }>(env(), 'key', 'create', ...words);
  const server = await startServer(readConfig({ ...env(), PORT: '0', LOG_LEVEL: 'error' }));
  const ask = async (path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${server.url}${path}`, sent);
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
  };
  try {
    const { body: found } = await ask('/api/v1/events');
    const event = String(at(found, 'data', 0, 'id'));
    const people = await ask('/api/v1/registrations?sort=name');
    const list = people.body['data'] as readonly StoredRecord[];
    expect(list).toHaveLength(10);
    expect((await ask('/api/v1/scans')).body).toMatchObject({ data: { length: 4 } });
    const jose = list.find(({ company }) => company === 'Blue Turbines');
    expect(jose).toMatchObject({ name: expect.stringContaining('José'), status: 'confirmed' });
    const { body: versions } = await ask(`/api/v1/registrations/${jose?.id}/versions`);
    expect(JSON.stringify(versions)).toContain('Green Turbines');
    // The gate goes on: a ticket of then is let in today, and one that was let in then is not let in twice.
    const carol = list.find((one) => one['status'] === 'confirmed' && one['checkedInAt'] === null);
    const place = await ask(`/events/${event}/registrations/${carol?.id}`);
    const scan = { eventId: event, qrCode: at(place.body, 'ticket', 'qrCode'), gateId: 'main-entrance' };
    expect((await ask('/events/checkin', scan)).body).toMatchObject({ success: true });
    const again = await ask('/events/checkin', scan);
    expect(again.body).not.toMatchObject({ success: true });
  } finally {
    await server.stop();
  }
});

/** The collection as a later release may call its fields. */
function renamed(definition: CollectionDefinition, moves: readonly FieldMove[]): CollectionDefinition {
  const names = new Map(moves.map(({ field, renamedFrom }) => [renamedFrom, field]));
  const named = (name: string) => names.get(name) ?? name;
  const { indexes, labels, module, name, searchable, uniques } = definition;
  return {
    ...{ name, module, labels, moves },
    fields: definition.fields.map((field) => ({ ...field, name: named(field.name) })),
    ...(searchable && { searchable: searchable.map(named) }),
    ...(indexes && { indexes: indexes.map((list) => list.map(named)) }),
    ...(uniques && { uniques: uniques.map((list) => list.map(named)) }),
  };
}

const later = [
  renamed(events, [
    { field: 'title', renamedFrom: 'name' },
    { field: 'begins', renamedFrom: 'startsAt' },
  ]),
  renamed(registrations, [
    { field: 'fullName', renamedFrom: 'name' },
    { field: 'status', values: { confirmed: 'certain' } },
  ]),
  renamed(scans, [{ field: 'moment', renamedFrom: 'scannedAt' }]),
].map((definition) => defineCollection(definition));

/** A record of today as the later release has it, but for its version and time. */
function asLater(collection: string, record: StoredRecord): Readonly<Record<string, unknown>> {
  const { version: _v, updatedAt: _u, ...values } = record;
  const moves = later.find(({ name }) => name === collection)?.moves ?? [];
  const names = new Map(moves.map(({ field, renamedFrom }) => [renamedFrom, field]));
  const renamedValues = Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value] as const);
  const named = Object.fromEntries(renamedValues);
  return named['status'] === 'confirmed' ? { ...named, status: 'certain' } : named;
}

async function rowsOf(db: TenantStore, collection: string): Promise<readonly StoredRecord[]> {
  return db.find(collection, { limit: 100 });
}

/** @returns what stands in a database that today's release has opened, by collection */
async function allRows(db: TenantStore): Promise<ReadonlyMap<string, readonly StoredRecord[]>> {
  return new Map(await Promise.all(today.map(async ({ name }) => [name, await rowsOf(db, name)] as const)));
}

async function openLater(db: TenantStore, before: ReadonlyMap<string, readonly StoredRecord[]>): Promise<void> {
  const moved = await db.migrate(later);
  expect(moved.map(({ collection }) => collection)).toEqual(later.map(({ name }) => name));
  for (const [collection, rows] of before) {
    expect(rows.length).toBeGreaterThan(0);
    expect(await rowsOf(db, collection)).toMatchObject(rows.map((row) => asLater(collection, row)));
  }
  const jose = before.get('registrations')?.find(({ company }) => company === 'Blue Turbines');
  const history = await db.history('registrations', String(jose?.id), { limit: 10 });
  for (const { record } of history) expect(record).toMatchObject({ fullName: jose?.['name'], status: 'certain' });
  expect(history.length).toBeGreaterThan(2);
  expect(await db.migrate(later)).toEqual([]);
}

/** What the start says. */
const said: string[] = [];
const onMoved: OnMoved = (of, moved) => {
  for (const { collection, records, steps } of moved) said.push(`${of} ${collection} ${records} ${steps.join()}`);
};
const untouched = (): Store => openSqliteStore({ folder: join(folder, 'untouched', 'tenants'), ...setting, onMoved });

test('PostgreSQL and SQLite: a release with other names for fields brings the earlier data along', async () => {
  const source = untouched();
  const early = await source.tenant(tenant);
  await early.migrate(today);
  const before = await allRows(early);
  const dump: DumpPart[] = [];
  for await (const part of early.dump(today.map(({ name }) => name))) dump.push(part);
  await openLater(early, before);
  await source.close();
  const lines = ['events 1 name → title,startsAt → begins', 'registrations 10 name → fullName,values of status'];
  expect(said).toEqual([...lines, 'scans 4 scannedAt → moment'].map((line) => `${tenant} ${line}`));

  const store = openPostgresStore({ url: await (await postgres()).database('earlier'), findEngine, ...setting });
  const db = await store.tenant(tenant);
  await db.migrate(today);
  await db.load(dump);
  await openLater(db, before);
  await store.close();
});
