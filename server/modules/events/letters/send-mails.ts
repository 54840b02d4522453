/** The queue that sends mails to attendees. A mail goes again under the same message id, so a receiver can tell. */
import { hourMs, minuteMs, secondMs } from '#shared/base/time.ts';
import { type OutgoingMailRecord, outgoingMails } from '#shared/modules/events/registration.ts';
import type { AttemptQueue, Pace, Worked } from '../attempts.ts';
import type { EventsPorts } from '../ports.ts';
import { writeLetter } from './write-letter.ts';

/** A mail server that greylists answers after some minutes; a full box after days. */
export const mailPace: Pace = {
  retryDelaysMs: [
    ...[minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 3 * hourMs],
    ...[8 * hourMs, 12 * hourMs, 24 * hourMs, 24 * hourMs],
  ],
  claimMs: 5 * minuteMs,
  atOnceMax: 4,
  everyMs: 15 * secondMs,
};

const problemMax = 1_000;
const notNeeded = 'The email was no longer needed: the registration has changed.';

function settled({ id }: OutgoingMailRecord, values: Readonly<Record<string, unknown>>): Worked {
  return {
    kind: 'settle',
    plan: async (tx) => void (await tx.update('outgoing_mails', id, { ...values, nextAttemptAt: null })),
  };
}

export function sendMails(ports: EventsPorts): AttemptQueue<OutgoingMailRecord> {
  return {
    name: 'send-mails',
    collection: 'outgoing_mails',
    states: ['queued'],
    pace: mailPace,
    read: (reader, id) => reader.get(outgoingMails, id),
    async work(mail, { clock, reader }) {
      const letter = await writeLetter(reader, mail, clock(), ports);
      if (letter === null) return settled(mail, { state: 'failed', problem: notNeeded });
      const delivery = await ports.mailer.send(letter);
      if (delivery.kind === 'later') return delivery;
      if (delivery.kind === 'refused')
        return settled(mail, { state: 'failed', problem: delivery.problem.slice(0, problemMax) });
      return settled(mail, { state: 'sent', messageId: delivery.messageId, problem: null });
    },
    giveUp: async (tx, { id }, problem) =>
      void (await tx.update('outgoing_mails', id, { state: 'failed', problem, nextAttemptAt: null })),
  };
}
