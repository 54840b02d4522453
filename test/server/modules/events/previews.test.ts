/** The preview of a cancellation agrees with the cancellation itself. */
import { describe, expect, test } from 'vitest';
import { hourMs } from '#shared/base/time.ts';
import { ada, listAt } from './events-module.ts';
import { eventId, house, paid, paidEventsForEachTest, place, register, sellEvent, tell } from './paid-events.ts';

paidEventsForEachTest();

const preview = (registrationId: string) => house.act('events.refund_preview', { eventId, registrationId });

describe('the refund of a registration', () => {
  test.each([
    [0, 100, 4_900],
    [72 * hourMs, 100, 4_900],
    [72 * hourMs + 1, 50, 2_450],
  ])('%i ms after the payment: %i percent, as the cancellation refunds', async (later, percent, amount) => {
    const id = await paid();
    const paidAt = Date.parse(String((await place(id))['paidAt']));
    const event = await house.get('events', eventId);
    house.nowMs = paidAt + later;
    const until = percent === 100 ? new Date(paidAt + 72 * hourMs).toISOString() : event['endsAt'];
    expect(await preview(id)).toMatchObject({ status: 200, body: { amount, currency: 'USD', percent, until } });
    const done = await house.act('events.cancel_registration', { eventId, registrationId: id });
    expect(done.body['refund']).toMatchObject({ amount, currency: 'USD', percent });
    expect(await preview(id)).toMatchObject({ body: { amount: 0, percent: 0, until: null } });
  });

  test('an unpaid registration gets no refund; the preview is refused where cancelling is', async () => {
    const id = await register();
    expect(await preview(id)).toMatchObject({ body: { amount: 0, currency: 'USD', percent: 0, until: null } });
    house.nowMs += 8 * 24 * hourMs;
    expect(await preview(id)).toMatchObject({ status: 409, body: { errors: [{ code: 'event_ended' }] } });
  });
});

describe('the cancellation of an event', () => {
  test('people, sums for each currency, and what has to be refunded by hand; then exactly these refunds', async () => {
    await paid();
    await paid();
    await register();
    const attendees = [{ ...ada, email: 'import@example.org', ticketType: 'scarce' }];
    await house.act('events.import_attendees', { eventId, attendees });
    await house.act('events.register', { eventId, ticketType: 'free', attendee: ada });
    await house.follow();
    const seen = await house.act('events.cancel_preview', { eventId });
    expect(seen).toMatchObject({
      status: 200,
      body: {
        registrations: 5,
        unpaid: 1,
        waiting: 0,
        refunds: [{ currency: 'USD', amount: 9_800, registrations: 2 }],
        byHand: [{ reason: 'no_processor', currency: 'EUR', amount: 1_999, registrations: 1 }],
      },
    });
    await house.act('events.cancel', { eventId });
    await house.follow();
    await tell();
    const refunded = (await house.all('refunds')).filter(({ state }) => state === 'succeeded');
    expect(refunded.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(9_800);
    expect(listAt((await house.act('events.cancel_preview', { eventId })).body, 'refunds')).toEqual([]);
  });

  test('nothing for an event without registrations', async () => {
    await sellEvent({});
    const body = { registrations: 0, unpaid: 0, waiting: 0, refunds: [], byHand: [] };
    expect(await house.act('events.cancel_preview', { eventId })).toEqual({ status: 200, body });
  });
});
