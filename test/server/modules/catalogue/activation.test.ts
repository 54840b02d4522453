/**
 * Modules come and go in a running server: one that is not active answers nowhere, what it needs comes along, and what
 * was stored is there again. A tenant that has events alone has no table of the catalogue.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSeed } from '#server/modules/common/load-seed.ts';
import { createCatalogue } from '#server/modules/create-catalogue.ts';
import { must } from '#shared/base/assert.ts';
import { catalogue } from '#shared/modules/catalogue.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { adminJson, adminWords } from '#test/fixtures/admin-words.ts';
import { query } from '#test/fixtures/cluster/databases.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const event = {
  name: 'Fair',
  type: 'conference',
  startsAt: '2030-01-01T09:00:00Z',
  endsAt: '2030-01-01T18:00:00Z',
  timezone: 'UTC',
};

let server: TestServer;
let env: Readonly<Record<string, string>>;
let tenant: string;
let key: string;

const admin = <T>(...words: string[]) => adminJson<T>(env, ...words);
const modules = (...words: string[]) => admin<{ modules: string[] }>('tenant', 'modules', 'plain', ...words);
const send = (method: string, path: string, json?: unknown) =>
  server.send(method, path, { key, ...(json === undefined ? {} : { json }) });
const idOf = (body: Readonly<Record<string, unknown>>) => (body['data'] as StoredRecord).id;

beforeAll(async () => {
  server = await openTestServer();
  ({ env } = server);
  const made = await admin<{ tenant: string }>(
    'tenant',
    'create',
    'plain',
    '--modules',
    'events',
    '--plan',
    'enterprise',
  );
  tenant = made.tenant;
  const scopes = ['events', ...catalogue.map((m) => m.name)].flatMap((m) => [`${m}:read`, `${m}:write`]);
  const named = ['--tenant', 'plain', '--name', 'all', '--scopes', scopes.join(',')];
  key = (await admin<{ apiKey: string }>('key', 'create', ...named)).apiKey;
});

afterAll(() => server?.close());

/** By a connection of its own, past the server. */
async function tablesOf(id: string): Promise<readonly string[]> {
  if (server.databaseUrl === null) {
    const database = new DatabaseSync(join(server.dataDir, 'tenants', `${id}.db`), { readOnly: true });
    const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    database.close();
    return rows.map((row) => String(row['name']));
  }
  const rows = await query<{ tablename: string }>(
    server.databaseUrl,
    'SELECT tablename FROM pg_tables WHERE schemaname = $1',
    [`gatehouse_${id}`],
  );
  return rows.map(({ tablename }) => tablename);
}

test('a module that is not active answers nowhere and has no tables', async () => {
  // What nothing was written to has no table on PostgreSQL.
  expect((await send('POST', '/api/v1/events', event)).status).toBe(201);
  expect((await send('GET', '/api/v1/events')).status).toBe(200);
  const names = new Set(catalogue.flatMap((m) => m.collections.map((c) => c.name)));
  const tables = await tablesOf(tenant);
  expect(tables).toContain('events');
  expect(tables.filter((table) => names.has(table))).toEqual([]);
  const id = '0190a1b2-0000-7000-8000-000000000000';
  const asked = await Promise.all([
    send('GET', '/api/v1/pages'),
    send('OPTIONS', '/api/v1/pages'),
    send('POST', '/api/v1/pages', { title: 'x' }),
    send('GET', `/api/v1/orders/${id}`),
    send('PATCH', `/api/v1/orders/${id}`, {}),
    send('POST', `/api/v1/content/pages/${id}/publish`, {}),
    send('POST', '/api/v1/actions/commerce.pay_order', { orderId: id }),
    send('GET', '/finance/trial-balance'),
  ]);
  expect(asked.map((answer) => answer.status)).toEqual(asked.map(() => 404));
  const { platform } = server.admin;
  const registry = await platform.registry(tenant);
  expect([...registry.collections.keys()].filter((name) => names.has(name))).toEqual([]);
  expect([...registry.actions.values()].filter((action) => action.module === 'content')).toEqual([]);
});

test('activated in a running server it is there; deactivated it is gone, and its data is kept', async () => {
  expect((await modules('--activate', 'content')).modules).toEqual(['events', 'content']);
  const made = await send('POST', '/api/v1/pages', { title: 'Kept' });
  expect([made.status, made.codes]).toEqual([201, []]);
  const path = `/api/v1/pages/${idOf(made.body)}`;
  expect((await send('POST', `/api/v1/content/pages/${idOf(made.body)}/publish`, {})).status).toBe(200);
  await modules('--deactivate', 'content');
  const gone = [await send('GET', path), await send('GET', '/api/v1/pages'), await send('PATCH', path, { title: 'y' })];
  expect(gone.map((answer) => answer.status)).toEqual([404, 404, 404]);
  await modules('--activate', 'content');
  expect((await send('GET', path)).body['data']).toMatchObject({ title: 'Kept', status: 'published' });
  expect((await send('GET', '/api/v1/orders')).status).toBe(404);
});

test('what a module needs comes along, and does not go while it is needed', async () => {
  expect((await modules('--activate', 'helpdesk')).modules).toEqual(['events', 'content', 'helpdesk', 'crm']);
  const contact = await send('POST', '/api/v1/contacts', { name: 'Ada' });
  const ticket = await send('POST', '/api/v1/tickets', { subject: 'Hello', requester: idOf(contact.body) });
  expect([ticket.status, ticket.codes]).toEqual([201, []]);
  const refused = await adminWords(env, ['tenant', 'modules', 'plain', '--deactivate', 'crm']);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('crm is needed by helpdesk')]);
  expect((await modules('--deactivate', 'crm,helpdesk')).modules).toEqual(['events', 'content']);
  expect((await send('GET', '/api/v1/tickets')).status).toBe(404);
});

test('the sandbox has the example records of the active modules, once', async () => {
  const { directory, clock, newId } = server.admin;
  const twin = must(await directory.sandboxOf(tenant), 'the sandbox');
  const store = await directory.open(twin);
  const pages = await store.count('pages');
  expect(pages).toBe(3);
  const live = await directory.open(must(await directory.byId(tenant), 'the tenant'));
  expect(await live.count('pages')).toBe(1);
  expect(await admin('tenant', 'seed', 'plain')).toMatchObject({ made: 0 });
  const head = await store.head();
  expect(await loadSeed(store, ['content', 'events'], { writer: createCatalogue().writer, clock, newId })).toBe(0);
  // Followers may still be at work on what was made before.
  const atWork = /^(?:follower:|job:|system:events\.send-mails$)/;
  const written = (await store.since(head, { limit: 100 })).filter(({ actor }) => !atWork.test(actor));
  expect([await store.count('pages'), written]).toEqual([pages, []]);
});

test('a page of documentation for one module, and files for all', async () => {
  const [page] = await admin<{ module: string; text: string }[]>('module', 'docs', 'crm');
  expect([page?.module, page?.text.startsWith('# CRM\n')]).toEqual(['crm', true]);
  const folder = join(server.dataDir, 'docs');
  const files = await admin<string[]>('module', 'docs', '--out', folder);
  expect(readdirSync(folder).sort()).toEqual(files.map((file) => file.slice(folder.length + 1)).sort());
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['events.md', 'auth.md', 'content.md', 'hr.md']));
  expect((await adminWords(env, ['module', 'docs', 'nothing'])).code).toBe(2);
});
