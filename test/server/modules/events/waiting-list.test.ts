/** The waiting list step by step: who is offered a seat, how an offer ends, and which seats a sale to others keeps free. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uuidv7 } from '#shared/base/id.ts';
import { hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { ada, type EventsModule, openEventsModule, openingTime, sampleEvent, textAt } from './events-module.ts';

let house: EventsModule;
let eventId: string;

const tickets = [
  { id: 'hall', name: 'Hall', price: 49, currency: 'USD', quantity: 1 },
  { id: 'free', name: 'Community', price: 0, currency: 'USD', quantity: 1 },
];

beforeAll(async () => {
  house = await openEventsModule();
});
beforeEach(async () => {
  house.nowMs = openingTime;
  eventId = await openEvent();
});
afterAll(() => house.close());

async function openEvent(more: object = {}): Promise<string> {
  const id = textAt((await house.act('events.create', { ...sampleEvent(), tickets, ...more })).body, 'id');
  await house.follow();
  return id;
}

const person = (name: string) => ({ ...ada, name, email: `${name}@example.org` });

async function register(name: string, ticketType = 'free') {
  const made = await house.act('events.register', { eventId, ticketType, attendee: person(name) });
  await house.follow();
  return made;
}

async function join(name: string, ticketType = 'free', more: object = {}) {
  house.nowMs += 1;
  const input = { eventId, ticketType, attendee: person(name), ...more };
  const made = await house.act('events.join_waitlist', input);
  await house.follow();
  return made;
}

const joined = async (name: string, ticketType = 'free') => textAt((await join(name, ticketType)).body, 'id');
const entry = (id: string) => house.get('waitlist_entries', id);
const accept = (entryId: string, more: object = {}) => house.act('events.accept_offer', { eventId, entryId, ...more });
const cancel = async (registrationId: string) => {
  await house.act('events.cancel_registration', { eventId, registrationId });
  await house.follow();
};
const change = async (collection: string, id: string, values: object) => {
  expect(await house.update(collection, id, values)).toMatchObject({ kind: 'record' });
  await house.follow();
};
const typeId = async (key: string) => (await house.all('ticket_types', { event: eventId, key }))[0]!.id;
const taken = async (scope: string) => (await house.all('seat_counts', { scope }))[0]?.['taken'];

describe('joining', () => {
  test('only where sold out; once for each address and ticket type; then in turn', async () => {
    expect(await join('ada')).toMatchObject({ status: 409, body: { errors: [{ code: 'ticket_available' }] } });
    await register('ada');
    expect(await join('bob')).toMatchObject({ status: 201, body: { state: 'waiting', position: 1 } });
    expect(await join('cy')).toMatchObject({ body: { position: 2 } });
    const again = { ...person('bob'), email: 'BOB@example.org' };
    const twice = await house.act('events.join_waitlist', { eventId, ticketType: 'free', attendee: again });
    expect(twice).toMatchObject({ status: 409, body: { errors: [{ code: 'already_waiting' }] } });
    expect(textAt((await join('dee')).body, 'page')).toMatch(/^https:\/\/tickets.example.org\/w\/.{40,}$/);
  });

  test.each([
    ['switched off', { waitlist: { enabled: false } }, 'waitlist_off'],
    ['a draft', { status: 'draft' }, 'event_not_open'],
  ])('refused: %s', async (_why, more, code) => {
    eventId = await openEvent(more);
    expect(await join('ada')).toMatchObject({ status: 409, body: { errors: [{ code }] } });
  });

  test('refused after the sale, and of an unknown ticket type', async () => {
    await change('ticket_types', await typeId('free'), { saleEnd: isoTime(house.nowMs - 1) });
    expect(await join('ada')).toMatchObject({ status: 422, body: { errors: [{ code: 'sale_ended' }] } });
    expect(await join('ada', 'none')).toMatchObject({ status: 404 });
  });
});

describe('an offer', () => {
  test('goes to the highest priority, then to the oldest entry, and reserves the seat for 24 hours', async () => {
    const first = textAt((await register('ada')).body, 'id');
    const [bob, cy] = [await joined('bob'), await joined('cy')];
    await change('waitlist_entries', cy, { priority: 5 });
    await cancel(first);
    expect(await entry(cy)).toMatchObject({ state: 'offered', offerExpiresAt: isoTime(house.nowMs + 24 * hourMs) });
    expect(await entry(bob)).toMatchObject({ state: 'waiting' });
    expect(await register('new')).toMatchObject({ status: 409, body: { errors: [{ code: 'ticket_sold_out' }] } });
    expect(await taken(`ticket_type:${await typeId('free')}`)).toBe(1);
  });

  test('accepted: a registration with the seat of the offer, confirmed where it is free', async () => {
    const first = textAt((await register('ada')).body, 'id');
    const bob = await joined('bob');
    expect(await accept(bob)).toMatchObject({ status: 409, body: { errors: [{ code: 'offer_not_open' }] } });
    await cancel(first);
    const made = await accept(bob);
    expect(made).toMatchObject({ status: 201, body: { status: 'pending' } });
    const registration = textAt(made.body, 'id');
    expect(await house.get('registrations', registration)).toMatchObject({ status: 'confirmed', name: 'bob' });
    expect(await entry(bob)).toMatchObject({ state: 'accepted', registration, offerExpiresAt: null });
    expect(await taken(`ticket_type:${await typeId('free')}`)).toBe(1);
    expect(await accept(bob)).toMatchObject({ status: 409, body: { errors: [{ detail: { registration } }] } });
  });

  test('accepted with costs: to be paid within the hold, else the next one is offered the seat', async () => {
    const first = textAt((await register('ada', 'hall')).body, 'id');
    const [bob, cy] = [await joined('bob', 'hall'), await joined('cy', 'hall')];
    await cancel(first);
    const registration = textAt((await accept(bob)).body, 'id');
    expect(await house.get('registrations', registration)).toMatchObject({ status: 'pending', amount: 4_900 });
    house.nowMs += 31 * minuteMs;
    await house.runJob('events.expire-holds');
    await house.follow();
    expect(await house.get('registrations', registration)).toMatchObject({ status: 'expired' });
    expect([await entry(bob), await entry(cy)]).toMatchObject([{ state: 'accepted' }, { state: 'offered' }]);
  });

  test('accepted: asks what an order asks, and keeps the offer until it is answered', async () => {
    const organizer = { tenant: house.tenant, kind: 'key', id: 'o', roles: new Set<string>() } as const;
    const id = uuidv7(house.nowMs, crypto.getRandomValues(new Uint8Array(10)));
    const question = {
      event: eventId,
      key: 'size',
      text: 'Size?',
      kind: 'choice',
      options: ['S', 'M'],
      required: true,
    };
    const scopes = new Set(['events:read', 'events:write']);
    expect(await house.create('registration_questions', id, question, { ...organizer, scopes })).toMatchObject({
      kind: 'record',
    });
    const first = textAt((await register('ada')).body, 'id');
    const bob = await joined('bob');
    await cancel(first);
    const errors = (code: string) => ({ status: 422, body: { errors: [{ code, path: 'answers.size' }] } });
    expect(await accept(bob)).toMatchObject(errors('answer_missing'));
    expect(await accept(bob, { answers: { size: 'XL' } })).toMatchObject(errors('answer_invalid'));
    expect(await entry(bob)).toMatchObject({ state: 'offered' });
    expect(await taken(`ticket_type:${await typeId('free')}`)).toBe(1);
    const made = await accept(bob, { answers: { size: 'M' } });
    expect(await house.get('registrations', textAt(made.body, 'id'))).toMatchObject({ formAnswers: { size: 'M' } });
  });

  test('an offer is one seat: none for a type sold several at a time, kept where that was decided later', async () => {
    const first = textAt((await register('ada')).body, 'id');
    const bob = await joined('bob');
    await change('ticket_types', await typeId('free'), { minPerOrder: 2 });
    expect(await join('cy')).toMatchObject({ status: 409, body: { errors: [{ code: 'waitlist_one_seat' }] } });
    await cancel(first);
    expect(await accept(bob)).toMatchObject({ status: 201 });
  });

  test('runs out: the next one is offered the seat, and it cannot be accepted later', async () => {
    const first = textAt((await register('ada')).body, 'id');
    const [bob, cy] = [await joined('bob'), await joined('cy')];
    await cancel(first);
    house.nowMs += 24 * hourMs + 1;
    expect(await accept(bob)).toMatchObject({ status: 409 });
    await house.runJob('events.keep-turns');
    await house.follow();
    expect([await entry(bob), await entry(cy)]).toMatchObject([{ state: 'expired' }, { state: 'offered' }]);
    expect(await join('bob')).toMatchObject({ status: 201, body: { position: 1 } });
  });

  test('ends with the sale, if that is earlier, and by the setting of the event', async () => {
    eventId = await openEvent({ waitlist: { offerHours: 2 } });
    const first = textAt((await register('ada')).body, 'id');
    const [bob, cy] = [await joined('bob'), await joined('cy')];
    const saleEnd = isoTime(house.nowMs + 3 * hourMs);
    await change('ticket_types', await typeId('free'), { saleEnd });
    await cancel(first);
    expect(await entry(bob)).toMatchObject({ offerExpiresAt: isoTime(house.nowMs + 2 * hourMs) });
    house.nowMs += 2 * hourMs + 1;
    await house.runJob('events.keep-turns');
    await house.follow();
    expect(await entry(cy)).toMatchObject({ offerExpiresAt: saleEnd });
    house.nowMs += hourMs;
    await house.runJob('events.keep-turns');
    await house.follow();
    expect(await entry(cy)).toMatchObject({ state: 'expired' });
    expect(await taken(`ticket_type:${await typeId('free')}`)).toBe(0);
  });

  test('goes to no one who left the list or cancelled a registration of the same type', async () => {
    const first = textAt((await register('ada')).body, 'id');
    const [bob, again, cy] = [await joined('bob'), await joined('ada'), await joined('cy')];
    expect(await house.act('events.leave_waitlist', { eventId, entryId: bob })).toMatchObject({
      status: 200,
      body: { state: 'removed' },
    });
    await cancel(first);
    expect(await Promise.all([bob, again, cy].map(entry))).toMatchObject([
      { state: 'removed' },
      { state: 'removed' },
      { state: 'offered' },
    ]);
    // The seat of a person who leaves with an offer goes to the next.
    const dee = await joined('dee');
    await house.act('events.leave_waitlist', { eventId, entryId: cy });
    await house.follow();
    expect(await entry(dee)).toMatchObject({ state: 'offered' });
  });

  test.each(['cancelled', 'completed'])('all entries end with the event: %s', async (how) => {
    const first = textAt((await register('ada')).body, 'id');
    const [bob, cy] = [await joined('bob'), await joined('cy')];
    await cancel(first);
    if (how === 'cancelled') await house.act('events.cancel', { eventId });
    else {
      house.nowMs = openingTime + 8 * 24 * hourMs;
      await house.runJob('events.status-by-clock');
    }
    await house.follow();
    expect([await entry(bob), await entry(cy)]).toMatchObject([{ state: 'expired' }, { state: 'expired' }]);
    expect(await taken(`event:${eventId}`)).toBe(0);
  });
});

describe('a sale to others', () => {
  test('leaves the seats that people wait for, also before the offers are made', async () => {
    await register('ada');
    await joined('bob');
    const free = await typeId('free');
    // The followers have not run: nothing is offered yet.
    expect(await house.update('ticket_types', free, { quantity: 2 })).toMatchObject({ kind: 'record' });
    const early = { eventId, ticketType: 'free', attendee: person('new') };
    expect(await house.act('events.register', early)).toMatchObject({ status: 409 });
    await house.follow();
    await change('ticket_types', free, { quantity: 3 });
    expect(await register('new')).toMatchObject({ status: 201 });
  });

  test('is not stopped by people who wait for another ticket type, unless they can have the seat', async () => {
    eventId = await openEvent({ capacity: 3, tickets: [tickets[1], { ...tickets[1], id: 'more', quantity: 5 }] });
    await register('ada');
    await joined('bob');
    expect(await register('one', 'more')).toMatchObject({ status: 201 });
    expect(await register('two', 'more')).toMatchObject({ status: 201 });
    // The event is full now: people may wait for any type, and its capacity rises by one.
    const cy = await joined('cy', 'more');
    expect(await house.update('events', eventId, { capacity: 4 })).toMatchObject({ kind: 'record' });
    const early = { eventId, ticketType: 'more', attendee: person('new') };
    expect(await house.act('events.register', early)).toMatchObject({ status: 409 });
    await house.follow();
    expect(await entry(cy)).toMatchObject({ state: 'offered' });
  });
});

test('an entry belongs to its event, and its page’s secret is the credential of a guest', async () => {
  await register('ada');
  const bob = await joined('bob');
  const guest = {
    tenant: house.tenant,
    kind: 'public',
    id: 'guest',
    scopes: new Set(['events:write']),
    roles: new Set<string>(),
  } as const;
  const leave = (input: object, scopes = guest.scopes) =>
    house.act('events.leave_waitlist', { eventId, entryId: bob, ...input }, { ...guest, scopes });
  expect(await leave({ secret: 'wrong' })).toMatchObject({ status: 404 });
  expect(await leave({ eventId: await openEvent() })).toMatchObject({ status: 404 });
  expect(await leave({ secret: (await entry(bob))['pageSecret'] })).toMatchObject({ status: 200 });
});
