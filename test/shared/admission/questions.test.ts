/** Questions at check-in: how answers of many scans are combined, and which are still open. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnsweringScan, isAnswer, mergeAnswers, openQuestions, readAnswers } from '#shared/admission/questions.ts';

describe('answers of many scans', () => {
  const anyScan: fc.Arbitrary<AnsweringScan> = fc.record({
    id: fc.uuid({ version: 7 }),
    scannedAt: fc.nat(3).map((s) => `2026-09-14T09:00:0${s}.000Z`),
    answers: fc.oneof(
      fc.constant(null),
      fc.dictionary(fc.constantFrom('q1', 'q2'), fc.oneof(fc.constantFrom('a', 'b', ''), fc.boolean())),
    ),
  });
  const anyScans = fc.uniqueArray(anyScan, { selector: (s) => s.id, maxLength: 8 });

  test('come to the same in every order, in every portion and twice', () => {
    fc.assert(
      fc.property(
        anyScans.chain((scans) =>
          fc.tuple(
            fc.constant(scans),
            fc.shuffledSubarray([...scans, ...scans], { minLength: scans.length * 2 }),
            fc.nat(16),
          ),
        ),
        ([scans, shuffled, cut]) => {
          const once = mergeAnswers({}, scans);
          const inPortions = mergeAnswers(mergeAnswers({}, shuffled.slice(0, cut)), shuffled.slice(cut));
          expect(inPortions).toEqual(once);
          expect(JSON.stringify(inPortions)).toBe(JSON.stringify(once));
        },
      ),
    );
  });

  test('the newest to a question holds', () => {
    const scan = (id: string, scannedAt: string, answers: AnsweringScan['answers']) => ({ id, scannedAt, answers });
    const merged = mergeAnswers({}, [
      scan('b', '2026-09-14T09:00:01.000Z', { q1: 'Fish' }),
      scan('a', '2026-09-14T09:00:00.000Z', { q1: 'Vegan', q2: false }),
    ]);
    expect(merged).toEqual({
      q1: { value: 'Fish', answeredAt: '2026-09-14T09:00:01.000Z', scan: 'b' },
      q2: { value: false, answeredAt: '2026-09-14T09:00:00.000Z', scan: 'a' },
    });
  });
});

describe('an answer', () => {
  const text = { kind: 'text', options: [] } as const;
  const choice = { kind: 'choice', options: ['Fish', 'Vegan'] } as const;
  const yesNo = { kind: 'boolean', options: [] } as const;
  test.each([
    [text, 'No nuts', true],
    [text, '   ', false],
    [text, true, false],
    [text, 'x'.repeat(2_001), false],
    [text, '\ud800', false],
    [choice, 'Fish', true],
    [choice, 'fish', false],
    [yesNo, false, true],
    [yesNo, 'yes', false],
  ])('to %j: %j → %s', (question, answer, good) => {
    expect(isAnswer(question, answer)).toBe(good);
  });

  test('from a device is read as text and yes or no, for any value it sent', () => {
    expect(readAnswers({ a: 'x', b: true, c: 3, d: null, e: { f: 1 }, g: '' })).toEqual({ a: 'x', b: true });
    for (const rubbish of [null, 'x', 3, ['a'], undefined]) expect(readAnswers(rubbish)).toEqual({});
  });
});

test('what is open: of the ticket type, or of everyone where that is not known', () => {
  const question = { text: '?', kind: 'text', options: [], required: true } as const;
  const all = { ...question, id: 'all', ticketTypes: [] };
  const vip = { ...question, id: 'vip', ticketTypes: ['vip'] };
  const open = (registration: Parameters<typeof openQuestions>[1]) =>
    openQuestions([all, vip], registration).map((q) => q.id);
  expect(open({ ticketType: 'vip', answered: [] })).toEqual(['all', 'vip']);
  expect(open({ ticketType: 'vip', answered: ['all'] })).toEqual(['vip']);
  expect(open({ ticketType: 'general', answered: [] })).toEqual(['all']);
  expect(open(null)).toEqual(['all']);
});
