/**
 * The topics of open pages name fields that exist and that identify whose a record is, and cover every collection that
 * a page reads itself.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublicPage } from '#server/core/collections/public-page.ts';
import { eventParts } from '#server/modules/events/module.ts';
import { makePageToken } from '#server/modules/events/page-token.ts';
import { type CollectionRef, nameOf, type Reader } from '#server/store/contract.ts';
import { must } from '#shared/base/assert.ts';
import { confirmedPlace, type EventsModule, openEventsModule, sampleEvent, textAt } from './events-module.ts';

let house: EventsModule;
let params: Readonly<Record<string, string>>;

beforeAll(async () => {
  house = await openEventsModule();
  const eventId = textAt((await house.act('events.create', sampleEvent())).body, 'id');
  await house.follow();
  const { id } = await confirmedPlace(house, eventId);
  // The page of a poll follows it; without the part there is no such page.
  const isThere = eventParts.some(({ name }) => name === 'type-features');
  const asked = { eventId, question: 'Lunch?', options: ['Soup', 'Bread'] };
  const poll = isThere ? textAt((await house.act('events.create_poll', asked)).body, 'id') : eventId;
  const token = makePageToken(house.tenant, poll);
  params = { secret: String((await house.get('registrations', id))['pageSecret']), token };
});
afterAll(() => house.close());

const asked = ({ path }: PublicPage) => ({
  ...{ params, path, query: new URLSearchParams(), acceptLanguage: 'en', nonce: 'bm9uY2Utb2YtdGhlLXRlc3Q' },
});
const following = () => (house.module.pages ?? []).filter(({ follows }) => follows !== undefined);
const topicsOf = async (page: PublicPage, reader: Reader = house.store) =>
  must(await must(page.follows, 'a page that follows')(asked(page), reader), page.path);

test('each topic names a collection of the module and a field that says whose the record is', async () => {
  expect(following().map(({ path }) => path)).toEqual(
    expect.arrayContaining(
      ['programme', 'networking', 'activity', 'more']
        .filter((name) => eventParts.some((part) => part.name === `${name}-page`))
        .map((name) => `/t/:secret/${name}`),
    ),
  );
  for (const page of following())
    for (const { collection, field, paceMs, value } of await topicsOf(page)) {
      const definition = must(
        [...house.module.collections, ...(house.module.internal ?? [])].find(({ name }) => name === collection),
        `${page.path}: ${collection}`,
      );
      const own = definition.fields.find(({ name }) => name === field);
      const names = field === 'id' || (own?.type === 'relation' && ['events', 'registrations'].includes(own.to));
      expect([page.path, collection, field, names]).toEqual([page.path, collection, field, true]);
      expect(value).toMatch(/^[0-9a-f-]{36}$/);
      expect(paceMs).toBeGreaterThan(0);
    }
});

const readers: ReadonlySet<string> = new Set(['get', 'findOne', 'find', 'count']);

/** What a page reads and does not follow: it does not change while the page is open, or another row says so. */
const settled: Readonly<Record<string, string>> = {
  ticket_types: 'its name',
  organization_profiles: 'name and logo of the organizer',
  poll_votes: 'each vote changes the results of the poll',
  activities: 'the points of the person, which are followed, change with them',
  message_batches: 'the email to the person is followed',
  '/t/:secret/networking sessions': 'whether there is a programme to link to',
  '/t/:secret/more sessions': 'whether there is a programme to link to',
};

test('what a page reads itself it follows, or it does not change while the page is open', async () => {
  const missing: string[] = [];
  for (const page of following().filter(({ path }) => path.startsWith('/t/'))) {
    const read = new Set<string>();
    const noted = new Proxy<Reader>(house.store, {
      get(store, name) {
        const value: unknown = Reflect.get(store, name);
        if (typeof value !== 'function') return value;
        return (...given: readonly [CollectionRef, ...unknown[]]) => {
          if (readers.has(String(name))) read.add(nameOf(given[0]));
          return Reflect.apply(value, store, given);
        };
      },
    });
    const run = async () => ({ ok: false, errors: [{ code: 'not_found', message: 'Not in this test.' }] }) as const;
    await page.answer(asked(page), noted, { tenant: house.tenant, clock: () => house.nowMs, run });
    const followed = (await topicsOf(page)).map(({ collection }) => collection);
    for (const name of read)
      if (!followed.includes(name) && (settled[name] ?? settled[`${page.path} ${name}`]) === undefined)
        missing.push(`${page.path} ${name}`);
  }
  expect(missing).toEqual([]);
});
