/**
 * Follower: what the server sees happen becomes activities. A source says which records of a collection are evidence of
 * what; the next kind of evidence is one more source. The same change again adds nothing.
 */
import { ok } from '#shared/base/result.ts';
import { type ActivityName, onlySubject } from '#shared/gamification/activity-types.ts';
import { type EventRecord, events } from '#shared/modules/events/event.ts';
import { type ActivityRecord, activities } from '#shared/modules/events/gamification.ts';
import { checkins } from '#shared/modules/events/gate.ts';
import { meetings } from '#shared/modules/events/meeting.ts';
import { type AttendeeProfileRecord, attendeeProfiles, matches } from '#shared/modules/events/networking.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { sessionBookings, sessions } from '#shared/modules/events/schedule.ts';
import { boothVisits, pollVotes, sessionQuestions } from '#shared/modules/events/type-features.ts';
import { type Follower, type FollowerContext, recordIn } from '../../../core/collections/follower.ts';
import type { Change, Reader, Transaction } from '../../../store/contract.ts';
import { checkValid } from '../attendee.ts';
import { timeOf } from '../event/event-status.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { awardEarned } from './award-badges.ts';
import { recordCheckins } from './checkin-evidence.ts';
import { changeEntry } from './entries.ts';
import { recordHappened, withdraw } from './record.ts';
import { gamificationOf } from './setting.ts';

interface Evidence {
  readonly registration: string;
  readonly type: ActivityName;
  readonly subjectId: string;
  readonly at: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** It turned out not to have happened. */
  readonly gone?: boolean;
}

interface Source {
  readonly collection: string;
  readonly read: (change: Change, reader: Reader) => Promise<readonly Evidence[]>;
}

/** All required fields, a bio and a skill. */
function isComplete({ bio, company, headline, interests, lookingFor, offering, role, skills }: AttendeeProfileRecord) {
  const texts = [bio, company, headline, role];
  const lists = [interests, lookingFor, offering, skills];
  return texts.every((text) => (text ?? '').trim() !== '') && lists.every((list) => (list ?? []).length > 0);
}

/** The company's name in lower case, so that the same company counts once. */
async function companyOf(reader: Reader, registration: string): Promise<string | null> {
  const profile = await reader.findOne(attendeeProfiles, { registration });
  const company = profile?.company ?? (await reader.get(registrations, registration))?.company ?? '';
  return company.trim() === '' ? null : company.trim().toLowerCase();
}

const sources: readonly Source[] = [
  {
    collection: sessionBookings.name,
    async read(change, reader) {
      const { attendedAt, ratedAt, registration, session, status, updatedAt } = recordIn(change, sessionBookings);
      const found: Evidence[] = [];
      if (status === 'attended' && attendedAt !== null) {
        const track = (await reader.get(sessions, session))?.track ?? null;
        found.push({ registration, type: 'session_attended', subjectId: session, at: attendedAt, metadata: { track } });
      } else if (change.previous?.['status'] === 'attended') {
        found.push({ registration, type: 'session_attended', subjectId: session, at: updatedAt, gone: true });
      }
      if (ratedAt !== null) found.push({ registration, type: 'session_rated', subjectId: session, at: ratedAt });
      return found;
    },
  },
  {
    collection: matches.name,
    async read(change) {
      const { first, id, mutualAt, second } = recordIn(change, matches);
      if (mutualAt === null) return [];
      return [first, second].map((registration) => ({
        registration,
        type: 'match_mutual',
        subjectId: id,
        at: mutualAt,
      }));
    },
  },
  {
    collection: meetings.name,
    async read(change, reader) {
      const { completedAt, id, invitee, requester, status } = recordIn(change, meetings);
      if (completedAt === null || (status !== 'completed' && status !== 'no_show')) return [];
      const found: Evidence[] = [];
      for (const [registration, other] of [
        [requester, invitee],
        [invitee, requester],
      ] as const) {
        const company = await companyOf(reader, other);
        const met = { registration, type: 'meeting_completed', subjectId: id, at: completedAt } as const;
        found.push(status === 'completed' ? { ...met, metadata: { company } } : { ...met, gone: true });
      }
      return found;
    },
  },
  {
    collection: attendeeProfiles.name,
    async read(change) {
      const profile = recordIn(change, attendeeProfiles);
      if (!isComplete(profile)) return [];
      const { registration, updatedAt } = profile;
      return [{ registration, type: 'profile_completed', subjectId: onlySubject, at: updatedAt }];
    },
  },
  {
    collection: boothVisits.name,
    async read(change) {
      const { dwellSeconds, exhibitor, firstAt, registration } = recordIn(change, boothVisits);
      return [{ registration, type: 'booth_visit', subjectId: exhibitor, at: firstAt, metadata: { dwellSeconds } }];
    },
  },
  {
    collection: sessionQuestions.name,
    async read(change) {
      const { approvedAt, id, registration } = recordIn(change, sessionQuestions);
      return approvedAt === null ? [] : [{ registration, type: 'question_approved', subjectId: id, at: approvedAt }];
    },
  },
  {
    collection: pollVotes.name,
    async read(change) {
      const { createdAt, poll, registration } = recordIn(change, pollVotes);
      return [{ registration, type: 'poll_vote', subjectId: poll, at: createdAt }];
    },
  },
];

/** Stores the new metadata of an activity that was recorded before: the time at a booth grows. */
async function noteMore(
  tx: Transaction,
  event: EventRecord,
  registration: RegistrationRecord,
  activity: ActivityRecord,
  metadata: NonNullable<Evidence['metadata']>,
): Promise<void> {
  await tx.update(activities, activity.id, { metadata });
  const given = await awardEarned(tx, event, registration.id);
  await changeEntry(tx, event, registration, { points: 0, badges: given.length > 0 });
}

async function take(
  tx: Transaction,
  { at, gone = false, metadata, subjectId, type, ...evidence }: Evidence,
): Promise<void> {
  const registration = await tx.get(registrations, evidence.registration);
  const event = registration && (await tx.get(events, registration.event));
  if (!registration || !event || !gamificationOf(event).enabled || !checkValid(registration).ok) return;
  if (gone) return withdraw(tx, event, registration, { type, subjectId });
  const happened = { type, subjectId, occurredMs: timeOf(at), source: 'evidence', metadata: metadata ?? null } as const;
  const { activity, duplicate } = await recordHappened(tx, event, registration, happened);
  if (duplicate && metadata) await noteMore(tx, event, registration, activity, metadata);
}

async function follow(change: Change, { commit, reader }: FollowerContext): Promise<void> {
  if (change.collection === checkins.name) {
    const { registration } = recordIn(change, checkins);
    throwIfRefused(await commit(async (tx) => ok(await recordCheckins(tx, registration))));
    return;
  }
  const source = sources.find(({ collection }) => collection === change.collection);
  const found = source && change.op !== 'delete' ? await source.read(change, reader) : [];
  if (found.length === 0) return;
  const done = await commit(async (tx) => {
    for (const one of found) await take(tx, one);
    return ok(null);
  });
  throwIfRefused(done);
}

export const followEvidence: Follower = {
  name: 'events.follow-evidence',
  collections: [checkins.name, ...sources.map(({ collection }) => collection)],
  // Records at once, so that the store commits them together; the changes of each in turn: what it says last counts.
  handle: async (changes, context) => {
    const byRecord = Map.groupBy(changes, ({ collection, id }) => `${collection} ${id}`);
    await Promise.all(
      [...byRecord.values()].map(async (ofRecord) => {
        for (const change of ofRecord) await follow(change, context);
      }),
    );
  },
};
