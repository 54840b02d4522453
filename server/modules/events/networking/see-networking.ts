/** `events.seen_networking`: until when a person has seen what others did. It never goes back, nor into the future. */
import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { networkingVisits } from '#shared/modules/events/networking.ts';
import { seenNetworking } from '#shared/modules/events/networking-actions.ts';
import { action } from '../../../core/collections/action.ts';
import { attendeeOf } from './attendee.ts';

export const seenNetworkingAction = action(seenNetworking, async (tx, input, { actor, clock }) => {
  const found = await attendeeOf(tx, input, actor);
  if (!found.ok) return found;
  const { event, registration } = found.value;
  const visit = await tx.findOne(networkingVisits, { registration: registration.id });
  const [until = input.until] = [input.until, isoTime(clock())].toSorted();
  const seenUntil = visit && visit.seenUntil > until ? visit.seenUntil : until;
  if (!visit) await tx.create(networkingVisits, { event: event.id, registration: registration.id, seenUntil });
  else if (visit.seenUntil !== seenUntil) await tx.update(networkingVisits, visit.id, { seenUntil });
  return ok({ seenUntil });
});
