/** The mails of a sale: which order gets which, each once, and which mails refunds and cancelled events send. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Transaction } from '#server/store/contract.ts';
import { hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import {
  ada,
  confirmedPlace,
  type EventsModule,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
} from './events-module.ts';

let house: EventsModule;
let eventId: string;
let count = 0;
const nextCount = () => {
  count += 1;
  return count;
};

const write = async <T>(plan: (tx: Transaction) => Promise<T>): Promise<T> => {
  const done = await house.store.commit('system:test', async (tx) => ({ ok: true, value: await plan(tx) }));
  if (!done.ok) throw new Error('refused');
  return done.value.value;
};

const lineOf = (registration: string) => ({
  ...{ registration, ticketType: registration, key: 'standard', name: 'Standard', kind: 'admission', quantity: 1 },
  ...{ step: null, unit: 4_900, discount: 0, taxPercent: 0, taxName: null, taxIncluded: true, tax: 0, amount: 4_900 },
});

/** The state after a sale: an order of some people that waits for its payment. */
async function order(more: Readonly<Record<string, unknown>> = {}, people = 2): Promise<string> {
  const places: string[] = [];
  for (let i = 0; i < people; i += 1)
    places.push(
      (await confirmedPlace(house, eventId, { ...ada, name: `P${i}`, email: `p${nextCount()}@example.org` })).id,
    );
  house.letters.length = 0;
  return await write(async (tx) => {
    const number = `K7M2${count}`;
    const buyer = { name: 'Grace Buyer', email: 'grace@example.org', language: 'de' };
    const made = await tx.create('ticket_orders', {
      ...{ event: eventId, number, status: 'open', paymentStatus: 'pending', method: 'online', channel: 'page' },
      ...{ amount: 9_800, currency: 'USD', lines: places.map(lineOf), pageSecret: `secret${count}`, ...buyer },
      holdExpiresAt: isoTime(openingTime + hourMs),
      ...more,
    });
    for (const id of places) await tx.update('registrations', id, { order: made.id });
    return made.id;
  });
}

const confirm = (id: string) =>
  write((tx) => tx.update('ticket_orders', id, { status: 'confirmed', paymentStatus: 'paid', holdExpiresAt: null }));
const templates = () => house.letters.map(({ template }) => template);

beforeAll(async () => {
  house = await openEventsModule();
});
beforeEach(async () => {
  const bankTransfer = { enabled: true, instructions: 'IBAN DE00 1234\nHarbour Ltd', holdDays: 7 };
  const made = await house.act('events.create', { ...sampleEvent(), stripe: { enabled: true, bankTransfer } });
  eventId = textAt(made.body, 'id');
  await house.follow();
  house.letters.length = 0;
});
afterAll(() => house.close());

test('an order waits for its money, then is paid: two letters to the buyer, in the buyer’s language', async () => {
  const id = await order({ method: 'bank_transfer' });
  await house.follow();
  expect(house.letters).toMatchObject([
    {
      template: 'order_received',
      language: 'de',
      recipient: { name: 'Grace Buyer', email: 'grace@example.org' },
      order: { total: { amount: 9_800, currency: 'USD' }, bank: 'IBAN DE00 1234\nHarbour Ltd', tickets: [] },
    },
  ]);
  const shown = house.ports.showLetter(house.letters[0]!);
  expect(shown.text).toContain('IBAN DE00 1234');
  house.letters.length = 0;
  await confirm(id);
  await write((tx) => tx.update('ticket_orders', id, { refunded: 1 }));
  await house.follow();
  expect(templates()).toEqual(['order_paid']);
  const { order: paid } = house.letters[0]!;
  expect(paid?.tickets.map(({ name }) => name)).toEqual(['P0', 'P1']);
  expect(paid).toMatchObject({ bank: null, payUntil: null });
});

test('an order that is paid before its mail is written gets no request to pay', async () => {
  const id = await order();
  await confirm(id);
  await house.follow();
  expect(templates()).toEqual(['order_paid']);
});

test('a buyer who is to pay online is asked by mail when the order is still open minutes later', async () => {
  const [left, paid] = [await order(), await order()];
  await house.follow();
  expect(templates()).toEqual([]);
  house.nowMs += 2 * minuteMs;
  await confirm(paid);
  await house.follow();
  expect(templates()).toEqual(['order_paid']);
  house.nowMs += 4 * minuteMs;
  await house.runJob('events.send-mails-again');
  expect(templates().toSorted()).toEqual(['order_paid', 'order_received']);
  const mails = await house.all('outgoing_mails', {});
  const stateOf = (id: string) =>
    mails.find((mail) => mail['order'] === id && mail['template'] === 'order_received')?.['state'];
  // What is not needed any more is no email that failed.
  expect([stateOf(left), stateOf(paid)]).toEqual(['sent', 'stopped']);
});

test.each([
  ['of one, made by a program', { channel: 'api' }, 1, []],
  ['of two, made by a program', { channel: 'api' }, 2, ['order_paid']],
  ['without a price', { amount: 0 }, 2, []],
  ['that was imported', { channel: 'import' }, 2, []],
])('an order %s', async (_what, more, people, expected) => {
  const id = await order(more, people);
  await house.follow();
  await confirm(id);
  await house.follow();
  expect(templates()).toEqual(expected);
});

test('the buyer gets a mail when a refund went out, and one for each time it failed', async () => {
  const id = await order();
  const [registration] = await house.all('registrations', { order: id });
  const refund = await write((tx) =>
    tx.create('refunds', {
      ...{ event: eventId, registration: registration!.id, amount: 4_900, currency: 'USD', percent: 100 },
      ...{ cause: 'cancelled', state: 'pending', round: 1 },
    }),
  );
  const settle = (values: object) => write((tx) => tx.update('refunds', refund.id, { ...values }));
  await settle({ state: 'failed' });
  await house.follow();
  await settle({ state: 'pending', round: 2 });
  await settle({ state: 'succeeded' });
  await house.follow();
  const refunds = house.letters.filter(({ template }) => template.startsWith('refund_'));
  expect(refunds).toMatchObject([
    { template: 'refund_failed', recipient: { name: 'Grace Buyer', email: 'grace@example.org' } },
    { template: 'refund_sent', refund: { amount: 4_900, currency: 'USD' }, order: { number: expect.any(String) } },
  ]);
});

const owed = (registration: string, more: object = {}) =>
  write((tx) =>
    tx.create('refunds', {
      ...{ event: eventId, registration, amount: 4_900, currency: 'USD', percent: 100 },
      ...{ cause: 'event_cancelled', state: 'pending', round: 1, ...more },
    }),
  );
const settle = async (id: string, values: object) => {
  await write((tx) => tx.update('refunds', id, { ...values }));
  await house.follow();
};
const refundMails = () => house.letters.filter(({ template }) => template.startsWith('refund_'));

test('refunds of one order that go out together are one mail with all their tickets, once none is pending', async () => {
  const id = await order({ status: 'confirmed' }, 3);
  const all = await house.all('registrations', { order: id });
  const people = all.toSorted((a, b) => String(a['name']).localeCompare(String(b['name'])));
  const refunds = [];
  for (const person of people) refunds.push(await owed(String(person.id)));
  const [first, second, third] = refunds.map((refund) => String(refund.id)) as [string, string, string];
  await settle(first, { state: 'succeeded' });
  await settle(second, { state: 'failed' });
  expect(refundMails().map(({ template }) => template)).toEqual(['refund_failed']);
  await settle(third, { state: 'succeeded' });
  const [, sent, ...more] = refundMails();
  expect(more).toEqual([]);
  expect(sent).toMatchObject({ template: 'refund_sent', refund: { amount: 9_800, currency: 'USD' } });
  const shown = house.ports.showLetter(sent!);
  expect(shown.text).toContain('Ticket: P0 · Community\nTicket: P2 · Community');
  expect(shown.text).not.toContain('P1');
  house.letters.length = 0;
  // The bank took the money back, or the organizer paid by hand: a mail of its own, and no second one for the others.
  await settle(second, { state: 'succeeded', method: 'by_hand' });
  await settle(first, { state: 'failed' });
  await settle(first, { state: 'pending', round: 2 });
  await settle(first, { state: 'succeeded' });
  expect(refundMails().map(({ template, refund }) => [template, refund?.amount])).toEqual([
    ['refund_sent', 4_900],
    ['refund_failed', 4_900],
    ['refund_sent', 4_900],
  ]);
});

test('a cancelled event writes once to an address for all its tickets of an order, and to every other address', async () => {
  const id = await order({ status: 'confirmed' }, 3);
  const [one, two] = await house.all('registrations', { order: id });
  await write((tx) =>
    tx.update('registrations', String(two!.id), { email: one!['email'], emailKey: one!['emailKey'] }),
  );
  const own = await confirmedPlace(house, eventId, { ...ada, email: String(one!['email']) });
  house.letters.length = 0;
  await house.act('events.cancel', { eventId });
  await house.follow();
  const cancelled = house.letters.filter(({ template }) => template === 'event_cancelled');
  expect(cancelled.map(({ about }) => about?.length).sort()).toEqual([1, 1, 2]);
  const shared = cancelled.find(({ about }) => about?.length === 2);
  expect(shared?.recipient.email).toBe(one!['email']);
  const { text } = house.ports.showLetter(shared!);
  expect(text).toContain('your tickets are no longer valid');
  expect(cancelled.some(({ registrationId }) => registrationId === own.id)).toBe(true);
});

test('a cancelled event sends its own mail, not that of a cancelled registration', async () => {
  await confirmedPlace(house, eventId, { ...ada, email: 'c@example.org' });
  house.letters.length = 0;
  await house.act('events.cancel', { eventId });
  await house.follow();
  expect(templates()).toEqual(['event_cancelled']);
});

test('a buyer who has given a ticket away is addressed by their own name', async () => {
  const { id } = await confirmedPlace(house, eventId, { ...ada, name: 'New Person', email: 'new@example.org' });
  house.letters.length = 0;
  await write((tx) =>
    tx.create('outgoing_mails', {
      ...{
        registration: id,
        template: 'ticket_transferred',
        recipient: 'old@example.org',
        recipientName: 'Old Person',
      },
      ...{ state: 'queued', attempts: 0, nextAttemptAt: isoTime(openingTime) },
    }),
  );
  await house.follow();
  expect(house.letters).toMatchObject([{ recipient: { name: 'Old Person', email: 'old@example.org' } }]);
});
