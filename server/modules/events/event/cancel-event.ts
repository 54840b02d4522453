/** `events.cancel`. The places are then cancelled by registration/cancel-places.ts. */

import { ok } from '#shared/base/result.ts';
import { cancelEvent } from '#shared/modules/events/actions.ts';
import { events } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { action } from '../../../core/collections/action.ts';
import { eventOf } from '../records.ts';
import { readEventAnswer } from './event-answer.ts';
import { eventStatusAt } from './event-status.ts';

export const cancelEventAction = action(cancelEvent, async (tx, { eventId }, { clock }) => {
  const found = await eventOf(tx, eventId);
  if (!found.ok) return found;
  if (eventStatusAt(found.value, clock()) === 'completed') return refuseWith('event_over');
  const event = await tx.update(events, eventId, { status: 'cancelled' });
  return ok(await readEventAnswer(tx, event, clock()));
});
