/**
 * Lists what others have done since the person last marked the news as seen: derived from the rows of matches and meetings,
 * and of places in sessions that came from the waiting list or were lost to another time. The list leaves out that a match
 * was declined, and anything about a person whom one of the two blocks.
 */
import type { MeetingRecord } from '#shared/modules/events/meeting.ts';
import { type MatchRecord, networkingVisits } from '#shared/modules/events/networking.ts';
import { type SessionBookingRecord, sessionBookings, sessions } from '#shared/modules/events/schedule.ts';
import { where } from '#shared/query/query.ts';
import type { Reader } from '../../../store/contract.ts';
import { blockedPeople } from '../blocked-people.ts';
import { matchesOf, meetingsOf } from '../networking/leave.ts';

/** More are not listed: older ones are seen at their place. */
const newsMax = 20;
/** Places in sessions, also ended ones, of one person. */
const bookingsMax = 5_000;

export const newsKinds = [
  ...(['accepted', 'mutual', 'proposed', 'moved', 'confirmed'] as const),
  ...(['kept', 'declined', 'withdrawn', 'cancelled', 'planned'] as const),
  ...(['promoted', 'displaced'] as const),
] as const;

export interface NewsItem {
  readonly kind: (typeof newsKinds)[number];
  /** The other person, or the session. */
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  /** Id of the match, the meeting or the booking. */
  readonly id: string;
  /** The page with its card. */
  readonly tab: 'networking' | 'programme';
  /** Id of the card or its heading. */
  readonly place: string;
}

/** Matches and meetings that the page shows. */
interface Shown {
  readonly matches: readonly { readonly id: string; readonly profile: { readonly name: string } }[];
  readonly meetings: readonly {
    readonly id: string;
    readonly participants: readonly { readonly registrationId: string; readonly name: string }[];
  }[];
}

interface Done {
  readonly kind: NewsItem['kind'];
  readonly at: string;
}

function doneInMatch({ acceptedAt, acceptedBy, mutualAt, status }: MatchRecord, you: string): Done | null {
  if (status === 'pending' && acceptedBy !== you && acceptedAt) return { kind: 'accepted', at: acceptedAt };
  return status === 'mutual' && acceptedBy === you && mutualAt ? { kind: 'mutual', at: mutualAt } : null;
}

function kindOf({ changedAt, confirmedAt, sequence, status }: MeetingRecord): NewsItem['kind'] | null {
  if (status === 'proposed') return sequence > 0 ? 'moved' : 'proposed';
  if (status === 'confirmed') return changedAt === confirmedAt ? 'confirmed' : 'kept';
  if (status === 'cancelled') return confirmedAt ? 'cancelled' : 'withdrawn';
  return status === 'declined' ? 'declined' : null;
}

function doneInMeeting(meeting: MeetingRecord, you: string): Done | null {
  const { changedAt, changedBy, confirmedAt, planned, status } = meeting;
  if (!changedBy) return planned && status === 'confirmed' && confirmedAt ? { kind: 'planned', at: confirmedAt } : null;
  const kind = changedBy === you ? null : kindOf(meeting);
  return kind && changedAt ? { kind, at: changedAt } : null;
}

function doneWithPlace({ displacedAt, promotedAt, status }: SessionBookingRecord): Done | null {
  if (status === 'booked' && promotedAt) return { kind: 'promoted', at: promotedAt };
  return status === 'waitlisted' && displacedAt ? { kind: 'displaced', at: displacedAt } : null;
}

async function newsOfPlaces(reader: Reader, registration: string, seenUntil: string): Promise<readonly NewsItem[]> {
  const news: NewsItem[] = [];
  for (const booking of await reader.find(sessionBookings, { where: where({ registration }), limit: bookingsMax })) {
    const done = doneWithPlace(booking);
    const session = done && done.at > seenUntil ? await reader.get(sessions, booking.session) : null;
    if (!done || session?.status !== 'scheduled') continue;
    news.push({ ...done, name: session.title, id: booking.id, tab: 'programme', place: `s-${session.id}` });
  }
  return news;
}

/**
 * @param you registration of the person
 * @param shown what the page shows: nothing else is news on it
 * @returns the newest first
 */
export async function newsOf(reader: Reader, you: string, shown: Shown): Promise<readonly NewsItem[]> {
  const seenUntil = (await reader.findOne(networkingVisits, { registration: you }))?.seenUntil ?? '';
  const rows = await matchesOf(reader, you);
  const blocked = await blockedPeople(reader, you);
  const news: NewsItem[] = [];
  for (const { id, profile } of shown.matches) {
    const row = rows.find((one) => one.id === id);
    const done = row && doneInMatch(row, you);
    if (done) news.push({ ...done, name: profile.name, id, tab: 'networking', place: `w-${id}` });
  }
  const meetings = await meetingsOf(reader, you, ['proposed', 'confirmed', 'declined', 'cancelled']);
  for (const { id, participants } of shown.meetings) {
    const row = meetings.find((one) => one.id === id);
    const other = participants.find(({ registrationId }) => registrationId !== you);
    const done = row && other && !blocked.has(other.registrationId) ? doneInMeeting(row, you) : null;
    if (done) news.push({ ...done, name: other?.name ?? '', id, tab: 'networking', place: `g-${id}` });
  }
  return [...news, ...(await newsOfPlaces(reader, you, seenUntil))]
    .filter(({ at }) => at > seenUntil)
    .toSorted((a, b) => (a.at > b.at ? -1 : 1))
    .slice(0, newsMax);
}
