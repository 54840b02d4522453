/**
 * The totals of a leaderboard equal a recount of the activities, and the same activity counts once, while the server is
 * killed again and again and the same activities come by both REST paths and by GraphQL.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, mainGate, openDemoServer } from '#test/fixtures/demo-server.ts';
import { patienceMs } from '#test/fixtures/kiosk-window.ts';

const limitMs = 600_000;
const kills = 3;
const people = 24;
const subjects = 40;
const retryMs = 20;

let house: DemoServer;
let places: readonly { readonly id: string; readonly qrCode: string }[];

beforeAll(async () => {
  house = await openDemoServer({ attendees: 300 });
  const found = await house.places('standard', people);
  const withCodes: { id: string; qrCode: string }[] = [];
  for (const { id } of found) {
    const path = `/events/${house.eventId}/registrations/${id}`;
    const { body } = await house.ask<{ ticket: { qrCode: string } }>('GET', path);
    withCodes.push({ id, qrCode: body.ticket.qrCode });
  }
  places = withCodes;
}, limitMs);
afterAll(() => house?.end(), 60_000);

let acknowledged = 0;

/** Again until there is an answer: a broken connection says nothing about what the server did. */
async function untilAnswered(ask: () => Promise<{ status: number; body: unknown }>): Promise<void> {
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer !== null && answer.status < 500) {
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      acknowledged += 1;
      return;
    }
    await wait(retryMs);
  }
}

const mutation = 'mutation($input: EventsRecordActivityInput!) { eventsRecordActivity(input: $input) { totalPoints } }';

/** The same activity three times, by another surface each. */
function reportsOf(registrationId: string, subjectId: string) {
  const input = { eventId: house.eventId, registrationId, type: 'match_mutual', subjectId };
  const { eventId: _event, ...body } = input;
  return [
    () => house.ask('POST', `/events/${house.eventId}/gamification/activities`, body),
    () => house.ask('POST', `/api/v1/events/${house.eventId}/gamification/activities`, body),
    () => house.ask('POST', '/graphql', { query: mutation, variables: { input } }),
  ];
}

async function load(one: (typeof places)[number]): Promise<void> {
  await untilAnswered(() => house.ask('POST', '/events/checkin', { qrCode: one.qrCode, gateId: mainGate }));
  for (let n = 0; n < subjects; n += 1) await Promise.all(reportsOf(one.id, `match-${n}`).map(untilAnswered));
}

interface Row {
  readonly id: string;
  readonly type?: string;
  readonly registration: string;
  readonly points: number;
}

async function all(collection: string): Promise<readonly Row[]> {
  type Page = { data: readonly Row[]; meta: { nextCursor: string | null } };
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = `limit=100&sort=createdAt,id${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const { body }: { body: Page } = await house.ask<Page>('GET', `/api/v1/${collection}?${query}`);
    rows.push(...body.data);
    cursor = body.meta.nextCursor;
  }
  return rows;
}

/** In one reading of each: nothing writes meanwhile. */
async function recount(): Promise<void> {
  const [entries, done] = [await all('leaderboard_entries'), await all('activities')];
  const sums = new Map<string, number>();
  for (const { points, registration } of done) sums.set(registration, (sums.get(registration) ?? 0) + points);
  for (const { points, registration } of entries) expect(points).toBe(sums.get(registration) ?? 0);
  expect([...sums.keys()].every((id) => entries.some(({ registration }) => registration === id))).toBe(true);
}

test(
  'totals equal a recount after every kill, and each activity counts once',
  async () => {
    const running = Promise.all(places.map(load));
    running.catch(() => {});
    const asked = people * (1 + 3 * subjects);
    for (let kill = 1; kill <= kills; kill += 1) {
      await expect
        .poll(() => acknowledged, { timeout: patienceMs, interval: 5 })
        .toBeGreaterThan((asked * kill) / (kills + 1));
      await house.restart('kill');
    }
    await running;
    const types = async () => {
      const done = await all('activities');
      return Object.fromEntries(
        [...Map.groupBy(done, ({ type }) => String(type))].map(([type, of]) => [type, of.length]),
      );
    };
    // Check-ins are recorded by a follower, which goes on where it stood.
    await expect.poll(async () => (await types())['checkin'], { timeout: patienceMs }).toBe(people);
    expect((await types())['match_mutual']).toBe(people * subjects);
    await recount();
  },
  limitMs,
);
