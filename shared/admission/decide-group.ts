/**
 * Decides on several registrations of one group: first the holder, who shows a code or was looked up, then each of the others.
 * Every one gets its own verdict. Pure; called by the server's check-in. A kiosk takes `groupAdmittingVerdicts`
 * alone, and admits one after the other by itself.
 */
import { type Attempt, decide, roomsEntered } from './decide.ts';
import type { Verdict, VerdictCode } from './verdict.ts';

/** Verdicts after which the holder's ticket can admit its group: the person is identified and the ticket is valid. */
export const groupAdmittingVerdicts: ReadonlySet<VerdictCode> = new Set([
  'admitted',
  'already_checked_in',
  'exit_first',
  'gate_full',
  'questions_required',
]);

export type GroupMember = Pick<Attempt, 'code' | 'external' | 'facts' | 'answers'>;

export interface GroupVerdicts {
  readonly holder: Verdict;
  /** Verdicts of the members in the order given; null: the holder's verdict admits no group. */
  readonly members: readonly Verdict[] | null;
}

/**
 * The members are decided in order: one who is admitted uses up a place, so that the next finds one fewer.
 *
 * @param holder the registration whose code was shown, or which was looked up
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
  if (!groupAdmittingVerdicts.has(first.code)) return { holder: first, members: null };
  return { holder: first, members: members.map((member) => decideNext({ code: null, ...member })) };
}
