/** Follower: cancels every place of a cancelled event with a full refund, in batches. */

import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { events } from '#shared/modules/events/event.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import type { Condition } from '#shared/query/query.ts';
import type { Follower, FollowerContext } from '../../../core/collections/follower.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { cancelPlace } from './cancel-registration.ts';

const batchMax = 100;

/** The registrations that a cancelled event cancels. */
export function standingPlaces(eventId: string): Condition {
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
    const places = await reader.find('registrations', { where: standingPlaces(eventId), limit: batchMax });
    if (places.length === 0) return;
    const done = await commit(async (tx) => {
      const event = must(await tx.get(events, eventId), 'a record of events');
      for (const { id } of places) {
        const place = must(await tx.get(registrations, id), 'a record of registrations');
        if (place.status === 'cancelled' || place.status === 'expired') continue;
        await cancelPlace(tx, event, place, { asked: 'full', cause: 'event_cancelled', reason: null, nowMs: clock() });
      }
      return ok(null);
    });
    throwIfRefused(done);
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
