/** Confirms a registration, makes its badge code and queues its mail, in one transaction. Not for imports and walk-ins. */

import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { badgeCode, badgeCodeRandomBytes } from '#shared/ticket/badge-code.ts';
import type { Transaction } from '../../../store/contract.ts';
import { completeChange } from '../changes/complete-change.ts';
import { queueMail } from '../letters/queue-mail.ts';
import type { EventsPorts } from '../ports.ts';

export interface Paid {
  readonly paymentStatus: 'paid' | 'not_required';
  readonly paymentIntent?: string;
}

/** The caller must have taken its seat. A payment for a change of ticket type completes that change. */
export async function confirmRegistration(
  tx: Transaction,
  registration: RegistrationRecord,
  paid: Paid,
  ports: Pick<EventsPorts, 'randomBytes'>,
): Promise<RegistrationRecord> {
  const money = {
    paymentStatus: paid.paymentStatus,
    ...(paid.paymentStatus === 'paid' && { paidAt: tx.now }),
    ...(paid.paymentIntent && { paymentIntent: paid.paymentIntent }),
  };
  if (registration.changeOf !== null) return await completeChange(tx, registration, money, ports);
  const confirmed = await tx.update(registrations, registration.id, {
    ...money,
    status: 'confirmed',
    confirmedAt: tx.now,
    holdExpiresAt: null,
    badgeCode: registration.badgeCode ?? badgeCode(ports.randomBytes(badgeCodeRandomBytes)),
  });
  await queueMail(tx, confirmed, 'ticket_confirmed');
  return confirmed;
}
