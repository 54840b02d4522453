/** Workbooks of every dataset: times are date cells of the event's clocks, amounts numbers, texts never formulas. */
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { eventDatasets } from '#shared/modules/events/export.ts';
import { columnName } from '#shared/schema/dataset.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const zone = 'America/New_York';

let house: TestServer;
let tenant: CreatedTenant;
let event: string;

beforeAll(async () => {
  house = await openTestServer();
  tenant = await house.tenant('harbour', 'enterprise');
  const json = {
    ...{ name: 'Harbour Conference', type: 'conference', timezone: zone },
    ...{ startsAt: '2027-05-04T08:00:00Z', endsAt: '2027-05-06T18:00:00Z' },
    tickets: [
      { id: 'standard', name: 'Standard', price: 20.5, currency: 'EUR' },
      { id: 'yen', name: 'Standard', price: 1200, currency: 'JPY' },
      { id: 'dinar', name: 'Standard', price: 7.25, currency: 'KWD' },
    ],
  };
  event = String((await house.send('POST', '/events', { key: tenant.apiKey, json })).body['id']);
  const buyer = { name: '=HYPERLINK("https://evil.example")', email: 'eve@example.org' };
  const ordered = await house.send('POST', `/events/${event}/orders`, {
    key: tenant.apiKey,
    json: { items: [{ ticketType: 'standard', attendee: buyer }], buyer },
  });
  expect([ordered.status, ordered.text]).toEqual([201, expect.any(String)]);
}, 60_000);
const order = async (ticketType: string) => {
  const attendee = { name: 'Ada', email: 'ada@example.org' };
  const json = { items: [{ ticketType, attendee }], buyer: attendee };
  const made = await house.send('POST', `/events/${event}/orders`, { key: tenant.apiKey, json });
  expect(made.status, made.text).toBe(201);
};
afterAll(() => house?.close());

async function rowsOf(dataset: string) {
  const path = `${house.url}/events/${event}/export?dataset=${dataset}&format=xlsx`;
  const response = await fetch(path, { headers: { Authorization: `Bearer ${tenant.apiKey}` } });
  expect(response.status).toBe(200);
  const workbook = await readXlsx(new Uint8Array(await response.arrayBuffer()), { readStyles: true });
  const sheet = must(workbook.sheets[0], 'the first sheet');
  return { headers: must(sheet.rows[0], 'the headers'), row: sheet.rows[1], rows: sheet.rows, cells: sheet.cells };
}

/** What clocks in New York show, as a spreadsheet shows it. */
function wallOf(iso: unknown): string {
  const parts = { dateStyle: 'short', timeStyle: 'medium', timeZone: zone } as const;
  return new Intl.DateTimeFormat('sv-SE', parts).format(Date.parse(String(iso)));
}

test.each(['orders', 'registrations'])('%s: moments are dates, amounts numbers, a formula is text', async (dataset) => {
  const { headers, row, cells } = await rowsOf(dataset);
  const at = (header: string) => must(row, 'a row')[headers.indexOf(header)];
  const made = at(dataset === 'orders' ? `Ordered at (${zone})` : `Registered at (${zone})`);
  const collection = dataset === 'orders' ? 'ticket_orders' : 'registrations';
  const { body } = await house.send('GET', `/api/v1/${collection}`, { key: tenant.apiKey });
  const [record] = body['data'] as readonly Readonly<Record<string, unknown>>[];
  expect(made).toBeInstanceOf(Date);
  const shown = new Date(Math.floor((made as Date).getTime() / 1000) * 1000).toISOString();
  expect(shown.slice(0, 19).replace('T', ' ')).toBe(wallOf(record?.['createdAt']));
  expect(at('Amount')).toBe(20.5);
  expect(at(dataset === 'orders' ? 'Buyer' : 'Name')).toBe(`'=HYPERLINK("https://evil.example")`);
  for (const cell of cells?.values() ?? []) expect(cell.formula).toBeUndefined();
});

test.each(eventDatasets.map(({ name }) => name))('%s: each column of moments names the zone', async (name) => {
  const dataset = must(
    eventDatasets.find((one) => one.name === name),
    'a dataset',
  );
  const { headers } = await rowsOf(name);
  const moments = dataset.columns.filter((column) => /(?:At|since)$/i.test(columnName(column)));
  for (const { header } of moments) expect(headers).toContain(`${header} (${zone})`);
});

test('other formats keep UTC', async () => {
  const path = `/events/${event}/export?dataset=orders&format=json`;
  const [order] = JSON.parse((await house.send('GET', path, { key: tenant.apiKey })).text);
  expect(order.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('an amount is a number with the decimals of its row’s currency, also where the currency is not exported', async () => {
  for (const ticketType of ['yen', 'dinar']) await order(ticketType);
  for (const columns of ['', '&columns=number,amount']) {
    const { cells, headers, rows } = await rowsOf(`orders${columns}`);
    const at = headers.indexOf('Amount');
    const shown = rows.slice(1).map((row, n) => [row[at], cells?.get(`${n + 1},${at}`)?.style?.numFmt]);
    expect(new Set(shown.map((one) => JSON.stringify(one)))).toEqual(
      new Set([
        JSON.stringify([20.5, '#,##0.00']),
        JSON.stringify([1200, '#,##0']),
        JSON.stringify([7.25, '#,##0.000']),
      ]),
    );
  }
  const path = `/events/${event}/export?dataset=orders&format=`;
  const sent = (format: string) => house.send('GET', path + format, { key: tenant.apiKey });
  const records = JSON.parse((await sent('json')).text) as { amount: unknown }[];
  expect(new Set(records.map(({ amount }) => amount))).toEqual(new Set([20.5, 1200, 7.25]));
  expect((await sent('csv')).text).toMatch(/,7\.25,/);
});
