/** Mails to attendees: what is queued is sent, at once and again later. */
import { workers } from '../attempts.ts';
import type { Part } from '../part.ts';
import { orderLetters, refundLetters } from './order-letters.ts';
import { previewLetterAction } from './preview-letter.ts';
import { resendAction } from './resend.ts';
import { sendMails, sendMessageMails } from './send-mails.ts';
import { testLetterAction } from './test-letter.ts';

export const lettersPart: Part = {
  name: 'letters',
  needs: ['event', 'registration'],
  make: (ports) => {
    const queues = [workers(sendMails(ports)), workers(sendMessageMails(ports))];
    return {
      actions: [previewLetterAction(ports), testLetterAction, resendAction],
      followers: [...queues.map(({ follower }) => follower), orderLetters, refundLetters],
      jobs: queues.map(({ job }) => job),
    };
  },
};
