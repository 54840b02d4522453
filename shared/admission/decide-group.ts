/**
 * Several registrations of one group at once: one, some or all of them. One of them shows a code, or was looked up, and
 * speaks for the others; each gets its own verdict, its own scan and its own check-in. Pure, for both ends.
 */
import { type Attempt, decide, roomsEntered } from './decide.ts';
import type { Verdict, VerdictCode } from './verdict.ts';

/** Verdicts with which a person is identified and the ticket is valid, so that it can admit its group. */
export const speaksForGroup: ReadonlySet<VerdictCode> = new Set([
  'admitted',
  'already_checked_in',
  'exit_first',
  'gate_full',
  'questions_required',
]);

export type GroupMember = Pick<Attempt, 'code' | 'external' | 'facts' | 'answers'>;

export interface GroupVerdicts {
  readonly holder: Verdict;
  /** Verdicts in the order given; null where the holder's ticket speaks for no one. */
  readonly members: readonly Verdict[] | null;
}

/**
 * One after the other, so that who is let in first takes the place in a room that is nearly full.
 *
 * @param holder the one whose code was shown
 * @param members others of the same group, chosen by staff; the caller has seen to it that they share the group
 */
export function decideGroup(
  common: Omit<Attempt, keyof GroupMember>,
  holder: GroupMember,
  members: readonly Pick<GroupMember, 'facts' | 'answers'>[],
): GroupVerdicts {
  const taken = { gate: 0, list: 0 };
  const decideNext = (member: GroupMember): Verdict => {
    const rooms = member.facts.rooms.map((room) => ({ ...room, remaining: room.remaining - taken[room.kind] }));
    const attempt = { ...common, ...member, facts: { ...member.facts, rooms } };
    const verdict = decide(attempt);
    if (verdict.code === 'admitted') for (const { kind } of roomsEntered(attempt)) taken[kind]++;
    return verdict;
  };
  const first = decideNext(holder);
  if (!speaksForGroup.has(first.code)) return { holder: first, members: null };
  return { holder: first, members: members.map((member) => decideNext({ code: null, ...member })) };
}
