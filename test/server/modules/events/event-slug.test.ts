/** The address of an event's page: every way to create an event gives it one, and no two are the same; when its doors open. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { type EventsModule, openEventsModule, sampleEvent, textAt } from './events-module.ts';

let house: EventsModule;
beforeAll(async () => {
  house = await openEventsModule();
});
afterAll(() => house.close());

const slugOf = async (id: string) => (await house.get('events', id))['slug'];
const create = async (more: object) => house.act('events.create', { ...sampleEvent(), ...more });

test('made from the name, unique, kept when the name changes, and chosen by the organizer', async () => {
  const first = await create({ name: 'Café Ålesund 2026!' });
  expect(first.body['slug']).toBe('cafe-alesund-2026');
  expect((await create({ name: 'Cafe Alesund 2026' })).body['slug']).toBe('cafe-alesund-2026-2');
  expect((await create({ name: '渋谷' })).body['slug']).toBe('event');
  const eventId = textAt(first.body, 'id');
  await house.act('events.update', { eventId, name: 'Another name' });
  expect(await slugOf(eventId)).toBe('cafe-alesund-2026');
  await house.act('events.update', { eventId, slug: 'spring' });
  expect(await slugOf(eventId)).toBe('spring');
  // Taken back, it follows from the name again: the event's own is not taken by another.
  for (const _ of [1, 2]) await house.update('events', eventId, { slug: null });
  expect(await slugOf(eventId)).toBe('another-name');
  await house.act('events.update', { eventId, slug: 'spring' });
  const taken = await create({ slug: 'spring' });
  expect([taken.status, taken.body]).toMatchObject([409, { errors: [{ code: 'duplicate', path: 'slug' }] }]);
  const wrong = await create({ slug: 'Not a slug' });
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: 'slug' }] } });
});

test('fifty of the same name at the same moment have fifty addresses', async () => {
  const made: unknown[] = [];
  for (let n = 0; n < 50; n++) made.push((await create({ name: 'Meetup' })).body['slug']);
  expect(new Set(made).size).toBe(50);
});

test('an event of an earlier release has none: the job, a change or publishing gives it one', async () => {
  const older = async (name: string) => {
    const id = textAt((await create({ name, status: 'draft' })).body, 'id');
    must(
      (await house.store.commit('system:test', async (tx) => ok(await tx.update('events', id, { slug: null })))).ok ||
        null,
      'a commit',
    );
    expect(await slugOf(id)).toBeNull();
    return id;
  };
  const [one, two, three] = [await older('Older one'), await older('Older two'), await older('Older three')];
  await house.act('events.publish', { eventId: one });
  await house.update('events', two, { venue: 'Hall' });
  expect([await slugOf(one), await slugOf(two), await slugOf(three)]).toEqual(['older-one', 'older-two', null]);
  await house.runJob('events.give-slugs');
  expect(await slugOf(three)).toBe('older-three');
});

test('doors open before the event ends', async () => {
  const { endsAt, startsAt } = sampleEvent();
  const made = await create({ doorsOpenAt: startsAt });
  const wrong = { status: 422, body: { errors: [{ code: 'doors_after_end', path: 'doorsOpenAt' }] } };
  expect(await create({ doorsOpenAt: endsAt })).toMatchObject(wrong);
  const eventId = textAt(made.body, 'id');
  expect(await house.act('events.update', { eventId, doorsOpenAt: endsAt })).toMatchObject(wrong);
});
