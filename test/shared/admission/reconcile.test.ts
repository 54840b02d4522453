import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CountRule, entryRefusal } from '#shared/admission/counted-entries.ts';
import { countOnce, type ReconcilableScan, reconcile } from '#shared/admission/reconcile.ts';
import { verdictCodes } from '#shared/admission/verdict.ts';

const scan = (id: string, at: string, more: Partial<ReconcilableScan> = {}): ReconcilableScan => ({
  id,
  verdict: 'admitted',
  flags: [],
  scannedAt: `2026-09-14T${at}.000Z`,
  ...more,
});
const outcome = (scans: readonly ReconcilableScan[]) => {
  const { checkin, conflicts } = reconcile(scans, countOnce);
  return { checkin: checkin?.id ?? null, conflicts: conflicts.map(({ scan: s }) => s.id) };
};

describe('what follows from the scans of one registration on one list', () => {
  test.each<[string, ReconcilableScan[], ReturnType<typeof outcome>]>([
    ['nothing, from none', [], { checkin: null, conflicts: [] }],
    ['a check-in, from one admission', [scan('a', '09:00:00')], { checkin: 'a', conflicts: [] }],
    [
      'nothing, from refusals alone',
      [scan('a', '09:00:00', { verdict: 'code_expired' }), scan('b', '09:01:00', { verdict: 'already_checked_in' })],
      { checkin: null, conflicts: [] },
    ],
    [
      'the earlier admission and a conflict, from two kiosks that were cut off',
      [scan('a', '09:05:00', { flags: ['offline'] }), scan('b', '09:00:00', { flags: ['offline'] })],
      { checkin: 'b', conflicts: ['a'] },
    ],
    [
      'the smaller id, where both scanned in the same millisecond',
      [scan('b', '09:00:00'), scan('a', '09:00:00')],
      { checkin: 'a', conflicts: ['b'] },
    ],
    [
      'one check-in, from a scan sent twice',
      [scan('a', '09:00:00'), scan('a', '09:00:00')],
      { checkin: 'a', conflicts: [] },
    ],
    [
      'no conflict, where a supervisor let the person in again',
      [scan('a', '09:00:00'), scan('b', '09:30:00', { flags: ['override'] })],
      { checkin: 'a', conflicts: [] },
    ],
    [
      'a check-in by override, and a conflict with the admission after it',
      [scan('a', '09:00:00', { flags: ['override'] }), scan('b', '09:30:00', { flags: null })],
      { checkin: 'a', conflicts: ['b'] },
    ],
  ])('%s', (_, scans, expected) => {
    expect(outcome(scans)).toEqual(expected);
  });

  const anyScans = fc.uniqueArray(
    fc.record({
      id: fc.uuid({ version: 7 }),
      verdict: fc.oneof(fc.constant('admitted' as const), fc.constantFrom(...verdictCodes)),
      flags: fc.oneof(fc.constant(null), fc.subarray(['offline', 'unverified', 'override'] as const)),
      scannedAt: fc.integer({ min: 0, max: 5 }).map((s) => `2026-09-14T09:00:0${s}.000Z`),
    }),
    { selector: (s) => s.id, maxLength: 12 },
  );

  test('does not depend on the order in which they came up, nor on coming twice', () => {
    fc.assert(
      fc.property(
        anyScans.chain((scans) =>
          fc.tuple(fc.constant(scans), fc.shuffledSubarray([...scans, ...scans], { minLength: scans.length * 2 })),
        ),
        ([scans, shuffled]) => {
          expect(outcome(shuffled)).toEqual(outcome(scans));
        },
      ),
    );
  });

  test('stays as it is when what followed is reconciled again', () => {
    fc.assert(
      fc.property(anyScans, (scans) => {
        const once = reconcile(scans, countOnce);
        const conflicts = once.conflicts.map((conflict) => conflict.scan);
        const kept = once.checkin === null ? [] : [once.checkin, ...conflicts];
        expect(outcome(kept)).toEqual(outcome(scans));
      }),
    );
  });

  test('loses no admission: each is the check-in, a conflict or an override after it', () => {
    fc.assert(
      fc.property(anyScans, (scans) => {
        const { checkin, conflicts } = outcome(scans);
        const explained = new Set([checkin, ...conflicts]);
        for (const s of scans) {
          if (s.verdict !== 'admitted') expect(explained.has(s.id)).toBe(false);
          else if (!explained.has(s.id)) expect(s.flags).toContain('override');
        }
      }),
    );
  });
});

const rule = (more: Partial<CountRule>): CountRule => ({ ...countOnce, ...more });
const exit = (id: string, at: string, more: Partial<ReconcilableScan> = {}) =>
  scan(id, at, { direction: 'exit', ...more });
const undo = (id: string, at: string, undoes: string) => scan(id, at, { verdict: 'undone', undoes });
const resultOf = (scans: readonly ReconcilableScan[], by: CountRule) => {
  const { checkin, last, standing, conflicts } = reconcile(scans, by);
  return {
    checkin: checkin?.id ?? null,
    last: last?.id ?? null,
    entries: standing?.entries ?? 0,
    inside: standing?.inside ?? false,
    conflicts: conflicts.map((c) => `${c.scan.id} against ${c.against.id}`),
  };
};

describe('entries and exits', () => {
  const exitFirst = rule({ counting: 'unlimited', exitFirst: true });
  const daily = rule({ counting: 'once_per_day', timezone: 'Europe/Oslo' });

  test.each<[string, ReconcilableScan[], CountRule, ReturnType<typeof resultOf>]>([
    [
      'in, out, in: two entries and no conflict',
      [scan('a', '09:00:00'), exit('b', '10:00:00'), scan('c', '11:00:00')],
      exitFirst,
      { checkin: 'a', last: 'c', entries: 2, inside: true, conflicts: [] },
    ],
    [
      'in and in: the second without having gone out is a conflict',
      [scan('a', '09:00:00'), scan('c', '11:00:00')],
      exitFirst,
      { checkin: 'a', last: 'a', entries: 1, inside: true, conflicts: ['c against a'] },
    ],
    [
      'an exit that comes up last takes the conflict away',
      [scan('a', '09:00:00'), scan('c', '11:00:00'), exit('b', '10:00:00')],
      exitFirst,
      { checkin: 'a', last: 'c', entries: 2, inside: true, conflicts: [] },
    ],
    [
      'out at the end: no one inside',
      [scan('a', '09:00:00'), exit('b', '10:00:00')],
      exitFirst,
      { checkin: 'a', last: 'a', entries: 1, inside: false, conflicts: [] },
    ],
    [
      'an exit alone leads to nothing',
      [exit('b', '10:00:00')],
      exitFirst,
      { checkin: null, last: null, entries: 0, inside: false, conflicts: [] },
    ],
    [
      'a person who entered against the rule is inside all the same',
      [scan('a', '09:00:00'), exit('b', '10:00:00'), scan('c', '11:00:00')],
      countOnce,
      { checkin: 'a', last: 'a', entries: 1, inside: true, conflicts: ['c against a'] },
    ],
    [
      'once a day, by the days of the venue: 21:59 and 22:00 UTC are two in Oslo in September',
      [scan('a', '21:59:00'), scan('b', '22:00:00'), scan('c', '22:30:00')],
      daily,
      { checkin: 'a', last: 'b', entries: 2, inside: true, conflicts: ['c against b'] },
    ],
    [
      'within the passback window',
      [scan('a', '09:00:00'), scan('b', '09:09:59'), scan('c', '09:10:00')],
      rule({ counting: 'unlimited', passbackMinutes: 10 }),
      { checkin: 'a', last: 'c', entries: 2, inside: true, conflicts: ['b against a'] },
    ],
    [
      'as often as the ticket type may',
      [scan('a', '09:00:00'), scan('b', '09:10:00'), scan('c', '09:20:00')],
      rule({ maxEntries: 2 }),
      { checkin: 'a', last: 'b', entries: 2, inside: true, conflicts: ['c against b'] },
    ],
  ])('%s', (_, scans, by, expected) => {
    expect(resultOf(scans, by)).toEqual(expected);
    expect(resultOf(scans.toReversed(), by)).toEqual(expected);
  });
});

describe('scans that are taken back', () => {
  test.each<[string, ReconcilableScan[], ReturnType<typeof resultOf>]>([
    [
      'the only one',
      [scan('a', '09:00:00'), undo('u', '09:15:00', 'a')],
      { checkin: null, last: null, entries: 0, inside: false, conflicts: [] },
    ],
    [
      'a second too late',
      [scan('a', '09:00:00'), undo('u', '09:15:01', 'a')],
      { checkin: 'a', last: 'a', entries: 1, inside: true, conflicts: [] },
    ],
    [
      'the first of two, so that the second is the check-in',
      [scan('a', '09:00:00'), scan('b', '09:05:00'), undo('u', '09:06:00', 'a')],
      { checkin: 'b', last: 'b', entries: 1, inside: true, conflicts: [] },
    ],
    [
      'a refusal: nothing',
      [scan('a', '09:00:00', { verdict: 'blocked' }), undo('u', '09:01:00', 'a')],
      { checkin: null, last: null, entries: 0, inside: false, conflicts: [] },
    ],
    [
      'one that has not come up',
      [undo('u', '09:01:00', 'z'), scan('a', '09:00:00')],
      { checkin: 'a', last: 'a', entries: 1, inside: true, conflicts: [] },
    ],
    [
      'an exit: inside again',
      [scan('a', '09:00:00'), exit('b', '10:00:00'), undo('u', '10:01:00', 'b')],
      { checkin: 'a', last: 'a', entries: 1, inside: true, conflicts: [] },
    ],
    [
      'an undoing is not taken back itself',
      [scan('a', '09:00:00'), undo('u', '09:01:00', 'a'), undo('v', '09:02:00', 'u')],
      { checkin: null, last: null, entries: 0, inside: false, conflicts: [] },
    ],
  ])('%s', (_, scans, expected) => {
    expect(resultOf(scans, countOnce)).toEqual(expected);
    expect(resultOf(scans.toReversed(), countOnce)).toEqual(expected);
  });
});

describe('for any movements', () => {
  const ids = Array.from({ length: 8 }, (_, i) => `scan-${i}`);
  const anyMovements = fc.array(
    fc.record({
      minute: fc.nat(40),
      kind: fc.constantFrom('entry', 'entry', 'exit', 'undo', 'refused'),
      override: fc.boolean(),
      of: fc.nat(7),
    }),
    { maxLength: 8 },
  );
  const anyRule = fc.record({
    counting: fc.constantFrom('once' as const, 'once_per_day' as const, 'unlimited' as const),
    exitFirst: fc.boolean(),
    passbackMinutes: fc.constantFrom(0, 5),
    timezone: fc.constantFrom('UTC', 'Asia/Kolkata'),
    maxEntries: fc.constantFrom(null, null, 2),
  });
  type Movements = typeof anyMovements extends fc.Arbitrary<infer M> ? M : never;
  const scansOf = (movements: Movements): ReconcilableScan[] =>
    movements.map(({ minute, kind, override, of }, i) =>
      scan(ids[i]!, `18:${String(minute + 10).padStart(2, '0')}:00`, {
        verdict: kind === 'undo' ? 'undone' : kind === 'refused' ? 'wrong_gate' : 'admitted',
        direction: kind === 'exit' ? 'exit' : 'entry',
        undoes: kind === 'undo' ? ids[of]! : null,
        flags: override ? ['override'] : [],
      }),
    );

  test('it depends neither on the order of arrival nor on coming twice', () => {
    fc.assert(
      fc.property(
        anyRule,
        anyMovements.chain((m) =>
          fc.tuple(fc.constant(m), fc.shuffledSubarray([...scansOf(m), ...scansOf(m)], { minLength: m.length * 2 })),
        ),
        (by, [movements, shuffled]) => {
          expect(resultOf(shuffled, by)).toEqual(resultOf(scansOf(movements), by));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('what one station lets through in order is no conflict afterwards', () => {
    fc.assert(
      fc.property(
        anyRule,
        fc.array(fc.record({ minute: fc.nat(49), out: fc.boolean() }), { maxLength: 12 }),
        (by, tries) => {
          const recorded: ReconcilableScan[] = [];
          for (const { minute, out } of tries.toSorted((a, b) => a.minute - b.minute)) {
            const at = `18:${String(minute + 10).padStart(2, '0')}:00`;
            const { standing } = reconcile(recorded, by);
            const refused = !out && entryRefusal(standing, by, Date.parse(`2026-09-14T${at}.000Z`));
            const id = `scan-${String(recorded.length).padStart(2, '0')}`;
            recorded.push(
              scan(id, at, { direction: out ? 'exit' : 'entry', verdict: refused ? refused.code : 'admitted' }),
            );
          }
          expect(reconcile(recorded, by).conflicts).toEqual([]);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
