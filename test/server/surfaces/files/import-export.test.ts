/** Files of attendees in and out over HTTP: who may, what is filtered, what a spreadsheet gets to see. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { type Answer, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'imports');
const patience = { timeout: 60_000, interval: 50 };

let house: TestServer;
let tenant: CreatedTenant;
let other: CreatedTenant;
let event: string;

function formOf(file: string | Uint8Array<ArrayBuffer>, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([file]), 'people.csv');
  return form;
}

async function upload(
  file: string | Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
  key: string | null = tenant.apiKey,
) {
  const response = await fetch(`${house.url}/events/${event}/imports`, {
    method: 'POST',
    body: formOf(file, fields),
    headers: key === null ? {} : { Authorization: `Bearer ${key}` },
  });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

const get = (path: string, key: string = tenant.apiKey): Promise<Answer> => house.send('GET', path, { key });

async function finished(id: unknown): Promise<Readonly<Record<string, unknown>>> {
  return await vi.waitFor(async () => {
    const { body } = await get(`/api/v1/attendee_imports/${String(id)}`);
    const record = body['data'] as Readonly<Record<string, unknown>>;
    expect(['running', 'taking_back']).not.toContain(record['state']);
    return record;
  }, patience);
}

beforeAll(async () => {
  house = await openTestServer();
  tenant = await house.tenant('harbour', 'enterprise');
  other = await house.tenant('other', 'enterprise');
  const json = {
    name: 'Harbour Conference',
    type: 'conference',
    startsAt: '2027-05-04T08:00:00Z',
    endsAt: '2027-05-06T18:00:00Z',
    tickets: [{ id: 'standard', name: 'Standard', price: 20, currency: 'EUR' }],
  };
  event = String((await house.send('POST', '/events', { key: tenant.apiKey, json })).body['id']);
});
afterAll(() => house?.close());

test('a file is previewed, imported and taken back', async () => {
  const file = new Uint8Array(readFileSync(join(folder, 'alf-io.csv')));
  const preview = await upload(file, { dryRun: 'true' });
  expect(preview).toMatchObject({ status: 200, body: { preset: 'alf_io', rows: 3, created: 3, id: null } });
  const sent = await upload(file);
  expect(sent).toMatchObject({ status: 200, body: { rows: 3, refused: [] } });
  const id = sent.body['id'];
  expect(await finished(id)).toMatchObject({ state: 'done', created: 3, externalCodes: 3 });
  const removed = await house.send('DELETE', `/events/${event}/imports/${String(id)}`, { key: tenant.apiKey });
  expect(removed.status).toBe(202);
  expect(await finished(id)).toMatchObject({ state: 'taken_back', takenBack: 3, kept: 0 });
});

test('only who may write events imports, and only into an event of its own', async () => {
  expect((await upload('Name,Email', {}, null)).status).toBe(401);
  expect((await upload('Name,Email\nAda,ada@example.org', {}, other.apiKey)).status).toBe(404);
  expect(await upload('Name,Email', { colour: 'red' })).toMatchObject({ status: 400 });
  const json = await house.send('POST', `/events/${event}/imports`, { key: tenant.apiKey, json: {} });
  expect(json.status).toBe(415);
  for (const codeless of [await get(`/api/v1/events/${event}`), await get('/api/v1/external_codes')])
    expect(codeless.text).not.toMatch(/externalCodeKey|codeHash/);
});

describe('an export', () => {
  beforeAll(async () => {
    const people = ['Ada,ada@example.org', '"Ønsk, Bo",bo@example.org', '=1+1,cy@example.org', '-2,di@example.org'];
    const sent = await upload(['Name,Email', ...people].join('\n'));
    await finished(sent.body['id']);
  });
  const path = (query: string) => `/events/${event}/export?${query}`;

  test('as CSV holds the filtered rows, with related names, and no formula', async () => {
    const all = await get(path('dataset=registrations&sort=email'));
    expect(all.status).toBe(200);
    expect(all.headers.get('content-disposition')).toContain('attachment; filename="registrations.csv"');
    const lines = all.text.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toContain(',Ada,ada@example.org,,,Standard,confirmed,paid,20,EUR,');
    expect(lines[2]).toContain('"Ønsk, Bo"');
    expect(all.text).toContain(",'=1+1,");
    expect(all.text).toContain(",'-2,");
    const some = await get(path(`dataset=registrations&where[email][equals]=bo@example.org`));
    expect(some.text.trim().split('\r\n')).toHaveLength(2);
    const found = await get(path('dataset=registrations&search=Ada'));
    expect(found.text.trim().split('\r\n')).toHaveLength(2);
  });

  test('as XLSX and JSON holds the same rows', async () => {
    const response = await fetch(`${house.url}${path('dataset=registrations&format=xlsx&sort=email')}`, {
      headers: { Authorization: `Bearer ${tenant.apiKey}` },
    });
    const workbook = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    const rows = workbook.sheets[0]?.rows ?? [];
    expect(rows.map((row) => row[1])).toEqual(['Name', 'Ada', 'Ønsk, Bo', "'=1+1", "'-2"]);
    const json = await get(path('dataset=registrations&format=json&sort=email'));
    const records = JSON.parse(json.text) as readonly Readonly<Record<string, unknown>>[];
    expect(records.map((record) => record['name'])).toEqual(['Ada', 'Ønsk, Bo', '=1+1', '-2']);
    expect(records[0]).toMatchObject({ 'ticketType.name': 'Standard', amount: 20 });
  });

  test.each(['registrations', 'checkins', 'orders', 'payments'])('knows %s', async (dataset) => {
    expect((await get(path(`dataset=${dataset}`))).status).toBe(200);
  });

  test('says what it cannot do', async () => {
    expect((await get(path('dataset=shoes'))).codes).toEqual(['dataset_unknown']);
    expect((await get(path('dataset=registrations&format=ics'))).codes).toEqual(['format_unsupported']);
    expect((await get(path('dataset=registrations&where[colour][equals]=red'))).status).toBe(400);
    expect((await get(path('dataset=registrations&limit=5'))).codes).toEqual(['unknown_parameter']);
    expect((await get(path('dataset=registrations'), other.apiKey)).status).toBe(404);
    expect((await house.send('GET', path('dataset=registrations'), { key: null })).status).toBe(401);
  });
});
