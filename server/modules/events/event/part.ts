/** Events themselves: what is declared of them, their state by the clock, their keys and seats. */
import {
  checkinLists,
  checkinQuestions,
  entryRules,
  events,
  gates,
  seatCounts,
  ticketKeys,
  ticketTypes,
} from '#shared/modules/events/event.ts';
import type { Part } from '../part.ts';
import { sealedTicketKeys } from '../ticket-keys.ts';
import { cancelEventAction } from './cancel-event.ts';
import { createEventAction } from './create-event.ts';
import { prepareEvents } from './event-ground.ts';
import { eventRule, ticketTypeRule } from './event-rules.ts';
import { giveSlugs } from './event-slug.ts';
import { getEventAction } from './get-event.ts';
import { listEventsAction } from './list-events.ts';
import { publishEventAction } from './publish-event.ts';
import { statusByClock } from './status-by-clock.ts';
import { updateEventAction } from './update-event.ts';

export const eventPart: Part = {
  name: 'event',
  personal: [{ collection: events, withheld: 'names the organizer' }],
  make: (ports) => ({
    collections: [events, ticketTypes, seatCounts, checkinLists, gates, entryRules, checkinQuestions, ticketKeys],
    actions: [
      createEventAction(ports),
      getEventAction,
      listEventsAction(ports),
      updateEventAction,
      publishEventAction(ports),
      cancelEventAction,
    ],
    rules: [eventRule(ports), ticketTypeRule],
    followers: [prepareEvents(ports)],
    jobs: [statusByClock, giveSlugs],
    sealed: [sealedTicketKeys],
  }),
};
