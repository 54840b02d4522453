/** The ticket page: what an attendee opens by a secret address. */
import type { Part } from '../part.ts';
import { ticketPages } from './ticket-pages.ts';

export const ticketPagePart: Part = (ports) => ({ pages: ticketPages(ports) });
