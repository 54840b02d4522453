/** The verdict on each attempt, and that any combination of faults gives the strongest reason. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Attempt, decide, decideMalformed } from '#shared/admission/decide.ts';
import { mayOverride } from '#shared/admission/overridable.ts';
import { type VerdictCode, verdictCodes } from '#shared/admission/verdict.ts';
import { ticketNumber } from '#shared/ticket/ticket-number.ts';
import { attempt, eventId, minutesAgo, otherEventId, ownNumber, used } from './attempt.ts';
import { cases, refused } from './decide-cases.ts';

describe('the verdict', () => {
  test.each(cases)('%s', (_, changes, expected) => {
    expect(decide(attempt(changes))).toEqual(expected);
  });

  test('on a text that is no ticket code is malformed, unless the station may not decide at all', () => {
    const gate = (station = {}) => attempt({ station }).gate;
    expect(decideMalformed(gate())).toEqual(refused('code_malformed'));
    expect(decideMalformed(gate({ online: false }))).toEqual({
      code: 'code_malformed',
      flags: ['offline'],
      detail: {},
    });
    expect(decideMalformed(gate(), { badge: true })).toEqual(refused('code_malformed', { badge: true }));
    expect(decideMalformed(gate({ leaseExpired: true }))).toEqual(refused('lease_expired'));
    expect(decideMalformed(gate({ revoked: true }))).toEqual(refused('kiosk_revoked'));
  });

  test('of every code has a case above', () => {
    const reached = new Set(cases.map(([, , verdict]) => verdict.code));
    const atParsing = ['code_malformed'];
    expect([...reached, ...atParsing].toSorted()).toEqual([...verdictCodes].toSorted());
  });
});

/** Everything that can be wrong at once, strongest first; each says how to make it so. */
const defects: readonly (readonly [VerdictCode, (a: Attempt) => Attempt])[] = [
  ['kiosk_revoked', (a) => withStation(a, { revoked: true })],
  ['lease_expired', (a) => withStation(a, { leaseExpired: true })],
  [
    'wrong_event',
    (a) => ({ ...a, facts: { ...a.facts, registration: { ...attempt().facts.registration!, event: otherEventId } } }),
  ],
  ['code_forged', (a) => ({ ...a, facts: { ...a.facts, signature: 'invalid' } })],
  ['unknown_ticket', (a) => ({ ...a, facts: { ...a.facts, registration: null } })],
  ['revoked', (a) => withRegistration(a, { revokedAt: minutesAgo(1) })],
  ['refunded', (a) => withRegistration(a, { paymentStatus: 'refunded' })],
  ['cancelled', (a) => withRegistration(a, { status: 'cancelled' })],
  ['not_confirmed', (a) => withRegistration(a, { status: 'pending' })],
  ['blocked', (a) => withRegistration(a, { blockedReason: 'x' })],
  ['clock_untrusted', (a) => withStation(a, { clockTrusted: false })],
  ['code_expired', (a) => ({ ...a, code: { ...a.code!, timestamp: a.code!.timestamp - 7_200 } })],
  ['wrong_gate', (a) => ({ ...a, gate: { ...a.gate, gate: { ...a.gate.gate!, ticketTypes: ['vip'] } } })],
  ['too_late', (a) => ({ ...a, gate: { ...a.gate, gate: { ...a.gate.gate!, closesAt: minutesAgo(1) } } })],
  ['already_checked_in', (a) => ({ ...a, facts: { ...a.facts, checkin: used } })],
  [
    'gate_full',
    (a) => ({ ...a, facts: { ...a.facts, rooms: [{ kind: 'list' as const, remaining: 0, clockNeeded: false }] } }),
  ],
  [
    'questions_required',
    (a) => ({ ...a, gate: { ...a.gate, questions: attempt({ questions: [{}] }).gate.questions } }),
  ],
];

function withStation(a: Attempt, station: Partial<Attempt['gate']['station']>): Attempt {
  return { ...a, gate: { ...a.gate, station: { ...a.gate.station, ...station } } };
}

function withRegistration(a: Attempt, change: Partial<NonNullable<Attempt['facts']['registration']>>): Attempt {
  return { ...a, facts: { ...a.facts, registration: { ...a.facts.registration!, ...change } } };
}

/** Weakest applied first, so that a stronger one that sets the same field wins. */
const anyAttempt = fc.subarray(defects.map((_, i) => i)).map((chosen) => ({
  chosen,
  attempt: chosen.toSorted((a, b) => b - a).reduce((a, i) => defects[i]![1](a), attempt({ number: ownNumber })),
}));

describe('with any combination of faults', () => {
  test('the strongest reason gives the verdict', () => {
    fc.assert(
      fc.property(anyAttempt, ({ chosen, attempt: a }) => {
        const strongest = chosen.length === 0 ? 'admitted' : defects[Math.min(...chosen)]![0];
        expect(decide(a).code).toBe(strongest);
      }),
      { numRuns: 2_000 },
    );
  });

  test('what speaks about validity outranks "already used"', () => {
    fc.assert(
      fc.property(anyAttempt, ({ attempt: a }) => {
        const fresh = decide({ ...a, facts: { ...a.facts, checkin: null } });
        const again = decide({ ...a, facts: { ...a.facts, checkin: used } });
        const weaker = new Set<VerdictCode>(['admitted', 'gate_full', 'questions_required']);
        expect(again.code).toBe(weaker.has(fresh.code) ? 'already_checked_in' : fresh.code);
      }),
    );
  });

  test('an override admits where the table lets it, says so and keeps what it overrode', () => {
    fc.assert(
      fc.property(anyAttempt, ({ attempt: a }) => {
        const plain = decide(a);
        const overridden = decide({ ...a, override: { reason: 'known to staff' } });
        if (plain.code !== 'admitted' && !mayOverride(plain.code)) {
          expect(overridden).toEqual(plain);
          return;
        }
        expect(overridden.code).toBe('admitted');
        expect(overridden.flags).toContain('override');
        expect(overridden.detail.overrode).toBe(plain.code === 'admitted' ? undefined : plain.code);
      }),
    );
  });

  test('deciding twice gives the same and changes nothing', () => {
    fc.assert(
      fc.property(anyAttempt, ({ attempt: a }) => {
        const before = structuredClone(a);
        expect(decide(a)).toEqual(decide(a));
        expect(a).toEqual(before);
      }),
    );
  });
});

test('the event id stands for the tag of its numbers', () => {
  expect(ownNumber.slice(0, 6)).toBe(ticketNumber(eventId, new Uint8Array(10)).slice(0, 6));
});
