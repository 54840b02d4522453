/** Messages of organizers: recipients, one mail for each person, stopping, and unsubscribed addresses. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailPace } from '#server/modules/events/letters/send-mails.ts';
import { onceKeyOf, pageSize } from '#server/modules/events/messages/spread-messages.ts';
import type { Delivery, EventsPorts } from '#server/modules/events/ports.ts';
import { hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { letterTemplates, settingOf, wordedTemplates } from '#shared/modules/events/letters.ts';
import {
  ada,
  byBankTransfer,
  type EventsModule,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
} from './events-module.ts';

let house: EventsModule;
let eventId: string;
let answer: (email: string) => Delivery | null = () => null;
const sent: string[] = [];
const mailer: EventsPorts['mailer'] = {
  async send(letter) {
    const said = answer(letter.recipient.email);
    if (said) return said;
    sent.push(letter.recipient.email);
    house.letters.push(letter);
    return { kind: 'sent', messageId: letter.messageId };
  },
};

const person = (name: string) => ({ name, email: `${name.toLowerCase()}@example.org` });
const words = { subject: 'News of {event}', body: 'Dear {name},\n\n[your ticket]({ticket_page})' };

async function place(attendee: object, ticketType = 'free', event = eventId): Promise<string> {
  return textAt((await house.act('events.register', { eventId: event, ticketType, attendee })).body, 'id');
}

async function newEvent(): Promise<string> {
  return textAt((await house.act('events.create', sampleEvent(byBankTransfer))).body, 'id');
}

const message = (more: object = {}) => house.act('events.message', { eventId, ...words, ...more });
const mailsOf = (batch: string) => house.all('outgoing_mails', { batch });

beforeAll(async () => {
  house = await openEventsModule({ mailer });
});
beforeEach(async () => {
  house.nowMs = openingTime;
  answer = () => null;
  eventId = await newEvent();
  for (const name of ['Ada', 'Bo', 'Cy']) await place(person(name));
  await place(person('Di'), 'standard');
  await house.follow();
  sent.length = 0;
  house.letters.length = 0;
  await house.store.commit('system:test', async (tx) => {
    for (const { id } of await tx.find('mail_suppressions', { limit: 10 })) await tx.delete('mail_suppressions', id);
    return { ok: true, value: null };
  });
});
afterAll(() => house.close());

describe('sending', () => {
  test('each confirmed person gets it once, filled in, with a link to unsubscribe', async () => {
    await place({ name: 'Ada again', email: 'ADA@example.org' });
    await house.follow();
    sent.length = 0;
    const { body, status } = await message();
    expect({ body, status }).toEqual({ status: 202, body: { batchId: expect.any(String), recipients: 3 } });
    await house.follow();
    expect(sent.map((email) => email.toLowerCase()).sort()).toEqual([
      'ada@example.org',
      'bo@example.org',
      'cy@example.org',
    ]);
    const letter = house.letters.at(-1)!;
    expect(letter).toMatchObject({ template: 'message', own: words });
    expect(letter.unsubscribeUrl).toMatch(/^https:\/\/tickets\.example\.org\/u\/[\w-]{40,}$/);
    expect(house.ports.showLetter(letter)).toMatchObject({
      subject: expect.stringContaining('Harbour Conference'),
      html: expect.stringContaining('your ticket</a>'),
    });
    const id = textAt(body, 'batchId');
    expect(await house.get('message_batches', id)).toMatchObject({
      state: 'sent',
      ...{ recipients: 3, sent: 3, failed: 0, suppressed: 0, stopped: 0 },
      startedAt: isoTime(house.nowMs),
      finishedAt: isoTime(house.nowMs),
    });
    await house.runJob('events.spread-messages-again');
    await house.runJob('events.send-message-mails-again');
    await house.follow();
    expect(sent).toHaveLength(3);
  });

  test('the filter has the fields and refusals of lists, and reaches this event alone', async () => {
    const other = await newEvent();
    await place(person('Ed'), 'free', other);
    await house.follow();
    sent.length = 0;
    expect((await message({ where: { name: { equals: 'Bo' } } })).body['recipients']).toBe(1);
    expect((await message({ where: { status: { equals: 'pending' } } })).body['recipients']).toBe(1);
    expect((await message({ where: { event: { equals: other } } })).status).toBe(422);
    await house.follow();
    expect(sent.sort()).toEqual(['bo@example.org', 'di@example.org']);
    for (const where of [{ pageSecret: { exists: true } }, { nothing: { equals: 1 } }, { name: 'Bo' }, 'Bo', []])
      expect((await message({ where })).status, JSON.stringify(where)).toBe(400);
  });

  test('is sent at its time to those who are confirmed then', async () => {
    const sendAt = isoTime(openingTime + hourMs);
    const id = textAt((await message({ sendAt })).body, 'batchId');
    await house.follow();
    await house.runJob('events.spread-messages-again');
    expect(sent).toEqual([]);
    expect(await house.get('message_batches', id)).toMatchObject({ state: 'scheduled', sendAt });
    await place(person('Flo'));
    await house.follow();
    sent.length = 0;
    house.nowMs = openingTime + hourMs;
    await house.runJob('events.spread-messages-again');
    await house.follow();
    expect(sent).toHaveLength(4);
    expect(await house.get('message_batches', id)).toMatchObject({ state: 'sent', recipients: 4 });
    const late = await message({ sendAt: isoTime(openingTime + 400 * 24 * hourMs) });
    expect(late.body).toMatchObject({ errors: [{ code: 'send_time_invalid', path: 'sendAt' }] });
  });

  test('thousands of messages do not delay tickets: each has its own queue', async () => {
    const id = textAt((await message()).body, 'batchId');
    const { follower } = { follower: house.module.followers!.find(({ name }) => name === 'events.spread-messages')! };
    expect(follower.collections).toEqual(['message_batches']);
    await house.follow();
    expect((await mailsOf(id)).every((mail) => mail['batch'] === id)).toBe(true);
    const states = (name: string) => house.module.jobs!.find((job) => job.name === name)!.scheduled![0]!.waiting;
    expect(states('events.send-mails-again')).toMatchObject({ value: ['queued'] });
    expect(states('events.send-message-mails-again')).toMatchObject({ value: ['in_line'] });
  });

  test('reaches more recipients than one page, each once, also after an interruption', async () => {
    const attendees = Array.from({ length: 2 * pageSize + 5 }, (_one, i) => ({
      ticketType: 'standard',
      name: `P${i}`,
      email: `p${i}@example.org`,
    }));
    await house.act('events.import_attendees', { eventId, attendees });
    const id = textAt((await message({ where: { email: { starts_with: 'p' } } })).body, 'batchId');
    // The state after a crash: the mails of a page are queued, and the position in the list is that from before it.
    await house.store.commit('system:test', async (tx) => {
      const email = 'P7@example.org';
      await tx.create('outgoing_mails', {
        ...{ batch: id, registration: null, template: 'message', recipient: email, state: 'sent', attempts: 1 },
        onceKey: onceKeyOf(id, email),
      });
      return { ok: true, value: null };
    });
    await house.follow();
    const mails = await mailsOf(id);
    expect(mails).toHaveLength(attendees.length);
    expect(new Set(mails.map((mail) => String(mail['recipient']).toLowerCase())).size).toBe(attendees.length);
    expect(new Set(sent).size).toBe(sent.length);
    expect(await house.get('message_batches', id)).toMatchObject({ state: 'sent', sent: attendees.length });
  });
});

describe('a mail server that refuses', () => {
  test('one address is refused for good, one for now: both are shown, the others are sent', async () => {
    answer = (email) => {
      if (email.startsWith('bo')) return { kind: 'refused', problem: '550 no such mailbox' };
      return email.startsWith('cy') ? { kind: 'later', problem: '451 greylisted' } : null;
    };
    const id = textAt((await message()).body, 'batchId');
    await house.follow();
    expect(await house.get('message_batches', id)).toMatchObject({ state: 'sending', sent: 1, failed: 1 });
    expect((await house.get('message_batches', id))['problem']).toMatch(/550|451/);
    answer = () => null;
    house.nowMs += mailPace.retryDelaysMs[0]!;
    await house.runJob('events.send-message-mails-again');
    await house.follow();
    expect(await house.get('message_batches', id)).toMatchObject({ state: 'partly_failed', sent: 2, failed: 1 });
  });

  test('stopped: waiting mails are not sent, and the message says how many', async () => {
    answer = (email) => (email.startsWith('ada') ? null : { kind: 'later', problem: '451 later' });
    const id = textAt((await message()).body, 'batchId');
    await house.follow();
    const stopped = await house.act('events.stop_message', { eventId, batchId: id });
    expect(stopped.body).toMatchObject({ id, state: 'cancelled', recipients: 3 });
    await house.follow();
    answer = () => null;
    house.nowMs += 24 * hourMs;
    await house.runJob('events.send-message-mails-again');
    await house.follow();
    expect(sent).toEqual(['ada@example.org']);
    expect(await house.get('message_batches', id)).toMatchObject({ state: 'cancelled', sent: 1, stopped: 2 });
    expect((await house.act('events.stop_message', { eventId, batchId: id })).status).toBe(409);
  });

  test('stopped before its time: no mail is sent', async () => {
    const id = textAt((await message({ sendAt: isoTime(openingTime + hourMs) })).body, 'batchId');
    await house.act('events.stop_message', { eventId, batchId: id });
    house.nowMs += 2 * hourMs;
    await house.runJob('events.spread-messages-again');
    await house.follow();
    expect(await mailsOf(id)).toEqual([]);
  });
});

describe('who wants none', () => {
  test('gets no message, is counted, and still gets tickets', async () => {
    await message({ where: { name: { equals: 'Ada' } } });
    await house.follow();
    const secret = house.letters.at(-1)!.unsubscribeUrl!.split('/').at(-1)!;
    for (let again = 0; again < 2; again += 1)
      expect((await house.act('events.unsubscribe', { secret })).body).toEqual({ email: 'ada@example.org' });
    expect(await house.all('mail_suppressions')).toMatchObject([{ email: 'ada@example.org', reason: 'unsubscribed' }]);
    sent.length = 0;
    const preview = await house.act('events.preview_message', { eventId, ...words });
    expect(preview.body).toMatchObject({ recipients: 3, suppressed: 1 });
    const id = textAt((await message()).body, 'batchId');
    await house.follow();
    expect(sent.sort()).toEqual(['bo@example.org', 'cy@example.org']);
    expect(await house.get('message_batches', id)).toMatchObject({ state: 'sent', recipients: 3, suppressed: 1 });
    sent.length = 0;
    await place({ ...ada, email: 'ada@example.org' });
    await house.follow();
    expect(sent).toEqual(['ada@example.org']);
    expect((await house.act('events.unsubscribe', { secret: 'nothing' })).status).toBe(404);
  });

  test('unsubscribing also stops a mail that is already queued', async () => {
    answer = () => ({ kind: 'later', problem: '451' });
    const id = textAt((await message({ where: { name: { equals: 'Bo' } } })).body, 'batchId');
    await house.follow();
    const organizer = {
      tenant: house.tenant,
      kind: 'key' as const,
      id: 'organizer',
      scopes: new Set(['*']),
      roles: new Set<string>(),
    };
    const values = { email: 'Bo@example.org' };
    const made = await house.create('mail_suppressions', house.ports.newId(), values, organizer);
    expect(made.kind).toBe('record');
    answer = () => null;
    house.nowMs += 10 * minuteMs;
    await house.runJob('events.send-message-mails-again');
    await house.follow();
    expect(sent).toEqual([]);
    expect(await house.get('message_batches', id)).toMatchObject({ state: 'sent', suppressed: 1 });
  });
});

describe('trying it out', () => {
  test('a preview and a count send nothing', async () => {
    const { body } = await house.act('events.preview_message', { eventId, ...words });
    expect(body).toMatchObject({ recipients: 3, suppressed: 0, text: expect.stringContaining('Dear ') });
    await house.follow();
    expect(sent).toEqual([]);
    expect(await house.all('message_batches', { event: eventId })).toEqual([]);
  });

  test('a test mail goes to one address, at a limited rate', async () => {
    const to = 'me@example.org';
    const test = () => house.act('events.test_message', { eventId, ...words, to });
    expect((await test()).body).toEqual({ batchId: null, recipients: 1 });
    await house.follow();
    expect(sent).toEqual([to]);
    expect(house.letters.at(-1)).toMatchObject({ own: words });
    let status = 202;
    for (let i = 0; i < 25 && status === 202; i += 1) status = (await test()).status;
    expect(status).toBe(409);
  });

  test.each([
    [{ body: 'Dear {nmae}' }, 'placeholder_unknown', 'body'],
    [{ subject: '{refund}' }, 'placeholder_unknown', 'subject'],
    [{ body: '[x](javascript:alert(1))' }, 'link_invalid', 'body'],
  ])('%j is refused before anything is sent', async (more, code, path) => {
    for (const action of ['events.message', 'events.preview_message'])
      expect((await house.act(action, { eventId, ...words, ...more })).body).toMatchObject({
        errors: [{ code, path }],
      });
  });

  test('a draft is changed, sent once, and then stays as it is', async () => {
    const id = house.ports.newId();
    const organizer = {
      tenant: house.tenant,
      kind: 'key' as const,
      id: 'organizer',
      scopes: new Set(['*']),
      roles: new Set<string>(),
    };
    const made = await house.create('message_batches', id, { event: eventId, subject: 'x', body: 'y' }, organizer);
    expect(made.kind).toBe('record');
    expect((await house.update('message_batches', id, { body: '{nothing}' })).kind).toBe('refused');
    expect((await house.update('message_batches', id, { ...words })).kind).toBe('record');
    await house.follow();
    expect(sent).toEqual([]);
    expect((await house.act('events.send_message', { eventId, batchId: id })).status).toBe(202);
    await house.follow();
    expect(sent).toHaveLength(3);
    expect((await house.act('events.send_message', { eventId, batchId: id })).status).toBe(409);
    expect((await house.update('message_batches', id, { body: 'z' })).kind).toBe('refused');
  });
});

describe('letters of an event', () => {
  test('resent: the ticket again, a few times an hour', async () => {
    const registrationId = await place(person('Gil'));
    await house.follow();
    const resend = () => house.act('events.resend', { eventId, registrationId });
    expect(await resend()).toEqual({ status: 202, body: { batchId: null, recipients: 1 } });
    await house.follow();
    expect(sent).toEqual(['gil@example.org', 'gil@example.org']);
    let status = 202;
    for (let i = 0; i < 10 && status === 202; i += 1) status = (await resend()).status;
    expect(status).toBe(409);
    const unpaid = await place(person('Hal'), 'standard');
    expect(await house.act('events.resend', { eventId, registrationId: unpaid })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'registration_not_confirmed' }] },
    });
  });

  test('its own texts replace the standard ones, and are checked when they are saved', async () => {
    const own = { subject: 'Welcome, {name}', body: 'See **you** at {venue}: {ticket_page}' };
    const saved = await house.act('events.update', { eventId, letters: { ticketConfirmed: own } });
    expect(saved.status).toBe(200);
    await place(person('Ida'));
    await house.follow();
    expect(house.ports.showLetter(house.letters.at(-1)!)).toMatchObject({
      subject: expect.stringContaining('Ida'),
      html: expect.stringContaining('<strong>you</strong>'),
    });
    for (const template of wordedTemplates) {
      const letters = { [settingOf(template)]: { body: '{nothing}' } };
      const path = `letters.${settingOf(template)}.body`;
      const refused = await house.act('events.update', { eventId, letters });
      expect(refused.body).toMatchObject({ errors: [{ code: 'placeholder_unknown', path }] });
    }
  });

  test.each(letterTemplates)('%s is shown with example values', async (template) => {
    const shown = await house.act('events.preview_letter', { eventId, template, language: 'de' });
    expect(shown.body).toMatchObject({ text: expect.any(String), html: expect.stringContaining('lang="de"') });
    expect(JSON.stringify(shown.body)).not.toMatch(/undefined|\{[a-z_]+\}/);
  });
});

test.each([
  [{ subject: 'Only a subject' }, 'Only a subject', null],
  [{ body: 'Only a body, {name}.' }, null, 'Only a body, {name}.'],
  [{}, null, null],
])('a test mail has the texts that are given: %j', async (given, subject, body) => {
  const made = await house.act('events.test_letter', {
    eventId,
    template: 'ticket_confirmed',
    to: 'me@example.org',
    ...given,
  });
  expect(made.status).toBe(202);
  await house.follow();
  const [letter, ...more] = house.letters;
  expect(more).toEqual([]);
  expect(letter?.own).toEqual({ subject, body });
});
