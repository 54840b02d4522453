/** `events.propose_meeting`: a proposal holds the proposer's time and a table until it is answered. */
import { ok, type Result } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { type MeetingRecord, meetings } from '#shared/modules/events/meeting.ts';
import { proposeMeeting } from '#shared/modules/events/meeting-actions.ts';
import { attendeeProfiles, matches } from '#shared/modules/events/networking.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { pairId } from '#shared/networking/pair-id.ts';
import { action } from '../../../../core/collections/action.ts';
import type { Actor } from '../../../../core/policy/actor.ts';
import type { Reader, Transaction } from '../../../../store/contract.ts';
import { pairOf } from '../answer-match.ts';
import { type Acting, isStanding, isVisible, type Networker, networkerOf } from '../attendee.ts';
import { meetingsOf } from '../leave.ts';
import { proposalEnd } from './expiry.ts';
import { meetingAnswer } from './meeting-answer.ts';
import { mailAboutMeeting } from './meeting-mail.ts';
import { findSlot } from './slots.ts';

interface Invited {
  readonly person: RegistrationRecord;
  /** The match of the two, where one is stored. */
  readonly match: string | null;
}

interface Named extends Acting {
  readonly inviteeRegistrationId?: string | null | undefined;
  readonly matchId?: string | null | undefined;
}

async function inviteeOf(reader: Reader, you: Networker, input: Named, actor: Actor): Promise<Result<Invited>> {
  const { inviteeRegistrationId: id, matchId } = input;
  if (id === you.registration.id) return refuseWith('self_meeting', { path: 'inviteeRegistrationId' });
  if (!id === !matchId) return refuseWith('invitee_missing', { path: 'inviteeRegistrationId' });
  if (!id) {
    const pair = await pairOf(reader, { ...input, matchId: matchId ?? '' }, actor);
    if (!pair.ok) return pair;
    const { person, row } = pair.value;
    return withMatch(person, row);
  }
  const person = await reader.get(registrations, id);
  if (person?.event !== you.event.id || !isStanding(person))
    return refuseWith('registration_not_found', { path: 'inviteeRegistrationId' });
  const profile = await reader.findOne(attendeeProfiles, { registration: id });
  if (!profile || !isVisible(profile, you.setting))
    return refuseWith('networking_opt_in_required', { path: 'inviteeRegistrationId' });
  return withMatch(person, await reader.get(matches, pairId(you.profile.id, profile.id)));
}

function withMatch(
  person: RegistrationRecord,
  row: { readonly id: string; readonly status: string } | null,
): Result<Invited> {
  if (row?.status === 'declined' || row?.status === 'blocked') return refuseWith('match_declined');
  return ok({ person, match: row?.id ?? null });
}

/** Counts the meetings of a person that `maxPerAttendee` limits, and those of them that are proposals of the person. */
export async function countMeetings(reader: Reader, registration: string) {
  const open = await meetingsOf(reader, registration, ['proposed', 'confirmed']);
  const proposals = open.filter(({ proposedBy }) => proposedBy === registration).length;
  return { proposals, taken: open.filter(({ status }) => status === 'confirmed').length + proposals };
}

/** Checks the limits on the meetings of a person and on the proposals that wait for answers. */
async function checkQuota(reader: Reader, { registration, setting }: Networker): Promise<Result<null>> {
  const { proposals, taken } = await countMeetings(reader, registration.id);
  const { maxPerAttendee, maxProposals } = setting.meetings;
  if (taken >= maxPerAttendee)
    return refuseWith('quota_exceeded', { detail: { meetings: taken, max: maxPerAttendee } });
  if (proposals >= maxProposals) return refuseWith('quota_exceeded', { detail: { proposals, max: maxProposals } });
  return ok(null);
}

/** Refuses where the two have a meeting that is agreed or waits for an answer, and has not begun. */
async function checkNoneOpen(reader: Reader, you: string, other: string, nowMs: number): Promise<Result<null>> {
  const now = isoTime(nowMs);
  for (const { id, invitee, requester, startsAt, status } of await meetingsOf(reader, you, ['proposed', 'confirmed']))
    if ((invitee === other || requester === other) && startsAt > now)
      return refuseWith('meeting_already_open', { detail: { meeting: id, startsAt, status } });
  return ok(null);
}

/** The other person is asked by mail; each proposal once. */
export async function askByMail(
  tx: Transaction,
  meeting: MeetingRecord,
  template: 'meeting_proposed' | 'meeting_moved',
): Promise<void> {
  const to = meeting.proposedBy === meeting.requester ? meeting.invitee : meeting.requester;
  await mailAboutMeeting(tx, meeting, { template, to, what: 'proposed' });
}

export const proposeMeetingAction = action(proposeMeeting, async (tx, input, { actor, clock }) => {
  const found = await networkerOf(tx, input, actor);
  if (!found.ok) return found;
  const you = found.value;
  const { event, registration, setting } = you;
  if (!setting.meetings.enabled) return refuseWith('meetings_disabled');
  const invited = await inviteeOf(tx, you, input, actor);
  if (!invited.ok) return invited;
  const nowMs = clock();
  const { match, person } = invited.value;
  const open = input.unlessOpen === true ? await checkNoneOpen(tx, registration.id, person.id, nowMs) : ok(null);
  if (!open.ok) return open;
  const quota = await checkQuota(tx, you);
  if (!quota.ok) return quota;
  const slot = await findSlot(tx, event, {
    people: [registration.id, person.id],
    startsAt: input.startsAt ?? null,
    minutes: input.durationMinutes ?? setting.meetings.durationMinutes,
    stepMinutes: setting.meetings.slotMinutes,
    location: input.locationId ?? null,
    meeting: null,
    nowMs,
  });
  if (!slot.ok) return slot;
  const meeting = await tx.create(meetings, {
    event: event.id,
    requester: registration.id,
    invitee: person.id,
    match,
    status: 'proposed',
    ...slot.value,
    message: input.message ?? null,
    proposedBy: registration.id,
    expiresAt: proposalEnd(slot.value.startsAt, nowMs),
    planned: false,
    changedBy: registration.id,
    changedAt: tx.now,
    sequence: 0,
  });
  await askByMail(tx, meeting, 'meeting_proposed');
  return ok({ meeting: await meetingAnswer(tx, meeting) });
});
