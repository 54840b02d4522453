import { beforeEach, describe, expect, test } from 'vitest';
import { hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { listAt, openingTime } from './events-module.ts';
import {
  codeOf,
  declare,
  detailOf,
  enter,
  eventId,
  gateNamed,
  house,
  makeEvent,
  openGateLab,
  place,
  push,
  supervisor,
  typeNamed,
} from './gate-lab.ts';

openGateLab();

describe('entry rules', () => {
  test('opening hours by ticket type; the refusal names the next opening', async () => {
    await makeEvent({
      gates: [
        { id: 'hall', name: 'Hall' },
        { id: 'side', name: 'Side door' },
      ],
      tickets: ['free', 'scarce'].map((id) => ({ id, name: id, price: 0, currency: 'EUR', quantity: 50 })),
    });
    const [free, scarce] = [await typeNamed('free'), await typeNamed('scarce')];
    const opensAt = isoTime(openingTime + hourMs);
    await declare('entry_rules', { ticketTypes: [free.id], gate: (await gateNamed('hall')).id, opensAt });
    const ticket = await place();
    const early = await enter(ticket.id, 'hall');
    expect([early.status, codeOf(early), detailOf(early)]).toEqual([
      403,
      'too_early',
      { opensAt, nearest: { gate: 'Side door', opensAt: null } },
    ]);
    expect(codeOf(await enter(ticket.id, 'side'))).toBe('admitted');
    expect(codeOf(await enter((await place('scarce')).id, 'hall'))).toBe('admitted');
    expect(scarce.id).not.toBe(free.id);
  });

  test('a rule that names another event’s records or impossible hours is refused', async () => {
    const other = await makeEvent({ gates: [{ id: 'hall' }] });
    const foreign = (await gateNamed('hall')).id;
    await makeEvent({ gates: [{ id: 'hall' }] });
    expect(await declare('entry_rules', { gate: foreign })).toBe('other_event');
    const opensAt = isoTime(openingTime);
    expect(await declare('entry_rules', { opensAt, closesAt: isoTime(openingTime - 1) })).toBe('closes_before_opening');
    const rule = await declare('entry_rules', { opensAt });
    const moved = await house.update('entry_rules', rule, { event: other });
    expect(moved).toMatchObject({ kind: 'refused', errors: [{ code: 'field_fixed' }] });
    expect(await declare('checkin_questions', { text: 'Meal?', kind: 'choice', options: ['Fish'] })).toBe(
      'options_missing',
    );
    expect(await declare('checkin_questions', { text: 'Meal?', kind: 'text', options: ['Fish'] })).toBe(
      'options_missing',
    );
  });
});

describe('lists that count', () => {
  test('re-entry is admitted only after an exit, where the list asks for one', async () => {
    await makeEvent({
      lists: [{ id: 'hall', counting: 'unlimited', exitFirst: true }],
      gates: [
        { id: 'hall', list: 'hall', direction: 'both' },
        { id: 'in-only', list: 'hall' },
      ],
    });
    const ticket = await place();
    const go = async (direction: 'entry' | 'exit', gate = 'hall') => {
      house.nowMs += minuteMs;
      return codeOf(await enter(ticket.id, gate, { direction }));
    };
    expect([
      await go('entry'),
      await go('entry'),
      await go('exit', 'in-only'),
      await go('exit'),
      await go('entry'),
    ]).toEqual(['admitted', 'exit_first', 'wrong_gate', 'admitted', 'admitted']);
    const [checkin] = await house.all('checkins', { registration: ticket.id });
    expect(checkin).toMatchObject({
      entries: 2,
      inside: true,
      checkedInAt: isoTime(openingTime + minuteMs),
      lastEntryAt: isoTime(house.nowMs),
      leftAt: isoTime(openingTime + 4 * minuteMs),
    });
    await go('exit');
    const { body } = await house.act('events.checkin_stats', { eventId });
    expect(body).toMatchObject({ checkedIn: 1, insideNow: 0 });
    expect(listAt(body, 'byList').find(({ list }) => list === 'hall')).toMatchObject({ checkedIn: 1, inside: 0 });
  });

  test('once per day, by the clock of the venue', async () => {
    await makeEvent({ lists: [{ id: 'default', counting: 'once_per_day' }], gates: [{ id: 'hall' }] });
    const ticket = await place();
    const hour = async (h: number) => {
      house.nowMs = openingTime + h * hourMs;
      return codeOf(await enter(ticket.id, 'hall'));
    };
    // 7:00 UTC is 9:00 in Oslo; its midnight is 22:00 UTC.
    expect([await hour(0), await hour(14.9), await hour(15), await hour(16)]).toEqual([
      'admitted',
      'already_checked_in',
      'admitted',
      'already_checked_in',
    ]);
  });

  test('two offline kiosks: a conflict names the earlier entry', async () => {
    await makeEvent({
      lists: [{ id: 'default', counting: 'unlimited', passbackMinutes: 10 }],
      gates: [{ id: 'hall' }],
    });
    const ticket = await place();
    const first = await push(0, { registration: ticket.id });
    house.nowMs += 5 * minuteMs;
    const second = await push(1, { registration: ticket.id });
    house.nowMs += 6 * minuteMs;
    const third = await push(0, { registration: ticket.id });
    await house.follow();
    expect(await house.all('checkin_conflicts', { registration: ticket.id })).toMatchObject([
      { scan: second.id, firstScan: first.id },
    ]);
    expect(await house.all('checkins', { registration: ticket.id })).toMatchObject([
      { scan: first.id, lastScan: third.id, entries: 2 },
    ]);
  });
});

describe('questions', () => {
  let meal: string;
  beforeEach(async () => {
    await makeEvent({ gates: [{ id: 'hall' }] });
    meal = await declare('checkin_questions', { text: 'Meal?', kind: 'choice', options: ['Fish', 'Vegan'] });
  });

  test('are named in the refusal, accepted with the next attempt, and asked once', async () => {
    const ticket = await place();
    const asked = await enter(ticket.id, 'hall');
    expect([asked.status, detailOf(asked)]).toEqual([
      422,
      { questions: [{ id: meal, text: 'Meal?', kind: 'choice', options: ['Fish', 'Vegan'], required: true }] },
    ]);
    expect(detailOf(await enter(ticket.id, 'hall', { answers: { [meal]: 'Sand' } }))).toMatchObject({
      badAnswers: [meal],
    });
    expect(codeOf(await enter(ticket.id, 'hall', { answers: { [meal]: 'Fish' } }))).toBe('admitted');
    const registration = await house.get('registrations', ticket.id);
    expect(registration['answers']).toMatchObject({ [meal]: { value: 'Fish', answeredAt: isoTime(house.nowMs) } });
    expect(codeOf(await enter(ticket.id, 'hall', { override: { reason: 'again' } }, supervisor()))).toBe('admitted');
  });

  test('come with the scans of kiosks, in any order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const ticket = await place();
      const scans = [
        { kiosk: 0, answers: { [meal]: 'Fish' }, ms: openingTime },
        { kiosk: 1, answers: { [meal]: 'Vegan' }, ms: openingTime + minuteMs },
      ];
      for (const i of order) {
        const { kiosk: n, answers, ms } = scans[i]!;
        await push(n, { registration: ticket.id, answers, scannedAt: isoTime(ms) });
        await house.follow();
      }
      expect((await house.get('registrations', ticket.id))['answers']).toMatchObject({ [meal]: { value: 'Vegan' } });
    }
  });

  test('the response has the note for staff, and no caller may write answers directly', async () => {
    const ticket = await place();
    await house.update('registrations', ticket.id, { attentionNote: 'Lift at the side' });
    const answer = await enter(ticket.id, 'hall', { answers: { [meal]: 'Fish' } });
    expect(answer.body).toMatchObject({ success: true, attention: 'Lift at the side' });
    const written = await house.update('registrations', ticket.id, { answers: {} });
    expect(written).toMatchObject({ kind: 'refused', errors: [{ code: 'read_only' }] });
  });
});
