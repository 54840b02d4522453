/** What the page says about each state of a ticket that has no code to show. */
import type { TicketPageState } from './page-data.ts';

export interface StateNote {
  readonly tone: 'wait' | 'stop';
  readonly title: string;
  readonly text: string;
}

export const stateNotes: Readonly<Record<Exclude<TicketPageState, 'confirmed'>, StateNote>> = {
  pending: {
    tone: 'wait',
    title: 'Payment not confirmed yet',
    text: 'Your code appears here by itself as soon as the payment has gone through.',
  },
  waitlisted: {
    tone: 'wait',
    title: 'You are on the waiting list',
    text: 'Your code appears here when a place becomes free. We will also write to you.',
  },
  expired: {
    tone: 'stop',
    title: 'Reservation expired',
    text: 'The payment did not arrive in time and the place was given back. Please register again.',
  },
  cancelled: {
    tone: 'stop',
    title: 'Registration cancelled',
    text: 'This ticket is no longer good. If that surprises you, please write to the organizer.',
  },
  refunded: {
    tone: 'stop',
    title: 'Ticket refunded',
    text: 'This ticket was paid back and is no longer good.',
  },
  revoked: {
    tone: 'stop',
    title: 'Ticket withdrawn',
    text: 'The organizer has withdrawn this ticket. You may have been sent a newer one.',
  },
  event_cancelled: {
    tone: 'stop',
    title: 'Event cancelled',
    text: 'This event does not take place. The organizer will write to you about refunds.',
  },
};
