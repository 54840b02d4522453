/** The activity page of an attendee over HTTP: what badges take, and whom the leaderboard names to whom. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { activityWords } from '#server/modules/events/activity-page/activity-pages.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { languages } from '#shared/base/languages.ts';
import { dayMs, isoTime } from '#shared/base/time.ts';
import { badgeIds } from '#shared/gamification/badges.ts';
import { asker } from '../../../fixtures/graphql-asker.ts';
import { mcpAsker, toolResult } from '../../../fixtures/mcp-asker.ts';
import { openPageStream } from '../../../fixtures/page-stream.ts';
import { openTestServer, type TestServer } from '../../../fixtures/test-server.ts';
import { ada, at, listAt, sampleEvent, textAt } from './events-module.ts';
import { founder, investor } from './networking/people-lab.ts';

const patience = { timeout: 30_000, interval: 50 };

let house: TestServer;
let tenant: CreatedTenant;
let eventId: string;

const send = (method: string, path: string, json?: unknown) =>
  house.send(method, path, { key: tenant.apiKey, ...(json !== undefined && { json }) });
const day = (days: number) => isoTime(Date.now() + days * dayMs);
const free = { id: 'free', name: 'Community', price: 0, currency: 'USD', quantity: -1 };

interface Person {
  readonly id: string;
  readonly page: string;
}

async function join(name: string, profile: object): Promise<Person> {
  const attendee = { ...ada, name, email: `${name.toLowerCase()}@example.org` };
  const wanted = { ticketType: 'free', attendee, profile, networkingOptIn: true };
  const id = textAt((await send('POST', `/events/${eventId}/registrations`, wanted)).body, 'id');
  const store = await house.admin.directory.open(tenant.tenant);
  return { id, page: `/t/${String((await store.get('registrations', id))?.['pageSecret'])}/activity` };
}

const points = (registrationId: string, subjectId: string) =>
  send('POST', `/events/${eventId}/gamification/activities`, { registrationId, type: 'session_rated', subjectId });

beforeAll(async () => {
  house = await openTestServer();
  tenant = await house.tenant('hafen');
  const event = sampleEvent({
    tickets: [free],
    startsAt: day(7),
    endsAt: day(8),
    networking: { matching: { minScore: 0 } },
  });
  eventId = textAt((await send('POST', '/events', event)).body, 'id');
}, 180_000);
afterAll(() => house?.close(), 60_000);

describe('badges', () => {
  let person: Person;
  beforeAll(async () => {
    person = await join('Grace', founder);
    await points(person.id, 'one');
    const store = await house.admin.directory.open(tenant.tenant);
    await store.commit('system:test', async (tx) => {
      for (const company of ['A', 'B']) {
        const met = { event: eventId, registration: person.id, type: 'meeting_completed', subjectId: company };
        const when = { points: 15, capped: false, occurredAt: tx.now, day: tx.now.slice(0, 10), source: 'server' };
        await tx.create('activities', { ...met, ...when, metadata: { company } });
      }
      return { ok: true, value: null };
    });
  }, 60_000);

  test.each(languages)('each says in %s what it takes, how far the person is, and who has it', async (language) => {
    const { text } = await house.send('GET', `${person.page}?lang=${language}`);
    const rows = [...(/<ul class="badges">(.*?)<\/ul>/s.exec(text)?.[1] ?? '').matchAll(/<li>(.*?)<\/li>/gs)];
    const shown = rows.map(([, row = '']) => row.replace(/<[^>]+>/g, '|'));
    const { awarded, badge, badgeNames } = activityWords[language];
    expect(shown).toHaveLength(badgeIds.length);
    badgeIds.forEach((id, n) => {
      expect(shown[n]).toContain(`|${badgeNames[id]}|`);
      expect(shown[n]).toContain(`|${badge.rules[id]}|`);
      expect(shown[n]).toMatch(/\d[^\d|]{0,3}[%٪]/);
      expect(shown[n]).not.toMatch(/[{}]/);
    });
    const counted = (value: number, goal: number) =>
      badge.progress.replace('{value}', String(value)).replace('{goal}', String(goal));
    const of = (id: (typeof badgeIds)[number]) => shown[badgeIds.indexOf(id)];
    expect(of('feedback_giver')).toContain(`|${awarded}|`);
    expect(of('networker')).toContain(`|${counted(2, 3)}|`);
    expect(of('first_checkin')).toContain(`|${badge.notYet}|`);
    expect(of('event_legend')).toContain(`|${badge.atTheEnd}|`);
    const { companies, meetings } = badge.counted;
    expect(of('super_networker')).toContain(`${meetings}: ${counted(2, 8)} · ${companies}: ${counted(2, 5)}`);
  });

  test('the share and its target stand beside each other', async () => {
    const { text } = await house.send('GET', `${person.page}?lang=en`);
    const shares = [...text.matchAll(/(\d+)% of attendees have it \(target: (\d+)% – (\d+)%\)/g)].map(([, ...of]) =>
      of.map(Number),
    );
    expect(shares).toHaveLength(badgeIds.length);
    expect(shares[badgeIds.indexOf('feedback_giver')]).toEqual([100, 50, 70]);
    expect(shares[badgeIds.indexOf('event_legend')]).toEqual([0, 1, 5]);
  });
});

describe('of two people of whom one has blocked the other, neither is named to the other', () => {
  let blocker: Person;
  let blocked: Person;
  let other: Person;
  beforeAll(async () => {
    blocker = await join('Barbara', founder);
    blocked = await join('Kurt', investor);
    other = await join('Edsger', investor);
    for (const [person, times] of [
      [blocker, 4],
      [blocked, 3],
      [other, 2],
    ] as const)
      for (let n = 0; n < times; n += 1) await points(person.id, String(n));
    const store = await house.admin.directory.open(tenant.tenant);
    const profile = await store.findOne('attendee_profiles', { registration: blocked.id });
    const path = `/events/${eventId}/networking/matches/${String(profile?.id)}/block`;
    expect((await send('POST', path, { registrationId: blocker.id })).status).toBe(200);
  }, 60_000);

  const boardOf = ({ body }: { readonly body: unknown }) =>
    listAt(body, 'leaderboard').map((row) => [at(row, 'rank'), at(row, 'name')]);
  const read = (registrationId?: string) => {
    const query = registrationId ? `?registrationId=${registrationId}` : '';
    return send('GET', `/events/${eventId}/gamification/leaderboard${query}`);
  };

  test('the row keeps rank and points, and has no name', async () => {
    const whole = boardOf(await read());
    const without = (name: string) => whole.map(([rank, one]) => [rank, one === name ? null : one]);
    expect(whole.map(([, name]) => name)).toEqual(expect.arrayContaining(['Barbara', 'Kurt', 'Edsger']));
    expect(boardOf(await read(blocker.id))).toEqual(without('Kurt'));
    expect(boardOf(await read(blocked.id))).toEqual(without('Barbara'));
    expect(boardOf(await read(other.id))).toEqual(whole);
    const row = listAt((await read(blocker.id)).body, 'leaderboard').find((one) => at(one, 'name') === null);
    expect(row).toMatchObject({ registrationId: null, company: null, points: 9 });
  });

  test('by every surface, and on the page', async () => {
    const { body } = await read(blocker.id);
    const input = { eventId, registrationId: blocker.id };
    const query =
      'query ($input: EventsLeaderboardInput!) { eventsLeaderboard(input: $input) { leaderboard { rank name } } }';
    const { data, answer } = await asker(house, tenant.apiKey)(query, { input });
    expect(boardOf({ body: at(data, 'eventsLeaderboard') }), answer.text).toEqual(boardOf({ body }));
    const called = await mcpAsker(
      house,
      tenant.apiKey,
      '/mcp?tools=events_leaderboard',
    )('tools/call', { name: 'events_leaderboard', arguments: input });
    expect(boardOf({ body: toolResult(called).data })).toEqual(boardOf({ body }));
    const list = async ({ page }: Person) =>
      /<ol class="board-l">(.*?)<\/ol>/s.exec((await house.send('GET', `${page}?lang=en`)).text)?.[1] ?? '';
    expect(await list(blocker)).toContain('Barbara');
    expect(await list(blocker)).not.toContain('Kurt');
    expect(await list(blocker)).toContain(activityWords.en.unnamed);
    expect(await list(blocked)).not.toContain('Barbara');
    expect(await list(other)).toContain('Kurt');
  });

  test('nor beside a question; others read who asked', async () => {
    const session = { title: 'Harbours', startsAt: day(7), endsAt: isoTime(Date.parse(day(7)) + 3_600_000) };
    const sessionId = textAt((await send('POST', `/events/${eventId}/sessions`, session)).body, 'id');
    const path = `/events/${eventId}/sessions/${sessionId}/questions`;
    const asked = await send('POST', path, { registrationId: blocked.id, text: 'Why?' });
    await send('POST', `${path}/${textAt(asked.body, 'question.id')}/approve`, {});
    const askedBy = async (more: string) => at((await send('GET', `${path}${more}`)).body, 'questions.0.askedBy');
    expect(await askedBy(`?registrationId=${blocker.id}`)).toBeNull();
    expect(await askedBy(`?registrationId=${other.id}`)).toBe('Kurt');
    expect(await askedBy('')).toBe('Kurt');
  });
});

describe('an open page', () => {
  let person: Person;
  let other: Person;
  beforeAll(async () => {
    person = await join('Rosalind', founder);
    other = await join('Linus', investor);
    for (let n = 0; n < 9; n += 1) await points(other.id, String(n));
  }, 60_000);

  const markOf = async ({ page }: Person) => textAt((await house.send('GET', `${page}/news`)).body, 'mark');
  const anonymous = (registrationId: string, is: boolean) =>
    send('POST', `/events/${eventId}/gamification/anonymous`, { registrationId, anonymous: is });

  test.each(languages)('says in %s that there are no points yet, and no rank', async (language) => {
    const { text } = await house.send('GET', `${person.page}?lang=${language}`);
    const { noPoints, rank } = activityWords[language];
    expect(text).toContain(noPoints);
    expect(text).not.toContain(rank.replace('{rank}', '1'));
  });

  test('is another one when a name has to leave the leaderboard, not when points of others move', async () => {
    const before = await markOf(person);
    await points(other.id, 'more');
    expect(await markOf(person)).toBe(before);
    await anonymous(other.id, true);
    const without = await markOf(person);
    expect(without).not.toBe(before);
    await anonymous(other.id, false);
    expect(await markOf(person)).toBe(before);
    const store = await house.admin.directory.open(tenant.tenant);
    const profile = await store.findOne('attendee_profiles', { registration: other.id });
    await send('POST', `/events/${eventId}/networking/matches/${String(profile?.id)}/block`, {
      registrationId: person.id,
    });
    expect(await markOf(person)).not.toBe(before);
  });

  test.each([
    ['does not want to be named any more', 'Radia', (id: string) => anonymous(id, true)],
    ['has cancelled', 'Sophie', (id: string) => send('DELETE', `/events/${eventId}/registrations/${id}`)],
  ] as const)(
    'is asked to look when another person %s',
    async (_what, name, leave) => {
      const third = await join(name, investor);
      for (let n = 0; n < 8; n += 1) await points(third.id, String(n));
      const before = await markOf(person);
      const store = await house.admin.directory.open(tenant.tenant);
      const published = async () => JSON.stringify(await store.findOne('leaderboards', { event: eventId }));
      await vi.waitFor(
        async () => expect(await published()).toMatch(new RegExp(`"${name}"[^}]*"points":24`)),
        patience,
      );
      const stream = await openPageStream(house.url + person.page);
      await leave(third.id);
      const looks = () => stream.events.filter(({ event }) => event === 'look').length;
      await vi.waitFor(() => expect(looks()).toBeGreaterThan(0), patience);
      await vi.waitFor(async () => expect(await markOf(person)).not.toBe(before), patience);
      stream.close();
    },
    60_000,
  );
});

describe('what the organizer has added', () => {
  let person: Person;
  const own = { id: 'photo_wall', name: 'A picture on the photo wall', points: 7, maxPerDay: 2 };
  beforeAll(async () => {
    person = await join('Hedy', founder);
    const changed = await send('PATCH', `/api/v1/events/${eventId}`, { gamification: { activities: [own] } });
    expect(changed.status, changed.text).toBe(200);
  }, 60_000);

  const sectionOf = async (language: string) => {
    const { text } = await house.send('GET', `${person.page}?lang=${language}`);
    return /<section aria-labelledby="own">.*?<\/section>/s.exec(text)?.[0] ?? '';
  };
  const pointsOf = async () => {
    const { body } = await send('GET', `/events/${eventId}/gamification/leaderboard?registrationId=${person.id}`);
    return at(body, 'me.points');
  };
  const report = async () => {
    const subject = /name="subject" value="([^"]+)"/.exec(await sectionOf('en'))?.[1] ?? '';
    return async () => {
      const raw = new URLSearchParams({ do: 'report', type: own.id, subject }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: house.url };
      const sent = await house.send('POST', `${person.page}?lang=en`, { raw, headers });
      expect(sent.status).toBe(303);
      expect(sent.headers.get('location')).toContain('notice=report');
    };
  };

  test('is reported on the page: one tap counts once, and as often as it counts in a day', async () => {
    const before = Number(await pointsOf());
    const first = await report();
    await first();
    await first();
    expect(await pointsOf()).toBe(before + 7);
    expect(await sectionOf('en')).toContain(activityWords.en.own.did);
    await (await report())();
    expect(await pointsOf()).toBe(before + 14);
  });

  test.each(languages)('says in %s what it is worth, and that it is counted', async (language) => {
    const { own: said } = activityWords[language];
    const section = await sectionOf(language);
    for (const text of [own.name, said.title, said.today, said.worth(7)]) expect(section).toContain(text);
    expect(section).not.toContain(said.did);
  });
});

test.each(languages)('a prize that was not claimed in time is not gone without a word (%s)', async (language) => {
  const person = await join(`Maria-${language}`, founder);
  const store = await house.admin.directory.open(tenant.tenant);
  await store.commit('system:test', async (tx) => {
    const terms = { name: 'A lamp', badgeRarities: ['rare'], prizes: 1, claimHours: 1, commit: 'c'.repeat(64) };
    const draw = await tx.create('prize_draws', { event: eventId, ...terms, state: 'closed', publicSource: 'none' });
    const entry = { event: eventId, draw: draw.id, registration: person.id, weight: 1, place: 1 };
    await tx.create('prize_entries', { ...entry, state: 'forfeited', claimUntil: tx.now });
    return { ok: true, value: null };
  });
  const { text } = await house.send('GET', `${person.page}?lang=${language}`);
  expect(text).toContain(activityWords[language].prize.forfeited.replace('{prize}', 'A lamp'));
});

test('after the event the page does not ask whether the person will come', async () => {
  const person = await join('Annie', founder);
  const page = async () => (await house.send('GET', `${person.page}?lang=en`)).text;
  await send('PATCH', `/api/v1/events/${eventId}`, { features: { rsvp: true } });
  expect(await page()).toContain(activityWords.en.rsvp.title);
  const past = await send('PATCH', `/api/v1/events/${eventId}`, { startsAt: day(-2), endsAt: day(-1) });
  expect(past.status, past.text).toBe(200);
  expect(await page()).not.toContain(activityWords.en.rsvp.title);
});
