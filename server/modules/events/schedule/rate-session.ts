/** `events.rate_session`: how a person found a session that they booked or were in. */
import { ok } from '#shared/base/result.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { sessionBookings } from '#shared/modules/events/schedule.ts';
import { rateSession } from '#shared/modules/events/schedule-actions.ts';
import { action } from '../../../core/collections/action.ts';
import { eventOf } from '../records.ts';
import { attendeeOf, bookingsOf, scheduleSettingOf, sessionOf } from './records.ts';

export const rateSessionAction = action(rateSession, async (tx, input, { actor }) => {
  const event = await eventOf(tx, input.eventId);
  if (!event.ok) return event;
  const person = await attendeeOf(tx, input, actor);
  if (!person.ok) return person;
  const session = await sessionOf(tx, input.eventId, input.sessionId);
  if (!session.ok) return session;
  if (!scheduleSettingOf(event.value).ratings) return refuseWith('ratings_off');
  const own = await bookingsOf(tx, person.value.id, ['booked', 'attended']);
  const booking = own.find((one) => one.session === session.value.id);
  if (!booking || session.value.startsAt > tx.now) return refuseWith('not_rateable');
  const ratingComment = input.comment ?? null;
  await tx.update(sessionBookings, booking.id, { rating: input.rating, ratingComment, ratedAt: tx.now });
  return ok({ session: session.value.id, rating: input.rating, comment: ratingComment });
});
