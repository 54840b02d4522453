/** Money that is to go back for a registration: the row that a queue works off, in the transaction that decides it. */
import { type RefundRecord, type RegistrationRecord, refunds } from '#shared/modules/events/registration.ts';
import type { Transaction } from '../../../store/contract.ts';

export interface Owed {
  /** Minor units. */
  readonly amount: number;
  readonly percent: number;
  readonly cause: RefundRecord['cause'];
  readonly reason: string | null;
  /** Ticket that the rest pays for after a change to a cheaper ticket type. */
  readonly newTicket?: RefundRecord['newTicket'];
}

/** Whether a refund is that of a cancellation: not of money that came too late or twice, nor of a change of ticket type. */
export function isOfCancellation({ cause }: Pick<RefundRecord, 'cause'>): boolean {
  return cause === 'cancelled' || cause === 'event_cancelled';
}

export function oweRefund(
  tx: Transaction,
  { currency, event, id, paymentIntent }: Pick<RegistrationRecord, 'currency' | 'event' | 'id' | 'paymentIntent'>,
  { amount, cause, newTicket = null, percent, reason }: Owed,
): Promise<RefundRecord> {
  return tx.create(refunds, {
    ...{ event, registration: id, paymentIntent, amount, percent, currency, cause, reason, newTicket },
    ...{ state: 'pending', round: 1, attempts: 0 },
    // Money that no processor took: the organizer pays it back.
    ...(paymentIntent === null ? { method: 'by_hand' } : { method: 'processor', nextAttemptAt: tx.now }),
  });
}
