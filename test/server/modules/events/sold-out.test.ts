/** Buyers of an event without seats: refused by what is committed, and only as long as there is none. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { forgetSoldOut, noteSoldOut } from '#server/modules/events/orders/sold-out-hints.ts';
import {
  ada,
  type Body,
  byBankTransfer,
  type EventsModule,
  listAt,
  openEventsModule,
  sampleEvent,
  textAt,
} from './events-module.ts';

let house: EventsModule;
let eventId: string;
let people = 0;

const type = (id: string, quantity: number, more: object = {}) => ({
  ...{ id, name: id, price: 0, currency: 'EUR', quantity },
  ...more,
});
const person = () => {
  people += 1;
  return { ...ada, email: `s${people}@example.org` };
};
const register = (ticketType: string, attendee = person()) =>
  house.act('events.register', { eventId, ticketType, attendee });
const order = (ticketTypes: readonly string[], more: object = {}) =>
  house.act('events.order', {
    eventId,
    items: ticketTypes.map((ticketType) => ({ ticketType, attendee: person() })),
    ...more,
  });
const errorsOf = ({ body }: { readonly body: Body }) =>
  listAt(body, 'errors').map(({ code, detail, path }) => ({ code, detail, path }));

beforeAll(async () => {
  house = await openEventsModule();
});
beforeEach(async () => {
  const tickets = [
    type('last', 1),
    type('paid', 1, { price: 20 }),
    type('more', 5),
    type('hidden', 0, { hidden: true }),
    type('group', 0, { minPerOrder: 2 }),
  ];
  const made = await house.act('events.create', { ...sampleEvent({ tickets, ...byBankTransfer }), onePerEmail: true });
  eventId = textAt(made.body, 'id');
  await house.follow();
});
afterAll(() => house?.close());

test('the first refusal takes a transaction, those after it none', async () => {
  expect((await register('last')).status).toBe(201);
  const commit = vi.spyOn(house.store, 'commit');
  try {
    const first = await register('last');
    expect(commit).toHaveBeenCalledTimes(1);
    for (let i = 0; i < 5; i += 1) expect(errorsOf(await register('last'))).toEqual(errorsOf(first));
    expect(errorsOf(await order(['more', 'last']))).toMatchObject([
      { code: 'ticket_sold_out', path: 'items[1].ticketType', detail: { capacity: 1, available: 0 } },
    ]);
    expect(commit).toHaveBeenCalledTimes(1);
    // Another type of the event has seats.
    expect((await register('more')).status).toBe(201);
  } finally {
    commit.mockRestore();
  }
});

test('a seat that was freed, or added, before the request came is sold', async () => {
  const sold = await register('last');
  expect((await register('last')).status).toBe(409);
  await house.act('events.cancel_registration', { eventId, registrationId: sold.body['id'] });
  expect((await register('last')).status).toBe(201);
  expect((await register('last')).status).toBe(409);
  expect((await register('last')).status).toBe(409);
  const [last] = await house.all('ticket_types', { event: eventId, key: 'last' });
  await house.update('ticket_types', String(last?.id), { quantity: 2 });
  expect((await register('last')).status).toBe(201);
});

test('an order that replaces its own is given the seat of the first; a second click has the first answer', async () => {
  const cart = 'c'.repeat(32);
  const first = await order(['paid'], { cart });
  expect([first.status, first.body['status']]).toEqual([201, 'open']);
  expect((await order(['paid'])).status).toBe(409);
  expect((await order(['paid'])).status).toBe(409);
  const attendee = person();
  const replacing = () => house.act('events.order', { eventId, cart, items: [{ ticketType: 'paid', attendee }] });
  const second = await replacing();
  expect(second.status).toBe(201);
  noteSoldOut(eventId);
  expect((await replacing()).body['id']).toBe(second.body['id']);
});

const taken = person();
const cases: readonly [string, () => Promise<{ readonly status: number; readonly body: Body }>][] = [
  ['sold out', () => register('last')],
  ['an order that does not fit', () => order(['more', 'last', 'last'])],
  ['an unknown type', () => register('nothing')],
  ['a hidden type', () => register('hidden')],
  ['too few for the type', () => order(['group'])],
  ['a person who is registered', () => register('last', taken)],
  ['no event', () => house.act('events.register', { eventId: people.toString(), ticketType: 'last', attendee: ada })],
  ['an unknown voucher', () => order(['last'], { voucher: 'NOTHING' })],
];
test.each(cases)('%s: the same answer with and without the question before', async (_what, ask) => {
  await register('last');
  await register('more', taken);
  forgetSoldOut(eventId);
  const plain = await ask();
  noteSoldOut(eventId);
  const early = await ask();
  expect([early.status, errorsOf(early)]).toEqual([plain.status, errorsOf(plain)]);
  expect(plain.status).toBeGreaterThanOrEqual(400);
});
