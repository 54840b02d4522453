/** A server whose line of the payments part is gone: money comes by bank transfer, and goes back outside of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventParts } from '#server/modules/events/module.ts';
import { withDependents } from '#server/modules/events/part.ts';
import {
  ada,
  byBankTransfer,
  type EventsModule,
  listAt,
  openEventsModule,
  sampleEvent,
  textAt,
} from './events-module.ts';

let house: EventsModule;

beforeAll(async () => {
  const gone = eventParts.some(({ name }) => name === 'payments') ? withDependents(eventParts, 'payments') : new Set();
  house = await openEventsModule({ parts: eventParts.filter(({ name }) => !gone.has(name)) });
});
afterAll(() => house?.close());

test('an order that was paid by bank transfer is cancelled, and no refund is promised', async () => {
  const eventId = textAt((await house.act('events.create', sampleEvent(byBankTransfer))).body, 'id');
  const made = await house.act('events.order', { eventId, items: [{ ticketType: 'standard', attendee: ada }] });
  const orderId = textAt(made.body, 'id');
  expect((await house.act('events.mark_order_paid', { eventId, orderId })).body).toMatchObject({ status: 'confirmed' });
  const registrationId = String((await house.all('registrations', { order: orderId }))[0]?.id);
  const cancelled = await house.act('events.cancel_registration', { eventId, registrationId, refund: 'full' });
  expect(cancelled).toEqual({
    status: 200,
    body: { id: registrationId, status: 'cancelled', paymentStatus: 'paid', refund: null },
  });
  await house.follow();
});

test('a paid ticket without a bank transfer is refused with what is missing', async () => {
  const eventId = textAt((await house.act('events.create', sampleEvent())).body, 'id');
  const made = await house.act('events.register', { eventId, ticketType: 'standard', attendee: ada });
  expect(listAt(made.body, 'errors')).toMatchObject([{ code: 'processor_missing' }]);
});
