/**
 * A processor that does not answer for as long as everyone orders: no buyer waits for it, no other tenant notices it, and
 * when it answers, each order has one page and no seat is sold twice.
 */
import { Agent } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, isoTime } from '#shared/base/time.ts';
import { post } from '#test/bench/load/post.ts';
import { openStandIn, type StandIn } from '#test/fixtures/processor/stand-in.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { at, listAt, textAt } from '../server/modules/events/events-module.ts';

const patienceMs = 120_000;
const orders = 200;
const seats = 150;
const connections = 25;
/** Of those that are paid in the end: each is a request of its own to the hosted page. */
const paying = 20;

let standIn: StandIn;
let house: TestServer;
const keys = new Map<string, string>();

beforeAll(async () => {
  standIn = await openStandIn();
  house = await openTestServer({
    STRIPE_SECRET_KEY: 'sk_live_of_the_scenario',
    STRIPE_WEBHOOK_SECRET: 'whsec_platform',
    STRIPE_API_BASE: standIn.url,
  });
  for (const slug of ['busy', 'quiet']) keys.set(slug, (await house.tenant(slug)).apiKey);
  standIn.endpoints.push({ url: `${house.url}/webhooks/payments`, secret: 'whsec_platform', connect: false });
}, patienceMs);
afterAll(async () => {
  await house?.close();
  await standIn?.close();
});

const key = (slug: string) => keys.get(slug) ?? '';

async function sellEvent(slug: string, price: number): Promise<string> {
  const times = { startsAt: isoTime(Date.now() + dayMs), endsAt: isoTime(Date.now() + 2 * dayMs), timezone: 'UTC' };
  const tickets = [{ id: 'seat', name: 'Seat', price, currency: 'EUR', quantity: seats }];
  const json = { name: 'A slow evening', type: 'conference', ...times, tickets };
  const made = await house.send('POST', '/events', { key: key(slug), json });
  expect(made.status, made.text).toBe(201);
  return textAt(made.body, 'id');
}

const item = (n: number) => ({ ticketType: 'seat', attendee: { name: `B ${n}`, email: `b${n}@example.org` } });

test(
  'orders are answered, others are served, and afterwards each order has its page',
  async () => {
    const busy = await sellEvent('busy', 20);
    const quiet = await sellEvent('quiet', 0);
    let release = () => {};
    standIn.faults.held = new Promise((resolve) => {
      release = () => resolve();
    });
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const answers = await Promise.all(
      Array.from({ length: orders }, async (_, n) => {
        const body = JSON.stringify({ items: [item(n)] });
        const { status, text } = await post(agent, `${house.url}/events/${busy}/orders`, key('busy'), body);
        return { status, body: JSON.parse(text) as Body };
      }),
    );
    agent.destroy();
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(seats);
    const codes = answers.filter(({ status }) => status !== 201).map(({ body }) => listAt(body, 'errors')[0]?.['code']);
    expect(codes).toEqual(Array.from({ length: orders - seats }, () => 'ticket_sold_out'));
    // Another tenant orders, and its followers run, while nothing of the processor has been answered.
    const other = await house.send('POST', `/events/${quiet}/orders`, {
      key: key('quiet'),
      json: { items: [item(0)] },
    });
    expect(other.status, other.text).toBe(201);
    const mails = () => house.send('GET', '/api/v1/outgoing_mails', { key: key('quiet') });
    await expect
      .poll(async () => listAt((await mails()).body, 'data').length, { timeout: patienceMs })
      .toBeGreaterThan(0);
    const still = await house.send('GET', `/api/v1/payments?where[state][equals]=open&limit=1`, { key: key('busy') });
    expect(listAt(still.body, 'data')).toEqual([]);

    release();
    standIn.faults.held = null;
    const open = async () => {
      const found = await house.send('GET', `/api/v1/payments?where[state][equals]=open&limit=200`, {
        key: key('busy'),
      });
      return listAt(found.body, 'data');
    };
    await expect.poll(async () => (await open()).length, { timeout: patienceMs }).toBe(seats);
    expect(standIn.world.all('checkout.session')).toHaveLength(seats);
    for (const payment of (await open()).slice(0, paying))
      await fetch(textAt(payment, 'checkoutUrl'), { method: 'POST', body: 'does=pay', redirect: 'manual' });
    for (const { status } of await standIn.deliver((owed) => [...owed, ...owed].toReversed())) expect(status).toBe(200);
    const sold = await house.send('GET', `/events/${busy}/sales`, { key: key('busy') });
    expect([at(sold.body, 'confirmed'), at(sold.body, 'pending')]).toEqual([paying, seats - paying]);
  },
  patienceMs,
);
