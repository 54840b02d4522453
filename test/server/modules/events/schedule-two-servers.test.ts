/**
 * Two servers on one PostgreSQL: a session is never overbooked, its list stays in turn, either may promote, and a page
 * that is open at one server hears of what happens at the other.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isoTime } from '#shared/base/time.ts';
import { openPageStream, type PageStream } from '#test/fixtures/page-stream.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { at, listAt, textAt } from './events-module.ts';
import { checkPeople, checkSession, type Look } from './schedule-look.ts';

const stepOf = fc.record({
  does: fc.constantFrom('book', 'book', 'book', 'cancel', 'capacity', 'move'),
  session: fc.nat(2),
  person: fc.nat(7),
  amount: fc.nat(11),
});
type Step = typeof stepOf extends fc.Arbitrary<infer T> ? T : never;

const soon = { interval: 50 };
const houses: TestServer[] = [];
let key: string;
let eventId: string;
const day = (hours: number) => isoTime(Math.ceil(Date.now() / 86_400_000 + 7) * 86_400_000 + hours * 3_600_000);
const server = (n: number): TestServer => houses[n % houses.length]!;
const post = (n: number, path: string, json: object) =>
  server(n).send('POST', `/events/${eventId}/${path}`, { key, json });

beforeAll(async () => {
  const url = await (await postgres()).database('schedule_two');
  for (let i = 0; i < 2; i++) houses.push(await openTestServer({ DATABASE_URL: url, DATABASE_CONNECTIONS: '6' }));
  key = (await server(0).tenant('hafen')).apiKey;
  const made = await server(0).send('POST', '/events', {
    key,
    json: {
      ...{ name: 'Two servers', type: 'conference', startsAt: day(8), endsAt: day(18), timezone: 'UTC' },
      tickets: [{ id: 'free', name: 'Free', price: 0, currency: 'EUR' }],
    },
  });
  eventId = textAt(made.body, 'id');
});
afterAll(async () => {
  await Promise.all(houses.map((house) => house.close()));
});

test('1,000 people at once at two servers on 100 places, then places that are given back at both', async () => {
  const [count, places, returned] = [1_000, 100, 10];
  const session = await post(0, 'sessions', { title: 'Full', startsAt: day(9), endsAt: day(10), capacity: places });
  const sessionId = textAt(session.body, 'id');
  const attendees = Array.from({ length: count }, (_, i) => ({
    ...{ ticketType: 'free', name: `P ${i}`, email: `p${i}@example.org` },
  }));
  const people: string[] = [];
  for (let i = 0; i < count; i += 500) {
    const imported = await post(i, 'registrations/import', { attendees: attendees.slice(i, i + 500) });
    people.push(...(imported.body['registrations'] as string[]));
  }
  const answers = await Promise.all(
    people.map((registrationId, i) => post(i, `sessions/${sessionId}/bookings`, { registrationId })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const idOf = ({ body }: (typeof answers)[number]) => textAt(body, 'booking.id');
  const booked = answers.filter(({ body }) => at(body, 'booking.status') === 'booked');
  expect(booked).toHaveLength(places);
  const waiting = answers
    .filter(({ body }) => at(body, 'booking.status') === 'waitlisted')
    .sort((a, b) => Number(at(a.body, 'booking.position')) - Number(at(b.body, 'booking.position')));
  expect(waiting.map(({ body }) => Number(at(body, 'booking.position')))).toEqual(
    Array.from({ length: count - places }, (_, i) => i + 1),
  );

  const given = await Promise.all(
    booked
      .slice(0, returned)
      .map((one, i) =>
        server(i).send('DELETE', `/events/${eventId}/sessions/${sessionId}/bookings/${idOf(one)}`, { key }),
      ),
  );
  const promoted = given.flatMap(({ body }) => body['promoted'] as readonly string[]);
  expect(promoted.toSorted()).toEqual(waiting.slice(0, returned).map(idOf).toSorted());
  const holders = await server(1).send(
    'GET',
    `/api/v1/session_bookings?where[session][equals]=${sessionId}&where[status][equals]=booked&limit=200`,
    { key },
  );
  expect(listAt(holders.body, 'data')).toHaveLength(places);
}, 600_000);

test('a page that is open at one server is woken by what happens at the other, and only by what it follows', async () => {
  const full = { title: 'One place', startsAt: day(9), endsAt: day(10), capacity: 1 };
  const path = `sessions/${textAt((await post(0, 'sessions', full)).body, 'id')}/bookings`;
  const people: { readonly id: string; readonly page: string }[] = [];
  for (const name of ['holder', 'waiting', 'other']) {
    const json = { ticketType: 'free', attendee: { name, email: `${name}@example.org` } };
    const { body } = await post(0, 'registrations', json);
    people.push({ id: textAt(body, 'id'), page: new URL(textAt(body, 'ticketPage')).pathname });
    await expect
      .poll(async () => (await server(0).send('GET', `/api/v1/registrations/${people.at(-1)!.id}`, { key })).body, soon)
      .toMatchObject({ data: { status: 'confirmed' } });
  }
  const [holder, waiting, other] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
  // The other one's page follows that person's mails: they are sent before it opens.
  const mails = `/api/v1/outgoing_mails?where[registration][equals]=${other.id}`;
  const states = async () =>
    listAt((await server(0).send('GET', mails, { key })).body, 'data').map((one) => at(one, 'state'));
  await expect.poll(states, soon).toEqual(['sent']);
  const held = await post(0, path, { registrationId: holder.id });
  expect(at(held.body, 'booking.status')).toBe('booked');
  const lines: PageStream[] = [];
  for (const [n, { page }] of [waiting, other].entries())
    lines.push(await openPageStream(`${server(1).url}${page}${n === 0 ? '/programme' : '/more'}`));
  const [programme, unconcerned] = lines as [PageStream, PageStream];
  const looks = ({ events }: PageStream) => events.filter(({ event }) => event === 'look').length;
  for (const one of lines) await expect.poll(() => looks(one), soon).toBe(1);
  const news = async () => (await server(1).send('GET', `${waiting.page}/programme/news`)).body['mark'];
  const before = await news();

  await post(0, path, { registrationId: waiting.id });
  await expect.poll(() => looks(programme), soon).toBeGreaterThan(1);
  const waits = await news();
  expect(waits).not.toBe(before);
  const asked = looks(programme);
  const given = await server(0).send('DELETE', `/events/${eventId}/${path}/${textAt(held.body, 'booking.id')}`, {
    key,
  });
  expect(given.body['promoted']).toHaveLength(1);
  await expect.poll(() => looks(programme), soon).toBeGreaterThan(asked);
  expect(await news()).not.toBe(waits);
  expect(looks(unconcerned)).toBe(1);
  for (const one of lines) one.close();
});

test('any changes at both servers at once leave no one in two places and no place unused', async () => {
  const attendees = Array.from({ length: 8 }, (_, i) => ({
    ...{ ticketType: 'free', name: `Q ${i}`, email: `q${i}@example.org` },
  }));
  const imported = await post(0, 'registrations/import', { attendees });
  const people = imported.body['registrations'] as readonly string[];
  const sessionIds: string[] = [];
  for (const [from, capacity] of [
    [12, 1],
    [13, 2],
    [15, 1],
  ] as const) {
    const json = { title: `S ${from}`, startsAt: day(from), endsAt: day(from + 2), capacity };
    sessionIds.push(textAt((await post(0, 'sessions', json)).body, 'id'));
  }
  const rows = async (collection: string, field: string) => {
    const where = encodeURIComponent(JSON.stringify({ [field]: { in: sessionIds } }));
    const { body } = await server(1).send('GET', `/api/v1/${collection}?where=${where}&limit=200`, { key });
    return listAt(body, 'data') as unknown as Look['sessions'];
  };
  const bookings = () => rows('session_bookings', 'session');
  const read = async (): Promise<Look> => ({ sessions: await rows('sessions', 'id'), bookings: await bookings() });

  async function step(n: number, { amount, does, person, session }: Step): Promise<void> {
    const sessionId = sessionIds[session]!;
    const change = (json: object) => server(n).send('PATCH', `/api/v1/sessions/${sessionId}`, { key, json });
    const input = { registrationId: people[person], onConflict: amount % 2 === 0 ? 'reject' : 'replace' };
    const cancel = async () => {
      const live = (await bookings()).filter(({ status }) => status === 'booked' || status === 'waitlisted');
      const one = live[amount % Math.max(1, live.length)];
      const path = `/events/${eventId}/sessions/${String(one?.['session'])}/bookings/${one?.id}`;
      return one ? server(n).send('DELETE', path, { key }) : null;
    };
    const done = await {
      book: () => post(n, `sessions/${sessionId}/bookings`, input),
      cancel,
      capacity: () => change({ capacity: amount % 4 }),
      move: () => change({ startsAt: day(11 + (amount % 4)), endsAt: day(13 + (amount % 4)) }),
    }[does]();
    expect(done === null || done.status < 500, done?.text).toBe(true);
  }

  const steps = fc.array(stepOf, { minLength: 24, maxLength: 32 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      for (let from = 0; from < all.length; from += 4)
        await Promise.all(all.slice(from, from + 4).map((one, n) => step(n, one)));
      // Promotions follow the log at either server.
      await expect
        .poll(
          async () => {
            const now = await read();
            try {
              expect(now.sessions).toHaveLength(sessionIds.length);
              checkPeople(now);
              for (const session of now.sessions) checkSession(session, now, now);
              return null;
            } catch (fault) {
              return fault instanceof Error ? fault.message : String(fault);
            }
          },
          { interval: 200 },
        )
        .toBe(null);
      expect((await bookings()).length).toBeGreaterThan(0);
    }),
    // A failure names its seed; shrinking it would take minutes.
    { numRuns: Number(process.env['SCHEDULE_RUNS'] ?? 2), endOnFailure: true },
  );
});
