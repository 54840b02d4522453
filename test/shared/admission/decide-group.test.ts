import { describe, expect, test } from 'vitest';
import { decideGroup } from '#shared/admission/decide-group.ts';
import { attempt, type Changes, used } from './attempt.ts';

/** The holder as an attempt says; members looked up, with the same rooms unless they say otherwise. */
function verdicts(holder: Changes, members: readonly Changes[]) {
  const { code, facts, answers, ...common } = attempt(holder);
  const others = members.map((change, i) => {
    const member = { noCode: true, signature: 'missing', ...holder, checkin: null, ...change } as const;
    return { facts: attempt({ ...member, registration: { id: `member-${i}`, ...change.registration } }).facts };
  });
  const decided = decideGroup(common, { code, facts, answers: answers ?? null }, others);
  return [decided.holder.code, decided.members?.map((verdict) => verdict.code) ?? null];
}

describe('a group', () => {
  test('comes in on one code, each with a verdict of their own', () => {
    expect(verdicts({}, [{}, { registration: { blockedReason: 'x' } }, { checkin: used }])).toEqual([
      'admitted',
      ['admitted', 'blocked', 'already_checked_in'],
    ]);
  });

  test('also when the one with the code is in already', () => {
    expect(verdicts({ checkin: used }, [{}])).toEqual(['already_checked_in', ['admitted']]);
  });

  test.each<[string, Changes]>([
    ['forged', { signature: 'invalid' }],
    ['too old', { ageMs: 9_000_000 }],
    ['of a ticket that is void', { registration: { revokedAt: '2026-01-01T00:00:00.000Z' } }],
    ['at a station that is locked', { station: { leaseExpired: true } }],
  ])('does not come in on a code that is %s', (_, holder) => {
    expect(verdicts(holder, [{}])[1]).toBeNull();
  });

  test('fills a room one by one, and stops when it is full', () => {
    const rooms = [{ kind: 'list', remaining: 2 }] as const;
    expect(verdicts({ rooms }, [{}, {}])).toEqual(['admitted', ['admitted', 'gate_full']]);
    expect(verdicts({ rooms, checkin: used, list: { counting: 'unlimited' } }, [{}, {}, {}])).toEqual([
      'admitted',
      ['admitted', 'admitted', 'gate_full'],
    ]);
  });
});
