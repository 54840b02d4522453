/** Actions by which a person accepts, declines, blocks or reports another one. Each is stored once for the two of them. */
import { must } from '#shared/base/assert.ts';
import { isId } from '#shared/base/id.ts';
import { ok, type Result } from '#shared/base/result.ts';
import {
  type AttendeeProfileRecord,
  attendeeProfiles,
  type MatchRecord,
  matches,
  matchReports,
} from '#shared/modules/events/networking.ts';
import { acceptMatch, blockMatch, declineMatch, reportMatch } from '#shared/modules/events/networking-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { otherOfPair, pairId } from '#shared/networking/pair-id.ts';
import { traitsOf } from '#shared/networking/profile.ts';
import { breakdownOf, isPrevented, shownScore } from '#shared/networking/score.ts';
import { action } from '../../../core/collections/action.ts';
import type { Actor } from '../../../core/policy/actor.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { eventStatusAt } from '../event/event-status.ts';
import type { EventsPorts } from '../ports.ts';
import { type Acting, isStanding, isVisible, type Networker, networkerOf } from './attendee.ts';
import { blocksOf } from './block-match.ts';
import { contactOf } from './contact.ts';
import { endMeeting, meetingsOf } from './leave.ts';
import { scoreOfPair } from './pair-score.ts';
import { semanticOf } from './semantic.ts';

export interface Pair {
  readonly you: Networker;
  readonly other: AttendeeProfileRecord;
  readonly person: RegistrationRecord;
  readonly row: MatchRecord | null;
}

/** Finds the other person by the id of the match, known before it is stored, or by the id of their profile. */
async function otherOf(reader: Reader, you: Networker, named: string): Promise<Result<AttendeeProfileRecord>> {
  const absent = refuseWith('match_not_found', { path: 'matchId' });
  if (!isId(named)) return absent;
  const row = await reader.get(matches, named);
  if (row && row.event === you.event.id && row.first !== you.registration.id && row.second !== you.registration.id)
    return refuseWith('not_a_party', { path: 'registrationId' });
  const profile =
    (await reader.get(attendeeProfiles, named)) ??
    (await reader.get(attendeeProfiles, otherOfPair(named, you.profile.id) ?? named));
  const isThere = profile?.event === you.event.id && profile.id !== you.profile.id;
  return isThere && isVisible(profile, you.setting) ? ok(profile) : absent;
}

export async function pairOf(
  reader: Reader,
  input: Acting & { readonly matchId: string },
  actor: Actor,
): Promise<Result<Pair>> {
  const found = await networkerOf(reader, input, actor);
  if (!found.ok) return found;
  const you = found.value;
  const other = await otherOf(reader, you, input.matchId);
  if (!other.ok) return other;
  const person = await reader.get(registrations, other.value.registration);
  if (!person || !isStanding(person)) return refuseWith('match_not_found', { path: 'matchId' });
  const row = await reader.get(matches, pairId(you.profile.id, other.value.id));
  return ok({ you, other: other.value, person, row });
}

/** The row of the pair; a suggestion is stored now, with the score it has at this moment. */
async function rowOf(
  tx: Transaction,
  { other, row, you }: Pair,
  ports: Pick<EventsPorts, 'embeddings'>,
): Promise<MatchRecord> {
  if (row) return row;
  const { event, profile, setting } = you;
  const semantic = await semanticOf(tx, event, setting, ports.embeddings ?? null);
  const pair = await scoreOfPair(tx, profile, other, setting, semantic);
  const [first, second] = profile.id < other.id ? [profile, other] : [other, profile];
  const values = {
    event: event.id,
    first: first.registration,
    second: second.registration,
    firstProfile: first.id,
    secondProfile: second.id,
    status: 'suggested',
    score: shownScore(pair.score),
    breakdown: breakdownOf(pair.parts),
  };
  return await tx.create(matches, values, pairId(profile.id, other.id));
}

function matchAnswer({ id, status }: MatchRecord, { other, person }: Pair) {
  const mutual = status === 'mutual';
  return { match: { id, status, ...(mutual && { contact: contactOf(person, other) }) }, mutual };
}

export function acceptMatchAction(ports: EventsPorts) {
  return action(acceptMatch, async (tx, input, { actor, clock }) => {
    const found = await pairOf(tx, input, actor);
    if (!found.ok) return found;
    const pair = found.value;
    const { other, row, you } = pair;
    const { rules } = you.setting;
    if (isPrevented(traitsOf(you.profile, rules), traitsOf(other, rules), rules)) return refuseWith('match_prevented');
    if (row?.status === 'declined' || row?.status === 'blocked') return refuseWith('match_declined');
    const status = eventStatusAt(you.event, clock());
    if (row?.status === 'expired' || status === 'completed' || status === 'cancelled')
      return refuseWith('match_expired');
    return ok(matchAnswer(await accepted(tx, pair, input.message ?? null, ports), pair));
  });
}

/** Again by the same person: nothing changes. */
async function accepted(tx: Transaction, pair: Pair, message: string | null, ports: EventsPorts): Promise<MatchRecord> {
  const row = await rowOf(tx, pair, ports);
  const { id: you } = pair.you.registration;
  if (row.status === 'suggested') {
    const first = { status: 'pending', acceptedBy: you, acceptedAt: tx.now, message };
    return await tx.update(matches, row.id, first);
  }
  if (row.status !== 'pending' || row.acceptedBy === you) return row;
  return await tx.update(matches, row.id, { status: 'mutual', mutualAt: tx.now, reply: message });
}

type Ending = { readonly status: 'declined' | 'blocked' } & Readonly<Record<string, unknown>>;

async function ended(tx: Transaction, pair: Pair, ending: Ending, ports: EventsPorts): Promise<MatchRecord> {
  const row = await rowOf(tx, pair, ports);
  const { id: you } = pair.you.registration;
  const { status, ...report } = ending;
  const blocks = status === 'blocked' ? blocksOf(row, you, true) : {};
  // A person who was blocked may still block and report the other.
  if (row.status === 'blocked')
    return status === 'blocked' ? await tx.update(matches, row.id, { ...blocks, ...report }) : row;
  if (status === 'blocked') await endMeetingsOf(tx, pair);
  // A refusal by the other person stays theirs: a block that is taken back does not undo it.
  const isTheirs = row.status === 'declined' && row.endedBy !== you;
  const how = isTheirs ? {} : { endedBy: you, endedAt: tx.now };
  return await tx.update(matches, row.id, { message: null, reply: null, ...how, ...blocks, ...ending });
}

async function endMeetingsOf(tx: Transaction, { person, you }: Pair): Promise<void> {
  for (const meeting of await meetingsOf(tx, you.registration.id, ['proposed', 'confirmed']))
    if (meeting.requester === person.id || meeting.invitee === person.id)
      await endMeeting(tx, meeting, 'cancelled', you.registration.id);
}

/**
 * Ends a pair and answers with its row.
 *
 * @param also what is written beside the row, in the same transaction
 */
async function endingAnswer(
  tx: Transaction,
  input: Acting & { readonly matchId: string },
  actor: Actor,
  ports: EventsPorts,
  ending: (pair: Pair) => Ending,
  also: (pair: Pair, row: MatchRecord) => Promise<void> = async () => {},
): Promise<Result<unknown>> {
  const found = await pairOf(tx, input, actor);
  if (!found.ok) return found;
  const pair = found.value;
  const row = await ended(tx, pair, ending(pair), ports);
  await also(pair, row);
  return ok(matchAnswer(row, pair));
}

async function keepReport(tx: Transaction, { person, you }: Pair, match: MatchRecord, reason: string): Promise<void> {
  const whose = { match: match.id, reportedBy: you.registration.id };
  const report = { reason, reportedAt: tx.now, reviewedAt: null };
  const earlier = await tx.findOne(matchReports, whose);
  if (earlier) await tx.update(matchReports, earlier.id, report);
  else await tx.create(matchReports, { event: you.event.id, ...whose, reported: person.id, ...report });
}

export function endingActions(ports: EventsPorts) {
  return [
    action(declineMatch, (tx, input, { actor }) =>
      endingAnswer(tx, input, actor, ports, () => ({ status: 'declined' })),
    ),
    action(blockMatch, (tx, input, { actor }) => endingAnswer(tx, input, actor, ports, () => ({ status: 'blocked' }))),
    action(reportMatch, (tx, input, { actor }) => {
      const report = ({ you }: Pair): Ending => {
        const said = { reportedBy: you.registration.id, reportReason: input.reason, reportedAt: tx.now };
        return { status: 'blocked', ...said };
      };
      return endingAnswer(tx, input, actor, ports, report, (pair, row) => keepReport(tx, pair, row, input.reason));
    }),
  ];
}

/** Whether one of the two has declined or blocked the other. */
export async function isClosed(reader: Reader, a: string, b: string): Promise<boolean> {
  const profiles = await Promise.all([a, b].map((registration) => reader.findOne(attendeeProfiles, { registration })));
  const [one, two] = profiles;
  if (!one || !two) return false;
  const row = await reader.get(matches, pairId(must(one, 'a profile').id, two.id));
  return row?.status === 'declined' || row?.status === 'blocked';
}
