/** Sales in numbers: what an organizer's overview shows, against the records it is made of. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs } from '#shared/base/time.ts';
import { ada, type EventsModule, listAt, openEventsModule, openingTime, sampleEvent, textAt } from './events-module.ts';

let house: EventsModule;
let eventId: string;

beforeEach(async () => {
  house = await openEventsModule();
  house.nowMs = openingTime;
  eventId = textAt((await house.act('events.create', sampleEvent())).body, 'id');
  await house.follow();
});
afterEach(() => house.close());

let people = 0;
async function register(ticketType: string): Promise<string> {
  people += 1;
  const attendee = { ...ada, email: `p${people}@example.org` };
  const made = await house.act('events.register', { eventId, ticketType, attendee });
  await house.follow();
  return textAt(made.body, 'id');
}

async function pay(registrationId: string): Promise<void> {
  await house.act('events.pay_test', { registrationId, outcome: 'succeeded' });
  await house.follow();
}

const sales = async () => (await house.act('events.sales', { eventId })).body;

test('counts people by state and day, and sums what was paid and refunded for each currency', async () => {
  expect(await sales()).toMatchObject({ confirmed: 0, pending: 0, paid: 0, revenue: [] });
  await register('free');
  await pay(await register('standard'));
  await pay(await register('scarce'));
  const cancelled = await register('standard');
  await pay(cancelled);
  house.nowMs += 2 * dayMs;
  await register('standard');
  await house.act('events.cancel_registration', { eventId, registrationId: cancelled, refund: 'partial' });
  const body = await sales();
  expect(body).toMatchObject({ confirmed: 3, pending: 1, paid: 2 });
  expect(listAt(body, 'revenue')).toEqual([
    { currency: 'USD', paid: 9_800, refunded: 0, refundPending: 2_450 },
    { currency: 'EUR', paid: 1_999, refunded: 0, refundPending: 0 },
  ]);
  await house.follow();
  expect(listAt(await sales(), 'revenue')[0]).toEqual({
    currency: 'USD',
    paid: 9_800,
    refunded: 2_450,
    refundPending: 0,
  });
  const byDay = listAt(body, 'byDay');
  expect(byDay.map(({ registered }) => registered)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 1]);
});

test('days are those of the event’s zone, also when clocks change', async () => {
  // Oslo moves its clocks on 25 October 2026: that day has 25 hours.
  house.nowMs = Date.parse('2026-10-28T23:30:00Z');
  const days = listAt(await sales(), 'byDay').map(({ day }) => Date.parse(String(day)));
  expect(new Date(days.at(-1) ?? 0).toISOString()).toBe('2026-10-28T23:00:00.000Z');
  const lengths = days.slice(1).map((day, n) => (day - (days[n] ?? 0)) / hourMs);
  expect(lengths.filter((hours) => hours === 25)).toHaveLength(1);
  expect(new Set(lengths)).toEqual(new Set([24, 25]));
});

test('an event of no one is not found', async () => {
  const missing = await house.act('events.sales', { eventId: '01890000-0000-7000-8000-000000000000' });
  expect([missing.status, missing.body]).toMatchObject([404, { errors: [{ code: 'event_not_found' }] }]);
});
