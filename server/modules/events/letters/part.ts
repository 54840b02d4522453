/** Mails to attendees: what is queued is sent, at once and again later. */
import type { Part } from '../part.ts';
import { retryMails, sendMails } from './send-mails.ts';

export const lettersPart: Part = (ports) => ({
  followers: [sendMails(ports)],
  jobs: [retryMails(ports)],
});
