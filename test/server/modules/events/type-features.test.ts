/** Questions, polls, RSVPs and booths: who may what, and what counts once, also where many ask at the same moment. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guestActor } from '#server/core/policy/actor.ts';
import { dayMs, hourMs, isoTime } from '#shared/base/time.ts';
import { postgres } from '../../../fixtures/postgres.ts';
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

const codeOf = ({ body }: { body: unknown }) => at(body, 'errors.0.code');
const startMs = openingTime + 7 * dayMs;

describe.each(['sqlite', 'postgres'] as const)('%s', (store) => {
  let house: EventsModule;
  let eventId: string;
  let people: [string, string, string];

  beforeAll(async () => {
    house = await openEventsModule(
      store === 'postgres' ? { databaseUrl: await (await postgres()).database('features') } : {},
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
  const secretOf = async (id: string) => String((await house.get('registrations', id))['pageSecret']);
  /** An action as the ticket page of a person runs it. */
  async function asPerson(registrationId: string, action: string, input: object = {}) {
    const seen = { from: '192.0.2.1', acceptLanguage: 'en' };
    const guest = guestActor(house.tenant, [`events.${action}`], seen);
    const secret = await secretOf(registrationId);
    return house.act(`events.${action}`, { eventId, registrationId, secret, ...input }, guest);
  }

  test('what attendees do is refused while the event has it switched off, also from a page that is open', async () => {
    const [ann, bea] = people;
    const session = await house.store.commit('system:test', async (tx) => {
      const times = { startsAt: isoTime(startMs), endsAt: isoTime(startMs + hourMs) };
      return { ok: true, value: await tx.create('sessions', { event: eventId, title: 'Talk', ...times, sequence: 0 }) };
    });
    const sessionId = session.ok ? session.value.value.id : '';
    const asked = await asPerson(ann, 'ask_question', { sessionId, text: 'Why?' });
    const questionId = textAt(asked.body, 'question.id');
    await act('approve_question', { questionId });
    const exhibitorId = textAt((await act('create_exhibitor', { name: 'Off', booth: 'C1' })).body, 'id');
    const pollId = textAt((await act('create_poll', { question: 'x', options: ['a', 'b'] })).body, 'id');
    await act('open_poll', { pollId });
    const does = () =>
      Promise.all([
        asPerson(bea, 'ask_question', { sessionId, text: 'How?' }),
        asPerson(bea, 'upvote_question', { questionId }),
        asPerson(bea, 'vote', { pollId, option: 'a' }),
        asPerson(bea, 'rsvp', { answer: 'yes' }),
        act('visit_booth', { exhibitorId, registrationId: bea }),
      ]);
    const off = { questions: false, polls: false, rsvp: false, booths: false };
    await house.update('events', eventId, { features: off });
    expect((await does()).map(codeOf)).toEqual(new Array(5).fill('feature_off'));
    await house.update('events', eventId, { features: null });
    expect((await does()).map(codeOf)).toEqual(new Array(5).fill(undefined));
  });

  describe('questions', () => {
    let sessionId: string;
    beforeEach(async () => {
      const session = await house.store.commit('system:test', async (tx) => {
        const times = { startsAt: isoTime(startMs), endsAt: isoTime(startMs + hourMs) };
        const values = { event: eventId, title: 'Keynote', ...times, status: 'scheduled', sequence: 0 };
        return { ok: true, value: await tx.create('sessions', values) };
      });
      sessionId = session.ok ? session.value.value.id : '';
    });
    const ask = (who: string, text = 'Why?', more: object = {}) =>
      asPerson(who, 'ask_question', { sessionId, text, ...more });
    const seen = async (who: string) => listAt((await asPerson(who, 'questions', { sessionId })).body, 'questions');

    test('others see a question once it is approved; upvotes count once each and decide the order', async () => {
      const [ann, bea, cem] = people;
      const first = textAt((await ask(ann)).body, 'question.id');
      const second = textAt((await ask(bea, 'How?', { anonymous: true })).body, 'question.id');
      expect(await seen(cem)).toEqual([]);
      expect(await seen(ann)).toMatchObject([{ id: first, state: 'pending', askedBy: 'ann' }]);
      const early = await asPerson(cem, 'upvote_question', { questionId: first });
      expect(codeOf(early)).toBe('question_state_fixed');
      for (const questionId of [first, second]) await act('approve_question', { questionId });
      expect(codeOf(await asPerson(ann, 'upvote_question', { questionId: first }))).toBe('own_question');
      for (const who of [ann, cem, cem]) await asPerson(who, 'upvote_question', { questionId: second });
      expect(await seen(cem)).toMatchObject([
        { id: second, upvotes: 2, askedBy: null, upvoted: true },
        { id: first, upvotes: 0, askedBy: 'ann', upvoted: false },
      ]);
      expect(listAt((await act('questions', { sessionId })).body, 'questions')[0]).toMatchObject({ askedBy: 'bea' });
    });

    test('pending → approved → answered or dismissed; again the same answer; nothing goes back', async () => {
      const questionId = textAt((await ask(people[0])).body, 'question.id');
      expect(codeOf(await act('answer_question', { questionId }))).toBe('question_state_fixed');
      const approved = await act('approve_question', { questionId });
      expect(await act('approve_question', { questionId })).toEqual(approved);
      const answer = 'Because.';
      expect(await act('answer_question', { questionId, answer })).toMatchObject({
        body: { question: { state: 'answered', answer } },
      });
      for (const verb of ['approve', 'dismiss'])
        expect(codeOf(await act(`${verb}_question`, { questionId }))).toBe('question_state_fixed');
      expect(codeOf(await act('approve_question', { questionId, sessionId: eventId }))).toBe('question_not_found');
    });

    test('a person has at most 5 questions waiting; moderating is not for attendees', async () => {
      for (let n = 0; n < 5; n += 1) expect(await ask(people[1], `${n}?`)).toMatchObject({ status: 201 });
      expect(codeOf(await ask(people[1]))).toBe('too_many_questions');
      expect(await ask(people[2])).toMatchObject({ status: 201 });
      const seenBy = { from: '192.0.2.1', acceptLanguage: 'en' };
      const guest = guestActor(house.tenant, ['events.ask_question'], seenBy);
      const questionId = (await house.all('session_questions', { session: sessionId }))[0]!.id;
      const refused = await house.act('events.approve_question', { eventId, questionId }, guest);
      expect([401, 403, 404]).toContain(refused.status);
    });

    test('20 upvotes of one person at the same moment are one', async () => {
      const questionId = textAt((await ask(people[0])).body, 'question.id');
      await act('approve_question', { questionId });
      const all = Array.from({ length: 20 }, () => act('upvote_question', { questionId, registrationId: people[1] }));
      for (const { status } of await Promise.all(all)) expect(status).toBe(200);
      expect(await house.get('session_questions', questionId)).toMatchObject({ upvotes: 1 });
      expect(await house.all('question_upvotes', { question: questionId })).toHaveLength(1);
    });
  });

  describe('polls', () => {
    const poll = async (open = true) => {
      const made = await act('create_poll', { question: 'Tea?', options: ['Yes', 'No', 'Both'] });
      const pollId = textAt(made.body, 'id');
      if (open) await act('open_poll', { pollId });
      return pollId;
    };
    const vote = (pollId: string, who: string, option: unknown) => asPerson(who, 'vote', { pollId, option });
    const results = async (pollId: string) => {
      await house.follow();
      return (await house.get('polls', pollId))['results'];
    };

    test('draft, open, closed; attendees see no drafts and vote only while it is open', async () => {
      const pollId = await poll(false);
      expect(JSON.stringify((await asPerson(people[0], 'polls')).body)).not.toContain(pollId);
      expect(codeOf(await vote(pollId, people[0], 'Yes'))).toBe('poll_not_open');
      expect(codeOf(await act('close_poll', { pollId }))).toBe('poll_state_fixed');
      await act('open_poll', { pollId });
      await vote(pollId, people[0], 'Yes');
      expect(await act('close_poll', { pollId })).toMatchObject({ body: { state: 'closed', votes: 1 } });
      expect(codeOf(await vote(pollId, people[0], 'No'))).toBe('poll_not_open');
      expect(await results(pollId)).toEqual([1, 0, 0]);
    });

    test('a second vote replaces the first; options by text or position, others are refused', async () => {
      const pollId = await poll();
      await vote(pollId, people[0], 'Yes');
      await vote(pollId, people[1], 0);
      expect(await vote(pollId, people[0], 'Both')).toMatchObject({
        status: 201,
        body: {
          poll: {
            voted: 2,
            votes: 2,
            options: [
              { option: 'Yes', votes: 1, percent: 50 },
              { option: 'No', votes: 0, percent: 0 },
              { option: 'Both', votes: 1, percent: 50 },
            ],
          },
        },
      });
      for (const option of ['Maybe', 3, -1, 0.5, null, {}])
        expect(['option_unknown', 'invalid_value', 'required']).toContain(
          codeOf(await vote(pollId, people[2], option)),
        );
      expect(await results(pollId)).toEqual([1, 0, 1]);
    });

    test('a draft is changed; once a poll was opened, what its options mean is fixed', async () => {
      const pollId = await poll(false);
      const change = (values: object) => act('update_poll', { pollId, ...values });
      expect(await change({ question: 'Coffee?' })).toMatchObject({
        body: {
          question: 'Coffee?',
          state: 'draft',
          options: [{ option: 'Yes' }, { option: 'No' }, { option: 'Both' }],
        },
      });
      expect(await change({ options: ['Black', ' Latte '] })).toMatchObject({
        body: { question: 'Coffee?', options: [{ option: 'Black' }, { option: 'Latte' }] },
      });
      expect(codeOf(await change({ options: ['Black'] }))).toBe('poll_options_invalid');
      await act('open_poll', { pollId });
      expect(codeOf(await change({ options: ['Latte', 'Black'] }))).toBe('poll_was_opened');
      await act('close_poll', { pollId });
      expect(codeOf(await change({ question: 'Tea?' }))).toBe('poll_was_opened');
      expect(await results(pollId)).toEqual([0, 0]);
    });

    test('a poll is removed while no one has voted', async () => {
      const remove = (pollId: string) => act('remove_poll', { pollId });
      const draft = await poll(false);
      expect(await remove(draft)).toMatchObject({ status: 200, body: { removed: draft } });
      expect(codeOf(await remove(draft))).toBe('poll_not_found');
      const opened = await poll();
      expect(codeOf(await remove(opened))).toBe('poll_not_removable');
      await act('close_poll', { pollId: opened });
      expect((await remove(opened)).status).toBe(200);
      const voted = await poll();
      await vote(voted, people[0], 'Yes');
      await act('close_poll', { pollId: voted });
      expect(codeOf(await remove(voted))).toBe('poll_not_removable');
      const listed = listAt((await act('polls', {})).body, 'polls').map(({ id }) => id);
      expect(listed).toContain(voted);
      for (const gone of [draft, opened]) expect(listed).not.toContain(gone);
    });

    test('2 to 20 different options', async () => {
      for (const options of [['One'], ['Same', ' Same']])
        expect(codeOf(await act('create_poll', { question: 'x', options }))).toBe('poll_options_invalid');
      // Text that is blank is refused by the field itself.
      expect(codeOf(await act('create_poll', { question: 'x', options: [' ', 'x'] }))).toBe('required');
    });

    test('votes of one person at the same moment are one vote, and the results equal a recount', async () => {
      const pollId = await poll();
      const all = Array.from({ length: 60 }, (_, n) =>
        act('vote', { pollId, registrationId: people[n % 3], option: n % 2 }),
      );
      for (const { status } of await Promise.all(all)) expect(status).toBe(201);
      const votes = await house.all('poll_votes', { poll: pollId });
      expect(votes).toHaveLength(3);
      const recount = [0, 1, 2].map((option) => votes.filter((one) => one['option'] === option).length);
      expect(await results(pollId)).toEqual(recount);
    });
  });

  test('an RSVP: the latest answer counts, the same one again changes nothing', async () => {
    const answer = (value: string) => asPerson(people[0], 'rsvp', { answer: value });
    const first = await answer('yes');
    expect(first).toMatchObject({ status: 200, body: { registrationId: people[0], answer: 'yes' } });
    house.nowMs += 1_000;
    expect(await answer('yes')).toEqual(first);
    expect(await answer('no')).toMatchObject({ body: { answer: 'no' } });
    expect(await house.all('rsvps', { registration: people[0] })).toHaveLength(1);
    expect(await answer('perhaps')).toMatchObject({ status: 422 });
  });

  test('booth visits add up', async () => {
    const exhibitorId = textAt((await act('create_exhibitor', { name: 'Acme', booth: 'B12' })).body, 'id');
    const visit = () => act('visit_booth', { exhibitorId, registrationId: people[2], dwellSeconds: 40 });
    await Promise.all([visit(), visit(), visit()]);
    await house.follow();
    expect(await house.all('booth_visits', { exhibitor: exhibitorId })).toMatchObject([
      { visits: 3, dwellSeconds: 120 },
    ]);
  });

  test('a feature that the event switched off is refused; no type forbids one', async () => {
    for (const type of ['conference', 'webinar', 'hybrid', 'meeting', 'tradeshow']) {
      const id = textAt((await house.act('events.create', { ...sampleEvent(), type })).body, 'id');
      expect(await house.act('events.create_poll', { eventId: id, question: 'x', options: ['a', 'b'] })).toMatchObject({
        status: 201,
      });
      await house.update('events', id, { features: { polls: false } });
      const refused = await house.act('events.create_poll', { eventId: id, question: 'x', options: ['a', 'b'] });
      expect([refused.status, codeOf(refused)]).toEqual([409, 'feature_off']);
    }
  });
});
