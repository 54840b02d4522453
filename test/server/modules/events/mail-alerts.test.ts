/** A mail server that refuses: the organizer sees it, once, until mails go out again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Delivery } from '#server/modules/events/ports.ts';
import { hourMs } from '#shared/base/time.ts';
import { ada, type EventsModule, openEventsModule, sampleEvent, textAt } from './events-module.ts';

let house: EventsModule;
let eventId: string;
let answer: Delivery = { kind: 'later', problem: 'The mail server did not accept the connection.' };

beforeAll(async () => {
  house = await openEventsModule({ mailer: { send: async () => answer } });
  eventId = textAt((await house.act('events.create', sampleEvent())).body, 'id');
  await house.follow();
});
afterAll(() => house?.close());

const register = async (name: string) => {
  await house.act('events.register', {
    eventId,
    ticketType: 'free',
    attendee: { ...ada, email: `${name}@example.org` },
  });
  await house.follow();
};
const open = async () =>
  (await house.all('payment_alerts')).filter(({ resolvedAt }) => resolvedAt === null).map(({ kind }) => kind);

test('it takes nothing: one alert after the third attempt, gone with the first mail that goes out', async () => {
  await register('a');
  await register('b');
  expect(await open()).toEqual([]);
  for (let again = 0; again < 3; again += 1) {
    house.nowMs += hourMs;
    await house.runJob('events.send-mails-again');
  }
  expect(await open()).toEqual(['mail_server_failing']);
  expect((await house.all('payment_alerts'))[0]?.['message']).toContain('did not accept the connection');
  answer = { kind: 'sent', messageId: 'm' };
  house.nowMs += 24 * hourMs;
  await house.runJob('events.send-mails-again');
  expect(await open()).toEqual([]);
  expect((await house.all('outgoing_mails')).map(({ state }) => state)).toEqual(['sent', 'sent']);
});

test('addresses that it refuses for good: one alert for the event, which names the first reason', async () => {
  answer = { kind: 'refused', problem: '550 5.1.1 no such user' };
  await register('c');
  await register('d');
  expect(await open()).toEqual(['mail_refused']);
  const [alert] = (await house.all('payment_alerts')).filter(({ kind }) => kind === 'mail_refused');
  expect(alert).toMatchObject({ event: eventId, message: expect.stringMatching(/c@example\.org.*550 5\.1\.1/) });
});
