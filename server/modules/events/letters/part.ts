/** Mails to attendees: what is queued is sent, at once and again later. */
import { workers } from '../attempts.ts';
import type { Part } from '../part.ts';
import { sendMails } from './send-mails.ts';

export const lettersPart: Part = (ports) => {
  const { follower, job } = workers(sendMails(ports));
  return { followers: [follower], jobs: [job] };
};
