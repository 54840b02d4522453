/**
 * The queues that send mails to attendees. A mail goes again under the same message id, so a receiver can tell. Mails of
 * an organizer's message stand in a line of their own: thousands of them hold up no ticket.
 */
import { hourMs, minuteMs, secondMs } from '#shared/base/time.ts';
import {
  type MailSuppressionRecord,
  mailSuppressions,
  messageBatches,
  type OutgoingMailRecord,
  outgoingMails,
} from '#shared/modules/events/message.ts';
import type { Reader } from '../../../store/contract.ts';
import type { AttemptQueue, Pace, Worked } from '../attempts.ts';
import type { EventsPorts } from '../ports.ts';
import { emailKey } from '../registration/registration-rule.ts';
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

export async function suppressionOf(reader: Reader, email: string): Promise<MailSuppressionRecord | null> {
  return await reader.findOne(mailSuppressions, { emailKey: emailKey(email) });
}

/** What a message's mail has become while it stood in line; null: it is wanted. */
async function heldBack(
  reader: Reader,
  { batch, recipient }: OutgoingMailRecord,
): Promise<'stopped' | 'suppressed' | null> {
  if (batch === null) return null;
  const message = await reader.get(messageBatches, batch);
  if (!message || message.state === 'cancelled') return 'stopped';
  return (await suppressionOf(reader, recipient)) ? 'suppressed' : null;
}

async function sendOne(mail: OutgoingMailRecord, reader: Reader, nowMs: number, ports: EventsPorts): Promise<Worked> {
  const state = await heldBack(reader, mail);
  if (state !== null) return settled(mail, { state });
  const letter = await writeLetter(reader, mail, nowMs, ports);
  if (letter === null) return settled(mail, { state: 'failed', problem: notNeeded });
  const delivery = await ports.mailer.send(letter);
  if (delivery.kind === 'later') return delivery;
  if (delivery.kind === 'refused')
    return settled(mail, { state: 'failed', problem: delivery.problem.slice(0, problemMax) });
  return settled(mail, { state: 'sent', messageId: delivery.messageId, problem: null });
}

function queue(name: string, state: OutgoingMailRecord['state'], ports: EventsPorts): AttemptQueue<OutgoingMailRecord> {
  return {
    name,
    collection: 'outgoing_mails',
    states: [state],
    pace: mailPace,
    read: (reader, id) => reader.get(outgoingMails, id),
    work: (mail, { clock, reader }) => sendOne(mail, reader, clock(), ports),
    giveUp: async (tx, { id }, problem) =>
      void (await tx.update('outgoing_mails', id, { state: 'failed', problem, nextAttemptAt: null })),
  };
}

export const sendMails = (ports: EventsPorts) => queue('send-mails', 'queued', ports);
export const sendMessageMails = (ports: EventsPorts) => queue('send-message-mails', 'in_line', ports);
