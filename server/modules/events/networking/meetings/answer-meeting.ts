/** The actions of the two people of a meeting: accept, decline, cancel, move, report that the other did not come. */
import { ok, type Result } from '#shared/base/result.ts';
import { dayMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { type MeetingRecord, meetings } from '#shared/modules/events/meeting.ts';
import {
  acceptMeeting,
  cancelMeeting,
  declineMeeting,
  listMeetings,
  reportNoShow,
  rescheduleMeeting,
} from '#shared/modules/events/meeting-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { overlaps } from '#shared/schedule/overlaps.ts';
import { action } from '../../../../core/collections/action.ts';
import type { Actor } from '../../../../core/policy/actor.ts';
import type { Reader, Transaction } from '../../../../store/contract.ts';
import { takenTimeOf } from '../../person-time.ts';
import { type Acting, type Attendee, attendeeOf } from '../attendee.ts';
import { endMeeting, meetingsOf, noProposal, restoreHeld } from '../leave.ts';
import { proposalEnd } from './expiry.ts';
import { meetingAnswer } from './meeting-answer.ts';
import { mailAboutMeeting } from './meeting-mail.ts';
import { askByMail } from './propose.ts';
import { findSlot } from './slots.ts';

/** Time after the beginning in which a person can report that the other did not come, in ms. */
const noShowMs = dayMs;

export interface AtMeeting extends Attendee {
  readonly meeting: MeetingRecord;
  /** The other person's registration. */
  readonly other: string;
}

export async function meetingOf(
  reader: Reader,
  input: Acting & { readonly meetingId: string },
  actor: Actor,
): Promise<Result<AtMeeting>> {
  const found = await attendeeOf(reader, input, actor);
  if (!found.ok) return found;
  const meeting = await reader.get(meetings, input.meetingId);
  if (meeting?.event !== input.eventId) return refuseWith('meeting_not_found', { path: 'meetingId' });
  const { invitee, requester } = meeting;
  const { id } = found.value.registration;
  if (requester !== id && invitee !== id) return refuseWith('not_a_party', { path: 'registrationId' });
  return ok({ ...found.value, meeting, other: requester === id ? invitee : requester });
}

type Do<I> = (tx: Transaction, at: AtMeeting, input: I, nowMs: number) => Promise<Result<MeetingRecord>>;

async function answered<I extends Acting & { readonly meetingId: string }>(
  tx: Transaction,
  input: I,
  { actor, clock }: { readonly actor: Actor; readonly clock: () => number },
  act: Do<I>,
): Promise<Result<unknown>> {
  const found = await meetingOf(tx, input, actor);
  if (!found.ok) return found;
  const done = await act(tx, found.value, input, clock());
  return done.ok ? ok({ meeting: await meetingAnswer(tx, done.value) }) : done;
}

/** Refuses unless the meeting is a proposal that the other person made and that is still open. */
function isAsked({ meeting, registration }: AtMeeting): Result<null> {
  const { proposedBy, status } = meeting;
  if (status !== 'proposed') return refuseWith('meeting_not_open', { detail: { status } });
  return proposedBy === registration.id ? refuseWith('meeting_own_proposal') : ok(null);
}

export async function confirmByMail(tx: Transaction, meeting: MeetingRecord): Promise<void> {
  for (const to of [meeting.requester, meeting.invitee])
    await mailAboutMeeting(tx, meeting, { template: 'meeting_confirmed', to, what: `confirmed:${to}` });
}

async function accept(tx: Transaction, at: AtMeeting, _input: unknown, nowMs: number): Promise<Result<MeetingRecord>> {
  const { meeting } = at;
  // Accepting again changes nothing.
  if (meeting.status === 'confirmed') return ok(meeting);
  const asked = isAsked(at);
  if (!asked.ok) return asked;
  if ((meeting.expiresAt ?? '') < isoTime(nowMs))
    return refuseWith('meeting_not_open', { detail: { status: 'expired' } });
  const taken = (await Promise.all([meeting.requester, meeting.invitee].map((id) => takenTimeOf(tx, id)))).flat();
  const conflicts = taken.filter((one) => (one.kind !== 'meeting' || one.id !== meeting.id) && overlaps(one, meeting));
  if (conflicts.length > 0)
    return refuseWith('meeting_conflict', { detail: { conflicts: conflicts.map(({ id, kind }) => ({ kind, id })) } });
  const confirmed = await tx.update(meetings, meeting.id, {
    ...noProposal,
    status: 'confirmed',
    confirmedAt: tx.now,
    // While the move was open, calendars got the old time under this number.
    ...(meeting.heldStartsAt !== null && { sequence: meeting.sequence + 1 }),
    changedBy: at.registration.id,
    changedAt: tx.now,
  });
  await confirmByMail(tx, confirmed);
  return ok(confirmed);
}

/** A declined move: the agreed time holds again, and the person who proposed the new one gets a mail. */
async function keep(tx: Transaction, { meeting, other, registration }: AtMeeting): Promise<MeetingRecord> {
  const kept = await restoreHeld(tx, meeting, registration.id);
  await mailAboutMeeting(tx, kept, { template: 'meeting_kept', to: other, what: 'kept' });
  return kept;
}

async function decline(tx: Transaction, at: AtMeeting): Promise<Result<MeetingRecord>> {
  const { meeting, registration } = at;
  if (meeting.status === 'declined') return ok(meeting);
  const asked = isAsked(at);
  if (!asked.ok) return asked;
  if (meeting.heldStartsAt !== null) return ok(await keep(tx, at));
  return ok(await endMeeting(tx, meeting, 'declined', registration.id));
}

async function cancel(tx: Transaction, at: AtMeeting, _input: unknown, nowMs: number): Promise<Result<MeetingRecord>> {
  const { meeting, registration } = at;
  const { startsAt, status } = meeting;
  if (status === 'cancelled') return ok(meeting);
  if (status !== 'proposed' && status !== 'confirmed') return refuseWith('meeting_over', { detail: { status } });
  if (status === 'confirmed' && startsAt < isoTime(nowMs)) return refuseWith('meeting_over', { detail: { status } });
  return ok(await endMeeting(tx, meeting, 'cancelled', registration.id));
}

interface Moving {
  readonly startsAt?: string | null | undefined;
  readonly locationId?: string | null | undefined;
}

/** A move is a new proposal by the person who asks for it; the confirmed time and table are held until the answer. */
async function reschedule(
  tx: Transaction,
  at: AtMeeting,
  { locationId, startsAt }: Moving,
  nowMs: number,
): Promise<Result<MeetingRecord>> {
  const { event, meeting, registration, setting } = at;
  const { status } = meeting;
  const isOpen = status === 'proposed' || (status === 'confirmed' && meeting.startsAt >= isoTime(nowMs));
  if (!isOpen) return refuseWith('meeting_over', { detail: { status } });
  const slot = await findSlot(tx, event, {
    people: [meeting.requester, meeting.invitee],
    startsAt: startsAt ?? null,
    minutes: Math.round((Date.parse(meeting.endsAt) - Date.parse(meeting.startsAt)) / minuteMs),
    stepMinutes: setting.meetings.slotMinutes,
    location: locationId ?? null,
    meeting,
    nowMs,
  });
  if (!slot.ok) return slot;
  const held = { heldStartsAt: meeting.startsAt, heldEndsAt: meeting.endsAt, heldLocation: meeting.location };
  const moved = await tx.update(meetings, meeting.id, {
    ...(status === 'confirmed' && held),
    ...slot.value,
    status: 'proposed',
    proposedBy: registration.id,
    expiresAt: proposalEnd(slot.value.startsAt, nowMs),
    sequence: meeting.sequence + 1,
    changedBy: registration.id,
    changedAt: tx.now,
  });
  await askByMail(tx, moved, 'meeting_moved');
  return ok(moved);
}

async function noShow(tx: Transaction, at: AtMeeting, _input: unknown, nowMs: number): Promise<Result<MeetingRecord>> {
  const { meeting, other } = at;
  const { startsAt, status } = meeting;
  if (status === 'no_show') return ok(meeting);
  if (status !== 'confirmed' && status !== 'completed') return refuseWith('meeting_over', { detail: { status } });
  const begun = Date.parse(startsAt);
  if (nowMs < begun || nowMs > begun + noShowMs) return refuseWith('meeting_not_begun', { detail: { startsAt } });
  return ok(await tx.update(meetings, meeting.id, { status: 'no_show', absent: other }));
}

export const meetingActions = [
  action(acceptMeeting, (tx, input, context) => answered(tx, input, context, accept)),
  action(declineMeeting, (tx, input, context) => answered(tx, input, context, decline)),
  action(cancelMeeting, (tx, input, context) => answered(tx, input, context, cancel)),
  action(rescheduleMeeting, (tx, input, context) => answered(tx, input, context, reschedule)),
  action(reportNoShow, (tx, input, context) => answered(tx, input, context, noShow)),
  action(listMeetings, async (reader, input, { actor }) => {
    const found = await attendeeOf(reader, input, actor);
    if (!found.ok) return found;
    const all = await meetingsOf(reader, input.registrationId, [
      ...(['proposed', 'confirmed', 'declined', 'cancelled', 'completed', 'no_show', 'expired'] as const),
    ]);
    const sorted = all.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : a.startsAt > b.startsAt ? 1 : 0));
    return ok({ meetings: await Promise.all(sorted.map((meeting) => meetingAnswer(reader, meeting))) });
  }),
];
