/** Meetings: proposals and answers, times and tables, and what the clock does with them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { at, listAt, openingTime, textAt } from '../events-module.ts';
import { founder, investor, openPeopleLab, type PeopleLab } from './people-lab.ts';

let lab: PeopleLab;
let ada: string;
let bo: string;
const begin = openingTime + 7 * dayMs;
const atMinute = (minutes: number) => isoTime(begin + minutes * minuteMs);

beforeAll(async () => {
  lab = await openPeopleLab();
});
beforeEach(async () => {
  lab.house.nowMs = openingTime;
  await opened();
});
afterAll(() => lab.close());

async function opened(networking: object = {}) {
  await lab.openEvent(networking);
  ada = await lab.join('Ada', founder);
  bo = await lab.join('Bo', investor);
  await lab.house.follow();
  lab.house.letters.length = 0;
}

const code = (answer: { readonly body: unknown }) => at(answer.body, 'errors.0.code');
const propose = (more: object = {}, by = ada, to = bo) =>
  lab.act('events.propose_meeting', by, { inviteeRegistrationId: to, ...more });
const meetingId = async (answer: Promise<{ readonly body: unknown }>) => textAt((await answer).body, 'meeting.id');
const does = (verb: string, by: string, id: string, more: object = {}) =>
  lab.act(`events.${verb}_meeting`, by, { meetingId: id, ...more });
const statusOf = async (id: string) => (await lab.house.get('meetings', id))['status'];
const tables = async (...names: readonly string[]) => {
  const done = await lab.house.store.commit('system:test', async (tx) => {
    for (const [position, name] of names.entries())
      await tx.create('meeting_locations', { event: lab.eventId, name, position, active: true });
    return { ok: true, value: null };
  });
  expect(done.ok).toBe(true);
};

describe('a proposal', () => {
  test('takes the first common time, and the first free table', async () => {
    await tables('A', 'B');
    const made = await propose();
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      meeting: {
        status: 'proposed',
        startsAt: atMinute(0),
        endsAt: atMinute(15),
        location: { name: 'A' },
        proposedBy: ada,
      },
    });
    expect(listAt(made.body, 'meeting.participants').map(({ name }) => name)).toEqual(['Ada', 'Bo']);
    const cy = await lab.join('Cy', investor);
    expect((await propose({}, ada, cy)).body).toMatchObject({
      meeting: { startsAt: atMinute(15), location: { name: 'A' } },
    });
    const di = await lab.join('Di', investor);
    expect((await propose({}, cy, di)).body).toMatchObject({
      meeting: { startsAt: atMinute(0), location: { name: 'B' } },
    });
    const ed = await lab.join('Ed', investor);
    expect(code(await propose({ startsAt: atMinute(0) }, ed, bo))).toBe('no_table_available');
    expect((await propose({}, ed, bo)).body).toMatchObject({ meeting: { startsAt: atMinute(15) } });
  });

  test('is within the event, not in the past, and with another person who takes part', async () => {
    expect(code(await propose({ startsAt: atMinute(-1) }))).toBe('outside_event');
    expect(code(await propose({ startsAt: atMinute(8 * 60 - 14) }))).toBe('outside_event');
    expect((await propose({ startsAt: atMinute(8 * 60 - 15) })).status).toBe(201);
    expect(code(await propose({}, ada, ada))).toBe('self_meeting');
    expect(code(await lab.act('events.propose_meeting', ada, {}))).toBe('invitee_missing');
    const shy = await lab.join('Shy', investor, false);
    expect(code(await propose({}, ada, shy))).toBe('networking_opt_in_required');
    expect(code(await propose({}, shy, ada))).toBe('networking_opt_in_required');
    lab.house.nowMs = begin + hourMs;
    expect(code(await propose({ startsAt: atMinute(30) }))).toBe('outside_event');
    expect((await propose({ startsAt: atMinute(60) })).status).toBe(201);
    await lab.openEvent({ meetings: { enabled: false } });
    const [x, y] = [await lab.join('X', founder), await lab.join('Y', investor)];
    expect(code(await propose({}, x, y))).toBe('meetings_disabled');
  });

  test('without a time leaves the other person time to answer and to come', async () => {
    lab.house.nowMs = begin + hourMs - 2 * minuteMs;
    const { body } = await propose();
    expect(body).toMatchObject({ meeting: { startsAt: atMinute(75) } });
    const moved = await does('reschedule', bo, textAt(body, 'meeting.id'));
    expect(moved.body).toMatchObject({ meeting: { startsAt: atMinute(90) } });
    // Who names a time may stand beside the other.
    const soon = { startsAt: atMinute(60) };
    expect((await does('reschedule', bo, textAt(body, 'meeting.id'), soon)).body).toMatchObject({ meeting: soon });
  });

  test('without a time never lies at night: on the second day it begins in the morning', async () => {
    await lab.openEvent({}, { startsAt: isoTime(begin), endsAt: isoTime(begin + 2 * dayMs) });
    const [x, y] = [await lab.join('X', founder), await lab.join('Y', investor)];
    // 20:00 in Oslo, on the first evening.
    lab.house.nowMs = begin + 11 * hourMs;
    expect((await propose({}, x, y)).body).toMatchObject({ meeting: { startsAt: isoTime(begin + 23 * hourMs) } });
  });

  test('beside an open meeting of the two is refused where the caller asks for it', async () => {
    const first = await meetingId(propose({ startsAt: atMinute(60) }));
    const open = { meeting: first, startsAt: atMinute(60), status: 'proposed' };
    for (const [by, to] of [
      [ada, bo],
      [bo, ada],
    ] as const) {
      const again = await propose({ unlessOpen: true }, by, to);
      expect([again.status, code(again), at(again.body, 'errors.0.detail')]).toEqual([
        409,
        'meeting_already_open',
        open,
      ]);
    }
    const cy = await lab.join('Cy', investor);
    expect((await propose({ unlessOpen: true }, ada, cy)).status).toBe(201);
    expect((await propose()).status).toBe(201);
    for (const { id } of await lab.house.all('meetings', { event: lab.eventId, invitee: bo }))
      await does('cancel', ada, id);
    expect((await propose({ unlessOpen: true })).status).toBe(201);
  });

  test('conflicts name what is in the way: half-open, meetings and sessions alike', async () => {
    const first = await meetingId(propose({ startsAt: atMinute(60) }));
    const cy = await lab.join('Cy', investor);
    const conflict = await propose({ startsAt: atMinute(50) }, ada, cy);
    expect(code(conflict)).toBe('meeting_conflict');
    expect(at(conflict.body, 'errors.0.detail.conflicts')).toEqual([{ kind: 'meeting', id: first }]);
    expect((await propose({ startsAt: atMinute(75) }, ada, cy)).status).toBe(201);
    // A proposal that waits for the answer of a person does not take that person's time.
    const second = await meetingId(propose({ startsAt: atMinute(60) }, cy, bo));
    expect((await does('accept', bo, first)).status).toBe(200);
    expect(code(await does('accept', bo, second))).toBe('meeting_conflict');
    const done = await lab.house.store.commit('system:test', async (tx) => {
      const session = await tx.create('sessions', {
        event: lab.eventId,
        title: 'Keynote',
        startsAt: atMinute(120),
        endsAt: atMinute(180),
        status: 'scheduled',
      });
      await tx.create('session_bookings', {
        event: lab.eventId,
        session: session.id,
        registration: bo,
        status: 'booked',
        turn: 1,
      });
      return { ok: true, value: session.id };
    });
    const session = done.ok ? done.value.value : '';
    const refused = await propose({ startsAt: atMinute(170) });
    expect(at(refused.body, 'errors.0.detail.conflicts')).toEqual([{ kind: 'session', id: session }]);
    expect((await propose({ startsAt: atMinute(180) })).status).toBe(201);
  });

  test('has quotas, and a last common time', async () => {
    await opened({ meetings: { maxProposals: 2, durationMinutes: 240, slotMinutes: 240 } });
    const [cy, di] = [await lab.join('Cy', investor), await lab.join('Di', investor)];
    expect((await propose({}, ada, bo)).body).toMatchObject({ meeting: { startsAt: atMinute(0) } });
    expect((await propose({}, ada, cy)).body).toMatchObject({ meeting: { startsAt: atMinute(240) } });
    expect(code(await propose({}, ada, di))).toBe('quota_exceeded');
    await opened({ meetings: { maxPerAttendee: 3, durationMinutes: 240, slotMinutes: 240 } });
    const others = [await lab.join('Ed', investor), await lab.join('Fay', investor)];
    for (const other of others) expect((await propose({}, ada, other)).status).toBe(201);
    expect(code(await propose())).toBe('no_common_slot');
  });
});

describe('an answer', () => {
  test('confirms, with mail to both; who proposed does not answer', async () => {
    const id = await meetingId(propose({ message: 'Coffee?' }));
    expect(code(await does('accept', ada, id))).toBe('meeting_own_proposal');
    const cy = await lab.join('Cy', investor);
    expect(code(await does('accept', cy, id))).toBe('not_a_party');
    await lab.house.follow();
    expect(
      lab.house.letters.map(({ meeting, recipient, template }) => [template, recipient.name, meeting?.with]),
    ).toContainEqual(['meeting_proposed', 'Bo', 'Ada']);
    expect((await does('accept', bo, id)).body).toMatchObject({
      meeting: { status: 'confirmed', proposedBy: null, expiresAt: null },
    });
    expect((await does('accept', bo, id)).body).toMatchObject({ meeting: { status: 'confirmed' } });
    await lab.house.follow();
    const confirmed = lab.house.letters.filter(({ template }) => template === 'meeting_confirmed');
    expect(confirmed.map(({ meeting, recipient }) => [recipient.name, meeting?.with]).toSorted()).toEqual([
      ['Ada', 'Bo'],
      ['Bo', 'Ada'],
    ]);
    expect(JSON.stringify(listAt((await lab.act('events.meetings', bo, {})).body, 'meetings'))).not.toContain('@');
  });

  test('declined or cancelled: the time and the table are free again', async () => {
    await tables('A');
    const declined = await meetingId(propose({ startsAt: atMinute(0) }));
    expect((await does('decline', bo, declined)).body).toMatchObject({ meeting: { status: 'declined' } });
    const cancelled = await meetingId(propose({ startsAt: atMinute(0) }));
    await does('accept', bo, cancelled);
    expect((await does('cancel', bo, cancelled)).body).toMatchObject({ meeting: { status: 'cancelled' } });
    expect((await does('cancel', bo, cancelled)).status).toBe(200);
    expect((await propose({ startsAt: atMinute(0) })).status).toBe(201);
    expect(code(await does('accept', bo, cancelled))).toBe('meeting_not_open');
    await lab.house.follow();
    expect(
      lab.house.letters
        .filter(({ template }) => template === 'meeting_cancelled')
        .map(({ recipient }) => recipient.name),
    ).toEqual(['Ada']);
  });

  test('a move holds the confirmed time until it is answered', async () => {
    await tables('A');
    const id = await meetingId(propose({ startsAt: atMinute(0) }));
    await does('accept', bo, id);
    const moved = await does('reschedule', bo, id, { startsAt: atMinute(60) });
    expect(moved.body).toMatchObject({
      meeting: {
        status: 'proposed',
        proposedBy: bo,
        startsAt: atMinute(60),
        held: { startsAt: atMinute(0), location: { name: 'A' } },
      },
    });
    const cy = await lab.join('Cy', investor);
    expect(code(await propose({ startsAt: atMinute(0) }, cy, ada))).toBe('meeting_conflict');
    const di = await lab.join('Di', investor);
    expect(code(await propose({ startsAt: atMinute(0) }, cy, di))).toBe('no_table_available');
    expect((await does('decline', ada, id)).body).toMatchObject({
      meeting: { status: 'confirmed', startsAt: atMinute(0) },
    });
    await does('reschedule', ada, id, { startsAt: atMinute(90) });
    const accepted = await does('accept', bo, id);
    expect(accepted.body).toMatchObject({
      meeting: { status: 'confirmed', startsAt: atMinute(90), endsAt: atMinute(105) },
    });
    expect(at(accepted.body, 'meeting.held')).toBe(undefined);
    expect((await propose({ startsAt: atMinute(0) }, cy, di)).status).toBe(201);
  });

  test('a counter-proposal is answered by the first person', async () => {
    const id = await meetingId(propose({ startsAt: atMinute(0) }));
    expect((await does('reschedule', bo, id, { startsAt: atMinute(30) })).body).toMatchObject({
      meeting: { proposedBy: bo },
    });
    expect(code(await does('accept', bo, id))).toBe('meeting_own_proposal');
    expect((await does('accept', ada, id)).body).toMatchObject({
      meeting: { status: 'confirmed', startsAt: atMinute(30) },
    });
  });
});

describe('by mail, each person reads', () => {
  const read = async () => {
    await lab.house.follow();
    const sent = lab.house.letters.map(({ recipient, template }) => `${template} ${recipient.name}`);
    lab.house.letters.length = 0;
    return sent.filter((one) => one.startsWith('meeting_')).toSorted();
  };

  test('that a proposal was declined, withdrawn, or has another time', async () => {
    const first = await meetingId(propose({ startsAt: atMinute(0) }));
    expect(await read()).toEqual(['meeting_proposed Bo']);
    await does('decline', bo, first);
    await does('decline', bo, first);
    expect(await read()).toEqual(['meeting_declined Ada']);
    const second = await meetingId(propose({ startsAt: atMinute(0) }));
    await read();
    await does('reschedule', bo, second, { startsAt: atMinute(30) });
    expect(await read()).toEqual(['meeting_moved Ada']);
    await does('cancel', bo, second);
    expect(await read()).toEqual(['meeting_withdrawn Ada']);
  });

  test('that the agreed time stays, and that an agreed meeting is cancelled while a move is open', async () => {
    const id = await meetingId(propose({ startsAt: atMinute(0) }));
    await does('accept', bo, id);
    await does('reschedule', bo, id, { startsAt: atMinute(60) });
    await read();
    await does('decline', ada, id);
    expect(await read()).toEqual(['meeting_kept Bo']);
    await does('reschedule', bo, id, { startsAt: atMinute(60) });
    await read();
    await does('cancel', bo, id);
    expect(await read()).toEqual(['meeting_cancelled Ada']);
  });

  test('of the agreed time with a number that rises with each change, which calendars follow', async () => {
    const sequences: unknown[] = [];
    const follow = async (template: string) => {
      await lab.house.follow();
      const sent = lab.house.letters.filter((one) => one.template === template);
      lab.house.letters.length = 0;
      const numbers = new Set(sent.map(({ meeting }) => meeting?.sequence));
      expect([template, numbers.size]).toEqual([template, 1]);
      sequences.push(...numbers);
      return sent[0]?.meeting;
    };
    const id = await meetingId(propose({ startsAt: atMinute(0) }));
    await does('accept', bo, id);
    await follow('meeting_confirmed');
    await does('reschedule', bo, id, { startsAt: atMinute(60) });
    // A file that is fetched meanwhile has the old time under this number.
    sequences.push((await lab.house.get('meetings', id))['sequence']);
    await does('accept', ada, id);
    await follow('meeting_confirmed');
    await does('reschedule', ada, id, { startsAt: atMinute(90) });
    await does('cancel', bo, id);
    expect(await follow('meeting_cancelled')).toMatchObject({ startsAt: atMinute(60), endsAt: atMinute(75) });
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => Number(a) - Number(b)));
    expect(sequences).toHaveLength(4);
  });

  test('that the other has left, and nothing where the clock ended it', async () => {
    const [cy, agreed] = [await lab.join('Cy', investor), await meetingId(propose({}, ada, bo))];
    await does('accept', bo, agreed);
    await propose({}, ada, cy);
    await propose({ startsAt: atMinute(120) }, cy, bo);
    await read();
    await lab.house.act('events.cancel_registration', { eventId: lab.eventId, registrationId: ada });
    expect(await read()).toEqual(['meeting_cancelled Bo', 'meeting_withdrawn Cy']);
    lab.house.nowMs = openingTime + 49 * hourMs;
    await lab.house.runJob('events.keep-meetings');
    expect(await read()).toEqual([]);
  });
});

describe('the clock', () => {
  test('a proposal ends after 48 hours, or an hour before it begins; a held time is kept', async () => {
    const id = await meetingId(propose());
    expect((await lab.house.get('meetings', id))['expiresAt']).toBe(isoTime(openingTime + 48 * hourMs));
    const held = await meetingId(propose({ startsAt: atMinute(60) }));
    await does('accept', bo, held);
    await does('reschedule', ada, held, { startsAt: atMinute(120) });
    lab.house.nowMs = openingTime + 48 * hourMs + 1;
    expect(code(await does('accept', bo, id))).toBe('meeting_not_open');
    await lab.house.runJob('events.keep-meetings');
    expect(await statusOf(id)).toBe('expired');
    expect(await lab.house.get('meetings', held)).toMatchObject({
      status: 'confirmed',
      startsAt: atMinute(60),
      heldStartsAt: null,
    });
    lab.house.nowMs = begin - 3 * hourMs;
    const soon = await meetingId(propose({ startsAt: atMinute(0) }));
    expect((await lab.house.get('meetings', soon))['expiresAt']).toBe(isoTime(begin - hourMs));
    lab.house.nowMs = begin - 30 * minuteMs;
    const late = await meetingId(propose({ startsAt: atMinute(30) }));
    expect((await lab.house.get('meetings', late))['expiresAt']).toBe(atMinute(30));
  });

  test('a meeting is completed when it is over, unless the other person did not come', async () => {
    const id = await meetingId(propose({ startsAt: atMinute(0) }));
    await does('accept', bo, id);
    expect(code(await lab.act('events.no_show_meeting', ada, { meetingId: id }))).toBe('meeting_not_begun');
    lab.house.nowMs = begin + hourMs;
    expect(code(await does('cancel', bo, id))).toBe('meeting_over');
    await lab.house.runJob('events.keep-meetings');
    expect(await lab.house.get('meetings', id)).toMatchObject({ status: 'completed', completedAt: atMinute(15) });
    await lab.act('events.no_show_meeting', ada, { meetingId: id });
    expect(await lab.house.get('meetings', id)).toMatchObject({ status: 'no_show', absent: bo });
  });
});

describe('leaving', () => {
  test('withdrawing ends proposals; cancelling the registration ends all that is to come', async () => {
    const [cy, di] = [await lab.join('Cy', investor), await lab.join('Di', investor)];
    const open = await meetingId(propose());
    const agreed = await meetingId(propose({}, ada, cy));
    await does('accept', cy, agreed);
    const other = await meetingId(propose({}, cy, di));
    await lab.act('events.set_profile', ada, { ...founder, networkingOptIn: false });
    expect([await statusOf(open), await statusOf(agreed)]).toEqual(['cancelled', 'confirmed']);
    await lab.house.act('events.cancel_registration', { eventId: lab.eventId, registrationId: cy });
    expect([await statusOf(agreed), await statusOf(other)]).toEqual(['cancelled', 'cancelled']);
    const { networkingOptIn } = await lab.house.get('attendee_profiles', await lab.profileOf(cy));
    expect(networkingOptIn).toBe(false);
  });
});
