/**
 * What the event has stored about a person: what they may read and take along. Collections are named one by one, because a
 * row can also say something of another person (who reported whom) or be a note of the staff. A test reads the schema: a
 * collection that refers to people stands in one of the two lists here.
 */
import { walkIns } from '#shared/modules/events/admission.ts';
import { activities, badgeAwards, leaderboardEntries, prizeEntries } from '#shared/modules/events/gamification.ts';
import { checkins, scans } from '#shared/modules/events/gate.ts';
import { leads } from '#shared/modules/events/lead.ts';
import { meetings } from '#shared/modules/events/meeting.ts';
import { mailSuppressions, outgoingMails } from '#shared/modules/events/message.ts';
import { attendeeProfiles, matches } from '#shared/modules/events/networking.ts';
import { registrationAddOns } from '#shared/modules/events/order.ts';
import { paymentDisputes, payments } from '#shared/modules/events/payment.ts';
import { type RegistrationRecord, refunds, registrations } from '#shared/modules/events/registration.ts';
import { sessionBookings } from '#shared/modules/events/schedule.ts';
import {
  boothVisits,
  pollVotes,
  questionUpvotes,
  rsvps,
  sessionQuestions,
} from '#shared/modules/events/type-features.ts';
import { waitlistEntries } from '#shared/modules/events/waiting-list.ts';
import { where } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Reader } from '../../../store/contract.ts';

type Person = Pick<RegistrationRecord, 'id' | 'emailKey'>;

interface Source {
  readonly collection: CollectionDefinition;
  /** The fields that name the person. */
  readonly by: readonly string[];
  /** What stands in them; absent: the registration’s id. */
  readonly value?: (person: Person) => string | null;
  /** Fields for the staff alone, or about another person. */
  readonly without?: readonly string[];
  /** Which of the rows; absent: all. */
  readonly only?: (row: StoredRecord, person: Person) => boolean;
}

const ofRegistration = (...collections: readonly CollectionDefinition[]): readonly Source[] =>
  collections.map((collection) => ({ collection, by: ['registration'] }));

const triedAgain = ['problem', 'attempts', 'nextAttemptAt'] as const;

export const knownSources: readonly Source[] = [
  {
    collection: registrations,
    by: ['id'],
    without: ['blockedReason', 'attentionNote', 'paymentIntent', 'transferredTo', 'changeOf'],
  },
  ...ofRegistration(attendeeProfiles, sessionBookings, checkins, refunds, registrationAddOns, waitlistEntries),
  ...ofRegistration(activities, badgeAwards, leaderboardEntries, prizeEntries),
  ...ofRegistration(sessionQuestions, questionUpvotes, pollVotes, rsvps, boothVisits),
  { collection: meetings, by: ['requester', 'invitee'], without: ['absent', 'endedBy'] },
  {
    collection: matches,
    by: ['first', 'second'],
    // Whether the other person accepted, declined, blocked or reported is theirs as long as both have not agreed.
    without: ['status', 'acceptedBy', 'endedBy', 'endedAt', 'reportedBy', 'reportReason', 'reportedAt'],
    only: (row, { id }) => row['acceptedBy'] === id || row['mutualAt'] !== null,
  },
  { collection: outgoingMails, by: ['registration'], without: [...triedAgain, 'messageId'] },
  { collection: mailSuppressions, by: ['emailKey'], value: ({ emailKey }) => emailKey },
  {
    collection: scans,
    by: ['registration'],
    without: [
      ...['kiosk', 'counter', 'clockOffsetMs', 'knownSeq', 'ruleVersion', 'staff', 'flags', 'leases', 'durationMs'],
      ...['overrideBy', 'overrideReason', 'approval', 'approvalSignature', 'undoReason'],
    ],
  },
  { collection: walkIns, by: ['registration'], without: ['kiosk', 'staff'] },
  { collection: payments, by: ['registration'], without: [...triedAgain, 'account', 'session', 'paymentIntent'] },
  { collection: paymentDisputes, by: ['registration'], without: [...triedAgain, 'account', 'paymentIntent'] },
  {
    collection: leads,
    by: ['registration'],
    // What an exhibitor thinks of a visitor is the exhibitor’s.
    without: ['rating', 'followUp', 'tags', 'notes', 'quality', 'tier', 'edits', 'state'],
  },
];

/** Collections that refer to people and are not in a person’s file, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  events: 'names the organizer',
  exhibitors: 'names the exhibitor',
  exhibitor_members: 'people of an exhibitor, not attendees',
  payment_accounts: 'belongs to the organizer',
  ticket_orders: 'belongs to the buyer, who can be another person; the page of the order shows it',
  invoices_issued: 'belongs to the buyer; the page of the order shows it',
  payment_events: 'messages of the processor, which can name the buyer; payments and refunds say what came of them',
  payment_alerts: 'notes for the staff',
  checkin_conflicts: 'says what two scans say, and which devices made them',
  lease_uses: 'says which scan used a reserved place; the scan is there',
  admission_reports: 'notes for the staff',
  print_jobs: 'what a printer did; the badge shows what the registration says',
  external_codes: 'holds a hash of the code alone',
  lead_edits: 'notes of an exhibitor; the lead is there',
  imported_attendees: 'how an import is undone; the registration has the values',
  profile_vectors: 'numbers that are computed from the profile',
  leaderboards: 'the top of the leaderboard as everyone sees it; the person’s points are in leaderboard_entries',
  leaderboard_snapshots: 'the leaderboard as it was; the person’s points are in leaderboard_entries',
  message_batches: 'messages to many; the emails to the person are in outgoing_mails',
  attendee_batches: 'work of the staff on many registrations; the registration says what came of it',
  attendee_imports: 'rows that were refused, of people who have no registration',
  import_chunks: 'rows of a file while it is imported; the registration has the values',
  supervisors: 'people of the staff',
};

/** Rows of one collection; a person has far fewer. */
const rowsMax = 1_000;

export type Known = Readonly<Record<string, readonly object[]>>;

/** Without hidden fields. Of the collections that the event has none of, nothing. */
export async function knownOf(reader: Reader, person: Person): Promise<Known> {
  const known: Record<string, readonly object[]> = {};
  for (const { by, collection, only, value, without = [] } of knownSources) {
    const wanted = value ? value(person) : person.id;
    if (reader.shapeOf(collection.name) === null || wanted === null) continue;
    const shown = collection.fields.filter((field) => !field.hidden && !without.includes(field.name));
    const rows = new Map<string, object>();
    for (const field of by)
      for (const row of await reader.find(collection, { where: where({ [field]: wanted }), limit: rowsMax })) {
        if (only?.(row, person) === false) continue;
        const values = Object.entries(row).filter(([name]) => shown.some((one) => one.name === name));
        rows.set(row.id, { id: row.id, createdAt: row.createdAt, ...Object.fromEntries(values) });
      }
    if (rows.size > 0) known[collection.name] = [...rows.values()];
  }
  return known;
}
