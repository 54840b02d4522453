/** The interface's own table of states, and the shapes it shows, through the actions. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventStatusAt } from '#server/modules/events/event/event-status.ts';
import {
  ada,
  at,
  type EventsModule,
  listAt,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
  webhookSecret,
} from './events-module.ts';
import { webhookCall } from './webhook-call.ts';

let house: EventsModule;
let eventId: string;

beforeAll(async () => {
  house = await openEventsModule();
});
beforeEach(async () => {
  house.nowMs = openingTime;
  house.letters.length = 0;
  eventId = textAt((await house.act('events.create', sampleEvent())).body, 'id');
});
afterAll(() => house.close());

const register = (ticketType = 'standard', attendee: object = ada) =>
  house.act('events.register', { eventId, ticketType, attendee });
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('events', () => {
  test('creating one answers its tickets as given, and makes its key, its list and its seat counts', async () => {
    const made = await house.act('events.create', sampleEvent({ capacity: 300 }));
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ type: 'conference', status: 'upcoming', timezone: 'Europe/Oslo', capacity: 300 });
    expect(listAt(made.body, 'tickets')[0]).toMatchObject({
      id: 'standard',
      name: 'Standard',
      price: 49,
      currency: 'USD',
      quantity: -1,
    });
    expect(listAt(made.body, 'tickets').map((ticket) => ticket['id'])).toEqual(['standard', 'free', 'scarce']);
    const own = (collection: string) => house.all(collection, { event: made.body['id'] });
    expect(await own('ticket_keys')).toHaveLength(1);
    expect(await own('checkin_lists')).toHaveLength(1);
    expect(await own('seat_counts')).toHaveLength(4);
    expect((await house.act('events.get', { eventId: made.body['id'] })).body).toEqual(made.body);
  });

  test('the private key is on no surface and sealed in the store', async () => {
    const [key] = await house.all('ticket_keys', { event: eventId });
    const field = house.module.collections
      .find((c) => c.name === 'ticket_keys')!
      .fields.find((f) => f.name === 'sealedPrivateKey');
    expect(field?.hidden).toBe(true);
    const sealed = String(key!['sealedPrivateKey']);
    const place = { tenant: house.tenant, collection: 'ticket_keys', id: key!.id };
    expect(house.ports.open('ticket-key', sealed, place)).not.toBeNull();
    expect(house.ports.open('another-purpose', sealed, place)).toBeNull();
    expect(house.ports.open('ticket-key', sealed, { ...place, id: eventId })).toBeNull();
  });

  test.each([
    [{ endsAt: '2026-05-01T00:00:00Z' }, 'ends_before_start', 'endsAt'],
    [{ timezone: 'Middle/Earth' }, 'timezone_unknown', 'timezone'],
    [{ type: 'party' }, 'invalid_option', 'type'],
    [
      { tickets: [0, 1].map(() => ({ id: 'a', name: 'A', price: 1, currency: 'USD' })) },
      'duplicate_ticket_id',
      'tickets[1].id',
    ],
    [{ tickets: [{ id: 'a', name: 'A', price: 5, currency: 'XXX' }] }, 'currency_unsupported', 'tickets[0].currency'],
    [{ gates: [{ id: 'g', ticketTypes: ['nobody'] }] }, 'ticket_type_unknown', 'gates[0].ticketTypes[0]'],
    [
      {
        networking: {
          matching: { weights: { complementary: 0, interests: 0, skills: 0, industry: 0, role: 0, semantic: 0 } },
        },
      },
      'weights_invalid',
      'networking.matching.weights',
    ],
  ])('a body with %j is refused with %s at %s', async (wrong, code, path) => {
    const made = await house.act('events.create', sampleEvent({ ...wrong, name: code }));
    expect(made.status).toBe(422);
    expect(listAt(made.body, 'errors')[0]).toMatchObject({ code, path });
    expect(await house.all('events', { name: code })).toHaveLength(0);
  });

  test('the list filters by the current status, and its cursor continues without a gap', async () => {
    const own = await openEventsModule();
    for (let i = 0; i < 5; i++) {
      await own.act('events.create', sampleEvent({ name: `Event ${i}`, status: i === 4 ? 'draft' : 'upcoming' }));
    }
    const list = (input: object) => own.act('events.list', input);
    const first = await list({ status: 'upcoming', limit: 3 });
    expect(first.body['events']).toHaveLength(3);
    expect(first.body['data']).toEqual(first.body['events']);
    expect(first.body['meta']).toMatchObject({ total: 4 });
    const cursor = at(first.body, 'meta.nextCursor');
    const second = await list({ status: 'upcoming', limit: 3, cursor });
    expect(second.body['events']).toHaveLength(1);
    expect(at(second.body, 'meta.nextCursor')).toBeNull();
    const ids = [...listAt(first.body, 'events'), ...listAt(second.body, 'events')].map((event) => event['id']);
    expect(new Set(ids).size).toBe(4);

    expect((await list({ status: 'live', cursor })).body).toMatchObject({ errors: [{ code: 'cursor_invalid' }] });
    expect(await list({ cursor: 'AAAA' })).toMatchObject({ status: 400 });
    expect((await list({ status: 'soon' })).body).toMatchObject({
      errors: [{ code: 'status_unknown', path: 'status' }],
    });
    expect((await list({ status: 'draft' })).body['events']).toHaveLength(1);
    own.nowMs += 7 * 86_400_000 + 60_000;
    expect((await list({ status: 'upcoming' })).body['events']).toHaveLength(0);
    expect((await list({ status: 'live' })).body['events']).toHaveLength(4);
    await own.runJob('events.status-by-clock');
    expect((await own.all('events')).map((event) => event['status']).sort()).toEqual([
      'draft',
      'live',
      'live',
      'live',
      'live',
    ]);
    await own.close();
  });

  test('publishing opens a draft, and an update keeps the fields that it does not name', async () => {
    const draft = (await house.act('events.create', sampleEvent({ status: 'draft' }))).body;
    const before = await house.act('events.register', { eventId: draft['id'], ticketType: 'free', attendee: ada });
    expect(before).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'event_not_open', detail: { status: 'draft' } }] },
    });
    await house.act('events.publish', { eventId: draft['id'] });
    expect(
      await house.act('events.register', { eventId: draft['id'], ticketType: 'free', attendee: ada }),
    ).toMatchObject({ status: 201 });
    const changed = await house.act('events.update', {
      eventId: draft['id'],
      name: 'Renamed',
      tickets: [
        { id: 'free', name: 'Friends', price: 0, currency: 'usd', quantity: 60 },
        { id: 'late', name: 'Late', price: 5, currency: 'USD' },
      ],
    });
    expect(changed.body).toMatchObject({ name: 'Renamed', type: 'conference', startsAt: draft['startsAt'] });
    expect(listAt(changed.body, 'tickets').map((ticket) => [ticket['id'], ticket['name'], ticket['quantity']])).toEqual(
      [
        ['standard', 'Standard', -1],
        ['free', 'Friends', 60],
        ['scarce', 'Early bird', 2],
        ['late', 'Late', -1],
      ],
    );
  });
});

test('a status that follows from the clock is refused when the clock contradicts it', async () => {
  const id = textAt((await house.act('events.create', sampleEvent())).body, 'id');
  const set = async (status: string) => {
    const done = await house.update('events', id, { status });
    return done.kind === 'refused' ? done.errors.map(({ code, path }) => `${code} ${path}`) : done.kind;
  };
  for (const status of ['live', 'completed']) expect(await set(status)).toEqual(['status_follows_clock status']);
  for (const status of ['draft', 'upcoming', 'upcoming']) expect(await set(status)).toBe('record');
  const event = await house.get('events', id);
  house.nowMs = Date.parse(String(event['startsAt']));
  expect(await set('completed')).toEqual(['status_follows_clock status']);
  expect(await set('live')).toBe('record');
  house.nowMs = Date.parse(String(event['endsAt']));
  expect(await set('live'), 'sent back as it was read').toBe('record');
  expect(await set('completed')).toBe('record');
  expect(await set('cancelled')).toBe('record');
  house.nowMs = openingTime;
});

test.each([
  [-1, 'upcoming'],
  [0, 'live'],
  [3_599_999, 'live'],
  [3_600_000, 'completed'],
])('%i ms after its start an event of an hour is %s', (ms, status) => {
  const times = {
    startsAt: new Date(openingTime).toISOString(),
    endsAt: new Date(openingTime + 3_600_000).toISOString(),
  };
  expect(eventStatusAt({ status: 'upcoming', ...times }, openingTime + ms)).toBe(status);
  expect(eventStatusAt({ status: 'draft', ...times }, openingTime + ms)).toBe('draft');
  expect(eventStatusAt({ status: 'cancelled', ...times }, openingTime + ms)).toBe('cancelled');
});

describe('the table of states', () => {
  test('(none) → pending/pending, with a ticket and its code', async () => {
    const made = await register();
    expect(made.status).toBe(201);
    expect(Object.keys(made.body).sort()).toEqual(['id', 'payment', 'paymentStatus', 'status', 'ticket', 'ticketPage']);
    expect(made.body).toMatchObject({
      status: 'pending',
      paymentStatus: 'pending',
      ticket: { type: 'standard', price: 49 },
    });
    const code = JSON.parse(textAt(made.body, 'ticket.qrCode')) as Record<string, unknown>;
    expect(code).toMatchObject({
      type: 'event_ticket',
      ticketNumber: at(made.body, 'ticket.id'),
      timestamp: house.nowMs / 1_000,
    });
    expect(made.body['payment']).toMatchObject({
      amount: 4_900,
      currency: 'USD',
      expiresAt: expect.stringMatching(iso),
    });
  });

  test('pending → confirmed by the minimal event: code, mail and badge in the same transaction', async () => {
    const id = textAt((await register()).body, 'id');
    const raw = JSON.stringify({
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_123', metadata: { registrationId: id } } },
    });
    expect(await house.act('events.payment_webhook', webhookCall(raw, house.nowMs, webhookSecret))).toEqual({
      status: 200,
      body: { received: true },
    });
    expect(await house.get('registrations', id)).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'paid',
      badgeCode: expect.stringMatching(/^[0-9A-F]{20}$/),
    });
    expect(await house.all('outgoing_mails', { registration: id })).toMatchObject([
      { template: 'ticket_confirmed', recipient: ada.email, state: 'queued' },
    ]);
    const shown = await house.act('events.registration', { eventId, registrationId: id });
    expect(shown.body).toMatchObject({ id, status: 'confirmed', paymentStatus: 'paid', attendee: ada });
    expect(JSON.parse(textAt(shown.body, 'ticket.qrCode'))).toMatchObject({ type: 'event_ticket' });
    const types = (await house.store.since(0, { limit: 10_000, collections: ['registrations'] }))
      .filter((c) => c.id === id)
      .flatMap((c) => c.types);
    expect(types).toContain('events.registration.confirmed');

    await house.follow();
    const own = house.letters.filter((letter) => letter.registrationId === id);
    expect(own).toMatchObject([
      { template: 'ticket_confirmed', recipient: { email: ada.email }, pageUrl: expect.stringContaining('/t/') },
    ]);
    expect(await house.all('outgoing_mails', { registration: id })).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });

  test('at price zero the answer says pending, and the next read says confirmed', async () => {
    const made = await register('free');
    expect(made.body).toMatchObject({ status: 'pending', paymentStatus: 'pending', ticket: { price: 0 } });
    expect(made.body).not.toHaveProperty('payment');
    expect(await house.get('registrations', textAt(made.body, 'id'))).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'not_required',
      holdExpiresAt: null,
    });
    await house.follow();
    const own = house.letters.filter((letter) => letter.registrationId === made.body['id']);
    expect(own).toMatchObject([{ template: 'ticket_confirmed', ticketTypeName: 'Community' }]);
  });

  test('a client cannot write values that the platform decides', async () => {
    const id = textAt((await register()).body, 'id');
    for (const patch of [
      { status: 'confirmed' },
      { paymentStatus: 'paid' },
      { checkedInAt: isoNow() },
      { ticketNumber: 'MINE' },
      { amount: 0 },
    ]) {
      expect(await house.update('registrations', id, patch)).toMatchObject({
        kind: 'refused',
        errors: [{ code: 'read_only' }],
      });
    }
    expect(await house.update('registrations', id, { company: 'New Ltd' })).toMatchObject({ kind: 'record' });
  });
  const isoNow = () => new Date(house.nowMs).toISOString();
});

describe('registering', () => {
  test.each([
    [{ ticketType: 'nosuch' }, 404, 'ticket_type_not_found'],
    [{ eventId: '0190a1b2-c3d4-7abc-8def-0123456789ab' }, 404, 'event_not_found'],
    [{ eventId: 'evt_1' }, 400, 'invalid_id'],
    [{ attendee: { name: '', email: 'no' } }, 422, 'required'],
    [{ attendee: { ...ada, isAdmin: true } }, 400, 'unknown_field'],
  ])('%j is refused with %i %s', async (wrong, status, code) => {
    const answer = await house.act('events.register', { eventId, ticketType: 'standard', attendee: ada, ...wrong });
    expect(answer.status).toBe(status);
    expect(listAt(answer.body, 'errors')[0]).toMatchObject({ code });
  });

  test('one for each email address where the event says so, in upper or lower case', async () => {
    const strict = (await house.act('events.create', sampleEvent({ onePerEmail: true }))).body['id'];
    const enter = (email: string) =>
      house.act('events.register', { eventId: strict, ticketType: 'free', attendee: { ...ada, email } });
    const first = await enter('Ada@Example.org');
    expect(first.status).toBe(201);
    expect(await enter('ada@EXAMPLE.org')).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'already_registered', path: 'attendee.email' }] },
    });
    await house.act('events.cancel_registration', { eventId: strict, registrationId: first.body['id'] });
    expect((await enter('ada@example.org')).status).toBe(201);
  });

  test('only inside the sale window of the ticket type', async () => {
    const at = (ms: number) => new Date(house.nowMs + ms).toISOString();
    const tickets = [{ id: 'w', name: 'W', price: 0, currency: 'USD', saleStart: at(1_000), saleEnd: at(2_000) }];
    const windowed = (await house.act('events.create', sampleEvent({ tickets }))).body['id'];
    const enter = () => house.act('events.register', { eventId: windowed, ticketType: 'w', attendee: ada });
    expect(await enter()).toMatchObject({ status: 422, body: { errors: [{ code: 'sale_not_started' }] } });
    house.nowMs += 1_000;
    expect((await enter()).status).toBe(201);
    house.nowMs += 1_000;
    expect((await enter()).status).toBe(201);
    house.nowMs += 1;
    expect(await enter()).toMatchObject({ status: 422, body: { errors: [{ code: 'sale_ended' }] } });
  });

  test('1,000 at once on 100 seats: exactly 100 get one', async () => {
    const tickets = [{ id: 'hall', name: 'Hall', price: 10, currency: 'USD', quantity: 100 }];
    const small = (await house.act('events.create', sampleEvent({ tickets }))).body['id'];
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) =>
        house.act('events.register', {
          eventId: small,
          ticketType: 'hall',
          attendee: { ...ada, email: `a${i}@example.org` },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(
      answers.filter(({ status, body }) => status === 409 && at(body, 'errors.0.code') === 'ticket_sold_out'),
    ).toHaveLength(900);
    expect(await house.all('registrations', { event: small })).toHaveLength(100);
    const counts = await house.all('seat_counts', { event: small });
    expect(counts.map((count) => count['taken'])).toEqual([100, 100]);
  });

  test('the capacity of the whole event counts over all ticket types', async () => {
    const tight = (await house.act('events.create', sampleEvent({ capacity: 1 }))).body['id'];
    const enter = (ticketType: string) => house.act('events.register', { eventId: tight, ticketType, attendee: ada });
    expect((await enter('free')).status).toBe(201);
    expect(await enter('standard')).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'ticket_sold_out', detail: { capacity: 1, available: 0 } }] },
    });
  });

  test('an expired hold frees its seat; paid, processing and free registrations keep theirs', async () => {
    const first = textAt((await register('scarce')).body, 'id');
    const second = textAt((await register('scarce', { ...ada, email: 'b@example.org' })).body, 'id');
    const free = textAt((await register('free')).body, 'id');
    expect((await register('scarce')).status).toBe(409);
    await house.act('events.pay_test', { registrationId: second, outcome: 'processing' });
    house.nowMs += 30 * 60_000;
    await house.runJob('events.expire-holds');
    expect((await house.get('registrations', first))['status']).toBe('pending');
    house.nowMs += 1;
    await house.runJob('events.expire-holds');
    await house.runJob('events.expire-holds');
    expect((await house.get('registrations', first))['status']).toBe('expired');
    expect((await house.get('registrations', second))['status']).toBe('pending');
    expect((await house.get('registrations', free))['status']).toBe('confirmed');
    expect((await register('scarce', { ...ada, email: 'c@example.org' })).status).toBe(201);
    expect((await register('scarce', { ...ada, email: 'd@example.org' })).status).toBe(409);
  });

  test('a payment that begins after the job has found the hold keeps the seat', async () => {
    const id = textAt((await register('scarce')).body, 'id');
    house.nowMs += 30 * 60_000 + 1;
    const { store } = house;
    let finds = 0;
    const reader = Object.create(store) as typeof store;
    reader.find = async (...asked: Parameters<typeof store.find>) => {
      const found = await store.find(...asked);
      if (finds++ === 0) await house.act('events.pay_test', { registrationId: id, outcome: 'processing' });
      return found;
    };
    await house.runJob('events.expire-holds', reader);
    expect(finds).toBeGreaterThan(0);
    expect(await house.get('registrations', id)).toMatchObject({ status: 'pending', paymentStatus: 'processing' });
  });
});
