/**
 * An agent that has nothing but MCP sets up an event, sells a ticket, checks the guest in and reads the figures: in both
 * eras, against two servers on one PostgreSQL that take its requests by turns.
 */
import type { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { connectMcp, type Era } from '#test/fixtures/mcp-asker.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const limitMs = 300_000;
const hourMs = 60 * 60_000;
const patience = { timeout: 90_000, interval: 50 };

let servers: readonly TestServer[] = [];
let key: string;

beforeAll(async () => {
  const DATABASE_URL = await (await postgres()).database('agent');
  const first = await openTestServer({ DATABASE_URL });
  servers = [first];
  key = (await first.tenant('acme')).apiKey;
  servers = [first, await openTestServer({ DATABASE_URL })];
}, limitMs);
afterAll(async () => {
  for (const house of servers) await house.close();
});

/** Each request goes to the next server, in any session. */
function byTurns(): typeof fetch {
  let turn = 0;
  return (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const { url } = must(servers[turn++ % servers.length], 'a server');
    return fetch(url + pathname + search, init);
  };
}

async function use(client: Client, name: string, args: Body): Promise<Body> {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...args } });
  if (isError) throw new Error(JSON.stringify(content));
  return structuredContent as Body;
}

/** As an agent asks which server of the two holds what. */
async function statuses(sessionId: string): Promise<readonly number[]> {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-session-id': sessionId,
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const answers = servers.map(async ({ url }) => {
    const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
    await response.text();
    return response.status;
  });
  return Promise.all(answers);
}

/** Some actions answer their object as it is. */
const dataOf = (answer: Body) => (answer['data'] ?? answer) as Body;

test.each<Era>(['sessions', 'stateless'])(
  'from an empty tenant to a checked-in guest, %s',
  async (era) => {
    const client = await connectMcp('http://gatehouse/mcp', key, era, byTurns());
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('set_up_event');

    const { input } = await use(client, 'events', { action: 'describe', resource: 'create' });
    expect((input as { required: readonly string[] }).required).toEqual(expect.arrayContaining(['name', 'startsAt']));
    const nowMs = Date.now();
    const made = dataOf(
      await use(client, 'events', {
        action: 'create',
        data: {
          name: `Agents’ ball, ${era}`,
          type: 'conference',
          status: 'draft',
          startsAt: new Date(nowMs - hourMs).toISOString(),
          endsAt: new Date(nowMs + 8 * hourMs).toISOString(),
          tickets: [{ id: 'vip', name: 'VIP', price: 120, currency: 'EUR', quantity: 10 }],
        },
      }),
    );
    const eventId = String(made['id']);
    await use(client, 'events', { action: 'publish', data: { eventId } });

    const attendee = { name: 'Ada Lovelace', email: 'ada@example.com', company: 'Engines' };
    const sold = dataOf(await use(client, 'events_register', { eventId, ticketType: 'vip', attendee }));
    const registrationId = String(sold['id']);
    await use(client, 'events', { action: 'pay_test', data: { registrationId, outcome: 'succeeded' } });
    const listed = await use(client, 'events', {
      action: 'list',
      resource: 'registrations',
      where: { event: { equals: eventId } },
      count: 'exact',
    });
    expect(listed).toMatchObject({ data: [{ id: registrationId, status: 'confirmed' }], meta: { total: 1 } });

    const { ticket } = dataOf(await use(client, 'events_registration', { eventId, registrationId }));
    const qrCode = (ticket as Body)['qrCode'];
    const admitted = await use(client, 'events_checkin', { eventId, qrCode, gateId: 'main' });
    expect(admitted).toMatchObject({ success: true, registration: { id: registrationId } });
    const again = await client.callTool({ name: 'events_checkin', arguments: { eventId, qrCode, gateId: 'main' } });
    expect(again).toMatchObject({ isError: true, structuredContent: { errors: [{ code: 'already_checked_in' }] } });

    const figures = await use(client, 'events_checkin_stats', { eventId });
    expect(dataOf(figures)).toMatchObject({ checkedIn: 1, conflicts: 0 });
    await client.close();
  },
  limitMs,
);

test(
  'a session is one at all servers: what it follows, and that it was ended',
  async () => {
    const client = await connectMcp('http://gatehouse/mcp', key, 'sessions', byTurns());
    const updated: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
    const uris: string[] = [];
    // Asked for at one server and at the other; the stream is at one of them.
    for (const name of ['One', 'Two']) {
      const { id } = dataOf(await use(client, 'notes', { action: 'create', data: { title: name } }));
      const uri = `gatehouse://records/notes/${String(id)}`;
      uris.push(uri);
      await client.subscribeResource({ uri });
      await use(client, 'notes', { action: 'update', id, data: { title: `${name}, changed` } });
      // A stream that opened only now is notified of what may have changed before.
      await expect.poll(() => updated, patience).toContain(uri);
    }
    const [first = '', second = ''] = uris;
    await client.unsubscribeResource({ uri: first });
    const transport = client.transport as StreamableHTTPClientTransport;
    const sessionId = must(transport.sessionId, 'a session');
    expect(await statuses(sessionId)).toEqual([200, 200]);
    let seats = 0;
    const change = (uri: string) =>
      use(client, 'notes', { action: 'update', id: uri.split('/').at(-1), data: { seats: seats++ } });
    // The server with the stream hears of it a moment later than the one that answered.
    const isStillSent = async () => {
      updated.length = 0;
      await change(first);
      await change(second);
      await expect.poll(() => updated, patience).toContain(second);
      return updated.includes(first);
    };
    await expect.poll(isStillSent, { ...patience, timeout: 2 * patience.timeout }).toBe(false);
    await transport.terminateSession();
    expect(await statuses(sessionId)).toEqual([404, 404]);
    await client.close();
    const reconnected = await connectMcp('http://gatehouse/mcp', key, 'sessions', byTurns());
    expect((await reconnected.listTools()).tools.length).toBeGreaterThan(0);
    await reconnected.close();
  },
  limitMs,
);
