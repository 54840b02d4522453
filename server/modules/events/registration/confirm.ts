/** The one way a registration becomes confirmed: its badge is prepared and its mail queued in the same transaction. */

import { must } from '#shared/base/assert.ts';
import { isoTime, minuteMs, parseTime } from '#shared/base/time.ts';
import {
  type OutgoingMailRecord,
  type RegistrationRecord,
  registrations,
} from '#shared/modules/events/registration.ts';
import { badgeCode, badgeCodeRandomBytes } from '#shared/ticket/badge-code.ts';
import type { Transaction } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';

/** The follower sends at once; until then the timed job leaves the mail alone. */
export const followerHeadStartMs = minuteMs;

/** What a mail is about, and who gets it. */
export interface MailAbout {
  readonly registration?: string;
  readonly waitlistEntry?: string;
  readonly recipient: string;
}

export async function queueMailAbout(
  tx: Transaction,
  about: MailAbout,
  template: OutgoingMailRecord['template'],
): Promise<void> {
  const nowMs = must(parseTime(tx.now), 'the time of a transaction');
  await tx.create('outgoing_mails', {
    ...about,
    template,
    state: 'queued',
    attempts: 0,
    nextAttemptAt: isoTime(nowMs + followerHeadStartMs),
  });
}

export async function queueMail(
  tx: Transaction,
  registration: Pick<RegistrationRecord, 'id' | 'email'>,
  template: OutgoingMailRecord['template'],
): Promise<void> {
  await queueMailAbout(tx, { registration: registration.id, recipient: registration.email }, template);
}

export interface Paid {
  readonly paymentStatus: 'paid' | 'not_required';
  readonly paymentIntent?: string;
}

/** The caller has made sure that it holds a seat. */
export async function confirmRegistration(
  tx: Transaction,
  registration: RegistrationRecord,
  paid: Paid,
  ports: Pick<EventsPorts, 'randomBytes'>,
): Promise<RegistrationRecord> {
  const confirmed = await tx.update(registrations, registration.id, {
    status: 'confirmed',
    paymentStatus: paid.paymentStatus,
    confirmedAt: tx.now,
    holdExpiresAt: null,
    badgeCode: registration.badgeCode ?? badgeCode(ports.randomBytes(badgeCodeRandomBytes)),
    ...(paid.paymentStatus === 'paid' && { paidAt: tx.now }),
    ...(paid.paymentIntent && { paymentIntent: paid.paymentIntent }),
  });
  await queueMail(tx, confirmed, 'ticket_confirmed');
  return confirmed;
}
