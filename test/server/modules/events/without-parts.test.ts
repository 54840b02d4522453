/** A server that lacks the line of one part, for each part: people still order, come, cancel and gather points. */
import { expect, test } from 'vitest';
import { eventParts } from '#server/modules/events/module.ts';
import { withDependents } from '#server/modules/events/part.ts';
import { orderData } from '#server/modules/events/registration-page/order-data.ts';
import { cuesForVideo } from '#server/modules/events/streaming/video-cues.ts';
import { ok } from '#shared/base/result.ts';
import { dayMs, hourMs, isoTime } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import {
  ada,
  type Body,
  byBankTransfer,
  type EventsModule,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
} from './events-module.ts';

/** Without one of them, most others would go as well. */
const base = ['event', 'registration', 'orders'];

/** @returns runs an action and all followers; null: the action went with its part */
function actorOf(house: EventsModule) {
  const can = new Set(house.module.actions.map(({ definition }) => definition.name));
  return async (action: string, input: object): Promise<Body | null> => {
    if (!can.has(action)) return null;
    const { body, status } = await house.act(action, input);
    expect(status, `${action}: ${JSON.stringify(body)}`).toBeLessThan(300);
    await house.follow();
    return body;
  };
}

type Act = ReturnType<typeof actorOf>;

/** @returns those who are registered: the last one stays */
async function order(house: EventsModule, act: Act, eventId: string): Promise<readonly string[]> {
  const items = ['standard', 'free', 'free'].map((ticketType, n) => {
    return { ticketType, attendee: { ...ada, email: `p${n}@example.org` } };
  });
  const orderId = textAt(await act('events.order', { eventId, items }), 'id');
  await act('events.mark_order_paid', { eventId, orderId });
  const secret = String((await house.get('ticket_orders', orderId))['pageSecret']);
  expect(await orderData(house.store, secret)).toMatchObject({ state: 'confirmed', people: { length: 3 } });
  return (await house.all('registrations', { order: orderId })).map(({ id }) => id);
}

/** Of a booth and a session that were there before the line of their part was removed. */
async function leaveActivities(house: EventsModule, event: string, registration: string): Promise<void> {
  if (house.store.shapeOf('activities') === null) return;
  await house.store.commit('system:test', async (tx) => {
    const when = { points: 5, capped: false, occurredAt: tx.now, day: tx.now.slice(0, 10), source: 'evidence' };
    const of = { event, registration, subjectId: 'one', ...when };
    await tx.create('activities', { ...of, type: 'booth_visit', metadata: { dwellSeconds: 90 } });
    await tx.create('activities', { ...of, type: 'session_attended', metadata: { track: 'Harbours' } });
    return ok(null);
  });
}

async function journey(house: EventsModule): Promise<void> {
  const act = actorOf(house);
  const features = { polls: true, questions: true, rsvp: true };
  const wanted = sampleEvent({ ...byBankTransfer, waitlist: { enabled: true }, features });
  const eventId = textAt(await act('events.create', wanted), 'id');
  const [first = '', registrationId = '', last = ''] = await order(house, act, eventId);

  const [startsAt, endsAt] = [1, 2].map((hours) => isoTime(openingTime + 7 * dayMs + hours * hourMs));
  const session = await act('events.create_session', { eventId, title: 'Harbours', startsAt, endsAt });
  if (session) await act('events.book_session', { eventId, sessionId: session['id'], registrationId });
  const profile = { headline: 'Engines', company: 'Analytical', role: 'Founder', lookingFor: ['Seed funding'] };
  const more = { offering: ['Equity'], interests: ['AI'], networkingOptIn: true };
  await act('events.set_profile', { eventId, registrationId, ...profile, ...more });

  await leaveActivities(house, eventId, registrationId);
  await act('events.record_activity', { eventId, registrationId, type: 'session_rated', subjectId: 'one' });
  await act('events.badges', { eventId, registrationId });
  const event = (await house.get('events', eventId)) as unknown as EventRecord;
  expect(await cuesForVideo(house.store, event, 'a stream', null)).toEqual([]);

  house.nowMs = openingTime + 7 * dayMs + hourMs;
  const ticket = await act('events.registration', { eventId, registrationId });
  const came = { eventId, qrCode: textAt(ticket, 'ticket.qrCode'), gateId: 'main-entrance' };
  expect((await act('events.checkin', came))?.['success'] ?? true).toBe(true);
  await act('events.cancel_registration', { eventId, registrationId: first });
  for (const days of [0, 7, 30]) {
    house.nowMs += days * dayMs;
    for (const { name } of house.module.jobs ?? []) await house.runJob(name);
    await house.follow();
  }
  expect(await house.get('registrations', last)).toMatchObject({ status: 'confirmed' });
}

async function without(part: string, does: (house: EventsModule) => Promise<void>): Promise<void> {
  const gone = withDependents(eventParts, part);
  const house = await openEventsModule({ parts: eventParts.filter(({ name }) => !gone.has(name)) });
  try {
    await does(house);
  } finally {
    await house.close();
  }
}

test.each(eventParts.map(({ name }) => name).filter((name) => !base.includes(name)))('without %s', (part) =>
  without(part, journey),
);

test.each(['registration', 'orders'])('without %s, and so without people, there are still events', (part) =>
  without(part, async (house) => {
    const act = actorOf(house);
    const eventId = textAt(await act('events.create', sampleEvent()), 'id');
    expect(await act('events.get', { eventId })).toMatchObject({ capacity: null, tickets: { length: 3 } });
    await act('events.update', { eventId, capacity: 5 });
    house.nowMs += 30 * dayMs;
    for (const { name } of house.module.jobs ?? []) await house.runJob(name);
    expect(await house.get('events', eventId)).toMatchObject({ status: 'completed' });
  }),
);
