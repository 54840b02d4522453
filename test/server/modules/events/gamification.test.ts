/** Activities, badges and leaderboards on a real store: what counts, what counts once, and what is shown. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guestActor } from '#server/core/policy/actor.ts';
import { followEvidence } from '#server/modules/events/gamification/evidence.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { dayMs, hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { activityTypes } from '#shared/gamification/activity-types.ts';
import { activities } from '#shared/modules/events/gamification.ts';
import {
  ada,
  at,
  confirmedPlace,
  type EventsModule,
  listAt,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
} from './events-module.ts';

let house: EventsModule;
const startMs = openingTime + 7 * dayMs;

beforeAll(async () => {
  house = await openEventsModule();
});
afterAll(() => house.close());

async function openEvent(more: object = {}): Promise<string> {
  house.nowMs = openingTime;
  const id = textAt((await house.act('events.create', { ...sampleEvent(), ...more })).body, 'id');
  await house.follow();
  return id;
}

const person = (name: string, more: object = {}) => ({ ...ada, name, email: `${name}@example.org`, ...more });

async function join(eventId: string, name: string, more: object = {}): Promise<string> {
  return (await confirmedPlace(house, eventId, person(name, more))).id;
}

const report = (eventId: string, registrationId: string, type: string, more: object = {}) =>
  house.act('events.record_activity', { eventId, registrationId, type, ...more });
const board = async (eventId: string, more: object = {}) =>
  (await house.act('events.leaderboard', { eventId, ...more })).body;
const codeOf = ({ body }: { body: unknown }) => at(body, 'errors.0.code');

async function checkIn(eventId: string, registrationId: string) {
  const { qrCode } = (await house.act('events.registration', { eventId, registrationId })).body['ticket'] as {
    qrCode: string;
  };
  const done = await house.act('events.checkin', { eventId, qrCode, gateId: 'main-entrance' });
  await house.follow();
  return done;
}

async function secretOf(id: string): Promise<string> {
  return String((await house.get('registrations', id))['pageSecret']);
}

/** What the activities add up to, person by person, beside what the entries say. */
async function recount(eventId: string) {
  const entries = await house.all('leaderboard_entries', { event: eventId });
  const done = await house.all('activities', { event: eventId });
  for (const { points, registration } of entries) {
    const own = done.filter((one) => one['registration'] === registration);
    expect(points).toBe(own.reduce((sum, one) => sum + Number(one['points']), 0));
  }
  return entries;
}

describe('reported activities', () => {
  let eventId: string;
  let one: string;
  beforeAll(async () => {
    eventId = await openEvent({ gamification: { activities: [{ id: 'photo', name: 'Photo', points: 7 }] } });
    one = await join(eventId, 'one');
  });

  test('the first time 201 with points, total, rank and badges; again 200 and nothing more', async () => {
    const input = { subjectId: 'poll-1' };
    expect(await report(eventId, one, 'poll_vote', input)).toMatchObject({
      status: 201,
      body: { pointsAwarded: 2, totalPoints: 2, rank: 1, badgesAwarded: ['feedback_giver'] },
    });
    expect(await report(eventId, one, 'poll_vote', input)).toMatchObject({
      status: 200,
      body: { duplicate: true, pointsAwarded: 0, totalPoints: 2, badgesAwarded: [] },
    });
    await recount(eventId);
  });

  test('once for each person: the subject that a client names does not matter', async () => {
    expect(await report(eventId, one, 'profile_completed')).toMatchObject({ status: 201 });
    expect(await report(eventId, one, 'profile_completed', { subjectId: 'x' })).toMatchObject({
      body: { duplicate: true },
    });
  });

  test('the sixth approved question of a day earns nothing and says so; the next day earns again', async () => {
    for (const subjectId of ['1', '2', '3', '4', '5'])
      expect(await report(eventId, one, 'question_approved', { subjectId })).toMatchObject({ status: 201 });
    expect(await report(eventId, one, 'question_approved', { subjectId: '6' })).toMatchObject({
      status: 200,
      body: { capped: true, pointsAwarded: 0 },
    });
    house.nowMs += dayMs;
    expect(await report(eventId, one, 'question_approved', { subjectId: '7' })).toMatchObject({
      status: 201,
      body: { pointsAwarded: 4 },
    });
    await recount(eventId);
  });

  test('refused: what the server sees itself, an unknown type, the future, another event', async () => {
    for (const [type, { reportable }] of Object.entries(activityTypes)) {
      if (reportable) continue;
      const refused = await report(eventId, one, type, { subjectId: 'x' });
      expect([refused.status, codeOf(refused)]).toEqual([403, 'activity_not_self_reportable']);
    }
    const unknown = await report(eventId, one, 'toString');
    expect([unknown.status, codeOf(unknown)]).toEqual([422, 'activity_type_unknown']);
    const ahead = await report(eventId, one, 'poll_vote', { occurredAt: isoTime(house.nowMs + hourMs) });
    expect([ahead.status, codeOf(ahead)]).toEqual([422, 'occurred_in_future']);
    const other = await openEvent();
    expect(await report(other, one, 'poll_vote')).toMatchObject({ status: 404 });
  });

  test('an attendee reports only what the organizer made for that, with the secret of the ticket page', async () => {
    const secret = await secretOf(one);
    const seen = { from: '192.0.2.1', acceptLanguage: 'en' };
    const guest = guestActor(house.tenant, ['events.record_activity'], seen);
    const asGuest = (type: string, given: string) =>
      house.act('events.record_activity', { eventId, registrationId: one, type, subjectId: '1', secret: given }, guest);
    expect(await asGuest('photo', secret)).toMatchObject({ status: 201, body: { pointsAwarded: 7 } });
    expect(codeOf(await asGuest('poll_vote', secret))).toBe('activity_not_self_reportable');
    expect(await asGuest('photo', 'wrong')).toMatchObject({ status: 404 });
  });

  test('settings: a misspelt type or badge is refused, points can be changed, gamification can be off', async () => {
    for (const [gamification, code] of [
      [{ points: { session_atended: 5 } }, 'activity_type_unknown'],
      [{ caps: { nothing: 5 } }, 'activity_type_unknown'],
      [{ badges: { first_chekin: { enabled: false } } }, 'award_badge_unknown'],
      [{ activities: [{ id: 'checkin', name: 'x', points: 1 }] }, 'duplicate_activity_id'],
    ] as const) {
      const refused = await house.act('events.create', { ...sampleEvent(), gamification });
      expect([refused.status, codeOf(refused)]).toEqual([422, code]);
    }
    const dear = await openEvent({ gamification: { points: { poll_vote: 50 } } });
    const two = await join(dear, 'two');
    expect(await report(dear, two, 'poll_vote')).toMatchObject({ body: { pointsAwarded: 50 } });
    await house.update('events', dear, { gamification: { enabled: false } });
    expect(codeOf(await report(dear, two, 'session_rated'))).toBe('gamification_disabled');
  });
});

describe('evidence', () => {
  test('a check-in counts once a day, an early one besides; undone, both are taken back with their badges', async () => {
    const eventId = await openEvent();
    const [one, two] = [await join(eventId, 'one'), await join(eventId, 'two')];
    house.nowMs = startMs - 2 * hourMs + 60 * minuteMs;
    await checkIn(eventId, one);
    house.nowMs += 1;
    await checkIn(eventId, two);
    const entries = await recount(eventId);
    const pointsOf = (id: string) => entries.find(({ registration }) => registration === id)?.['points'];
    expect([pointsOf(one), pointsOf(two)]).toEqual([20, 10]);
    const held = await house.all('badge_awards', { registration: one });
    expect(held.map(({ badge }) => badge).toSorted()).toEqual(['early_bird', 'first_checkin']);
    // The same changes again, as after a crash before the cursor was stored.
    const again = await house.store.since(0, { limit: 1_000, collections: ['checkins'] });
    const follower = house.module.followers!.find(({ name }) => name === 'events.follow-evidence')!;
    await follower.handle(again, {
      tenant: house.tenant,
      clock: () => house.nowMs,
      newId: house.ports.newId,
      reader: house.store,
      commit: async (plan) => {
        const done = await house.store.commit('system:test', plan);
        return done.ok ? { ok: true, value: done.value.value } : done;
      },
    });
    expect(await house.all('activities', { event: eventId })).toHaveLength(3);
    const scanId = (await house.all('scans', { registration: one, verdict: 'admitted' }))[0]?.id;
    expect(await house.act('events.undo_checkin', { eventId, scanId, reason: 'Wrong person' })).toMatchObject({
      status: 200,
    });
    await house.follow();
    expect(await house.all('activities', { registration: one })).toEqual([]);
    const revoked = await house.all('badge_awards', { registration: one });
    expect(revoked.map(({ state }) => state)).toEqual(['revoked', 'revoked']);
    await recount(eventId);
    const [badge] = await house.all('achievement_badges', { event: eventId, key: 'first_checkin' });
    expect(badge?.['holders']).toBe(1);
  });

  test('an admission writes what it must and each total once: two activities, two badges, one entry', async () => {
    const eventId = await openEvent();
    // With the first activity of an event come its 15 badges.
    await report(eventId, await join(eventId, 'first'), 'poll_vote');
    const one = await join(eventId, 'one');
    house.nowMs = startMs - 2 * hourMs + 60 * minuteMs;
    await house.follow();
    const before = await house.store.head();
    await checkIn(eventId, one);
    const written = await house.store.since(before, {
      limit: 100,
      collections: ['activities', 'badge_awards', 'leaderboard_entries', 'achievement_badges'],
    });
    const of = (name: string) => written.filter(({ collection }) => collection === name).length;
    expect([of('activities'), of('badge_awards'), of('leaderboard_entries')]).toEqual([2, 2, 1]);
    // Once for each badge, however many people were admitted within a second.
    expect(of('achievement_badges')).toBe(2);
    await recount(eventId);
  });

  test('votes, approved questions and booth visits; reported and seen, they count once', async () => {
    const eventId = await openEvent();
    const one = await join(eventId, 'one');
    const poll = textAt(
      (await house.act('events.create_poll', { eventId, question: 'Tea?', options: ['Yes', 'No'] })).body,
      'id',
    );
    await house.act('events.open_poll', { eventId, pollId: poll });
    await house.act('events.vote', { eventId, pollId: poll, registrationId: one, option: 'Yes' });
    await report(eventId, one, 'poll_vote', { subjectId: poll });
    const booths: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      booths.push(textAt((await house.act('events.create_exhibitor', { eventId, name })).body, 'id'));
    const visit = (exhibitorId: string, dwellSeconds: number) =>
      house.act('events.visit_booth', { eventId, exhibitorId, registrationId: one, dwellSeconds });
    for (const booth of booths) await visit(booth, booth === booths[0] ? 30 : 60);
    await house.follow();
    expect((await house.all('badge_awards', { registration: one })).map(({ badge }) => badge)).toEqual([
      'feedback_giver',
    ]);
    // Half a minute more at the first booth: no new activity, and the badge all the same.
    await visit(booths[0]!, 30);
    await house.follow();
    const [entry] = await recount(eventId);
    expect(entry).toMatchObject({ points: 2 + 5 * 5, badges: 2 });
    expect(await house.all('badge_awards', { registration: one, badge: 'booth_hopper' })).toHaveLength(1);
  });

  test('sessions, ratings, mutual matches, meetings on both sides, and a profile once it is complete', async () => {
    const eventId = await openEvent();
    const [one, two] = [await join(eventId, 'one'), await join(eventId, 'two', { company: ' ACME ' })];
    const now = isoTime(house.nowMs);
    const write = async (collection: string, values: object, id?: string) => {
      const done = await house.store.commit('system:test', async (tx) => ({
        ok: true,
        value:
          id === undefined
            ? await tx.create(collection, { ...values })
            : await tx.update(collection, id, { ...values }),
      }));
      await house.follow();
      return done.ok ? done.value.value.id : '';
    };
    const times = { startsAt: isoTime(startMs), endsAt: isoTime(startMs + hourMs) };
    const track = await write('tracks', { event: eventId, name: 'Harbour', position: 0 });
    const base = { event: eventId, registration: one, status: 'attended', turn: 0, attendedAt: now };
    for (let n = 0; n < 4; n += 1) {
      const values = { event: eventId, track, title: `${n}`, ...times, status: 'scheduled', sequence: 0 };
      const session = await write('sessions', values);
      await write('session_bookings', { ...base, session, ...(n === 0 && { rating: 5, ratedAt: now }) });
    }
    const profileOf = (registration: string, more: object = {}) => ({
      event: eventId,
      registration,
      headline: 'x',
      company: 'x',
      role: 'x',
      lookingFor: ['x'],
      offering: ['x'],
      interests: ['x'],
      ...more,
    });
    const [first, second] = [
      await write('attendee_profiles', profileOf(one)),
      await write('attendee_profiles', profileOf(two)),
    ];
    expect(await house.all('activities', { type: 'profile_completed', registration: one })).toEqual([]);
    await write('attendee_profiles', { bio: 'x', skills: ['x'] }, first);
    const pair = { event: eventId, first: one, second: two, firstProfile: first, secondProfile: second, score: 50 };
    const match = await write('matches', { ...pair, status: 'pending' });
    expect(await house.all('activities', { type: 'match_mutual', registration: one })).toEqual([]);
    await write('matches', { status: 'mutual', mutualAt: now }, match);
    const met = { event: eventId, requester: one, invitee: two, ...times, planned: false, sequence: 0 };
    const meeting = await write('meetings', { ...met, status: 'confirmed' });
    await write('meetings', { status: 'completed', completedAt: now }, meeting);
    const pointsOf = async (id: string) =>
      (await house.all('leaderboard_entries', { registration: id }))[0]?.['points'];
    expect([await pointsOf(one), await pointsOf(two)]).toEqual([4 * 10 + 3 + 5 + 15 + 10, 5 + 15]);
    const held = await house.all('badge_awards', { registration: one });
    expect(held.map(({ badge }) => badge).toSorted()).toEqual([
      'feedback_giver',
      'first_connection',
      'first_session',
      'profile_complete',
      'track_master',
    ]);
    const [own] = await house.all('activities', { type: 'meeting_completed', registration: one });
    expect(own?.['metadata']).toEqual({ company: 'x' });
    // One of them did not come after all.
    await write('meetings', { status: 'no_show' }, meeting);
    expect([await pointsOf(one), await pointsOf(two)]).toEqual([58, 5]);
    await recount(eventId);
  });

  test('a meeting that is completed and then did not take place earns nothing, also where both are followed at once', async () => {
    const eventId = await openEvent();
    const [one, two] = [await join(eventId, 'one'), await join(eventId, 'two')];
    const { store } = house;
    const before = await store.head();
    const id = uuidv7(house.nowMs, randomBytes(10));
    const times = { startsAt: isoTime(startMs), endsAt: isoTime(startMs + hourMs) };
    const met = { event: eventId, requester: one, invitee: two, ...times, planned: false, sequence: 0 };
    for (const values of [
      { ...met, status: 'confirmed' },
      { status: 'completed', completedAt: isoTime(house.nowMs) },
      { status: 'no_show' },
    ])
      await store.commit('system:test', async (tx) => ({
        ok: true,
        value: await ('event' in values ? tx.create('meetings', values, id) : tx.update('meetings', id, values)),
      }));
    // The question about the first change is answered last, as one of several connections may.
    let asked = 0;
    const reader = new Proxy(store, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name, of);
        if (typeof value !== 'function') return value;
        return async (...question: readonly unknown[]) => {
          asked += 1;
          if (asked === 1) await sleep(50);
          return await Reflect.apply(value, of, question);
        };
      },
    });
    const changes = await store.since(before, { limit: 100, collections: ['meetings'] });
    expect(changes).toHaveLength(3);
    await followEvidence.handle(changes, {
      ...{ tenant: house.tenant, clock: () => house.nowMs, newId: () => uuidv7(house.nowMs, randomBytes(10)), reader },
      async commit(plan) {
        const done = await store.commit('system:test', plan);
        return done.ok ? { ok: true, value: done.value.value } : done;
      },
    });
    expect(await house.all('activities', { type: 'meeting_completed', registration: one })).toEqual([]);
    await recount(eventId);
  });

  test('nothing is recorded of a cancelled registration, or while gamification is off', async () => {
    const eventId = await openEvent({ gamification: { enabled: false } });
    const one = await join(eventId, 'one');
    house.nowMs = startMs;
    await checkIn(eventId, one);
    expect(await house.all(activities.name, { event: eventId })).toEqual([]);
  });
});

test('a person without points has no rank, whether or not others have points', async () => {
  const eventId = await openEvent();
  const [first, late] = [await join(eventId, 'first'), await join(eventId, 'late')];
  const none = { me: { rank: null, points: 0 } };
  expect(await board(eventId, { registrationId: late })).toMatchObject(none);
  await report(eventId, first, 'poll_vote', { subjectId: 'poll' });
  expect(await board(eventId, { registrationId: first })).toMatchObject({ me: { rank: 1, points: 2 } });
  expect(await board(eventId, { registrationId: late })).toMatchObject(none);
  await house.act('events.set_anonymous', { eventId, registrationId: late, anonymous: true });
  expect(await board(eventId, { registrationId: late })).toMatchObject(none);
});

describe('the leaderboard', () => {
  let eventId: string;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    eventId = await openEvent();
    for (const name of ['ann', 'betty', 'cem', 'dan']) ids[name] = await join(eventId, name);
    ids['staff'] = await join(eventId, 'sue', { role: 'Staff' });
    const votes = { ann: 3, betty: 2, cem: 2, dan: 1, staff: 5 };
    for (const [name, count] of Object.entries(votes))
      for (let n = 0; n < count; n += 1) {
        house.nowMs += 1_000;
        await report(eventId, ids[name]!, 'poll_vote', { subjectId: `poll-${n}` });
      }
    await house.follow();
  });
  const rows = async (more: object = {}) =>
    listAt(await board(eventId, more), 'leaderboard').map(({ name, rank }) => `${rank} ${name}`);

  test('1, 2, 2, 4: equal points in the order in which they were reached; staff are not on it', async () => {
    expect(await rows()).toEqual(['1 ann', '2 betty', '2 cem', '4 dan']);
    expect(await rows({ limit: 2 })).toEqual(['1 ann', '2 betty']);
    const me = await board(eventId, { registrationId: ids['cem'] });
    expect(me).toMatchObject({ me: { rank: 2, points: 4 }, meta: { mode: 'live', people: 4 } });
    expect(await board(eventId, { registrationId: ids['staff'] })).toMatchObject({ me: { rank: null, points: 10 } });
  });

  test('an attendee who does not want to be named keeps the rank, without name, company and ID', async () => {
    await house.act('events.set_anonymous', { eventId, registrationId: ids['betty'], anonymous: true });
    await house.follow();
    const [, second] = listAt(await board(eventId), 'leaderboard');
    expect(second).toEqual({ rank: 2, registrationId: null, name: null, company: null, points: 4, badges: 1 });
    const [published] = await house.all('leaderboards', { event: eventId });
    expect(JSON.stringify(published)).not.toContain('betty');
    expect(JSON.stringify(published)).not.toContain(ids['betty']);
    await house.act('events.set_anonymous', { eventId, registrationId: ids['betty'], anonymous: false });
  });

  test('a role that becomes staff, and a cancellation, leave the leaderboard', async () => {
    await house.update('registrations', ids['dan']!, { role: 'staff' });
    await house.act('events.cancel_registration', { eventId, registrationId: ids['cem'] });
    await house.follow();
    expect(await rows()).toEqual(['1 ann', '2 betty']);
    await house.update('registrations', ids['dan']!, { role: 'Founder' });
    await house.follow();
    expect(await rows()).toEqual(['1 ann', '2 betty', '3 dan']);
  });

  test('a snapshot is as of the full hour, without what was recorded after it', async () => {
    house.nowMs = Math.ceil(house.nowMs / hourMs) * hourMs + 20_000;
    const asOf = isoTime(Math.floor(house.nowMs / hourMs) * hourMs);
    expect(await board(eventId, { snapshot: 'hourly' })).toMatchObject({ leaderboard: [], meta: { asOf: null } });
    for (let n = 5; n < 9; n += 1) await report(eventId, ids['dan']!, 'poll_vote', { subjectId: `poll-${n}` });
    await house.runJob('events.store-leaderboards');
    await house.runJob('events.store-leaderboards');
    expect(await rows()).toEqual(['1 dan', '2 ann', '3 betty']);
    const hourly = await board(eventId, { snapshot: 'hourly' });
    expect(hourly).toMatchObject({ meta: { mode: 'hourly', asOf, people: 3 } });
    expect(listAt(hourly, 'leaderboard').map(({ name, points }) => `${name} ${points}`)).toEqual([
      'ann 6',
      'betty 4',
      'dan 2',
    ]);
    house.nowMs += hourMs;
    await house.runJob('events.store-leaderboards');
    expect(await rows({ snapshot: 'hourly' })).toEqual(['1 dan', '2 ann', '3 betty']);
    // Midnight in Oslo, two hours before that of UTC.
    const daily = await board(eventId, { snapshot: 'daily' });
    expect(at(daily, 'meta.asOf')).toSatisfy(
      (when: unknown) => when === null || String(when).slice(11) === '22:00:00.000Z',
    );
    const unknown = await house.act('events.leaderboard', { eventId, snapshot: 'weekly' });
    expect([unknown.status, codeOf(unknown)]).toEqual([422, 'snapshot_unknown']);
  });

  test('the badges: 15, with the observed share beside the target, and one person’s progress', async () => {
    const list = listAt((await house.act('events.badges', { eventId, registrationId: ids['ann'] })).body, 'badges');
    expect(list).toHaveLength(15);
    // 3 of 4 confirmed people hold it: the fourth has cancelled, and staff count as attendees.
    expect(list.find(({ id }) => id === 'feedback_giver')).toMatchObject({
      rarity: 'common',
      targetShare: { min: 50, max: 70 },
      awarded: true,
      state: 'awarded',
      progress: { value: 1, goal: 1 },
    });
    expect(list.find(({ id }) => id === 'session_explorer')).toMatchObject({
      awarded: false,
      state: 'locked',
      progress: { value: 0, goal: 5 },
    });
    expect(list.find(({ id }) => id === 'event_legend')).toMatchObject({ progress: null, prizeDraw: true });
  });

  test('when the event ends, the top 1 percent are legends, and stay so', async () => {
    house.nowMs = startMs + 9 * hourMs;
    await house.runJob('events.status-by-clock');
    await house.runJob('events.status-by-clock');
    await house.follow();
    const legends = await house.all('badge_awards', { event: eventId, badge: 'event_legend' });
    expect(legends.map(({ registration }) => registration)).toEqual([ids['dan']]);
  });
});
