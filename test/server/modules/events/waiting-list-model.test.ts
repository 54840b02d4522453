/**
 * Any sequence of sales, cancellations, expiries, offers and changes of capacity, on both stores: never more seats than
 * there are, the list in turn, every seat that becomes free offered, no sale that overtakes the list.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#shared/base/time.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { ada, type EventsModule, openEventsModule, openingTime, sampleEvent, textAt } from './events-module.ts';

const keys = ['a', 'b'] as const;
const tickets = [
  { id: 'a', name: 'A', price: 49, currency: 'USD', quantity: 1 },
  { id: 'b', name: 'B', price: 0, currency: 'USD', quantity: 2 },
];

const pick = fc.nat(20);
const stepOf = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('buy' as const), key: fc.constantFrom(...keys), pick }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('join' as const), key: fc.constantFrom(...keys), pick }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('cancel' as const), key: fc.constantFrom(...keys), pick }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('accept' as const), key: fc.constantFrom(...keys), pick }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('quantity' as const), key: fc.constantFrom(...keys), pick }) },
  ...(['leave', 'pay', 'priority', 'holds', 'offers', 'capacity'] as const).map((does) => ({
    weight: 1,
    arbitrary: fc.record({ does: fc.constant(does), key: fc.constantFrom(...keys), pick }),
  })),
);
type Step = typeof stepOf extends fc.Arbitrary<infer T> ? T : never;

const of = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
const inState = (records: readonly StoredRecord[], field: string, ...states: readonly string[]) =>
  records.filter((one) => states.includes(String(one[field])));

class World {
  readonly house: EventsModule;
  readonly eventId: string;
  people = 0;
  types: readonly StoredRecord[] = [];
  entries: readonly StoredRecord[] = [];
  registrations: readonly StoredRecord[] = [];
  constructor(house: EventsModule, eventId: string) {
    this.house = house;
    this.eventId = eventId;
  }

  async look(): Promise<void> {
    const event = { event: this.eventId };
    this.types = await this.house.all('ticket_types', event);
    this.entries = await this.house.all('waitlist_entries', event);
    this.registrations = await this.house.all('registrations', event);
  }

  person() {
    this.people += 1;
    return { ...ada, email: `p${this.people}@example.org` };
  }

  /** Registrations and live offers of a ticket type, or of the event. */
  seats(type?: string): number {
    const ours = (one: StoredRecord) => type === undefined || one['ticketType'] === type;
    const places = inState(this.registrations, 'status', 'pending', 'confirmed').filter(ours).length;
    return places + inState(this.entries, 'state', 'offered').filter(ours).length;
  }

  async step({ does, key, pick: at }: Step): Promise<void> {
    const { eventId, house } = this;
    const type = this.types.find((one) => one['key'] === key)!;
    const live = of(inState(this.entries, 'state', 'waiting', 'offered'), at);
    house.nowMs += 1;
    switch (does) {
      case 'buy': {
        const waited = inState(this.entries, 'state', 'waiting').some((one) => one['ticketType'] === type.id);
        const made = await house.act('events.register', { eventId, ticketType: key, attendee: this.person() });
        expect([201, 409]).toContain(made.status);
        if (waited) expect(made.status).toBe(409);
        return;
      }
      case 'join':
        await house.act('events.join_waitlist', { eventId, ticketType: key, attendee: this.person() });
        return;
      case 'cancel': {
        const place = of(inState(this.registrations, 'status', 'pending', 'confirmed'), at);
        if (place) await house.act('events.cancel_registration', { eventId, registrationId: place.id });
        return;
      }
      case 'pay': {
        const place = of(inState(this.registrations, 'status', 'pending'), at);
        if (place) await house.act('events.pay_test', { registrationId: place.id });
        return;
      }
      case 'accept': {
        const entry = of(inState(this.entries, 'state', 'offered'), at);
        if (entry)
          expect(await house.act('events.accept_offer', { eventId, entryId: entry.id })).toMatchObject({ status: 201 });
        return;
      }
      case 'leave':
        if (live) await house.act('events.leave_waitlist', { eventId, entryId: live.id });
        return;
      case 'priority':
        if (live) await house.update('waitlist_entries', live.id, { priority: (at % 3) - 1 });
        return;
      case 'holds':
        house.nowMs += 31 * minuteMs;
        await house.runJob('events.expire-holds');
        return;
      case 'offers':
        house.nowMs += 25 * hourMs;
        await house.runJob('events.expire-holds');
        await house.runJob('events.keep-turns');
        return;
      case 'quantity':
        await house.update('ticket_types', type.id, { quantity: at % 4 });
        return;
      case 'capacity':
        await house.update('events', eventId, { capacity: at % 2 === 0 ? null : at % 5 });
    }
  }
}

const rank = (one: StoredRecord) => [-Number(one['priority']), String(one['createdAt']), one.id] as const;
const isBefore = (a: StoredRecord, b: StoredRecord): boolean => {
  const [x, y] = [rank(a), rank(b)];
  const i = x.findIndex((value, at) => value !== y[at]);
  return i >= 0 && x[i]! < y[i]!;
};

async function check(
  world: World,
  before: { readonly entries: readonly StoredRecord[]; readonly of: Map<string, number> },
) {
  const { entries, house, types } = world;
  const event = await house.get('events', world.eventId);
  const scopes = [
    { scope: `event:${event.id}`, capacity: event['capacity'] as number | null, seats: world.seats() },
    ...types.map((type) => {
      const quantity = Number(type['quantity']);
      return { scope: `ticket_type:${type.id}`, capacity: quantity < 0 ? null : quantity, seats: world.seats(type.id) };
    }),
  ];
  const free = new Map<string, number>();
  for (const { capacity, scope, seats } of scopes) {
    expect((await house.all('seat_counts', { scope }))[0]?.['taken'] ?? 0, scope).toBe(seats);
    // Above the limit only what was there before the limit was lowered.
    if (capacity !== null) expect(seats, scope).toBeLessThanOrEqual(Math.max(capacity, before.of.get(scope) ?? 0));
    free.set(scope, capacity === null ? Number.POSITIVE_INFINITY : capacity - seats);
    before.of.set(scope, seats);
  }
  const waiting = inState(entries, 'state', 'waiting');
  for (const one of waiting) {
    const left = Math.min(free.get(`event:${event.id}`)!, free.get(`ticket_type:${String(one['ticketType'])}`)!);
    expect(left, 'a free seat is offered').toBeLessThanOrEqual(0);
    const overtaken = inState(entries, 'state', 'offered').filter(
      (other) =>
        other['ticketType'] === one['ticketType'] &&
        before.entries.some(({ id, state }) => id === other.id && state === 'waiting') &&
        before.entries.some(({ id }) => id === one.id) &&
        isBefore(one, other),
    );
    expect(overtaken, 'in turn').toEqual([]);
  }
}

describe.each(['sqlite', 'postgres'] as const)('%s', (store) => {
  let house: EventsModule | null = null;
  const opened = async () =>
    (house ??= await openEventsModule(
      store === 'postgres' ? { databaseUrl: await (await postgres()).database('waiting') } : {},
    ));
  afterAll(() => house?.close());

  test('seats stay within the limit, the list moves up in turn, and no free seat is left unoffered', async () => {
    const at = await opened();
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepOf, { minLength: 30, maxLength: store === 'postgres' ? 30 : 60 }),
        async (steps) => {
          at.nowMs = openingTime;
          const far = { startsAt: '2027-05-04T07:00:00.000Z', endsAt: '2027-05-04T17:00:00.000Z' };
          const made = await at.act('events.create', { ...sampleEvent(), ...far, tickets, capacity: 3 });
          const world = new World(at, textAt(made.body, 'id'));
          await at.follow();
          await world.look();
          const before = { entries: world.entries, of: new Map<string, number>() };
          for (const step of steps) {
            await world.step(step);
            await at.follow();
            await world.look();
            await check(world, before);
            before.entries = world.entries;
          }
        },
      ),
      // A failure names its seed; shrinking it would take minutes.
      { numRuns: store === 'postgres' ? 1 : 6, endOnFailure: true },
    );
  }, 120_000);

  test('1 seat, 20 callers at once who accept, buy and join: one of them has it', async () => {
    const at = await opened();
    const made = await at.act('events.create', { ...sampleEvent(), tickets: [{ ...tickets[1], quantity: 1 }] });
    const world = new World(at, textAt(made.body, 'id'));
    const { eventId } = world;
    const buy = () => at.act('events.register', { eventId, ticketType: 'b', attendee: world.person() });
    const first = textAt((await buy()).body, 'id');
    await at.act('events.join_waitlist', { eventId, ticketType: 'b', attendee: world.person() });
    await at.act('events.cancel_registration', { eventId, registrationId: first });
    await at.follow();
    await world.look();
    const entryId = world.entries[0]?.id;
    const accept = () => at.act('events.accept_offer', { eventId, entryId });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? accept() : buy())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    await world.look();
    expect(world.seats()).toBe(1);
  });
});
