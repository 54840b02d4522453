/** Refunds the difference to a cheaper ticket type: from the latest payment first, at most what is left of each. */
import type { TicketTypeRecord } from '#shared/modules/events/event.ts';
import { type RegistrationRecord, refunds, registrations } from '#shared/modules/events/registration.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { followRegistrations } from '../orders/follow-registrations.ts';
import { oweRefund } from '../payments/owe-refund.ts';
import { refundable, withoutChanges } from '../payments/settle-refund.ts';
import { paidRowsOf } from './change-rows.ts';
import { soldOnPaper } from './sold-as.ts';

interface Part {
  readonly row: RegistrationRecord;
  readonly amount: number;
  /** The part is all that is left of the payment of its row. */
  readonly isWhole: boolean;
}

interface Kept {
  readonly row: RegistrationRecord;
  /** Minor units of its payment that changes have not given back. */
  readonly amount: number;
}

/** The rows whose money is kept, wholly or in part; newest first. */
async function keptRows(reader: Reader, registration: RegistrationRecord): Promise<readonly Kept[]> {
  const [own, ...changes] = await paidRowsOf(reader, registration);
  const rows: Kept[] = [];
  for (const row of [...changes, ...(own ? [own] : [])]) {
    const { amount, paymentStatus } = await withoutChanges(reader, row);
    if (paymentStatus === 'paid' && amount > 0) rows.push({ row, amount });
  }
  return rows;
}

/** @param wanted minor units; the parts are less in sum where the payments have less left */
export async function partsOfRefund(
  reader: Reader,
  registration: RegistrationRecord,
  wanted: number,
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  let left = wanted;
  for (const { amount: kept, row } of await keptRows(reader, registration)) {
    const amount = Math.min(left, kept, await refundable(reader, row.paymentIntent));
    if (amount > 0) parts.push({ row, amount, isWhole: amount === kept });
    left -= amount;
  }
  return parts;
}

export const sumOfParts = (parts: readonly Part[]) => parts.reduce((sum, { amount }) => sum + amount, 0);

type TaxedType = Pick<TicketTypeRecord, 'name' | 'taxName' | 'taxPercent'>;

/**
 * Writes a refund of 0, already paid, where the invoice states another tax than that of the new type: it stands for the
 * credit note that takes the old ticket off the invoice and puts the new one on it.
 */
export async function restateTicket(
  tx: Transaction,
  registration: RegistrationRecord,
  { name, taxName, taxPercent }: TaxedType,
): Promise<void> {
  const row = (await keptRows(tx, registration))[0]?.row;
  const onPaper = row && (await soldOnPaper(tx, row));
  if (!onPaper || (onPaper.taxPercent === taxPercent && onPaper.taxName === taxName)) return;
  await tx.create(refunds, {
    ...{ event: row.event, registration: row.id, paymentIntent: null, currency: row.currency, reason: null },
    ...{ amount: 0, percent: 0, cause: 'changed', newTicket: { name, taxName, taxPercent } },
    ...{ state: 'succeeded', method: 'by_hand', paidAt: tx.now, round: 1, attempts: 0 },
  });
}

/**
 * @param type of the ticket afterwards: the invoice of the last part names it for what is left, the invoices before that
 * are credited wholly. Where nothing is left of the last one either, the invoice of an earlier payment names it.
 */
export async function refundParts(
  tx: Transaction,
  registration: RegistrationRecord,
  parts: readonly Part[],
  type: TaxedType,
): Promise<void> {
  const { name, taxName, taxPercent } = type;
  const isGone = ({ isWhole, row }: Part) => isWhole && row.changeOf !== null;
  for (const [i, part] of parts.entries()) {
    const { amount, row } = part;
    const newTicket = i === parts.length - 1 && !isGone(part) ? { name, taxName, taxPercent } : null;
    const percent = Math.round((amount * 10_000) / row.amount) / 100;
    await oweRefund(tx, row, { amount, percent, cause: 'changed', reason: null, newTicket });
    await tx.update(registrations, row.id, {
      paymentStatus: 'refund_pending',
      ...(isGone(part) && { confirmedAt: null }),
    });
    await followRegistrations(tx, row.order);
  }
  if (parts.slice(-1).some(isGone)) await restateTicket(tx, registration, type);
}
