/** Points, totals and prizes where many ask at the same moment, on both stores. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgres } from '../../../fixtures/postgres.ts';
import {
  ada,
  confirmedPlace,
  type EventsModule,
  listAt,
  openEventsModule,
  sampleEvent,
  textAt,
} from './events-module.ts';

describe.each(['sqlite', 'postgres'] as const)('%s', (store) => {
  let house: EventsModule;
  let eventId: string;
  let people: [string, string, string];

  beforeAll(async () => {
    house = await openEventsModule(
      store === 'postgres' ? { databaseUrl: await (await postgres()).database('points') } : {},
    );
    eventId = textAt((await house.act('events.create', sampleEvent())).body, 'id');
    await house.follow();
    const made: string[] = [];
    for (const name of ['ann', 'bea', 'cem'])
      made.push((await confirmedPlace(house, eventId, { ...ada, name, email: `${name}@example.org` })).id);
    people = made as [string, string, string];
  }, 60_000);
  afterAll(() => house?.close());

  const act = (action: string, input: object = {}) => house.act(`events.${action}`, { eventId, ...input });

  test('votes of one person at the same moment give points once', async () => {
    const made = await act('create_poll', { question: 'Tea?', options: ['Yes', 'No', 'Both'] });
    const pollId = textAt(made.body, 'id');
    await act('open_poll', { pollId });
    const all = Array.from({ length: 60 }, (_, n) =>
      act('vote', { pollId, registrationId: people[n % 3], option: n % 2 }),
    );
    for (const { status } of await Promise.all(all)) expect(status).toBe(201);
    await house.follow();
    expect(await house.all('activities', { type: 'poll_vote', subjectId: pollId })).toHaveLength(3);
  });

  test('visits of a booth give points once, with the time of all visits', async () => {
    const exhibitorId = textAt((await act('create_exhibitor', { name: 'Acme', booth: 'B12' })).body, 'id');
    const visit = () => act('visit_booth', { exhibitorId, registrationId: people[2], dwellSeconds: 40 });
    await Promise.all([visit(), visit(), visit()]);
    await house.follow();
    expect(await house.all('activities', { type: 'booth_visit', subjectId: exhibitorId })).toMatchObject([
      { points: 5, metadata: { dwellSeconds: 120 } },
    ]);
  });

  test('prizes: 20 claims at the same moment are one, and a total equals its activities under 40 writers', async () => {
    const [ann, bea] = people;
    await house.store.commit('system:test', async (tx) => {
      for (const registration of [ann, bea])
        await tx.create('badge_awards', {
          event: eventId,
          registration,
          badge: 'all_rounder',
          state: 'awarded',
          awardedAt: tx.now,
        });
      return { ok: true, value: null };
    });
    for (const registrationId of people) await act('set_anonymous', { registrationId, anonymous: false });
    const drawId = textAt((await act('create_draw', { name: 'x' })).body, 'id');
    await act('freeze_draw', { drawId });
    const drawn = (await act('run_draw', { drawId })).body;
    const winner = listAt(drawn, 'winners')[0]?.['registrationId'];
    const claims = Array.from({ length: 20 }, () => act('claim_prize', { drawId, registrationId: winner }));
    for (const { status } of await Promise.all(claims)) expect(status).toBe(200);
    const won = await house.all('prize_entries', { draw: drawId, state: 'claimed' });
    expect(won).toMatchObject([{ version: 4 }]);

    const reports = Array.from({ length: 40 }, (_, n) =>
      act('record_activity', { registrationId: ann, type: 'match_mutual', subjectId: `m${n % 25}` }),
    );
    await Promise.all(reports);
    const [entry] = await house.all('leaderboard_entries', { registration: ann });
    const done = await house.all('activities', { registration: ann });
    expect(done.filter(({ type }) => type === 'match_mutual')).toHaveLength(25);
    expect(entry?.['points']).toBe(done.reduce((sum, one) => sum + Number(one['points']), 0));
  });
});
