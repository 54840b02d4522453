/** The server is killed in the middle of sending: after the next start every message arrives, under the id it had. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeliveryRecord, WebhookRecord } from '#shared/modules/webhooks/webhooks.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { openReceiver, type Receiver } from '#test/fixtures/receiver.ts';

const limitMs = 300_000;
const patience = { timeout: 120_000, interval: 25 };
const kills = 2;
const perRound = 8;

let house: DemoServer;
let receiver: Receiver;

beforeAll(async () => {
  house = await openDemoServer({ attendees: 1, env: { ALLOW_PRIVATE_WEBHOOKS: '1' } });
  receiver = await openReceiver();
}, limitMs);
afterAll(async () => {
  await house?.end();
  await receiver?.close();
}, 60_000);

const idsOf = (type: string) =>
  new Set(
    receiver.received
      .filter(({ message }) => message['type'] === type)
      .map(({ message }) => (message['data'] as { record: { id: string } }).record.id),
  );

test(
  'kill -9 while messages are under way loses none',
  async () => {
    const made = await house.ask<{ data: WebhookRecord }>('POST', '/api/v1/webhooks', {
      url: receiver.url,
      events: ['events.registration.created'],
    });
    expect(made.status).toBe(201);
    const registered: string[] = [];
    for (let round = 0; round < kills; round++) {
      // The receiver answers nothing: every request is in progress when the server is killed.
      receiver.answer = () => {};
      const before = receiver.received.length;
      for (let i = 0; i < perRound; i++)
        registered.push((await house.register('standard', `P ${round} ${i}`, `p${round}-${i}@example.org`)).id);
      await expect.poll(() => receiver.received.length, patience).toBeGreaterThan(before);
      await house.restart('kill');
    }
    receiver.answer = (response) => response.writeHead(204).end();
    await house.restart('kill');
    const open = async () => {
      const { body } = await house.ask<{ data: DeliveryRecord[] }>('GET', '/api/v1/webhook_deliveries?limit=200');
      return body.data.filter(({ status }) => status !== 'delivered').length;
    };
    await expect.poll(() => idsOf('events.registration.created').size, patience).toBe(registered.length);
    await expect.poll(open, patience).toBe(0);
    expect([...idsOf('events.registration.created')].sort()).toEqual([...registered].sort());
    const names = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    expect(names.size).toBe(registered.length);
  },
  limitMs,
);
