/**
 * A follower that has the service turn profiles into vectors, where the organizer lets their text leave the server, and a
 * job that asks again for those it failed for. Names, e-mail addresses and companies stay here.
 */
import { createHash } from 'node:crypto';
import { ok } from '#shared/base/result.ts';
import { minuteMs } from '#shared/base/time.ts';
import { events } from '#shared/modules/events/event.ts';
import { type AttendeeProfileRecord, attendeeProfiles, profileVectors } from '#shared/modules/events/networking.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { textOf } from '#shared/networking/lexical.ts';
import { withoutPerson } from '#shared/networking/without-person.ts';
import { where } from '#shared/query/query.ts';
import type { Follower, FollowerContext, TimedJob } from '../../../core/collections/follower.ts';
import type { Change, Reader } from '../../../store/contract.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { isVisible } from './attendee.ts';
import { batchMax, type Embeddings } from './embeddings.ts';
import { staleConditions, vectorText } from './semantic.ts';
import { networkingOf } from './setting.ts';

const pageRows = 200;
const problemMax = 1_000;
/** Interval at which the service is asked again for what it failed for, in ms. */
const againMs = 15 * minuteMs;

interface Wanted {
  readonly profile: AttendeeProfileRecord;
  readonly text: string;
  readonly textHash: string;
}

/** Returns a text to embed: of a person who takes part, where the organizer lets text leave, without a current vector. */
async function wantedOf(reader: Reader, id: string, { id: provider }: Embeddings): Promise<Wanted | null> {
  const profile = await reader.get(attendeeProfiles, id);
  const event = profile && (await reader.get(events, profile.event));
  const person = profile && (await reader.get(registrations, profile.registration));
  if (!profile || !event || !person) return null;
  const setting = networkingOf(event);
  if (!setting.sendsText || !isVisible(profile, setting)) return null;
  const { company, email, name } = person;
  const text = withoutPerson(textOf(profile), [name, email, company ?? '', profile.company]);
  const textHash = createHash('sha256').update(`${provider}\n${text}`).digest('base64url');
  const known = await reader.findOne(profileVectors, { profile: id });
  return known?.textHash === textHash && known.problem === null ? null : { profile, text, textHash };
}

async function store(
  wanted: readonly Wanted[],
  vectors: readonly Float32Array[] | null,
  problem: string | null,
  provider: string,
  { commit }: FollowerContext,
): Promise<void> {
  const done = await commit(async (tx) => {
    for (const [i, { profile, textHash }] of wanted.entries()) {
      // Withdrawn while the service was asked: nothing of them is kept.
      const now = await tx.get(attendeeProfiles, profile.id);
      const event = now && (await tx.get(events, now.event));
      if (!now || !event || !isVisible(now, networkingOf(event))) continue;
      const vector = vectors?.[i];
      const values = { provider, textHash, vector: vector ? vectorText(vector) : null, problem };
      const known = await tx.findOne(profileVectors, { profile: profile.id });
      if (known) await tx.update(profileVectors, known.id, values);
      else await tx.create(profileVectors, { event: now.event, profile: profile.id, ...values });
    }
    return ok(null);
  });
  throwIfRefused(done);
}

/** @returns false: the service does not answer; what was not asked for is marked, and the job asks again */
async function embedAll(ids: readonly string[], embeddings: Embeddings, context: FollowerContext): Promise<boolean> {
  const found: Wanted[] = [];
  for (const id of new Set(ids)) {
    const wanted = await wantedOf(context.reader, id, embeddings);
    if (wanted) found.push(wanted);
  }
  const { id } = embeddings;
  for (let from = 0; from < found.length; from += batchMax) {
    const batch = found.slice(from, from + batchMax);
    const answer = await embeddings.embed(batch.map(({ text }) => text));
    if (answer.kind === 'failed') {
      await store(found.slice(from), null, answer.problem.slice(0, problemMax), id, context);
      return false;
    }
    await store(batch, answer.vectors, null, id, context);
  }
  return true;
}

async function eachProfile(
  reader: Reader,
  event: string,
  take: (ids: readonly string[]) => Promise<unknown>,
): Promise<void> {
  for (let after: readonly unknown[] | undefined; ; ) {
    const rows = await reader.find(attendeeProfiles, {
      where: where({ event }),
      sort: [{ path: 'id', direction: 'asc' }],
      limit: pageRows,
      ...(after && { after }),
    });
    await take(rows.map(({ id }) => id));
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = [last.id];
  }
}

/** Tells whether the networking setting of an event changed, so that all of its people may have to be embedded. */
const hasNewSetting = ({ collection, op, previous }: Change) =>
  collection === events.name && op === 'update' && previous !== null && 'networking' in previous;

export function embedProfiles(embeddings: Embeddings): Follower {
  return {
    name: 'events.embed-profiles',
    collections: [attendeeProfiles.name, events.name],
    async handle(changes, context) {
      const changed = changes.filter(({ collection, op }) => collection === attendeeProfiles.name && op !== 'delete');
      await embedAll(
        changed.map(({ id }) => id),
        embeddings,
        context,
      );
      for (const { id } of changes.filter(hasNewSetting))
        await eachProfile(context.reader, id, (ids) => embedAll(ids, embeddings, context));
    },
  };
}

/**
 * Asks again for what the service failed for, and for what another model made. Rows of an event whose organizer has
 * changed the provider are passed over, so that they hold up no others.
 */
export function embedAgain(embeddings: Embeddings): TimedJob {
  const stale = () => ({ kind: 'or', of: staleConditions(embeddings) }) as const;
  return {
    name: 'events.embed-again',
    everyMs: againMs,
    nextDue: async ({ clock, reader }) => {
      const [found] = await reader.find(profileVectors, { where: stale(), limit: 1 });
      return found ? clock() + againMs : null;
    },
    async run(context) {
      for (let after: readonly unknown[] | undefined; ; ) {
        const rows = await context.reader.find(profileVectors, {
          where: stale(),
          sort: [{ path: 'id', direction: 'asc' }],
          limit: pageRows,
          ...(after && { after }),
        });
        const profiles = rows.map(({ profile }) => profile);
        if (!(await embedAll(profiles, embeddings, context)) || rows.length < pageRows) return;
        after = [rows.at(-1)?.id];
      }
    },
  };
}
