import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReconcilableScan, reconcile } from '#shared/admission/reconcile.ts';
import { verdictCodes } from '#shared/admission/verdict.ts';

const scan = (id: string, at: string, more: Partial<ReconcilableScan> = {}): ReconcilableScan => ({
  id,
  verdict: 'admitted',
  flags: [],
  scannedAt: `2026-09-14T${at}.000Z`,
  ...more,
});
const outcome = (scans: readonly ReconcilableScan[]) => {
  const { checkin, conflicts } = reconcile(scans);
  return { checkin: checkin?.id ?? null, conflicts: conflicts.map((s) => s.id) };
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
      'no conflict, from a person who let somebody in again',
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
        const once = reconcile(scans);
        const kept = once.checkin === null ? [] : [once.checkin, ...once.conflicts];
        expect(outcome(kept)).toEqual(outcome(scans));
      }),
    );
  });

  test('loses no admission: each is the check-in, a conflict or an override after it', () => {
    fc.assert(
      fc.property(anyScans, (scans) => {
        const { checkin, conflicts } = outcome(scans);
        const told = new Set([checkin, ...conflicts]);
        for (const s of scans) {
          if (s.verdict !== 'admitted') expect(told.has(s.id)).toBe(false);
          else if (!told.has(s.id)) expect(s.flags).toContain('override');
        }
      }),
    );
  });
});
