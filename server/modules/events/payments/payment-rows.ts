/** The rows of payments inside a transaction: begun with a sale, closed with it, shown with it. */
import { must } from '#shared/base/assert.ts';
import { isoTime } from '#shared/base/time.ts';
import { ticketTypes } from '#shared/modules/events/event.ts';
import { type PaymentRecord, paymentAccounts, payments } from '#shared/modules/events/payment.ts';
import { where } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { dueNow } from '../attempts.ts';
import { followRegistrations } from '../orders/follow-registrations.ts';
import { firstOf, updateRegistrations } from '../orders/sale.ts';
import { whatIsThere } from '../what-is-there.ts';
import { type ChargeFor, chargeTerms, paymentSettingOf } from './charge-terms.ts';
import type { PaymentProcessor } from './processor.ts';

/** Maximum number of attempts at one sale. */
export const attemptsMax = 20;

/** Newest first. @param registration the first one of a sale */
export async function paymentsOf(reader: Reader, registration: string): Promise<readonly PaymentRecord[]> {
  const found = await whatIsThere(reader).find(payments, {
    where: where({ registration }),
    sort: [{ path: 'attempt', direction: 'desc' }],
    limit: attemptsMax,
  });
  return found;
}

/**
 * Stores a payment before its processor is asked; a processor that answers in this process is asked here.
 *
 * @param isNewSale made in this transaction: it has no attempt yet, and `wanted` has all its registrations. On PostgreSQL each
 *   question is a way to the database, for which all buyers wait in one line.
 */
export async function beginPayment(
  tx: Transaction,
  wanted: Omit<ChargeFor, 'otherRegion'>,
  processor: PaymentProcessor,
  isNewSale = false,
): Promise<PaymentRecord> {
  const { event, nowMs, sale } = wanted;
  const first = firstOf(sale);
  const type = must(await tx.get(ticketTypes, first.ticketType), 'the ticket type of a registration');
  const to = paymentSettingOf(event).connectAccountId ?? null;
  const receiver = to === null ? null : await tx.findOne(paymentAccounts, { account: to });
  const terms = chargeTerms({ ...wanted, otherRegion: receiver?.otherRegion === true }, type.name);
  const [last] = isNewSale ? [] : await paymentsOf(tx, first.id);
  const { account, amount, currency, fee } = terms;
  const row = {
    ...{ event: event.id, registration: first.id, order: sale.order?.id ?? null, attempt: (last?.attempt ?? 0) + 1 },
    ...{ amount, fee, currency, account, livemode: processor.livemode, request: { ...terms }, replaced: false },
  };
  const opened = processor.openAtOnce?.(terms);
  if (!opened) return await tx.create(payments, { ...row, state: 'wanted', ...dueNow(isoTime(nowMs)) });
  const { checkoutUrl, clientSecret, paymentIntent, session } = opened;
  const made = { ...row, state: 'open', session, paymentIntent, checkoutUrl, clientSecret } as const;
  if (paymentIntent !== null) {
    const begun = await updateRegistrations(tx, sale, ({ status }) => status === 'pending', { paymentIntent });
    await followRegistrations(tx, sale.order?.id ?? null, isNewSale ? begun.registrations : undefined);
  }
  return await tx.create(payments, { ...made, expiresAt: first.holdExpiresAt });
}

export function isOpen({ state }: Pick<PaymentRecord, 'state'>): boolean {
  return state === 'wanted' || state === 'open';
}

/**
 * Closes the payments that can still be paid: at once where no one has to be asked, else by the queue.
 *
 * @param registration the first one of the sale
 * @param replaced the sale is still to be paid, with another amount
 * @returns whether the processor has to answer first
 */
export async function closePayments(
  tx: Transaction,
  registration: string,
  nowMs: number,
  replaced = false,
): Promise<boolean> {
  let asking = false;
  for (const payment of await paymentsOf(tx, registration)) {
    if (!isOpen(payment)) continue;
    const isAsked = payment.livemode !== null;
    asking ||= isAsked;
    const next = isAsked ? { state: 'closing', ...dueNow(isoTime(nowMs)) } : { state: 'closed', nextAttemptAt: null };
    await tx.update('payments', payment.id, { ...next, replaced });
  }
  return asking;
}

/** The payment of a session, else of an intent, as the processor names them; null: it was not made by us. */
export async function paymentByIntent(reader: Reader, paymentIntent: string | null, session: string | null) {
  const bySession = session === null ? null : await reader.findOne(payments, { session });
  return bySession ?? (paymentIntent === null ? null : await reader.findOne(payments, { paymentIntent }));
}

/** @param holdExpiresAt until when it can be paid */
export function paymentAnswer(payment: PaymentRecord, holdExpiresAt: string | null) {
  const { amount, checkoutUrl, clientSecret, currency, paymentIntent, problem, state } = payment;
  const isPayable = state === 'open';
  return {
    state,
    ...(paymentIntent !== null && { paymentIntentId: paymentIntent }),
    ...(isPayable && clientSecret !== null && { clientSecret }),
    ...(isPayable && checkoutUrl !== null && { checkoutUrl }),
    ...(state === 'failed' && problem !== null && { problem }),
    amount,
    currency,
    expiresAt: holdExpiresAt,
  };
}

/** Returns the terms that the payment was begun with. @throws where it has none */
export function termsOf(payment: PaymentRecord) {
  return must(payment.request, 'the terms of a payment') as unknown as ReturnType<typeof chargeTerms>;
}
