/** Blocks between two people, and how one is taken back. It does not undo what the other person decided about the pair. */
import { isId } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { type MatchRecord, matches, matchReports } from '#shared/modules/events/networking.ts';
import { unblockMatch } from '#shared/modules/events/networking-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { attendeeOf } from './attendee.ts';

type Blocks = Pick<MatchRecord, 'endedBy' | 'first' | 'firstBlocked' | 'secondBlocked' | 'status'>;

/** Rows from before a block was noted for each of the two have only the person who ended them. */
export function hasBlocked({ endedBy, first, firstBlocked, secondBlocked, status }: Blocks, person: string): boolean {
  if (status !== 'blocked') return false;
  return (first === person ? firstBlocked : secondBlocked) ?? endedBy === person;
}

const otherThan = ({ first, second }: MatchRecord, person: string): string => (first === person ? second : first);

/** Returns the block fields of a row after the person has blocked the other one, or no longer does. */
export function blocksOf(row: MatchRecord, person: string, isBlocked: boolean) {
  const others = hasBlocked(row, otherThan(row, person));
  return row.first === person
    ? { firstBlocked: isBlocked, secondBlocked: others }
    : { firstBlocked: others, secondBlocked: isBlocked };
}

/** Neither accepted nor ended by anyone. */
const suggestedAgain = {
  ...{ status: 'suggested', firstBlocked: null, secondBlocked: null, endedBy: null, endedAt: null },
  ...{ acceptedBy: null, acceptedAt: null, mutualAt: null, message: null, reply: null },
};

/** Returns the values of the row without the block of this person: the other's block or refusal stays. */
function withoutBlock(row: MatchRecord, person: string): Readonly<Record<string, unknown>> {
  const other = otherThan(row, person);
  const left = blocksOf(row, person, false);
  if (hasBlocked(row, other)) return { ...left, endedBy: other };
  return row.endedBy === other ? { ...left, status: 'declined' } : suggestedAgain;
}

/** The other person learns nothing of it, and the answer says nothing of the other person. Again: the same answer. */
export const unblockMatchAction = action(unblockMatch, async (tx, input, { actor }) => {
  const found = await attendeeOf(tx, input, actor);
  if (!found.ok) return found;
  const { id: person } = found.value.registration;
  const row = isId(input.matchId) ? await tx.get(matches, input.matchId) : null;
  if (row?.event !== input.eventId) return refuseWith('match_not_found', { path: 'matchId' });
  if (row.first !== person && row.second !== person) return refuseWith('not_a_party', { path: 'registrationId' });
  if (hasBlocked(row, person)) {
    if (await tx.findOne(matchReports, { match: row.id, reportedBy: person })) return refuseWith('match_reported');
    await tx.update(matches, row.id, withoutBlock(row, person));
  }
  return ok({ id: row.id, blocked: false });
});

/** @param rows of the person */
export async function blockedBy(reader: Reader, person: string, rows: readonly MatchRecord[]) {
  const blocked: { id: string; name: string; reported: boolean }[] = [];
  for (const row of rows) {
    if (!hasBlocked(row, person)) continue;
    const other = await reader.get(registrations, otherThan(row, person));
    const report = await reader.findOne(matchReports, { match: row.id, reportedBy: person });
    if (other) blocked.push({ id: row.id, name: other.name, reported: report !== null });
  }
  return blocked;
}
