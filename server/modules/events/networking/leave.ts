/** Removes a person from networking: ends what the person takes part in, in the same transaction. */
import { isoTime } from '#shared/base/time.ts';
import { type MeetingRecord, meetings } from '#shared/modules/events/meeting.ts';
import {
  attendeeProfiles,
  type MatchRecord,
  matches,
  networkingVisits,
  profileVectors,
} from '#shared/modules/events/networking.ts';
import type { Condition } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { mailAboutMeeting } from './meetings/meeting-mail.ts';

/** Maximum number of rows of one person on each side of a match or meeting; a person has far fewer. */
export const rowsMax = 5_000;

const field = (path: string, op: 'equals' | 'in', value: unknown): Condition => ({ kind: 'field', path, op, value });

/** A row may have the person on both sides. */
const unique = <T extends { readonly id: string }>(rows: readonly T[]): readonly T[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

/** @param statuses null: all */
export async function matchesOf(
  reader: Reader,
  registration: string,
  statuses: readonly MatchRecord['status'][] | null = null,
): Promise<readonly MatchRecord[]> {
  const found = await Promise.all(
    ['first', 'second'].map((side) => {
      const of = [field(side, 'equals', registration), ...(statuses ? [field('status', 'in', statuses)] : [])];
      return reader.find(matches, { where: { kind: 'and', of }, limit: rowsMax });
    }),
  );
  return unique(found.flat());
}

export async function meetingsOf(
  reader: Reader,
  registration: string,
  statuses: readonly MeetingRecord['status'][],
): Promise<readonly MeetingRecord[]> {
  const found = await Promise.all(
    ['requester', 'invitee'].map((side) => {
      const of = [field(side, 'equals', registration), field('status', 'in', statuses)];
      return reader.find(meetings, { where: { kind: 'and', of }, limit: rowsMax });
    }),
  );
  return unique(found.flat());
}

/** The fields of a meeting without an open proposal. */
export const noProposal = {
  proposedBy: null,
  expiresAt: null,
  heldStartsAt: null,
  heldEndsAt: null,
  heldLocation: null,
} as const;

/** While a move waits for its answer, what is agreed is the time that is held; else the time of the meeting. */
function agreedSpan({ endsAt, heldEndsAt, heldLocation, heldStartsAt, location, startsAt }: MeetingRecord) {
  if (heldStartsAt === null || heldEndsAt === null) return { startsAt, endsAt, location };
  return { startsAt: heldStartsAt, endsAt: heldEndsAt, location: heldLocation };
}

/** Emails the other person, who waits or would come in vain. An agreed meeting is cancelled, also while a move is open. */
async function endByMail(
  tx: Transaction,
  meeting: MeetingRecord,
  status: MeetingRecord['status'],
  endedBy: string,
): Promise<void> {
  const how = status === 'declined' ? 'declined' : meeting.confirmedAt === null ? 'withdrawn' : 'cancelled';
  const to = endedBy === meeting.requester ? meeting.invitee : meeting.requester;
  await mailAboutMeeting(tx, meeting, { template: `meeting_${how}`, to, what: how });
}

/**
 * @param meeting as it was
 * @param endedBy registration of the person; null: the clock. Where a person ended it before its start, the other person
 *   gets an email
 */
export async function endMeeting(
  tx: Transaction,
  meeting: MeetingRecord,
  status: 'cancelled' | 'declined' | 'expired',
  endedBy: string | null,
): Promise<MeetingRecord> {
  const wasAgreed = meeting.confirmedAt !== null;
  const ended = await tx.update(meetings, meeting.id, {
    ...agreedSpan(meeting),
    ...noProposal,
    status,
    // Calendars have it.
    ...(wasAgreed && { sequence: meeting.sequence + 1 }),
    endedBy,
    endedAt: tx.now,
    ...(endedBy !== null && { changedBy: endedBy, changedAt: tx.now }),
  });
  if (endedBy !== null && ended.startsAt > tx.now) await endByMail(tx, ended, status, endedBy);
  return ended;
}

/**
 * The person has withdrawn: their vector, stored suggestions, matches that wait for an answer and open proposals go. What
 * two people have agreed on stays, and is shown again if the person comes back.
 */
export async function leaveNetworking(tx: Transaction, registration: string): Promise<void> {
  const profile = await tx.findOne(attendeeProfiles, { registration });
  const vector = profile && (await tx.findOne(profileVectors, { profile: profile.id }));
  if (vector) await tx.delete(profileVectors, vector.id);
  for (const { id } of await matchesOf(tx, registration, ['suggested', 'pending'])) await tx.delete(matches, id);
  for (const meeting of await meetingsOf(tx, registration, ['proposed'])) {
    if (meeting.heldStartsAt === null) await endMeeting(tx, meeting, 'cancelled', registration);
    else await restoreHeld(tx, meeting, registration);
  }
}

/** The confirmed time holds again. @param by who declined or gave up the new one; null: the clock */
export async function restoreHeld(tx: Transaction, meeting: MeetingRecord, by: string | null): Promise<MeetingRecord> {
  return await tx.update(meetings, meeting.id, {
    ...agreedSpan(meeting),
    ...noProposal,
    status: 'confirmed',
    sequence: meeting.sequence + 1,
    ...(by !== null && { changedBy: by, changedAt: tx.now }),
  });
}

/** The registration has ended: nothing of it takes another person's time or a table. */
export async function freeNetworking(tx: Transaction, registration: string): Promise<void> {
  // A server without this part.
  if (tx.shapeOf(attendeeProfiles.name) === null) return;
  const profile = await tx.findOne(attendeeProfiles, { registration });
  if (profile && profile.networkingOptIn !== false)
    await tx.update(attendeeProfiles, profile.id, { networkingOptIn: false, optInChangedAt: tx.now });
  if (profile) await leaveNetworking(tx, registration);
  const nowMs = Date.parse(tx.now);
  for (const meeting of await meetingsOf(tx, registration, ['proposed', 'confirmed']))
    if (meeting.startsAt >= isoTime(nowMs)) await endMeeting(tx, meeting, 'cancelled', registration);
}

/** The registration belongs to another person: the texts and agreements of the former person are removed. */
export async function forgetNetworking(tx: Transaction, registration: string): Promise<void> {
  if (tx.shapeOf(attendeeProfiles.name) === null) return;
  await freeNetworking(tx, registration);
  for (const { id } of await matchesOf(tx, registration)) await tx.delete(matches, id);
  const visit = await tx.findOne(networkingVisits, { registration });
  if (visit) await tx.delete(networkingVisits, visit.id);
  const profile = await tx.findOne(attendeeProfiles, { registration });
  if (profile) await tx.delete(attendeeProfiles, profile.id);
}
