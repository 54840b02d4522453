/** The rows of payments inside a transaction: begun with a registration, closed with it, shown with it. */
import { must } from '#shared/base/assert.ts';
import { isoTime } from '#shared/base/time.ts';
import { type PaymentRecord, payments } from '#shared/modules/events/payment.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { dueNow } from '../attempts.ts';
import { type ChargeFor, chargeTerms } from './charge-terms.ts';
import type { PaymentProcessor } from './processor.ts';

/** Attempts at one registration. */
export const attemptsMax = 20;

export async function paymentsOf(reader: Reader, registration: string): Promise<readonly PaymentRecord[]> {
  const found = await reader.find(payments, {
    where: where({ registration }),
    sort: [{ path: 'attempt', direction: 'desc' }],
    limit: attemptsMax,
  });
  return found;
}

/** Stored before the processor is asked; one that answers in this process is asked here. */
export async function beginPayment(
  tx: Transaction,
  wanted: ChargeFor,
  processor: PaymentProcessor,
): Promise<PaymentRecord> {
  const { event, nowMs, registration } = wanted;
  const terms = chargeTerms(wanted);
  const [last] = await paymentsOf(tx, registration.id);
  const { account, amount, currency, fee } = terms;
  const row = {
    ...{ event: event.id, registration: registration.id, attempt: (last?.attempt ?? 0) + 1 },
    ...{ amount, fee, currency, account, livemode: processor.livemode, request: { ...terms } },
  };
  const opened = processor.openAtOnce?.(terms);
  if (!opened) return await tx.create(payments, { ...row, state: 'wanted', ...dueNow(isoTime(nowMs)) });
  const { checkoutUrl, clientSecret, paymentIntent, session } = opened;
  const made = { ...row, state: 'open', session, paymentIntent, checkoutUrl, clientSecret } as const;
  return await tx.create(payments, { ...made, expiresAt: registration.holdExpiresAt });
}

export function isOpen({ state }: Pick<PaymentRecord, 'state'>): boolean {
  return state === 'wanted' || state === 'open';
}

/**
 * What can still be paid is closed: at once where no one has to be asked, else by the queue.
 *
 * @returns whether the processor has to answer first
 */
export async function closePayments(tx: Transaction, registration: string, nowMs: number): Promise<boolean> {
  let asking = false;
  for (const payment of await paymentsOf(tx, registration)) {
    if (!isOpen(payment)) continue;
    const isAsked = payment.livemode !== null;
    asking ||= isAsked;
    const next = isAsked ? { state: 'closing', ...dueNow(isoTime(nowMs)) } : { state: 'closed', nextAttemptAt: null };
    await tx.update('payments', payment.id, next);
  }
  return asking;
}

/** The payment that a succeeded intent belongs to; null: it was not made by us. */
export async function paymentByIntent(reader: Reader, paymentIntent: string | null, session: string | null) {
  const bySession = session === null ? null : await reader.findOne(payments, { session });
  return bySession ?? (paymentIntent === null ? null : await reader.findOne(payments, { paymentIntent }));
}

export function paymentAnswer(
  registration: Pick<RegistrationRecord, 'amount' | 'currency' | 'holdExpiresAt'>,
  payment: PaymentRecord,
) {
  const { checkoutUrl, clientSecret, paymentIntent, problem, state } = payment;
  const isPayable = state === 'open';
  return {
    state,
    ...(paymentIntent !== null && { paymentIntentId: paymentIntent }),
    ...(isPayable && clientSecret !== null && { clientSecret }),
    ...(isPayable && checkoutUrl !== null && { checkoutUrl }),
    ...(state === 'failed' && problem !== null && { problem }),
    amount: registration.amount,
    currency: registration.currency,
    expiresAt: registration.holdExpiresAt,
  };
}

export function termsOf(payment: PaymentRecord) {
  return must(payment.request, 'the terms of a payment') as unknown as ReturnType<typeof chargeTerms>;
}
