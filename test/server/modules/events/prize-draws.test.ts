/** Prize draws on a real store: what is published when, the order that follows, claims, forfeits and the mail. */
import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs, isoTime } from '#shared/base/time.ts';
import { drawOrder, entrantLines } from '#shared/gamification/prize-draw.ts';
import {
  ada,
  at,
  type Body,
  confirmedPlace,
  type EventsModule,
  listAt,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
} from './events-module.ts';

let house: EventsModule;
let eventId: string;
let people: readonly string[];

beforeAll(async () => {
  house = await openEventsModule();
});
afterAll(() => house.close());

/** Three people with a rare badge, two of them with a legendary one too, one with a common one alone. */
beforeEach(async () => {
  house.nowMs = openingTime;
  eventId = textAt((await house.act('events.create', sampleEvent())).body, 'id');
  await house.follow();
  const made: string[] = [];
  for (const name of ['ann', 'bea', 'cem', 'dan']) {
    const { id } = await confirmedPlace(house, eventId, { ...ada, name, email: `${name}@example.org` });
    await house.act('events.record_activity', { eventId, registrationId: id, type: 'poll_vote' });
    made.push(id);
  }
  people = made;
  const [ann, bea, cem] = made as [string, string, string];
  await give(ann, 'track_master');
  await give(bea, 'super_networker');
  await give(bea, 'all_rounder');
  await give(cem, 'all_rounder');
});

async function give(registration: string, badge: string) {
  await house.store.commit('system:test', async (tx) => {
    const values = { event: eventId, registration, badge, state: 'awarded', awardedAt: tx.now };
    return { ok: true, value: await tx.create('badge_awards', values) };
  });
}

const act = (action: string, input: object = {}) => house.act(`events.${action}`, { eventId, ...input });
const announce = async (more: object = {}) => (await act('create_draw', { name: 'A bicycle', ...more })).body;
const step = async (verb: string, drawId: string, more: object = {}) => act(`${verb}_draw`, { drawId, ...more });
const codeOf = ({ body }: { body: unknown }) => at(body, 'errors.0.code');
const sha256 = (of: Uint8Array | string) => createHash('sha256').update(of).digest('hex');

/** As anyone computes it from what is published. */
function recomputed(draw: Body): readonly string[] {
  const seed = Buffer.from(textAt(draw, 'seed'), 'hex');
  expect(sha256(seed)).toBe(draw['commit']);
  const entrants = listAt(draw, 'entrants').map(({ registrationId, weight }) => ({
    id: String(registrationId),
    weight: Number(weight),
  }));
  expect(sha256(entrantLines(entrants))).toBe(draw['entrantsHash']);
  const value = draw['publicValue'];
  const key = value === null ? seed : createHmac('sha256', seed).update(String(value)).digest();
  const macOf = ({ id }: { id: string }) =>
    createHmac('sha256', key)
      .update(`${textAt(draw, 'id')}|${id}`)
      .digest();
  return drawOrder(entrants, macOf).map(({ id }) => id);
}

test('the commitment first, then the entrants with their hash, the seed last; the order follows from them', async () => {
  const draw = await announce();
  const drawId = textAt(draw, 'id');
  expect(draw).toMatchObject({ state: 'scheduled', seed: null, entrantsHash: null, entrants: [], order: [] });
  expect(draw['commit']).toMatch(/^[0-9a-f]{64}$/);
  expect(await step('open', drawId)).toMatchObject({ body: { state: 'open', seed: null } });
  const frozen = (await step('freeze', drawId)).body;
  expect(frozen).toMatchObject({ state: 'frozen', seed: null, order: [], winners: [] });
  const weights = Object.fromEntries(listAt(frozen, 'entrants').map((one) => [one['registrationId'], one['weight']]));
  expect(weights).toEqual({ [people[0]!]: 1, [people[1]!]: 3, [people[2]!]: 3 });
  // A badge that is earned now does not enter any more.
  await give(people[3]!, 'all_rounder');
  const drawn = (await step('run', drawId)).body;
  expect(drawn).toMatchObject({ state: 'drawn', commit: draw['commit'], entrantsHash: frozen['entrantsHash'] });
  expect(listAt(drawn, 'order').map(({ registrationId }) => registrationId)).toEqual(recomputed(drawn));
  expect(listAt(drawn, 'winners')).toMatchObject([{ place: 1, state: 'pending' }]);
  expect((await act('draws')).body).toEqual({ draws: [{ ...drawn, wouldEnter: null }] });
  const stored = await house.get('prize_draws', drawId);
  expect(String(stored['sealedSeed'])).not.toContain(textAt(drawn, 'seed'));
});

test('each step once and in order; refusals say why', async () => {
  const drawId = textAt(await announce(), 'id');
  expect(codeOf(await step('run', drawId))).toBe('draw_state_fixed');
  await step('freeze', drawId);
  for (const verb of ['open', 'freeze']) expect(codeOf(await step(verb, drawId))).toBe('draw_state_fixed');
  const seed = textAt((await step('run', drawId)).body, 'seed');
  expect(codeOf(await step('run', drawId))).toBe('draw_state_fixed');
  expect(await house.get('prize_draws', drawId)).toMatchObject({ seed });
  const empty = textAt(await announce({ badgeRarities: ['common'] }), 'id');
  expect(codeOf(await step('freeze', empty))).toBe('draw_no_entrants');
  expect(await step('freeze', eventId)).toMatchObject({ status: 404 });
  await house.update('events', eventId, { gamification: { prizeDraws: false } });
  expect(codeOf(await act('create_draw', { name: 'x' }))).toBe('draws_disabled');
});

test('is changed and withdrawn until its entrants are frozen, and never after', async () => {
  const draw = await announce({ publicSource: 'announced', publicNote: 'The lottery of Saturday' });
  const drawId = textAt(draw, 'id');
  const changed = (await step('update', drawId, { name: 'Two bicycles', prizes: 2, badgeRarities: ['rare'] })).body;
  expect(changed).toEqual({ ...draw, name: 'Two bicycles', prizes: 2, badgeRarities: ['rare'] });
  // What the result follows from is fixed: no one can choose it after the seed is known.
  expect(codeOf(await step('update', drawId, { publicSource: 'none' }))).toBe('unknown_field');
  await step('open', drawId);
  expect((await step('update', drawId, { claimHours: 12 })).body).toMatchObject({ prizes: 2, claimHours: 12 });
  expect((await step('withdraw', drawId)).body).toMatchObject({ state: 'withdrawn', seed: null, winners: [] });
  for (const verb of ['update', 'open', 'freeze', 'run', 'withdraw'])
    expect(codeOf(await step(verb, drawId))).toBe('draw_state_fixed');
  const frozen = textAt(await announce(), 'id');
  await step('freeze', frozen);
  for (const verb of ['update', 'withdraw']) expect(codeOf(await step(verb, frozen))).toBe('draw_state_fixed');
  await step('run', frozen);
  for (const verb of ['update', 'withdraw']) expect(codeOf(await step(verb, frozen))).toBe('draw_state_fixed');
});

test('says how many would enter, as the freeze then enters them', async () => {
  const rare = textAt(await announce({ badgeRarities: ['rare'] }), 'id');
  const both = textAt(await announce(), 'id');
  const counts = async () => {
    const draws = listAt((await act('draws', { counted: true })).body, 'draws');
    return Object.fromEntries(draws.map(({ id, wouldEnter }) => [id, wouldEnter]));
  };
  expect(await counts()).toEqual({ [rare]: 2, [both]: 3 });
  await give(people[3]!, 'track_master');
  expect(await counts()).toEqual({ [rare]: 3, [both]: 4 });
  expect(listAt((await step('freeze', both)).body, 'entrants')).toHaveLength(4);
  await step('withdraw', rare);
  expect(await counts()).toEqual({ [rare]: null, [both]: null });
  const plain = listAt((await act('draws')).body, 'draws');
  expect(plain.map(({ wouldEnter }) => wouldEnter)).toEqual([null, null]);
});

describe('a public value', () => {
  test('the check-ins at the freeze', async () => {
    const drawId = textAt(await announce({ publicSource: 'checkins' }), 'id');
    expect((await step('freeze', drawId)).body).toMatchObject({ publicValue: 'check-ins: 0' });
    expect(codeOf(await step('run', drawId, { publicValue: 'x' }))).toBe('public_value_not_used');
    const drawn = (await step('run', drawId)).body;
    expect(listAt(drawn, 'order').map(({ registrationId }) => registrationId)).toEqual(recomputed(drawn));
  });

  test('one that was announced', async () => {
    expect(codeOf(await act('create_draw', { name: 'x', publicSource: 'announced' }))).toBe('public_note_missing');
    const drawId = textAt(await announce({ publicSource: 'announced', publicNote: 'The lottery of Saturday' }), 'id');
    await step('freeze', drawId);
    expect(codeOf(await step('run', drawId))).toBe('public_value_missing');
    const drawn = (await step('run', drawId, { publicValue: '4 8 15 16 23 42' })).body;
    expect(drawn).toMatchObject({ publicValue: '4 8 15 16 23 42' });
    expect(listAt(drawn, 'order').map(({ registrationId }) => registrationId)).toEqual(recomputed(drawn));
  });
});

describe('prizes', () => {
  let drawId: string;
  let order: readonly string[];
  beforeEach(async () => {
    drawId = textAt(await announce({ claimHours: 24 }), 'id');
    await step('freeze', drawId);
    const drawn = (await step('run', drawId)).body;
    order = listAt(drawn, 'order').map(({ registrationId }) => String(registrationId));
  });
  const claim = (registrationId: string, more: object = {}) => act('claim_prize', { drawId, registrationId, ...more });

  test('the winner gets a mail, claims, and claims again with the same answer; then the draw is closed', async () => {
    house.letters.length = 0;
    await house.follow();
    const [letter] = house.letters;
    expect(house.letters).toHaveLength(1);
    expect(letter).toMatchObject({
      template: 'prize_won',
      registrationId: order[0],
      prize: { name: 'A bicycle', until: isoTime(house.nowMs + 24 * hourMs) },
    });
    expect(codeOf(await claim(order[1]!))).toBe('not_a_winner');
    expect(await claim(people[3]!)).toMatchObject({ status: 403 });
    expect(await claim(order[0]!, { secret: 'wrong' })).toMatchObject({ status: 404 });
    const done = await claim(order[0]!);
    expect(done).toMatchObject({ status: 200, body: { winner: { place: 1, state: 'claimed' } } });
    expect(await claim(order[0]!)).toEqual(done);
    expect(await house.get('prize_draws', drawId)).toMatchObject({ state: 'closed' });
  });

  test('not claimed in time: it goes to the next in the order, and in the end to no one', async () => {
    for (const [place, registration] of order.entries()) {
      const won = await house.all('prize_entries', { draw: drawId, state: 'pending' });
      expect(won.map((one) => one['registration'])).toEqual([registration]);
      house.nowMs += 24 * hourMs + 1;
      expect(codeOf(await claim(registration))).toBe('claim_expired');
      await house.runJob('events.forfeit-prizes');
      await house.runJob('events.forfeit-prizes');
      expect(await house.all('prize_entries', { draw: drawId, state: 'forfeited' })).toHaveLength(place + 1);
    }
    expect(await house.get('prize_draws', drawId)).toMatchObject({ state: 'closed' });
  });

  test('a winner who has cancelled meanwhile is passed over', async () => {
    await act('cancel_registration', { registrationId: order[1] });
    house.nowMs += 24 * hourMs + 1;
    await house.runJob('events.forfeit-prizes');
    const won = await house.all('prize_entries', { draw: drawId, state: 'pending' });
    expect(won.map((one) => one['registration'])).toEqual([order[2]]);
  });
});
