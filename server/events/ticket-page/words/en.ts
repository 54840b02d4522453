import type { PageWords } from '../page-words.ts';

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
      text: 'Your code appears here by itself as soon as the payment has gone through.',
    },
    waitlisted: {
      title: 'You are on the waiting list',
      text: 'Your code appears here when a place becomes free. We will also write to you.',
    },
    expired: {
      title: 'Reservation expired',
      text: 'The payment did not arrive in time and the place was given back. Please register again.',
    },
    cancelled: {
      title: 'Registration cancelled',
      text: 'This ticket is no longer good. If that surprises you, please write to the organizer.',
    },
    refunded: { title: 'Ticket refunded', text: 'This ticket was paid back and is no longer good.' },
    revoked: {
      title: 'Ticket withdrawn',
      text: 'The organizer has withdrawn this ticket. You may have been sent a newer one.',
    },
    event_cancelled: {
      title: 'Event cancelled',
      text: 'This event does not take place. The organizer will write to you about refunds.',
    },
  },
  script: {
    renewsIn: 'Renews in {time}',
    goodFor: 'Good for {time}',
    hoursAndMinutes: '{h} h {min} min',
    appears: 'It appears here by itself on {time}, also without a network.',
    usedUp: 'The codes kept on this device are used up. Connect to the internet for a moment to get new ones.',
    noNetwork: 'No network. This page keeps working.',
    looksForNews: 'This page looks for news by itself.',
    saved: 'Saved on this device: opens and renews without a network too.',
    keepOpen: 'Keep this page open, or save it to your home screen.',
  },
};
