/** What a cheaper ticket type gives back: from the latest payment first, at most what is left of each. */
import type { TicketTypeRecord } from '#shared/modules/events/event.ts';
import { type RegistrationRecord, refunds, registrations } from '#shared/modules/events/registration.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { followRegistrations } from '../orders/follow-registrations.ts';
import { oweRefund } from '../payments/owe-refund.ts';
import { refundable, withoutChanges } from '../payments/settle-refund.ts';
import { paidRowsOf } from './change-rows.ts';

interface Part {
  readonly row: RegistrationRecord;
  readonly amount: number;
  /** Nothing of its payment is left then. */
  readonly isWhole: boolean;
}

/** @param wanted minor units */
export async function partsOfRefund(
  reader: Reader,
  registration: RegistrationRecord,
  wanted: number,
): Promise<readonly Part[]> {
  const [own, ...changes] = await paidRowsOf(reader, registration);
  const parts: Part[] = [];
  let left = wanted;
  for (const row of [...changes, ...(own ? [own] : [])]) {
    const kept = await withoutChanges(reader, row);
    if (kept.paymentStatus !== 'paid') continue;
    const amount = Math.min(left, kept.amount, await refundable(reader, row.paymentIntent));
    if (amount > 0) parts.push({ row, amount, isWhole: amount === kept.amount });
    left -= amount;
  }
  return parts;
}

export const sumOfParts = (parts: readonly Part[]) => parts.reduce((sum, { amount }) => sum + amount, 0);

type TaxedType = Pick<TicketTypeRecord, 'name' | 'taxName' | 'taxPercent'>;

/**
 * Another tax rate, and no money moves: a refund of nothing, which has arrived, stands for the credit note that takes the
 * old ticket off the invoice and puts the new one on it.
 */
export async function restateTicket(
  tx: Transaction,
  registration: RegistrationRecord,
  { name, taxName, taxPercent }: TaxedType,
): Promise<void> {
  const [own, ...changes] = await paidRowsOf(tx, registration);
  for (const row of [...changes, ...(own ? [own] : [])]) {
    const kept = await withoutChanges(tx, row);
    if (kept.paymentStatus !== 'paid' || kept.amount === 0) continue;
    await tx.create(refunds, {
      ...{ event: row.event, registration: row.id, paymentIntent: null, currency: row.currency, reason: null },
      ...{ amount: 0, percent: 0, cause: 'changed', newTicket: { name, taxName, taxPercent } },
      ...{ state: 'succeeded', method: 'by_hand', paidAt: tx.now, round: 1, attempts: 0 },
    });
    return;
  }
}

/**
 * @param type of the ticket afterwards: the invoice of the last part names it for what is left, the invoices before that
 * are credited wholly
 */
export async function refundParts(
  tx: Transaction,
  parts: readonly Part[],
  { name, taxName, taxPercent }: TaxedType,
): Promise<void> {
  for (const [i, { amount, isWhole, row }] of parts.entries()) {
    const newTicket = i === parts.length - 1 ? { name, taxName, taxPercent } : null;
    const percent = Math.round((amount * 10_000) / row.amount) / 100;
    await oweRefund(tx, row, { amount, percent, cause: 'changed', reason: null, newTicket });
    await tx.update(registrations, row.id, {
      paymentStatus: 'refund_pending',
      ...(isWhole && row.changeOf !== null && { confirmedAt: null }),
    });
    await followRegistrations(tx, row.order);
  }
}
