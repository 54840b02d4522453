/**
 * Two servers on one PostgreSQL: people accept, propose and answer at the same moment at both. One pair has one match,
 * one table one meeting at a time, one person one thing at a time; contact is on no surface before both agreed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { dayMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type Environment, type ServerProcess, startServerProcess } from '#test/fixtures/server-process.ts';

const limitMs = 300_000;
let house: DemoServer;
let second: { readonly server: ServerProcess; readonly env: Environment };
let event: { readonly id: string; readonly startsAt: string };
let made = 0;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** At one of the two servers, in turn. */
async function ask(server: number, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${server % 2 === 0 ? house.url : second.server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${house.apiKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

const networking = (path: string) => `/api/v1/events/${event.id}/networking/${path}`;
const codeOf = ({ body }: Answer) => (body as { errors?: { code: string }[] }).errors?.[0]?.code;

beforeAll(async () => {
  house = await openDemoServer({
    attendees: 5,
    env: { DATABASE_URL: await (await postgres()).database('networking') },
  });
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'));
  const env = { ...house.env, PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: house.url };
  second = { server: await startServerProcess(env), env };
  const startsAt = isoTime(Math.floor(Date.now() / dayMs) * dayMs + 3 * dayMs);
  const tickets = [{ id: 'free', name: 'Free', price: 0, currency: 'USD', quantity: -1 }];
  const given = { name: 'Meet', type: 'conference', startsAt, endsAt: isoTime(Date.parse(startsAt) + dayMs), tickets };
  const created = await ask(0, 'POST', '/api/v1/events', given);
  event = { id: String(created.body['id']), startsAt };
}, limitMs);

afterAll(async () => {
  await second?.server.kill();
  await house?.server().kill();
  await house?.end();
  if (second) await rm(must(second.env['DATA_DIR'], 'a folder'), { recursive: true, force: true });
}, 60_000);

async function joined(
  role: string,
): Promise<{ readonly id: string; readonly profile: string; readonly email: string }> {
  made += 1;
  const email = `person${made}@example.org`;
  const registered = await ask(made, 'POST', `/api/v1/events/${event.id}/registrations`, {
    ticketType: 'free',
    attendee: { name: `Person ${made}`, email },
  });
  const id = String(registered.body['id']);
  const profile = await ask(made + 1, 'PUT', `/api/v1/events/${event.id}/registrations/${id}/profile`, {
    ...{ headline: 'Harbours', company: 'Example', role, phone: `+47 000 ${made}` },
    ...{ lookingFor: ['Talk'], offering: ['Talk'], interests: ['AI', 'Ships'], networkingOptIn: true },
  });
  expect(profile.status, JSON.stringify(profile.body)).toBe(200);
  return { id, profile: String(profile.body['id']), email };
}

test(
  'both accept at once: one match, mutual, for every pair',
  async () => {
    for (let round = 0; round < 8; round += 1) {
      const [a, b] = [await joined('Founder'), await joined('Investor')];
      const answers = await Promise.all([
        ask(0, 'POST', networking(`matches/${b.profile}/accept`), { registrationId: a.id }),
        ask(1, 'POST', networking(`matches/${a.profile}/accept`), { registrationId: b.id }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers.map(({ body }) => body['mutual']).toSorted()).toEqual([false, true]);
      const rows = await ask(round, 'GET', `/api/v1/matches?where[first][in]=${a.id},${b.id}`);
      expect(rows.body['data']).toMatchObject([{ status: 'mutual' }]);
    }
  },
  limitMs,
);

test(
  'one table is given once at a time, and a person has one thing at a time',
  async () => {
    const tables = 2;
    for (let n = 0; n < tables; n += 1)
      await ask(n, 'POST', '/api/v1/meeting_locations', { event: event.id, name: `Table ${n}`, position: n });
    const people: Awaited<ReturnType<typeof joined>>[] = [];
    for (let n = 0; n < 8; n += 1) people.push(await joined(n % 2 === 0 ? 'Founder' : 'Investor'));
    const startsAt = isoTime(Date.parse(event.startsAt) + 60 * minuteMs);
    const proposals = await Promise.all(
      [0, 2, 4, 6].map((n) =>
        ask(n / 2, 'POST', networking('meetings'), {
          registrationId: people[n]?.id,
          inviteeRegistrationId: people[n + 1]?.id,
          startsAt,
        }),
      ),
    );
    expect(proposals.filter(({ status }) => status === 201)).toHaveLength(tables);
    expect(proposals.filter(({ status }) => status === 409).map(codeOf)).toEqual([
      'no_table_available',
      'no_table_available',
    ]);

    const later = isoTime(Date.parse(event.startsAt) + 120 * minuteMs);
    const [target, x, y] = [await joined('Investor'), await joined('Founder'), await joined('Mentor')];
    const asked: { readonly id: string }[] = [];
    for (const [n, by] of [x, y].entries()) {
      const invite = { registrationId: by.id, inviteeRegistrationId: target.id, startsAt: later };
      asked.push((await ask(n, 'POST', networking('meetings'), invite)).body['meeting'] as { readonly id: string });
    }
    const accepted = await Promise.all(
      asked.map(({ id }, n) => ask(n, 'POST', networking(`meetings/${id}/accept`), { registrationId: target.id })),
    );
    expect(accepted.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(accepted.map(codeOf).filter((code) => code !== undefined)).toEqual(['meeting_conflict']);
  },
  limitMs,
);

test(
  'contact is on no surface of matches, profiles and meetings before both agreed',
  async () => {
    const [a, b] = [await joined('Founder'), await joined('Investor')];
    await ask(0, 'POST', networking(`matches/${b.profile}/accept`), { registrationId: a.id, message: 'Call me' });
    await ask(1, 'POST', networking('meetings'), { registrationId: a.id, inviteeRegistrationId: b.id });
    const graphql = '{ attendeeProfiles { docs { headline } } }';
    const looks = await Promise.all([
      ask(0, 'GET', networking(`matches?registrationId=${a.id}`)),
      ask(1, 'GET', networking(`matches?registrationId=${b.id}`)),
      ask(0, 'GET', networking(`meetings?registrationId=${b.id}`)),
      ...['attendee_profiles', 'matches', 'meetings'].map((name) =>
        ask(1, 'GET', `/api/v1/${name}?where[event]=${event.id}`),
      ),
      ask(0, 'POST', '/api/v1/graphql', { query: graphql }),
    ]);
    const text = JSON.stringify(looks.map(({ body }) => body));
    expect(text).toContain('Harbours');
    for (const { email } of [a, b]) expect(text).not.toContain(email);
    expect(text).not.toContain('+47 000');
    await ask(1, 'POST', networking(`matches/${a.profile}/accept`), { registrationId: b.id });
    const seen = JSON.stringify((await ask(0, 'GET', networking(`matches?registrationId=${a.id}`))).body);
    expect(seen).toContain(b.email);
    for (const dataset of ['matches', 'meetings']) {
      const answer = await fetch(`${house.url}/api/v1/events/${event.id}/export?dataset=${dataset}&format=csv`, {
        headers: { authorization: `Bearer ${house.apiKey}` },
      });
      const csv = await answer.text();
      expect([answer.status, csv.includes('Person')]).toEqual([200, true]);
      expect(csv).not.toMatch(/@example|\+47 000/);
    }
  },
  limitMs,
);
