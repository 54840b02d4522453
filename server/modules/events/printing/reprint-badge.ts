/** `events.reprint_badge`: queues a job; the kiosk at the gate takes it by replication. */
import { ok } from '#shared/base/result.ts';
import { reprintBadge } from '#shared/modules/events/gate-actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { action } from '../../../core/collections/action.ts';
import { eventOf, gatesOf, registrationOf } from '../records.ts';

export const reprintBadgeAction = action(reprintBadge, async (tx, input) => {
  const event = await eventOf(tx, input.eventId);
  if (!event.ok) return event;
  const registration = await registrationOf(tx, input.eventId, input.registrationId);
  if (!registration.ok) return registration;
  if (registration.value.status !== 'confirmed')
    return refuseWith('registration_not_confirmed', { path: 'registrationId' });
  const wanted = input.gateId ?? null;
  const gates = wanted === null ? [] : await gatesOf(tx, input.eventId);
  const gate = gates.find(({ key, id }) => key === wanted || id === wanted);
  if (gates.length > 0 && !gate) return refuseWith('gate_not_found', { path: 'gateId' });
  const job = await tx.create('print_jobs', {
    event: input.eventId,
    registration: registration.value.id,
    gate: gate?.key ?? wanted,
    printer: input.printerId ?? null,
    state: 'queued',
    attempts: 0,
    reason: input.reason ?? null,
    queuedAt: tx.now,
  });
  return ok({ jobId: job.id, status: 'queued' });
});
