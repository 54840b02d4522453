/** `events.personal_schedule` and `events.renew_calendar`: what a person has booked, and the address of their calendar. */
import { ok } from '#shared/base/result.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { type SessionBookingRecord, type SessionRecord, sessions } from '#shared/modules/events/schedule.ts';
import { personalSchedule, renewCalendar } from '#shared/modules/events/schedule-actions.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';
import { eventOf, registrationOf } from '../records.ts';
import { bookingAnswer } from './booking-answer.ts';
import { calendarUrl } from './calendar-address.ts';
import { attendeeOf, bookingsOf } from './records.ts';

export interface OwnBooking {
  readonly booking: SessionBookingRecord;
  readonly session: SessionRecord;
}

/** The person's bookings that are not cancelled, with their sessions, in order of time. */
export async function ownBookings(reader: Reader, registrationId: string): Promise<readonly OwnBooking[]> {
  const own: OwnBooking[] = [];
  for (const booking of await bookingsOf(reader, registrationId, ['booked', 'waitlisted', 'attended', 'no_show'])) {
    const session = await reader.get(sessions, booking.session);
    if (session) own.push({ booking, session });
  }
  return own.sort((a, b) => (a.session.startsAt < b.session.startsAt ? -1 : 1));
}

export function personalScheduleAction(ports: EventsPorts) {
  return action(personalSchedule, async (reader, { eventId, registrationId }, { actor }) => {
    const event = await eventOf(reader, eventId);
    if (!event.ok) return event;
    const found = await registrationOf(reader, eventId, registrationId);
    if (!found.ok) return found;
    const bookings = [];
    for (const { booking, session } of await ownBookings(reader, registrationId)) {
      const { endsAt, room, startsAt, title } = session;
      bookings.push({ ...(await bookingAnswer(reader, booking)), title, startsAt, endsAt, room });
    }
    return ok({ bookings, calendar: calendarUrl(actor.tenant, found.value, ports) });
  });
}

export function renewCalendarAction(ports: EventsPorts) {
  return action(renewCalendar, async (tx, input, { actor }) => {
    const event = await eventOf(tx, input.eventId);
    if (!event.ok) return event;
    const found = await attendeeOf(tx, input, actor);
    if (!found.ok) return found;
    const calendarRound = (found.value.calendarRound ?? 0) + 1;
    const person = await tx.update(registrations, found.value.id, { calendarRound });
    return ok({ calendar: calendarUrl(actor.tenant, person, ports) });
  });
}
