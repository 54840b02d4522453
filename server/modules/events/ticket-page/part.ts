/** The ticket page: what an attendee opens by a secret address. */
import type { Part } from '../part.ts';
import { ticketPages } from './ticket-pages.ts';

export const ticketPagePart: Part = {
  name: 'ticket-page',
  needs: ['event', 'registration'],
  make: (ports) => ({ pages: ticketPages(ports) }),
};
