/**
 * The queues that send mails to attendees; attempts.ts makes a follower and a timed job of each. Every attempt has the same
 * message id, so that a receiver can tell a repetition. Mails of an organizer's message have a queue of their own: thousands
 * of them hold up no ticket.
 */
import { hourMs, minuteMs, secondMs } from '#shared/base/time.ts';
import { events } from '#shared/modules/events/event.ts';
import {
  type MailSuppressionRecord,
  mailSuppressions,
  messageBatches,
  type OutgoingMailRecord,
  outgoingMails,
} from '#shared/modules/events/message.ts';
import { ticketOrders } from '#shared/modules/events/order.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import type { AttemptQueue, Pace, Worked } from '../attempts.ts';
import { raiseAlert, resolveAlert } from '../payments/alerts.ts';
import type { EventsPorts } from '../ports.ts';
import { emailKey } from '../registration/registration-rule.ts';
import type { Letter } from './letter.ts';
import { writeLetter } from './write-letter.ts';

/** A mail server that greylists takes a mail after some minutes, a full mailbox after days. */
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

function settled(
  { id }: OutgoingMailRecord,
  values: Readonly<Record<string, unknown>>,
  more?: (tx: Transaction) => Promise<void>,
): Worked {
  return {
    kind: 'settle',
    async plan(tx) {
      await tx.update('outgoing_mails', id, { ...values, nextAttemptAt: null });
      await more?.(tx);
    },
  };
}

/** @returns the entry of an address that takes no messages; null: it takes them */
export async function suppressionOf(reader: Reader, email: string): Promise<MailSuppressionRecord | null> {
  return await reader.findOne(mailSuppressions, { emailKey: emailKey(email) });
}

const madeUpAddress = /@example\.org$/i;

/** Tells whether a mail goes to a made-up address of a sample event, to which no mail server should be asked to deliver. */
async function isToSample(reader: Reader, { order, recipient, registration }: OutgoingMailRecord): Promise<boolean> {
  if (!madeUpAddress.test(recipient)) return false;
  const about =
    (registration && (await reader.get(registrations, registration))) ||
    (order && (await reader.get(ticketOrders, order)));
  const event = about ? await reader.get(events, about.event) : null;
  return event?.sample === true;
}

/** Returns the reason for not sending a mail that has waited; null: it is wanted. */
async function heldBack(
  reader: Reader,
  { batch, order, recipient, template }: OutgoingMailRecord,
): Promise<'stopped' | 'suppressed' | null> {
  // Paid or ended meanwhile: that is no failure.
  if (template === 'order_received')
    return order !== null && (await reader.get(ticketOrders, order))?.status !== 'open' ? 'stopped' : null;
  if (batch === null) return null;
  const message = await reader.get(messageBatches, batch);
  if (!message || message.state === 'cancelled') return 'stopped';
  return (await suppressionOf(reader, recipient)) ? 'suppressed' : null;
}

const server = 'server';
/** A failure raises an alert from this attempt on: a mail server that greylists takes the third one. */
const failingAfter = 3;

/** One alert as long as nothing goes out. */
async function noteServer(tx: Transaction, problem: string): Promise<void> {
  const message = `The mail server does not accept emails to attendees: ${problem} They are tried again for about 3 days. Ask the operator to check SMTP_URL.`;
  await raiseAlert(tx, { kind: 'mail_server_failing', about: server, message });
}

/** One alert for an event: which mails it is about, their own rows say. A message of the organizer counts its own. */
async function noteRefused(
  tx: Transaction,
  mail: OutgoingMailRecord,
  { event }: Letter,
  problem: string,
): Promise<void> {
  if (mail.batch !== null) return;
  const message = `An email to ${mail.recipient} was rejected permanently: ${problem} Correct the address and send it again. Others of this event may be refused, too: see the emails that failed.`;
  const { registration } = mail;
  await raiseAlert(tx, { kind: 'mail_refused', about: event.id, message, event: event.id, registration });
}

async function sendOne(mail: OutgoingMailRecord, reader: Reader, nowMs: number, ports: EventsPorts): Promise<Worked> {
  const state = (await isToSample(reader, mail)) ? 'stopped' : await heldBack(reader, mail);
  if (state !== null) return settled(mail, { state });
  const letter = await writeLetter(reader, mail, nowMs, ports);
  if (letter === null) return settled(mail, { state: 'failed', problem: notNeeded });
  const delivery = await ports.mailer.send(letter);
  if (delivery.kind === 'later') {
    const plan = (tx: Transaction) => noteServer(tx, delivery.problem);
    return mail.attempts < failingAfter ? delivery : { ...delivery, plan };
  }
  if (delivery.kind === 'refused') {
    const problem = delivery.problem.slice(0, problemMax);
    return settled(mail, { state: 'failed', problem }, (tx) => noteRefused(tx, mail, letter, problem));
  }
  const sent = { state: 'sent', messageId: delivery.messageId, problem: null };
  return settled(mail, sent, (tx) => resolveAlert(tx, 'mail_server_failing', server));
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
