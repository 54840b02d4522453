/** A visit's rules without a screen: where every result leads, and that nothing private ever gets into it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Printing, PrintingState } from '#kiosk/printing/printing.ts';
import { badgeProgress, badgeWaitMs } from '#kiosk/screens/self-service/badge-progress.ts';
import { firstNameOf } from '#kiosk/screens/self-service/first-name.ts';
import { notRecordedNumbers, otherNumbers, verdictNumbers } from '#kiosk/screens/self-service/staff-code.ts';
import { atRest, moveOn, type Visit } from '#kiosk/screens/self-service/visit.ts';
import { createVisitControl } from '#kiosk/screens/self-service/visit-control.ts';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import { type QuestionAsked, verdictCodes } from '#shared/admission/verdict.ts';
import { must } from '#shared/base/assert.ts';
import { anna, decided } from '../outcomes.ts';

const scanned = (visit: Visit, result: AdmitResult, printers = true): Visit =>
  moveOn(visit, { kind: 'scanned', result, printers });

const questions: readonly QuestionAsked[] = [
  { id: 'q-photo', text: 'May we take your picture?', kind: 'boolean', options: [], required: true },
  { id: 'q-food', text: 'What do you eat?', kind: 'choice', options: ['Everything', 'Vegan'], required: false },
  { id: 'q-plate', text: 'Your number plate?', kind: 'text', options: [], required: true },
];
const secret = 'Invoice 2026-118 is open; ask for Mrs. Berg.';

describe('a scan', () => {
  test('that is admitted shows the badge; without a printer it is the end', () => {
    expect(scanned(atRest, decided('admitted'))).toMatchObject({ at: 'badge', firstName: 'Anna' });
    expect(scanned(atRest, decided('admitted'), false)).toMatchObject({ at: 'done', ending: 'welcome' });
    expect(scanned(atRest, decided('admitted', {}, [], null))).toMatchObject({ at: 'done', firstName: null });
  });

  test.each(verdictCodes.filter((code) => code !== 'admitted' && code !== 'questions_required'))(
    'that comes to %s ends at the staff, with a number and without a reason or a name',
    (code) => {
      const detail = { blockedReason: secret, attention: secret, checkedInAt: '2026-05-12T08:47:12.000Z', kiosk: 'K7' };
      const visit = scanned(atRest, decided(code, detail));
      expect(visit).toMatchObject({
        at: 'staff',
        verdict: code,
        staffCode: expect.stringMatching(/^\d\d-[0-9A-F]{4}$/),
      });
      const all = JSON.stringify(visit);
      for (const part of [secret, anna.name, 'Anna', '08:47', 'K7']) expect(all).not.toContain(part);
    },
  );

  test('that could not be recorded is never good', () => {
    const result: AdmitResult = { kind: 'not_recorded', reason: 'disk_full', message: secret };
    const visit = scanned(atRest, result);
    expect(visit).toMatchObject({ at: 'staff', verdict: 'not_recorded', staffCode: '51' });
    expect(JSON.stringify(visit)).not.toContain(secret);
  });

  test('that let them in stays admitted where they say that something on the badge is wrong', () => {
    const wrong = moveOn(scanned(atRest, decided('admitted')), { kind: 'declined' });
    expect(wrong).toMatchObject({ at: 'staff', verdict: 'admitted', staffCode: expect.stringMatching(/^71-/) });
  });

  test('of the ticket that has just let them in changes nothing while they wait for their badge', () => {
    const badge = scanned(atRest, decided('admitted'));
    expect(scanned(badge, decided('already_checked_in'))).toBe(badge);
    const other = decided('already_checked_in', {}, [], { ...anna, registrationId: 'another' });
    expect(scanned(badge, other)).toMatchObject({ at: 'staff' });
    const done = moveOn(moveOn(badge, { kind: 'confirmed' }), { kind: 'printed', ending: 'badge' });
    expect(scanned(done, decided('already_checked_in'))).toMatchObject({ at: 'staff' });
  });

  test('tells where and when to come, which is no secret', () => {
    expect(scanned(atRest, decided('wrong_gate', { gates: ['Hall 2'] }))).toMatchObject({ gates: ['Hall 2'] });
    const opensAt = '2026-05-12T10:00:00.000Z';
    expect(scanned(atRest, decided('too_early', { opensAt }))).toMatchObject({ opensAt, hint: 'not_open' });
  });
});

test('a result that leaves the visit as it is makes no sound and prints nothing', async () => {
  const heard: string[] = [];
  const printed: string[] = [];
  const printing = {
    state: () => ({ printers: [{}] }),
    confirm: (registrationId: string) => printed.push(registrationId),
  } as unknown as Printing;
  const visits = createVisitControl({
    station: { answer: async () => decided('admitted') },
    printing,
    onResult: (result) => heard.push(result.kind === 'decided' ? result.outcome.verdict.code : result.kind),
  });
  const scan = (text: string, result: AdmitResult): void =>
    must(visits.take({ source: 'wedge', candidates: [text], atMs: 0 }), 'a scan that is taken')(result);
  scan('GATE1:FIRST', decided('admitted'));
  const before = visits.get();
  scan('GATE1:SECOND', decided('already_checked_in'));
  expect(visits.get()).toBe(before);
  expect({ heard, printed }).toEqual({ heard: ['admitted'], printed: [] });
  visits.reset();
  expect(printed).toEqual([anna.registrationId]);
});

describe('questions', () => {
  const asked = scanned(atRest, decided('questions_required', { questions }));
  const answer = (visit: Visit, question: string, value: string | boolean | null): Visit =>
    moveOn(visit, { kind: 'answered', question, answer: value });

  test('are asked one by one, can be gone back to, and are sent with the last', () => {
    const two = answer(answer(asked, 'q-photo', true), 'q-food', 'Vegan');
    expect(two).toMatchObject({ index: 2, answers: { 'q-photo': true, 'q-food': 'Vegan' }, sending: false });
    const changed = answer(moveOn(two, { kind: 'back' }), 'q-food', null);
    expect(changed).toMatchObject({ index: 2, answers: { 'q-photo': true } });
    expect(changed).not.toHaveProperty('answers.q-food');
    expect(answer(changed, 'q-plate', 'HH-A 1')).toMatchObject({ sending: true });
  });

  test('are not answered twice by a double tap', () => {
    const one = answer(asked, 'q-photo', true);
    expect(answer(one, 'q-photo', false)).toBe(one);
  });

  test('lead to the badge, or to staff where the answers are not taken', () => {
    const sending = answer(answer(answer(asked, 'q-photo', true), 'q-food', null), 'q-plate', 'X');
    const sent = { kind: 'sent', printers: true } as const;
    expect(moveOn(sending, { ...sent, result: decided('admitted') })).toMatchObject({ at: 'badge' });
    const refused = { kind: 'refused', reason: 'bad_answers' } as const;
    expect(moveOn(sending, { ...sent, result: refused })).toMatchObject({
      ...{ at: 'staff', hint: 'ask_staff', verdict: 'questions_required' },
      staffCode: expect.stringMatching(/^61-/),
    });
  });
});

describe('all events in any order', () => {
  const events = fc.constantFrom(
    { kind: 'scanned', result: decided('admitted'), printers: true } as const,
    { kind: 'scanned', result: decided('questions_required', { questions }), printers: true } as const,
    { kind: 'scanned', result: decided('blocked', { blockedReason: secret }), printers: true } as const,
    { kind: 'answered', question: 'q-photo', answer: true } as const,
    { kind: 'answered', question: 'q-food', answer: null } as const,
    { kind: 'answered', question: 'q-plate', answer: 'X' } as const,
    { kind: 'back' } as const,
    { kind: 'sent', result: decided('admitted'), printers: true } as const,
    { kind: 'confirmed' } as const,
    { kind: 'declined' } as const,
    { kind: 'printed', ending: 'later' } as const,
  );

  test('a reset leaves nothing, no secret ever gets in, and no end is without a way on', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 12 }), (some) => {
        const visit = some.reduce(moveOn, atRest);
        expect(JSON.stringify(visit)).not.toContain(secret);
        if (visit.at === 'staff') expect(visit.staffCode).toMatch(/^\d\d/);
        expect(moveOn(visit, { kind: 'reset' })).toEqual({ at: 'attract' });
      }),
    );
  });
});

describe('a name', () => {
  test.each([
    ['Anna Kowalska', 'Anna'],
    ['Dr. Anna Kowalska', 'Anna'],
    ['Prof. Dr.-Ing. Jörg Müller', 'Jörg'],
    ['Frau Berg', 'Berg'],
    ['García, Ana María', 'Ana'],
    ['李雷', '李雷'],
    ['محمد عبد الله', 'محمد'],
    ['  Madonna ', 'Madonna'],
    ['Dr.', 'Dr.'],
    ['Jean-Luc Picard', 'Jean-Luc'],
  ])('%s is greeted as %s', (name, first) => {
    expect(firstNameOf(name)).toBe(first);
  });
});

describe('the badge', () => {
  const state = (job: object | null, printers: readonly string[] = ['ready'], unpaid = false): PrintingState =>
    ({
      printers: printers.map((printer, n) => ({ id: `p${n}`, state: printer })),
      recent:
        job === null
          ? []
          : [
              { registration: 'someone-else', state: 'failed' },
              { registration: 'r', ...job },
            ],
      asking: [],
      unconfirmed: unpaid ? [{ registration: 'r' }] : [],
      failed: [],
    }) as unknown as PrintingState;
  test.each([
    ['not there yet', state(null), 100, 'waiting'],
    ['being printed', state({ state: 'sent' }), 4_000, 'printing'],
    ['printed', state({ state: 'printed' }), 4_000, 'badge'],
    ['failed', state({ state: 'failed' }), 100, 'later'],
    ['unknown', state({ state: 'unknown' }), 100, 'unsure'],
    ['queued at a printer in trouble', state({ state: 'queued' }, ['error']), 3_000, 'later'],
    ['on its way to the next printer', state({ state: 'queued' }, ['error', 'ready']), 3_000, 'waiting'],
    ['waiting for a confirmation', state({ state: 'queued' }, ['ready'], true), 100, 'later'],
    ['too slow', state({ state: 'queued' }), badgeWaitMs, 'later'],
    ['too slow on its way', state({ state: 'sent' }, ['busy']), badgeWaitMs, 'unsure'],
  ])('%s: the screen says so', (_what, printing, waitedMs, wanted) => {
    expect(badgeProgress(printing, 'r', waitedMs)).toBe(wanted);
  });
});

test('no number stands for two things', () => {
  const numbers = [verdictNumbers, notRecordedNumbers, otherNumbers].flatMap((all) => Object.values(all));
  expect(new Set(numbers).size).toBe(numbers.length);
});
