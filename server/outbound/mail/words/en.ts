/** The sentences of the mails in English. */
import { countIn } from '#shared/base/plural.ts';
import type { LetterTexts } from './letter-texts.ts';

const count = countIn('en');

export const en: LetterTexts = {
  colon: ': ',
  greeting: (name) => `Hello ${name},`,
  confirmed: {
    subject: (event) => `Your ticket for ${event}`,
    opening: (event) => `Your registration for ${event} is confirmed.`,
    page: 'Please open your ticket page on your phone and show its code at the entrance. The code renews itself, even offline once you have opened the page.',
    picture: (minutes) =>
      count(minutes, {
        one: 'The attached QR code is valid for about # minute after this email was sent. After that, use the code on your ticket page.',
        other:
          'The attached QR code is valid for about # minutes after this email was sent. After that, use the code on your ticket page.',
      }),
    closing: 'Keep the link to yourself: anyone who has it can show your ticket.',
  },
  cancelled: {
    subject: (event) => `Cancelled: ${event}`,
    opening: (event) => `Your registration for ${event} is cancelled and your ticket is no longer valid.`,
    refund: (sum) => `We will refund ${sum} to your original payment method.`,
    closing: 'If you did not expect this, please contact the organizer.',
  },
  labels: {
    ticket: 'Ticket',
    number: 'Number',
    begins: 'Begins',
    ends: 'Ends',
    where: 'Where',
    open: 'Open my ticket',
  },
  qrCode: 'QR code of the ticket',
  yourTicket: 'Your ticket',
};
