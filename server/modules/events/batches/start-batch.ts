/** `events.start_batch`, `events.stop_batch`, `events.resume_batch`. The work itself is the queue's. */
import { ok, type Result } from '#shared/base/result.ts';
import { type AttendeeBatchRecord, attendeeBatches } from '#shared/modules/events/attendee-batch.ts';
import { resumeBatch, startBatch, stopBatch } from '#shared/modules/events/attendee-batch-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { dueNow } from '../attempts.ts';
import { chosenOf } from '../messages/recipients.ts';
import { eventOf } from '../records.ts';

const answer = (data: AttendeeBatchRecord) => ({ data, meta: {} });

export const startBatchAction = action(startBatch, async (tx, input, context) => {
  const { eventId, gateId, search, where, reason, refund } = input;
  const event = await eventOf(tx, eventId);
  if (!event.ok) return event;
  const condition = chosenOf({ where, search }, eventId, context);
  if (!condition.ok) return condition;
  const people = await tx.count(registrations, condition.value, search ?? undefined);
  if (people === 0) return refuseWith('no_attendees', { path: 'where' });
  const values = { reason: reason ?? null, refund: refund ?? null, where: where ?? null, search: search ?? null };
  const data = await tx.create(attendeeBatches, {
    ...{ event: eventId, action: input.action, gate: gateId ?? 'console', ...values },
    ...{ people, processed: 0, done: 0, skipped: 0, refused: 0 },
    ...{ state: 'running', condition: condition.value, ...dueNow(tx.now) },
  });
  return ok(answer(data));
});

async function batchOf(reader: Reader, eventId: string, id: string): Promise<Result<AttendeeBatchRecord>> {
  const found = await reader.get(attendeeBatches, id);
  return found?.event === eventId ? ok(found) : refuseWith('batch_not_found', { path: 'batchId' });
}

export const stopBatchAction = action(stopBatch, async (tx, { batchId, eventId }) => {
  const found = await batchOf(tx, eventId, batchId);
  if (!found.ok) return found;
  if (found.value.state === 'stopped') return ok(answer(found.value));
  if (found.value.state !== 'running') return refuseWith('batch_over');
  return ok(answer(await tx.update(attendeeBatches, batchId, { state: 'stopped', nextAttemptAt: null })));
});

export const resumeBatchAction = action(resumeBatch, async (tx, { batchId, eventId }) => {
  const found = await batchOf(tx, eventId, batchId);
  if (!found.ok) return found;
  if (found.value.state === 'running') return ok(answer(found.value));
  if (found.value.state === 'done') return refuseWith('batch_over');
  return ok(answer(await tx.update(attendeeBatches, batchId, { state: 'running', problem: null, ...dueNow(tx.now) })));
});
