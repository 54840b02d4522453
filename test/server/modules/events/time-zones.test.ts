/** A time zone is refused on every way into a field that holds one, and every such field of the catalogue has the format. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import type { Field } from '#shared/schema/field.ts';
import { connectMcp } from '../../../fixtures/mcp-asker.ts';
import { type Body, openTestServer, type TestServer } from '../../../fixtures/test-server.ts';

let house: TestServer;
let acme: CreatedTenant;
let event: string;

const times = { startsAt: '2026-05-04T07:00:00Z', endsAt: '2026-05-04T18:00:00Z' };
const fair = (timezone: string) => ({ name: 'Fair', type: 'conference', timezone, ...times });
const stored = async () => (await house.send('GET', `/api/v1/events/${event}`, { key: acme.apiKey })).body['timezone'];
const sent = async (method: string, path: string, json: Body | readonly Body[]) =>
  (await house.send(method, path, { key: acme.apiKey, json })).text;

beforeAll(async () => {
  house = await openTestServer();
  acme = await house.tenant('acme');
  const made = await house.send('POST', '/events', { key: acme.apiKey, json: fair('Europe/Oslo') });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  event = String(made.body['id']);
}, 120_000);
afterAll(() => house.close());

const ways: Readonly<Record<string, (timezone: string) => Promise<string>>> = {
  'POST /events': (zone) => sent('POST', '/events', fair(zone)),
  'POST of the collection': (zone) => sent('POST', '/api/v1/events', fair(zone)),
  'PATCH of a record': (zone) => sent('PATCH', `/api/v1/events/${event}`, { timezone: zone }),
  'a bulk change': (zone) => sent('POST', '/api/v1/events/bulk', { update: [{ id: event, timezone: zone }] }),
  'a GraphQL mutation': (zone) =>
    sent('POST', '/graphql', {
      query: 'mutation ($id: ID!, $zone: String) { updateEvent(id: $id, input: { timezone: $zone }) { id } }',
      variables: { id: event, zone },
    }),
  'an MCP tool': async (zone) => {
    const client = await connectMcp(`${house.url}/mcp`, acme.apiKey, 'sessions');
    try {
      const update = { action: 'events.update', data: { eventId: event, timezone: zone } };
      return JSON.stringify(await client.callTool({ name: 'events', arguments: update }));
    } finally {
      await client.close();
    }
  },
};

test.each(Object.entries(ways))('%s refuses a time zone that is none, and says what one is', async (_way, write) => {
  for (const zone of ['Mars/Olympus', '+05:30', '../etc/passwd']) {
    const answer = await write(zone);
    expect([zone, answer]).toEqual([zone, expect.stringMatching(/timezone_unknown|IANA time zone/)]);
  }
  expect(await stored()).toBe('Europe/Oslo');
});

function zoneFields(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field) => [
    ...(/time_?zone$/i.test(field.name) ? [field] : []),
    ...('fields' in field && field.fields ? zoneFields(field.fields) : []),
  ]);
}

test('every field of that name, of collections and of inputs, has the format', () => {
  const { all } = house.admin.modules;
  const fields = all.flatMap(({ actions = [], collections = [] }) => [
    ...collections.flatMap((one) => zoneFields(one.fields)),
    ...actions.flatMap((one) => zoneFields(one.definition.input ?? [])),
  ]);
  expect(fields.length).toBeGreaterThan(3);
  expect(fields.filter((field) => !('format' in field && field.format === 'timezone'))).toEqual([]);
});
