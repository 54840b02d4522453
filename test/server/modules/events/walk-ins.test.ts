import { beforeEach, describe, expect, test } from 'vitest';
import { makeWalkIn, type WalkIn, walkInRandomBytes } from '#shared/admission/walk-in.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { ticketNumber } from '#shared/ticket/ticket-number.ts';
import { byBankTransfer, type EventsModule, textAt } from './events-module.ts';
import {
  codeOf,
  enter,
  eventId,
  gateNamed,
  house,
  kiosk,
  kioskIds,
  made,
  makeEvent,
  newId,
  openGateLab,
  person,
  refusalCode,
  typeNamed,
} from './gate-lab.ts';

openGateLab();

describe('walk-ins', () => {
  beforeEach(async () => {
    await makeEvent({
      gates: [{ id: 'hall' }],
      tickets: [
        { id: 'day', name: 'Day', price: 20, currency: 'EUR', quantity: 1, walkIn: true },
        { id: 'vip', name: 'VIP', price: 90, currency: 'EUR', quantity: -1 },
      ],
      ...byBankTransfer,
    });
  });

  async function walkIn(more: Partial<WalkIn> = {}, key = 'day'): Promise<WalkIn> {
    const type = await typeNamed(key);
    const random = new Uint8Array(walkInRandomBytes).map((_, i) => (i * 31 + made * 7) % 251);
    const made_ = makeWalkIn(
      {
        ticketType: type.id,
        name: 'Mary Shelley',
        email: null,
        company: null,
        role: null,
        payment: 'card',
        paymentReference: '0042',
      },
      { id: type.id, event: eventId, walkIn: true, amount: Number(type['amount']), currency: 'EUR' },
      {
        id: newId(),
        registration: newId(),
        scan: newId(),
        kiosk: kioskIds[0]!,
        staff: 'Kim',
        registeredAt: isoTime(house.nowMs),
        random,
      },
    );
    return { ...made_, ...more };
  }
  const send = async ({ id, ...values }: WalkIn) =>
    refusalCode(await house.create('walk_ins', id, values, await kiosk(0)));
  async function sendScan(of: WalkIn): Promise<void> {
    const list = (await gateNamed('hall'))['list'];
    const { scan: id, registration, ticketNumber: number } = of;
    const scan = {
      event: eventId,
      gate: 'hall',
      list,
      kiosk: kioskIds[0],
      registration,
      ticketNumber: number,
      verdict: 'admitted',
      flags: ['offline'],
      scannedAt: of.registeredAt,
      ruleVersion: 2,
      source: 'walk_in',
    };
    expect(refusalCode(await house.create('scans', id, scan, await kiosk(0)))).toBe('record');
  }

  test.each([
    ['the scan first', true],
    ['the walk-in first', false],
  ])(
    'SY16 %s: a registration with a seat, paid, checked in, and its code is good at other lists',
    async (_, scanFirst) => {
      const came = await walkIn();
      if (scanFirst) await sendScan(came);
      if (scanFirst) await house.follow();
      expect(await send(came)).toBe('record');
      await house.follow();
      if (!scanFirst) await sendScan(came);
      await house.follow();
      expect(await house.get('registrations', came.registration)).toMatchObject({
        status: 'confirmed',
        paymentStatus: 'paid',
        name: 'Mary Shelley',
        ticketNumber: came.ticketNumber,
        badgeCode: came.badgeCode,
        amount: 2_000,
        checkedInAt: came.registeredAt,
        walkIn: came.id,
      });
      expect(await house.all('checkins', { registration: came.registration })).toMatchObject([{ scan: came.scan }]);
      const seats = await house.all('seat_counts', { scope: `ticket_type:${came.ticketType}` });
      expect(seats).toMatchObject([{ taken: 1 }]);
      expect(await house.all('outgoing_mails', { registration: came.registration })).toEqual([]);
      expect(codeOf(await enter(came.registration, 'hall'))).toBe('already_checked_in');
    },
  );

  test('is done once, however often the follower sees it', async () => {
    const came = await walkIn();
    await send(came);
    const follower = house.module.followers?.find(({ name }) => name === 'events.walk-ins');
    const changes = await house.store.since(0, { limit: 10_000, collections: ['walk_ins'] });
    await house.follow();
    const head = await house.store.head();
    const commit = async (plan: Parameters<EventsModule['store']['commit']>[1]) => {
      const done = await house.store.commit('system:again', plan);
      return done.ok ? { ok: true as const, value: done.value.value } : done;
    };
    const context = { tenant: house.tenant, clock: () => house.nowMs, newId, reader: house.store, commit };
    await follower?.handle(changes, context as never);
    expect(await house.store.head()).toBe(head);
  });

  test('a second walk-in on the last seat is admitted, counted and reported', async () => {
    const [first, second] = [await walkIn(), await walkIn({ email: 'mary@example.org' })];
    for (const came of [first, second]) {
      await sendScan(came);
      expect(await send(came)).toBe('record');
    }
    await house.follow();
    expect(await house.all('seat_counts', { scope: `ticket_type:${first.ticketType}` })).toMatchObject([{ taken: 2 }]);
    expect(await house.all('admission_reports', { event: eventId })).toMatchObject([
      {
        kind: 'walk_in_over_capacity',
        about: `ticket_type:${first.ticketType}`,
        registration: second.registration,
        walkIn: second.id,
        capacity: 1,
      },
    ]);
    expect(await house.all('checkins', { event: eventId })).toHaveLength(2);
    expect(await house.all('outgoing_mails', { registration: second.registration })).toHaveLength(1);
    expect((await house.act('events.checkin_stats', { eventId })).body).toMatchObject({ checkedIn: 2, reports: 1 });
  });

  test('of a ticket type that is not sold at the gate: admitted, and reported', async () => {
    const came = await walkIn({}, 'vip');
    expect(await send(came)).toBe('record');
    await house.follow();
    expect(await house.get('registrations', came.registration)).toMatchObject({ status: 'confirmed' });
    expect(await house.all('admission_reports', { event: eventId })).toMatchObject([{ kind: 'walk_in_not_allowed' }]);
  });

  test('with codes that cannot be of this event, or in the name of another kiosk, is refused', async () => {
    const foreign = ticketNumber(uuidv7(1, new Uint8Array(10).fill(3)), new Uint8Array(10));
    expect(await send(await walkIn({ ticketNumber: foreign }))).toBe('walk_in_invalid');
    expect(await send(await walkIn({ ticketNumber: 'T-17' }))).toBe('walk_in_invalid');
    const { ticketNumber: own } = await walkIn();
    expect(await send(await walkIn({ ticketNumber: own.toLowerCase() }))).toBe('walk_in_invalid');
    expect(await send(await walkIn({ ticketType: newId() }))).toBe('walk_in_invalid');
    expect(await send(await walkIn({ badgeCode: 'GATE1:X' }))).toBe('invalid_format');
    expect(await send(await walkIn({ kiosk: kioskIds[1]! }))).toBe('not_yours');
  });

  test('with an id or number of another person is refused, changes neither person, and does not stop the next', async () => {
    const owner = await walkIn();
    await send(owner);
    await house.follow();
    const [copied, stolen, remembered] = [
      await walkIn({ ticketNumber: owner.ticketNumber }),
      await walkIn({ registration: (await house.all('registrations', { event: eventId }))[0]!.id }),
      await walkIn(),
    ];
    expect(await send(copied)).toBe('duplicate');
    expect(await send(stolen)).toBe('duplicate');
    // A registration of another source has the number; the server knows of it only after the push.
    const registered = await house.act('events.register', { eventId, ticketType: 'vip', attendee: person() });
    const taken = await walkIn({ registration: textAt(registered.body, 'id') }, 'vip');
    expect(await send(taken)).toBe('record');
    expect(await send(remembered)).toBe('record');
    await house.follow();
    expect(await house.get('registrations', owner.registration)).toMatchObject({ walkIn: owner.id });
    expect(await house.get('registrations', taken.registration)).toMatchObject({ walkIn: null });
    expect(await house.get('registrations', remembered.registration)).toMatchObject({ walkIn: remembered.id });
    const reports = await house.all('admission_reports', { event: eventId, walkIn: taken.id });
    expect(reports).toMatchObject([{ kind: 'walk_in_refused' }]);
  });
});
