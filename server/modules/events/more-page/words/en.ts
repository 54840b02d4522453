/** The texts of the last page in English. */
import type { MoreWords } from './more-words.ts';

export const en: MoreWords = {
  title: 'More',
  failed: 'This did not work: {reason}',
  messages: 'Messages from the organizer',
  noMessages: 'You have no messages yet.',
  install: {
    title: 'On your home screen',
    text: 'Your ticket then opens like an app, also without internet.',
    button: 'Install',
  },
  cancel: 'Cancel my registration',
  cancelled: 'Your registration is cancelled.',
  askOrganizer: 'You can no longer cancel here. Please contact the organizer.',
  known: {
    title: 'What is stored about me',
    text: 'The file has everything this event has stored about you: bookings, meetings, points, questions, emails and check-ins.',
    name: 'Name',
    email: 'Email',
    company: 'Company',
    role: 'Role',
    ticket: 'Ticket',
    registeredAt: 'Registered',
    checkedInAt: 'Checked in',
    save: 'Save as a file',
  },
};
