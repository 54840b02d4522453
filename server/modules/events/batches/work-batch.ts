/**
 * The queue that works bulk actions off: each transaction handles a page of attendees and stores the position, so that after
 * a crash the queue goes on from there and does nothing twice. One attendee's refusal does not stop the others.
 */
import { ok } from '#shared/base/result.ts';
import { type AttendeeBatchRecord, attendeeBatches } from '#shared/modules/events/attendee-batch.ts';
import { events } from '#shared/modules/events/event.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import type { Condition } from '#shared/query/query.ts';
import type { FollowerContext } from '../../../core/collections/follower.ts';
import { type AttemptQueue, dueNow, type Worked } from '../attempts.ts';
import { type Checkin, createCheckin } from '../checkin/checkin.ts';
import { recipientsAfter } from '../messages/recipient-pages.ts';
import type { EventsPorts } from '../ports.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { forOne } from './for-one.ts';

/** Attendees of one transaction: all other writers of the tenant wait for it. */
export const pageSize = 25;
/** Pages of one attempt, which ends well before its claim does. */
const pagesMax = 40;
const problemsMax = 100;

/** @returns whether there may be more pages */
async function workPage(
  id: string,
  { commit, reader, clock }: FollowerContext,
  ports: EventsPorts,
  checkin: Checkin,
): Promise<boolean> {
  const asked = await reader.get(attendeeBatches, id);
  if (asked?.state !== 'running') return false;
  const condition = asked.condition as unknown as Condition;
  const page = await recipientsAfter(reader, condition, asked.reached, pageSize, asked.search ?? undefined);
  const last = page.at(-1);
  if (!last) return false;
  const done = await commit(async (tx) => {
    const batch = await tx.get(attendeeBatches, id);
    if (batch?.state !== 'running' || batch.reached !== asked.reached) return ok(batch?.state === 'running');
    const event = await tx.get(events, batch.event);
    if (!event) {
      const problem = 'The event was deleted.';
      await tx.update(attendeeBatches, id, { state: 'failed', nextAttemptAt: null, problem });
      return ok(false);
    }
    const doing = { event, batch, nowMs: clock(), ports, checkin };
    const counts = { done: batch.done, skipped: batch.skipped, refused: batch.refused };
    const problems = [...((batch.problems ?? []) as readonly unknown[])];
    for (const found of page) {
      const registration = await tx.get(registrations, found.id);
      const outcome = registration
        ? await forOne[batch.action](tx, registration, doing)
        : ({ kind: 'skipped' } as const);
      counts[outcome.kind] += 1;
      if (outcome.kind !== 'refused' || problems.length >= problemsMax) continue;
      const { code, message } = outcome.refusal;
      problems.push({ registration: found.id, name: found.name, code, message });
    }
    const processed = batch.processed + page.length;
    await tx.update(attendeeBatches, id, { ...counts, processed, problems, reached: last.id });
    return ok(page.length === pageSize);
  });
  return throwIfRefused(done) ?? false;
}

export function workBatches(ports: EventsPorts): AttemptQueue<AttendeeBatchRecord> {
  const checkin = createCheckin(ports);
  return {
    name: 'work-batches',
    collection: 'attendee_batches',
    states: ['running'],
    read: (reader, id) => reader.get(attendeeBatches, id),
    async work({ id }, context): Promise<Worked> {
      let isMore = true;
      for (let page = 0; isMore && page < pagesMax; page += 1) isMore = await workPage(id, context, ports, checkin);
      return {
        kind: 'settle',
        async plan(tx) {
          const now = await tx.get(attendeeBatches, id);
          // Stopped meanwhile: it stays where it is.
          if (now?.state !== 'running') return;
          const over = { state: 'done', finishedAt: tx.now, nextAttemptAt: null };
          await tx.update(attendeeBatches, id, isMore ? dueNow(tx.now) : over);
        },
      };
    },
    giveUp: async (tx, { id }, problem) =>
      void (await tx.update(attendeeBatches, id, { state: 'failed', nextAttemptAt: null, problem })),
  };
}
