/** Profiles and matches: who is listed, what each may know, and how two people come to agree. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#server/core/policy/actor.ts';
import { ok } from '#shared/base/result.ts';
import { at, listAt, openingTime, textAt } from '../events-module.ts';
import { founder, investor, openPeopleLab, type PeopleLab } from './people-lab.ts';

let lab: PeopleLab;
beforeAll(async () => {
  lab = await openPeopleLab();
});
beforeEach(async () => {
  lab.house.nowMs = openingTime;
  await lab.openEvent();
});
afterAll(() => lab.close());

const code = (answer: { readonly body: unknown }) => at(answer.body, 'errors.0.code');
const names = (answer: { readonly body: unknown }) =>
  listAt(answer.body, 'matches').map((one) => at(one, 'profile.name'));

async function two() {
  const ada = await lab.join('Ada', founder);
  const bo = await lab.join('Bo', investor);
  return { ada, bo, adaProfile: await lab.profileOf(ada), boProfile: await lab.profileOf(bo) };
}

describe('a phone number', () => {
  test('is one that can be called, on every way in', async () => {
    const bo = await lab.join('Bo', investor);
    const profile = await lab.profileOf(bo);
    const set = (phone: string) => lab.act('events.set_profile', bo, { ...investor, phone });
    const tell = (body: unknown) => [at(body, 'errors.0.code'), at(body, 'errors.0.path')];
    for (const phone of ['abc', '12 34', '+', '()', '+47 99 88 77 66 x']) {
      const done = await set(phone);
      expect([phone, done.status, ...tell(done.body)]).toEqual([phone, 422, 'invalid_format', 'phone']);
      const attendee = { name: 'Cy', email: 'cy@example.org', company: 'Quay', role: 'Guest' };
      const joined = { eventId: lab.eventId, ticketType: 'free', attendee, profile: { ...investor, phone } };
      expect((await lab.house.act('events.register', joined)).status).toBe(422);
    }
    for (const phone of ['110 22', '+47 99 88 77 66', '(030) 123-456/7']) expect((await set(phone)).status).toBe(200);
    // Generated updates do not write it.
    expect((await lab.house.update('attendee_profiles', profile, { phone: '030 1234567' })).kind).toBe('refused');
  });
});

describe('the list', () => {
  test('has the other person at once, with score, breakdown, reasons and no contact', async () => {
    const { ada, bo, boProfile } = await two();
    const answer = await lab.matches(ada);
    expect(answer.status).toBe(200);
    const [match, ...more] = listAt(answer.body, 'matches');
    expect(more).toEqual([]);
    expect(match).toMatchObject({
      profileId: boProfile,
      registrationId: bo,
      status: 'suggested',
      breakdown: { complementaryScore: 0.5, interestScore: 1, skillScore: 1, roleScore: 1 },
      profile: { name: 'Bo', company: investor.company, role: 'Investor', headline: investor.headline },
    });
    expect(at(match, 'reasons.0')).toEqual({
      type: 'complementary',
      description: 'Bo offers Seed funding that you are looking for; you offer AI platform that Bo is looking for',
    });
    expect(JSON.stringify(answer.body)).not.toContain('@example.org');
    expect(at(answer.body, 'meta.semanticProvider')).toBe('lexical');
    const [back] = listAt((await lab.matches(bo)).body, 'matches');
    expect([back?.['id'], back?.['score']]).toEqual([match?.['id'], match?.['score']]);
  });

  test('leaves out who is below the minimum, prevented, withdrawn or cancelled', async () => {
    const { ada } = await two();
    await lab.join('Stranger', {
      ...investor,
      role: 'Baker',
      headline: 'x',
      lookingFor: [],
      offering: [],
      interests: [],
      skills: [],
    });
    await lab.join('Rival', { ...investor, role: 'Co-founder' });
    const gone = await lab.join('Gone', investor);
    const shy = await lab.join('Shy', investor, false);
    await lab.house.act('events.cancel_registration', { eventId: lab.eventId, registrationId: gone });
    expect(names(await lab.matches(ada))).toEqual(['Bo']);
    await lab.act('events.set_profile', shy, { ...investor, networkingOptIn: true });
    expect(names(await lab.matches(ada)).toSorted()).toEqual(['Bo', 'Shy']);
    await lab.act('events.set_profile', shy, { ...investor, networkingOptIn: false });
    expect(names(await lab.matches(ada))).toEqual(['Bo']);
    expect(code(await lab.matches(shy))).toBe('networking_opt_in_required');
  });

  test('is as long as the event has it, best first, of equals the first profile', async () => {
    await lab.openEvent({ matching: { maxMatchesPerAttendee: 3 } });
    const ada = await lab.join('Ada', founder);
    for (const n of [1, 2, 3, 4]) await lab.join(`Bo${n}`, investor);
    await lab.join('Best', { ...investor, lookingFor: founder.offering, offering: founder.lookingFor });
    const listed = listAt((await lab.matches(ada)).body, 'matches');
    const [, ...equal] = listed.map((one) => String(one['profileId']));
    expect(at(listed[0], 'profile.name')).toBe('Best');
    const all = await lab.house.all('attendee_profiles', { event: lab.eventId, headline: investor.headline });
    const ids = all.map(({ id }) => id).filter((id) => id !== listed[0]?.['profileId']);
    expect(equal).toEqual(ids.toSorted().slice(0, 2));
    expect(listAt((await lab.matches(ada, { limit: 1 })).body, 'matches')).toHaveLength(1);
    expect((await lab.matches(ada, { limit: 0 })).status).toBe(422);
  });

  test('follows a setting that changes: weights, roles, minimum', async () => {
    const { ada } = await two();
    const set = (networking: object) => lab.house.act('events.update', { eventId: lab.eventId, networking });
    await set({ matching: { minScore: 99 } });
    expect(names(await lab.matches(ada))).toEqual([]);
    await set({ matching: { minScore: 40 }, preventedPairs: [{ first: 'CTO', second: 'Investor' }] });
    expect(names(await lab.matches(ada))).toEqual([]);
    await set({ enabled: false });
    expect(code(await lab.matches(ada))).toBe('networking_disabled');
    expect((await set({ matching: { weights: { interests: -1 } } })).status).toBe(422);
    const none = { complementary: 0, interests: 0, skills: 0, industry: 0, role: 0, semantic: 0 };
    expect(code(await set({ matching: { weights: none } }))).toBe('weights_invalid');
  });

  test('needs a registration, a profile and an opt-in', async () => {
    const { ada } = await two();
    expect(code(await lab.house.act('events.matches', { eventId: lab.eventId }))).toBe('registrationId_required');
    const bare = await lab.join('Bare', null);
    expect(code(await lab.matches(bare))).toBe('profile_incomplete');
    expect(code(await lab.matches(lab.eventId))).toBe('registration_not_found');
    const other = lab.eventId;
    await lab.openEvent();
    expect(code(await lab.matches(ada))).toBe('registration_not_found');
    lab.eventId = other;
  });

  test('without the requirement to opt in, everyone with a profile is seen who has not opted out', async () => {
    await lab.openEvent({ optInRequired: false });
    const ada = await lab.join('Ada', founder);
    const attendee = { name: 'Quiet', email: 'quiet@example.org' };
    await lab.house.act('events.register', { eventId: lab.eventId, ticketType: 'free', attendee, profile: investor });
    await lab.join('Out', investor, false);
    expect(names(await lab.matches(ada))).toEqual(['Quiet']);
  });
});

describe('a profile', () => {
  test('is written whole, within the limits of its lists', async () => {
    const ada = await lab.join('Ada', null);
    const many = (count: number) => Array.from({ length: count }, (_, n) => `word ${n}`);
    const write = (more: object) => lab.act('events.set_profile', ada, { ...founder, ...more });
    expect((await write({ lookingFor: many(6) })).status).toBe(422);
    expect((await write({ interests: many(11) })).status).toBe(422);
    expect((await write({ headline: undefined })).status).toBe(422);
    const good = await write({ lookingFor: many(5), interests: many(10), skills: undefined, networkingOptIn: true });
    expect(good.status).toBe(200);
    expect(good.body).toMatchObject({
      registrationId: ada,
      headline: founder.headline,
      skills: null,
      networkingOptIn: true,
    });
    const read = await lab.act('events.profile', ada, {});
    expect(read.body).toEqual(good.body);
    expect((await write({})).body).toMatchObject({ networkingOptIn: true });
  });

  test('is written by the person with the secret of their page, and by no other guest', async () => {
    const ada = await lab.join('Ada', founder);
    const { pageSecret } = await lab.house.get('registrations', ada);
    const runs = new Set(['events.set_profile', 'events.matches', 'events.accept_match']);
    const guest: Actor = {
      tenant: lab.house.tenant,
      kind: 'public',
      id: 'page',
      scopes: new Set(),
      roles: new Set(),
      runs,
    };
    const as = (secret: unknown) =>
      lab.house.act('events.matches', { eventId: lab.eventId, registrationId: ada, secret }, guest);
    expect((await as(pageSecret)).status).toBe(200);
    expect(code(await as('another'))).toBe('registration_not_found');
    expect(code(await as(undefined))).toBe('registration_not_found');
  });

  test('of a registration that is given to another person is gone', async () => {
    const { ada, bo, boProfile } = await two();
    await lab.act('events.accept_match', ada, { matchId: boProfile });
    const attendee = { name: 'New', email: 'new@example.org' };
    expect((await lab.act('events.transfer', bo, { attendee })).status).toBe(200);
    expect(await lab.house.all('attendee_profiles', { registration: bo })).toEqual([]);
    expect(await lab.house.all('matches', { event: lab.eventId })).toEqual([]);
    expect(names(await lab.matches(ada))).toEqual([]);
  });
});

describe('answering', () => {
  test('both accept: mutual, and each sees the contact of the other', async () => {
    const { ada, bo, boProfile } = await two();
    await lab.act('events.set_profile', bo, { ...investor, phone: '+47 99 88 77 66' });
    const first = await lab.act('events.accept_match', ada, { matchId: boProfile, message: 'Coffee?' });
    expect(first).toMatchObject({ status: 200, body: { match: { status: 'pending' }, mutual: false } });
    expect(at(first.body, 'match.contact')).toBe(undefined);
    const again = await lab.act('events.accept_match', ada, { matchId: textAt(first.body, 'match.id') });
    expect(again.body).toEqual(first.body);
    const [seen] = listAt((await lab.matches(bo)).body, 'matches');
    expect(seen).toMatchObject({
      id: textAt(first.body, 'match.id'),
      status: 'pending',
      acceptedByYou: false,
      message: 'Coffee?',
    });
    expect(JSON.stringify(seen)).not.toContain('ada@example.org');
    const second = await lab.act('events.accept_match', bo, { matchId: seen?.['id'] });
    expect(second.body).toMatchObject({
      mutual: true,
      match: { status: 'mutual', contact: { email: 'ada@example.org' } },
    });
    const [mine] = listAt((await lab.matches(ada)).body, 'matches');
    expect(mine).toMatchObject({ status: 'mutual', contact: { email: 'bo@example.org', phone: '+47 99 88 77 66' } });
  });

  test('what each wrote when accepting stays readable to both, until the contact is ended', async () => {
    const { ada, adaProfile, bo, boProfile } = await two();
    const messages = async (person: string) => {
      const [{ message, yourMessage } = {}] = listAt((await lab.matches(person)).body, 'matches');
      return { message, yourMessage };
    };
    await lab.act('events.accept_match', ada, { matchId: boProfile, message: 'Coffee?' });
    expect(await messages(ada)).toEqual({ message: null, yourMessage: 'Coffee?' });
    expect(await messages(bo)).toEqual({ message: 'Coffee?', yourMessage: null });
    await lab.act('events.accept_match', bo, { matchId: adaProfile, message: 'At noon' });
    expect(await messages(ada)).toEqual({ message: 'At noon', yourMessage: 'Coffee?' });
    expect(await messages(bo)).toEqual({ message: 'Coffee?', yourMessage: 'At noon' });
    await lab.act('events.decline_match', ada, { matchId: boProfile });
    const [row] = await lab.house.all('matches', { event: lab.eventId });
    expect(row).toMatchObject({ message: null, reply: null });
  });

  test('the id of the list is good before anything is stored', async () => {
    const { ada, bo } = await two();
    const [match] = listAt((await lab.matches(ada)).body, 'matches');
    const accepted = await lab.act('events.accept_match', bo, { matchId: match?.['id'] });
    expect(textAt(accepted.body, 'match.id')).toBe(match?.['id']);
    const third = await lab.join('Cy', investor);
    expect(code(await lab.act('events.accept_match', third, { matchId: match?.['id'] }))).toBe('not_a_party');
    expect(code(await lab.act('events.accept_match', third, { matchId: 'nothing' }))).toBe('match_not_found');
  });

  test('declined or blocked: hidden both ways, and not to be accepted', async () => {
    for (const ending of ['decline', 'block'] as const) {
      await lab.openEvent();
      const { ada, adaProfile, bo, boProfile } = await two();
      await lab.act('events.accept_match', ada, { matchId: boProfile, message: 'Coffee?' });
      expect((await lab.act(`events.${ending}_match`, bo, { matchId: adaProfile })).status).toBe(200);
      expect([names(await lab.matches(ada)), names(await lab.matches(bo))]).toEqual([[], []]);
      expect(code(await lab.act('events.accept_match', ada, { matchId: boProfile }))).toBe('match_declined');
      const invite = { inviteeRegistrationId: bo };
      expect(code(await lab.act('events.propose_meeting', ada, invite))).toBe('match_declined');
    }
  });

  test('a report says why, and blocks', async () => {
    const { ada, adaProfile, bo, boProfile } = await two();
    await lab.act('events.block_match', ada, { matchId: boProfile });
    await lab.act('events.report_match', bo, { matchId: adaProfile, reason: 'Rude' });
    const [row] = await lab.house.all('matches', { event: lab.eventId });
    expect(row).toMatchObject({ status: 'blocked', endedBy: ada, reportedBy: bo, reportReason: 'Rude' });
  });

  test('two who report each other are two reports; a repeated one is open again', async () => {
    const { ada, adaProfile, bo, boProfile } = await two();
    await lab.act('events.report_match', ada, { matchId: boProfile, reason: 'Pushy' });
    await lab.act('events.report_match', bo, { matchId: adaProfile, reason: 'Rude' });
    const reports = () => lab.house.all('match_reports', { event: lab.eventId });
    const reportRows = (await reports()).map(({ reason, reported, reportedBy }) => ({ reason, reported, reportedBy }));
    expect(reportRows).toHaveLength(2);
    expect(reportRows).toContainEqual({ reason: 'Pushy', reported: bo, reportedBy: ada });
    expect(reportRows).toContainEqual({ reason: 'Rude', reported: ada, reportedBy: bo });
    await lab.house.store.commit('system:test', async (tx) => {
      for (const { id } of await reports()) await tx.update('match_reports', id, { reviewedAt: tx.now });
      return ok(null);
    });
    await lab.act('events.report_match', ada, { matchId: boProfile, reason: 'Still pushy' });
    const after = await reports();
    expect(after.find(({ reportedBy }) => reportedBy === ada)).toMatchObject({
      reason: 'Still pushy',
      reviewedAt: null,
    });
    expect(after.find(({ reportedBy }) => reportedBy === bo)?.['reviewedAt']).not.toBeNull();
  });

  test('a block is taken back by who made it alone, and what the other said stays', async () => {
    const { ada, adaProfile, bo, boProfile } = await two();
    const blocked = async (who: string) => listAt((await lab.matches(who)).body, 'blocked');
    const unblock = (who: string, id: string) => lab.act('events.unblock_match', who, { matchId: id });
    const id = textAt((await lab.act('events.block_match', ada, { matchId: boProfile })).body, 'match.id');
    expect([await blocked(ada), await blocked(bo)]).toEqual([[{ id, name: 'Bo', reported: false }], []]);
    // The other one learns nothing, and takes nothing back.
    expect((await unblock(bo, id)).body).toEqual({ id, blocked: false });
    expect([names(await lab.matches(bo)), (await blocked(ada)).length]).toEqual([[], 1]);
    // Both block: one of the blocks is left.
    await lab.act('events.block_match', bo, { matchId: adaProfile });
    expect((await unblock(ada, id)).body).toEqual({ id, blocked: false });
    expect([await blocked(ada), names(await lab.matches(ada)), (await blocked(bo)).length]).toEqual([[], [], 1]);
    expect((await unblock(bo, id)).body).toEqual({ id, blocked: false });
    expect([names(await lab.matches(ada)), names(await lab.matches(bo))]).toEqual([['Bo'], ['Ada']]);
    // What was declined by the other before stays so.
    await lab.act('events.decline_match', bo, { matchId: adaProfile });
    await lab.act('events.block_match', ada, { matchId: boProfile });
    await unblock(ada, id);
    expect([await blocked(ada), names(await lab.matches(ada))]).toEqual([[], []]);
    expect(code(await lab.act('events.accept_match', ada, { matchId: boProfile }))).toBe('match_declined');
    const third = await lab.join('Cy', investor);
    expect(code(await unblock(third, id))).toBe('not_a_party');
    expect(code(await unblock(ada, boProfile))).toBe('match_not_found');
  });

  test('a person who agreed before and is no longer blocked is suggested, and is asked again', async () => {
    const { ada, adaProfile, bo, boProfile } = await two();
    await lab.act('events.accept_match', ada, { matchId: boProfile });
    await lab.act('events.accept_match', bo, { matchId: adaProfile });
    const { body } = await lab.act('events.block_match', ada, { matchId: boProfile });
    await lab.act('events.unblock_match', ada, { matchId: textAt(body, 'match.id') });
    const [match] = listAt((await lab.matches(bo)).body, 'matches');
    expect(match).toMatchObject({ status: 'suggested', acceptedByYou: false });
    expect(match).not.toHaveProperty('contact');
    expect((await lab.act('events.accept_match', bo, { matchId: adaProfile })).body).toMatchObject({ mutual: false });
  });

  test('a report is not undone by taking back a block', async () => {
    const { ada, adaProfile, bo, boProfile } = await two();
    const { body } = await lab.act('events.report_match', ada, { matchId: boProfile, reason: 'Pushy' });
    const id = textAt(body, 'match.id');
    expect(listAt((await lab.matches(ada)).body, 'blocked')).toEqual([{ id, name: 'Bo', reported: true }]);
    expect(code(await lab.act('events.unblock_match', ada, { matchId: id }))).toBe('match_reported');
    await lab.act('events.block_match', bo, { matchId: adaProfile });
    expect((await lab.act('events.unblock_match', bo, { matchId: id })).status).toBe(200);
    expect([names(await lab.matches(ada)), names(await lab.matches(bo))]).toEqual([[], []]);
    expect(await lab.house.all('match_reports', { event: lab.eventId })).toHaveLength(1);
  });

  test('prevented and over', async () => {
    const { ada, boProfile } = await two();
    const rival = await lab.join('Rival', { ...investor, role: 'Co-founder' });
    const rivals = { matchId: await lab.profileOf(rival) };
    expect(code(await lab.act('events.accept_match', ada, rivals))).toBe('match_prevented');
    await lab.act('events.accept_match', ada, { matchId: boProfile });
    lab.house.nowMs = openingTime + 9 * 86_400_000;
    expect(code(await lab.act('events.accept_match', ada, { matchId: boProfile }))).toBe('match_expired');
    await lab.house.runJob('events.expire-matches');
    expect(await lab.house.all('matches', { event: lab.eventId })).toMatchObject([{ status: 'expired' }]);
  });

  test('withdrawing removes what is open and hides what is mutual; coming back shows it again', async () => {
    const { ada, adaProfile, bo, boProfile } = await two();
    const cy = await lab.join('Cy', investor);
    await lab.act('events.accept_match', ada, { matchId: boProfile });
    await lab.act('events.accept_match', bo, { matchId: adaProfile });
    await lab.act('events.accept_match', cy, { matchId: adaProfile });
    await lab.house.update('attendee_profiles', adaProfile, { networkingOptIn: false });
    expect(await lab.house.all('matches', { event: lab.eventId })).toMatchObject([{ status: 'mutual' }]);
    expect(names(await lab.matches(bo))).not.toContain('Ada');
    expect(code(await lab.act('events.accept_match', bo, { matchId: adaProfile }))).toBe('match_not_found');
    await lab.house.update('attendee_profiles', adaProfile, { networkingOptIn: true });
    expect(names(await lab.matches(bo))).toContain('Ada');
  });
});
