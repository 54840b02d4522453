/** The sample event: what is in it, in a sandbox and outside, and that removing it leaves nothing of it. */
import { afterEach, describe, expect, test } from 'vitest';
import { systemActor } from '#server/core/policy/actor.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { ada, type EventsModule, openEventsModule, sampleEvent, textAt } from './events-module.ts';

let house: EventsModule;
afterEach(() => house.close());

const openSandbox = () => openEventsModule({ payments: { isSandbox: async () => true } });

async function add(): Promise<string> {
  const made = await house.act('events.add_sample_event', {}, systemActor(house.tenant, 'test'));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await house.follow();
  await house.follow();
  return textAt(made.body, 'id');
}

const allCollections = (): readonly CollectionDefinition[] => [
  ...house.module.collections,
  ...(house.module.internal ?? []),
];

async function records(): Promise<ReadonlyMap<string, readonly StoredRecord[]>> {
  const found = new Map<string, readonly StoredRecord[]>();
  for (const { name } of allCollections()) found.set(name, await house.all(name));
  return found;
}

describe('in a sandbox', () => {
  test('it is on sale, with people, orders in every state and test payments, and mails no one', async () => {
    house = await openSandbox();
    const event = await add();
    expect(await house.get('events', event)).toMatchObject({ status: 'upcoming', sample: true });
    const orders = await house.all('ticket_orders', { event });
    const states = new Set(orders.map(({ method, status, paymentStatus }) => `${method} ${status} ${paymentStatus}`));
    expect([...states].sort()).toEqual([
      'bank_transfer confirmed paid',
      'bank_transfer open pending',
      'free confirmed not_required',
      'online cancelled refunded',
      'online confirmed paid',
      'online open pending',
    ]);
    expect((await house.all('payments', { event, state: 'paid' })).length).toBe(4);
    expect((await house.all('refunds', { event, state: 'succeeded' })).length).toBe(1);
    expect(await house.all('registrations', { event })).toHaveLength(20);
    expect(house.letters).toEqual([]);
    const mails = await house.all('outgoing_mails');
    expect(new Set(mails.map(({ state }) => state))).toEqual(new Set(['stopped']));
  });

  test('a developer who buys there by a real address gets the mail', async () => {
    house = await openSandbox();
    const eventId = await add();
    await house.act('events.register', {
      eventId,
      ticketType: 'community',
      attendee: { ...ada, email: 'ada@engines.dev' },
    });
    await house.follow();
    expect(house.letters.map(({ recipient }) => recipient.email)).toEqual(['ada@engines.dev']);
  });

  test('adding it again answers the one that is there', async () => {
    house = await openSandbox();
    const first = await add();
    expect(await add()).toBe(first);
    expect(await house.all('events')).toHaveLength(1);
  });
});

test('outside a sandbox it is a draft without payments, which no way of writing publishes', async () => {
  house = await openEventsModule();
  const eventId = await add();
  expect(await house.get('events', eventId)).toMatchObject({ status: 'draft', sample: true });
  expect(await house.all('payments', {})).toEqual([]);
  expect((await house.all('ticket_orders', { event: eventId, method: 'online' })).length).toBe(0);
  const published = await house.act('events.publish', { eventId });
  expect(published).toMatchObject({ status: 409, body: { errors: [{ code: 'sample_event' }] } });
  const written = await house.update('events', eventId, { status: 'upcoming' });
  expect(written).toMatchObject({ kind: 'refused', errors: [{ code: 'sample_event' }] });
  const marked = await house.update('events', eventId, { sample: false });
  if (marked.kind !== 'refused') expect(await house.get('events', eventId)).toMatchObject({ sample: true });
});

test('removing it leaves no record of it and everything of other events', async () => {
  house = await openSandbox();
  const other = textAt((await house.act('events.create', sampleEvent())).body, 'id');
  await house.act('events.register', { eventId: other, ticketType: 'free', attendee: ada });
  await house.follow();
  const before = await records();
  const sample = await add();
  const own = new Set<string>();
  for (const [name, all] of await records())
    for (const { id } of all) if (!before.get(name)?.some((one) => one.id === id)) own.add(id);
  expect(own.size).toBeGreaterThan(60);

  const removed = await house.act('events.remove_sample_event', {});
  expect(removed).toMatchObject({ status: 200, body: { removed: true, id: sample } });
  await house.follow();
  const left = await records();
  for (const [name, all] of before)
    expect(
      left
        .get(name)
        ?.map(({ id }) => id)
        .sort(),
      name,
    ).toEqual(all.map(({ id }) => id).sort());
  for (const [name, all] of left)
    for (const record of all) {
      const text = JSON.stringify(record);
      expect(
        [...own].filter((id) => text.includes(id)),
        `${name} names what was removed`,
      ).toEqual([]);
    }
  expect((await house.act('events.remove_sample_event', {})).body).toEqual({ removed: false, id: null });
});
