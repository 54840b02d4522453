/** The automatic plan of a day, and lists for many people, both by a worker. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { at, listAt, openingTime, textAt } from '../events-module.ts';
import { founder, investor, openPeopleLab, type PeopleLab } from './people-lab.ts';

let lab: PeopleLab;
const begin = openingTime + 7 * dayMs;
beforeAll(async () => {
  lab = await openPeopleLab();
});
beforeEach(() => {
  lab.house.nowMs = openingTime;
});
afterAll(() => lab.close());

async function mutual(a: string, b: string) {
  await lab.act('events.accept_match', a, { matchId: await lab.profileOf(b) });
  await lab.act('events.accept_match', b, { matchId: await lab.profileOf(a) });
}

describe('the plan', () => {
  test('makes confirmed meetings for mutual matches, around what people have, at free tables, once', async () => {
    await lab.openEvent();
    const done = await lab.house.store.commit('system:test', async (tx) => {
      await tx.create('meeting_locations', { event: lab.eventId, name: 'A', position: 0, active: true });
      return { ok: true, value: null };
    });
    expect(done.ok).toBe(true);
    const [ada, bo, cy, di] = [
      await lab.join('Ada', founder),
      await lab.join('Bo', investor),
      await lab.join('Cy', investor),
      await lab.join('Di', investor),
    ];
    await mutual(ada, bo);
    await mutual(ada, cy);
    await mutual(bo, di);
    const first = await lab.act('events.propose_meeting', bo, { inviteeRegistrationId: ada, startsAt: isoTime(begin) });
    await lab.act('events.accept_meeting', ada, { meetingId: textAt(first.body, 'meeting.id') });
    const until = { startsAt: isoTime(begin), endsAt: isoTime(begin + 60 * minuteMs) };
    const plan = await lab.house.act('events.plan_meetings', { eventId: lab.eventId, ...until });
    expect(plan.status).toBe(202);
    await lab.house.follow();
    expect(await lab.house.get('meeting_plans', textAt(plan.body, 'id'))).toMatchObject({
      status: 'done',
      pairs: 2,
      planned: 2,
    });
    const made = await lab.house.all('meetings', { event: lab.eventId, planned: true });
    expect(made.map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
    const starts = made.map(({ startsAt }) => String(startsAt));
    expect(new Set(starts).size).toBe(2);
    expect(starts).not.toContain(isoTime(begin));
    expect(lab.house.letters.filter(({ template }) => template === 'meeting_confirmed').length).toBeGreaterThanOrEqual(
      4,
    );
    const again = await lab.house.act('events.plan_meetings', { eventId: lab.eventId, ...until });
    await lab.house.follow();
    expect(await lab.house.get('meeting_plans', textAt(again.body, 'id'))).toMatchObject({ pairs: 0, planned: 0 });
  });

  test('counts the meetings that people have, and those that they have proposed', async () => {
    await lab.openEvent({ meetings: { maxPerAttendee: 2 } });
    const names = ['Bo', 'Cy', 'Di', 'Ed', 'Fay'];
    const ada = await lab.join('Ada', founder);
    const others: string[] = [];
    for (const name of names) others.push(await lab.join(name, investor));
    const [bo = '', cy = '', di = '', ed = ''] = others;
    const plan = async () => {
      const asked = await lab.house.act('events.plan_meetings', { eventId: lab.eventId });
      await lab.house.follow();
      return (await lab.house.get('meeting_plans', textAt(asked.body, 'id')))['planned'];
    };
    await mutual(ada, bo);
    expect(await plan()).toBe(1);
    // A proposal of Ada's that waits for its answer is her second one.
    expect((await lab.act('events.propose_meeting', ada, { inviteeRegistrationId: cy })).status).toBe(201);
    await mutual(ada, di);
    expect(await plan()).toBe(0);
    await mutual(di, ed);
    for (const other of others.slice(2)) await mutual(bo, other);
    // Bo has one already, and gets one more of three; Di and Ed meet.
    expect(await plan()).toBe(2);
    for (const person of [ada, ...others]) {
      const own = (await lab.house.all('meetings', { event: lab.eventId })).filter(
        ({ invitee, requester }) => invitee === person || requester === person,
      );
      expect(own.length).toBeLessThanOrEqual(2);
    }
  });

  test('is refused outside the event', async () => {
    await lab.openEvent();
    const late = await lab.house.act('events.plan_meetings', {
      eventId: lab.eventId,
      startsAt: isoTime(begin + 2 * dayMs),
    });
    expect(at(late.body, 'errors.0.code')).toBe('outside_event');
  });
});

describe('above 2,000 people', () => {
  test('the worker shares the attention, and who joins or changes is listed at once', async () => {
    await lab.openEvent({ matching: { maxMatchesPerAttendee: 5 } });
    const words = (n: number) => ({
      ...founder,
      role: ['Founder', 'Investor'][n % 2],
      interests: ['AI', `topic ${n % 50}`],
    });
    const people = 2_050;
    for (let from = 0; from < people; from += 410) {
      const done = await lab.house.store.commit('system:test', async (tx) => {
        for (let n = from; n < from + 410; n += 1) {
          const place = {
            event: lab.eventId,
            status: 'confirmed',
            paymentStatus: 'not_required',
            amount: 0,
            currency: 'USD',
          };
          const [type] = await tx.find('ticket_types', {
            where: { kind: 'field', path: 'event', op: 'equals', value: lab.eventId },
            limit: 1,
          });
          const { id } = await tx.create('registrations', {
            ...place,
            ...{
              ticketType: type?.id,
              name: `P${n}`,
              email: `p${n}@example.org`,
              ticketNumber: `${lab.eventId}${n}`.slice(-38),
              pageSecret: `${lab.eventId}${n}`,
            },
          });
          await tx.create('attendee_profiles', {
            event: lab.eventId,
            registration: id,
            ...words(n),
            networkingOptIn: true,
          });
        }
        return { ok: true, value: null };
      });
      expect(done.ok).toBe(true);
    }
    const ada = await lab.join('Ada', founder);
    const own = async () => listAt((await lab.matches(ada)).body, 'matches').map(({ profileId }) => String(profileId));
    const alone = await own();
    expect(alone).toHaveLength(5);
    // By the worker it is another list as soon as it is there: the best are not shown to everyone.
    await expect.poll(own, { interval: 200 }).not.toEqual(alone);
    const shared = await own();
    expect(shared).toHaveLength(5);
    const bo = await lab.join('Bo', investor);
    expect(listAt((await lab.matches(bo)).body, 'matches')).toHaveLength(5);
    const [gone] = shared;
    await lab.house.update('attendee_profiles', gone ?? '', { networkingOptIn: false });
    expect(await own()).not.toContain(gone);
    // A declined pair is left out when the lists are shared out again, so that its place goes to another person.
    const [declined] = await own();
    await lab.act('events.decline_match', ada, { matchId: declined });
    await expect.poll(own, { interval: 200 }).toHaveLength(5);
    expect(await own()).not.toContain(declined);
  });
});
