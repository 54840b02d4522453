/** Bulk actions: what they do for each, how they are stopped, resumed and previewed, and what a crash leaves. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pageSize } from '#server/modules/events/batches/work-batch.ts';
import { batchActions } from '#shared/modules/events/attendee-batch.ts';
import {
  at,
  byBankTransfer,
  type EventsModule,
  listAt,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
} from './events-module.ts';

let house: EventsModule;
let eventId: string;

const people = pageSize + 5;
const named = (n: number) => ({ name: `Person ${String(n).padStart(3, '0')}`, email: `p${n}@example.org` });
const start = (input: object) => house.act('events.start_batch', { eventId, ...input });
const mails = () => house.letters.filter(({ template }) => template === 'ticket_confirmed').length;

beforeAll(async () => {
  house = await openEventsModule();
});
beforeEach(async () => {
  house.nowMs = openingTime;
  eventId = textAt((await house.act('events.create', sampleEvent(byBankTransfer))).body, 'id');
  for (let n = 0; n < people; n += 1)
    await house.act('events.register', { eventId, ticketType: 'free', attendee: named(n) });
  await house.follow();
  house.letters.length = 0;
});
afterAll(() => house.close());

async function finished(id: string) {
  await house.follow();
  return await house.get('attendee_batches', id);
}

test.each(batchActions)('%s is done once for each, over several transactions, and counted', async (action) => {
  const { body, status } = await start({ action });
  expect({ status, people: at(body, 'data.people'), state: at(body, 'data.state') }).toEqual({
    status: 202,
    people,
    state: 'running',
  });
  expect(await finished(textAt(body, 'data.id'))).toMatchObject({
    ...{ state: 'done', processed: people, done: people, skipped: 0, refused: 0 },
  });
  const again = await start({ action });
  const second = await finished(textAt(again.body, 'data.id'));
  // A ticket may be sent twice; who is cancelled or here is left as they are.
  expect(second).toMatchObject(action === 'resend' ? { done: people } : { skipped: people, done: 0 });
});

describe('the filter', () => {
  test('the search and the filter of the list decide who is meant', async () => {
    const { body } = await start({ action: 'resend', search: named(3).email });
    expect(at(body, 'data.people')).toBe(1);
    await finished(textAt(body, 'data.id'));
    expect(mails()).toBe(1);
    const [first, second] = await house.all('registrations', { event: eventId });
    const some = await start({ action: 'cancel', where: { id: { in: [first!.id, second!.id] } } });
    expect(await finished(textAt(some.body, 'data.id'))).toMatchObject({ done: 2 });
    expect(await house.all('registrations', { event: eventId, status: 'cancelled' })).toHaveLength(2);
  });

  test('no one and an unknown field are refused with what to do', async () => {
    const codes = async (input: object) => listAt((await start(input)).body, 'errors').map(({ code }) => code);
    expect(await codes({ action: 'resend', search: 'no such person' })).toEqual(['no_attendees']);
    expect(await codes({ action: 'resend', where: { nonsense: { equals: 1 } } })).toEqual(['unknown_field']);
  });
});

test('a stopped one stays where it is and goes on from there', async () => {
  const { body } = await start({ action: 'resend' });
  const batchId = textAt(body, 'data.id');
  const stopped = await house.act('events.stop_batch', { eventId, batchId });
  expect(at(stopped.body, 'data.state')).toBe('stopped');
  expect(await finished(batchId)).toMatchObject({ state: 'stopped', processed: 0 });
  expect(mails()).toBe(0);
  await house.act('events.resume_batch', { eventId, batchId });
  expect(await finished(batchId)).toMatchObject({ state: 'done', done: people });
  expect(mails()).toBe(people);
  const late = await house.act('events.stop_batch', { eventId, batchId });
  expect(listAt(late.body, 'errors')[0]).toMatchObject({ code: 'batch_over' });
});

test('one refusal stops no other and is kept with name and reason', async () => {
  await house.act('events.register', {
    eventId,
    ticketType: 'standard',
    attendee: { name: 'Unpaid', email: 'u@example.org' },
  });
  const { body } = await start({ action: 'resend' });
  expect(await finished(textAt(body, 'data.id'))).toMatchObject({
    ...{ state: 'done', done: people, refused: 1 },
    problems: [{ name: 'Unpaid', code: 'registration_not_confirmed' }],
  });
});

test('a preview counts as the action does and changes nothing', async () => {
  const checkedIn = await start({ action: 'check_in', search: named(1).email });
  await finished(textAt(checkedIn.body, 'data.id'));
  const { body } = await house.act('events.preview_batch', { eventId, action: 'cancel' });
  expect(body).toEqual({ people, counted: people, affected: people - 1, refused: 1, refunds: [] });
  const all = await house.act('events.preview_batch', { eventId, action: 'cancel', refund: 'full' });
  expect(all.body).toMatchObject({ affected: people, refused: 0 });
  expect(await house.all('registrations', { event: eventId, status: 'cancelled' })).toHaveLength(0);
});
