/** A conference day with sessions and confirmed people, for tests of the schedule. */
import { hourMs, isoTime } from '#shared/base/time.ts';
import { ada, type EventsModule, openingTime, sampleEvent, textAt } from './events-module.ts';

export const dayMs = 86_400_000;
/** When the sample event begins. */
export const beginsMs = openingTime + 7 * dayMs;
/** @param hours after the event began */
export const hour = (hours: number): string => isoTime(beginsMs + hours * hourMs);

export interface Lab {
  readonly house: EventsModule;
  readonly eventId: string;
  session(title: string, from: number, to: number, more?: Readonly<Record<string, unknown>>): Promise<string>;
  /** A confirmed registration. */
  person(name?: string): Promise<string>;
  book(
    session: string,
    registration: string,
    more?: Readonly<Record<string, unknown>>,
  ): ReturnType<EventsModule['act']>;
}

export async function openLab(house: EventsModule, more: Readonly<Record<string, unknown>> = {}): Promise<Lab> {
  const tickets = [{ id: 'free', name: 'Community', price: 0, currency: 'USD', quantity: -1 }];
  const eventId = textAt((await house.act('events.create', sampleEvent({ tickets, ...more }))).body, 'id');
  let people = 0;
  return {
    house,
    eventId,
    async session(title, from, to, values = {}) {
      const made = await house.act('events.create_session', {
        ...{ eventId, title, startsAt: hour(from), endsAt: hour(to) },
        ...values,
      });
      return textAt(made.body, 'id');
    },
    async person(name = `Person ${people + 1}`) {
      people += 1;
      const attendee = { ...ada, name, email: `p${people}@example.org` };
      const made = await house.act('events.register', { eventId, ticketType: 'free', attendee });
      await house.follow();
      return textAt(made.body, 'id');
    },
    book: (sessionId, registrationId, values = {}) =>
      house.act('events.book_session', { eventId, sessionId, registrationId, ...values }),
  };
}
