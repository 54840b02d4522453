/** `events.cancel`, and the follower that then cancels every place with a full refund, in batches. */
import { ok } from '#shared/base/result.ts';
import { cancelEvent } from '#shared/modules/events/actions.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Condition } from '#shared/query/query.ts';
import { action, type Follower, type FollowerContext } from '../../../core/collections/module.ts';
import { eventOf } from '../records.ts';
import { cancelPlace } from '../registration/cancel-registration.ts';
import { settled } from '../settled.ts';
import { readEventAnswer } from './event-answer.ts';
import { eventStatusAt } from './event-status.ts';

const batchMax = 100;

export const cancelEventAction = action(cancelEvent, async (tx, { eventId }, { clock }) => {
  const found = await eventOf(tx, eventId);
  if (!found.ok) return found;
  if (eventStatusAt(found.value, clock()) === 'completed') return refuseWith('event_over');
  const event = (await tx.update('events', eventId, { status: 'cancelled' })) as EventRecord;
  return ok(await readEventAnswer(tx, event, clock()));
});

function standing(eventId: string): Condition {
  return {
    kind: 'and',
    of: [
      { kind: 'field', path: 'event', op: 'equals', value: eventId },
      { kind: 'field', path: 'status', op: 'in', value: ['pending', 'confirmed', 'waitlisted'] },
    ],
  };
}

async function cancelPlaces(eventId: string, { reader, commit, clock }: FollowerContext): Promise<void> {
  for (;;) {
    const places = await reader.find('registrations', { where: standing(eventId), limit: batchMax });
    if (places.length === 0) return;
    const done = await commit(async (tx) => {
      const event = (await tx.get('events', eventId)) as EventRecord;
      for (const { id } of places) {
        const place = (await tx.get('registrations', id)) as RegistrationRecord;
        if (place.status === 'cancelled' || place.status === 'expired') continue;
        await cancelPlace(tx, event, place, { asked: 'full', cause: 'event_cancelled', reason: null, nowMs: clock() });
      }
      return ok(null);
    });
    settled(done);
  }
}

export const cancelPlacesOfCancelledEvents: Follower = {
  name: 'events.cancel-places',
  collections: ['events'],
  async handle(changes, context) {
    const cancelled = changes.filter(
      ({ op, record, previous }) =>
        op === 'update' && record['status'] === 'cancelled' && previous !== null && 'status' in previous,
    );
    for (const { id } of cancelled) await cancelPlaces(id, context);
  },
};
