/** The texts of the ticket page in English. */
import type { PageWords } from './page-words.ts';

export const en: PageWords = {
  ticket: 'Ticket',
  ticketCode: 'Ticket code',
  qrCode: 'QR code of this ticket. Hold it in front of the scanner.',
  reload: 'Reload this page for a new code',
  noCode: 'No code right now',
  checkedIn: 'Checked in',
  enjoy: '{time}. Enjoy the event!',
  attendee: 'Name',
  ticketNumber: 'Ticket number, to type by hand',
  language: 'Language',
  states: {
    pending: {
      title: 'Payment not confirmed yet',
      text: 'Your code appears here automatically once the payment is confirmed.',
    },
    waitlisted: {
      title: 'You are on the waiting list',
      text: 'Your code appears here when a seat becomes free. We will also email you.',
    },
    expired: {
      title: 'Reservation expired',
      text: 'The payment did not arrive in time, so your seat was released. Please register again.',
    },
    cancelled: {
      title: 'Registration cancelled',
      text: 'This ticket is no longer valid. If you did not expect this, please contact the organizer.',
    },
    refunded: { title: 'Ticket refunded', text: 'This ticket was refunded and is no longer valid.' },
    revoked: {
      title: 'Ticket withdrawn',
      text: 'The organizer has withdrawn this ticket. You may have received a newer one.',
    },
    event_cancelled: {
      title: 'Event cancelled',
      text: 'This event will not take place. The organizer will email you about refunds.',
    },
  },
  script: {
    renewsIn: 'Renews in {time}',
    goodUntilRenewed: 'The code renews itself; this one works for another {time}',
    goodFor: 'This code works for another {time}',
    hoursAndMinutes: '{h} h {min} min',
    appears: 'It appears here automatically on {time}, even offline.',
    usedUp: 'The codes kept on this device are used up. Please connect to the internet for a moment to get new ones.',
    noNetwork: 'You are offline. This page keeps working.',
    looksForNews: 'This page updates automatically.',
    saved: 'Saved on this device: it opens and renews offline too.',
    keepOpen: 'Keep this page open, or save it to your home screen.',
  },
};
