/** Timed job: compares our rows with the processor's own books and names every difference, until it is gone. */

import { isId } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { dayMs, hourMs, isoTime } from '#shared/base/time.ts';
import { feeOfRefund } from '#shared/modules/events/money.ts';
import {
  type AlertKind,
  type PaymentRecord,
  paymentAccounts,
  paymentAlerts,
  payments,
} from '#shared/modules/events/payment.ts';
import { refunds } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { FollowerContext, TimedJob } from '../../../core/collections/follower.ts';
import type { Reader } from '../../../store/contract.ts';
import type { EventsPorts } from '../ports.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { lookAtAccount } from './accounts.ts';
import { raiseAlert, resolveAlert } from './alerts.ts';
import { paymentsOf } from './payment-rows.ts';
import type { BookedPayment } from './processor.ts';
import { processorFor } from './processors.ts';

/** Age up to which payments are compared, in ms: disputes and refunds come late. */
export const comparedMs = 90 * dayMs;
/** Age below which a payment's message may still be on its way, in ms. */
const settlingMs = hourMs;
const everyMs = 6 * hourMs;
const pageMax = 500;

export const reconcileJob = 'events.reconcile-payments';

export const differenceKinds = [
  'paid_there_not_here',
  'paid_here_not_there',
  'amount_differs',
  'refund_differs',
  'fee_differs',
  'unknown_here',
] as const;
type DifferenceKind = Extract<AlertKind, (typeof differenceKinds)[number]>;

export interface Difference {
  readonly kind: DifferenceKind;
  readonly message: string;
}

export interface OurPayment {
  readonly payment: Pick<PaymentRecord, 'amount' | 'currency' | 'fee' | 'state'>;
  /** Minor units that we know to be paid back. */
  readonly refunded: number;
}

const money = (amount: number, currency: string) => `${amount} minor units of ${currency}`;

/** Pure. @param ours null: we do not know it */
export function differencesOf(booked: BookedPayment, ours: OurPayment | null): readonly Difference[] {
  const { amount, currency, fee, feeRefunded, isPaid, refunded } = booked;
  if (!ours) {
    const message = `The processor has a payment of ${money(amount, currency)} without a record here. Find out what it is for.`;
    return isPaid ? [{ kind: 'unknown_here', message }] : [];
  }
  const found: Difference[] = [];
  const say = (kind: DifferenceKind, message: string) => found.push({ kind, message });
  const { payment } = ours;
  if (isPaid && payment.state !== 'paid')
    say(
      'paid_there_not_here',
      'The processor has the money, but its message has not come. Send the event again from the processor.',
    );
  if (!isPaid && payment.state === 'paid')
    say('paid_here_not_there', 'The payment counts as paid here, but not at the processor.');
  if (amount !== payment.amount || currency !== payment.currency)
    say(
      'amount_differs',
      `The processor has ${money(amount, currency)}, we asked for ${money(payment.amount, payment.currency)}.`,
    );
  if (isPaid && fee !== payment.fee)
    say('fee_differs', `The processor took a fee of ${fee}, we expected ${payment.fee}.`);
  if (refunded !== ours.refunded)
    say(
      'refund_differs',
      `The processor has refunded ${money(refunded, currency)}; the records here have ${ours.refunded}.`,
    );
  const feeBack = feeOfRefund(payment.fee, Math.min(refunded, amount), amount, currency);
  if (isPaid && fee === payment.fee && feeRefunded !== feeBack)
    say('fee_differs', `The processor gave back ${feeRefunded} of the fee, we expected ${feeBack}.`);
  return found;
}

/** Found by its id at the processor or, before a message has named that, by the registration it was made for. */
async function paymentFor(reader: Reader, { metadata, paymentIntent }: BookedPayment): Promise<PaymentRecord | null> {
  const known = await reader.findOne(payments, { paymentIntent });
  const registration = metadata['registrationId'];
  if (known || registration === undefined || !isId(registration)) return known;
  const unnamed = (await paymentsOf(reader, registration)).find(
    (one) => one.session !== null && one.paymentIntent === null,
  );
  return unnamed ?? null;
}

async function oursOf(reader: Reader, payment: PaymentRecord): Promise<OurPayment> {
  const { paymentIntent } = payment;
  const all =
    paymentIntent === null ? [] : await reader.find(refunds, { where: where({ paymentIntent }), limit: pageMax });
  const refunded = all.reduce(
    (sum, one) => sum + (one.state === 'succeeded' && one.method === 'processor' ? one.amount : 0),
    0,
  );
  return { payment, refunded };
}

async function store(
  { commit }: FollowerContext,
  booked: BookedPayment,
  found: readonly Difference[],
  payment: PaymentRecord | null,
) {
  const about = booked.paymentIntent;
  const done = await commit(async (tx) => {
    for (const kind of differenceKinds) {
      const one = found.find((difference) => difference.kind === kind);
      const of = { event: payment?.event ?? null, registration: payment?.registration ?? null, paymentIntent: about };
      if (one) await raiseAlert(tx, { ...one, about, ...of });
      else await resolveAlert(tx, kind, about);
    }
    return ok(null);
  });
  throwIfRefused(done);
}

/** Whether the open alerts are those of the differences found: then nothing has to be written. */
async function isNoted(reader: Reader, about: string, found: readonly Difference[]): Promise<boolean> {
  const open = await reader.find(paymentAlerts, {
    where: where({ paymentIntent: about, resolvedAt: null }),
    limit: pageMax,
  });
  const noted = open.map(({ kind }) => kind).filter((kind) => (differenceKinds as readonly string[]).includes(kind));
  return noted.length === found.length && found.every(({ kind }) => noted.includes(kind));
}

/**
 * A message about an account may have been lost: accounts that cannot charge, or were not looked at in the last 24 hours, are
 * asked for again.
 */
async function refreshAccounts({ clock, commit, reader }: FollowerContext): Promise<void> {
  const known = await reader.find(paymentAccounts, { where: where({ state: 'known' }), limit: pageMax });
  const today = isoTime(clock() - dayMs);
  const stale = known.filter(
    (one) => one.account !== null && (one.chargesEnabled !== true || (one.checkedAt ?? '') < today),
  );
  if (stale.length === 0) return;
  const done = await commit(async (tx) => {
    for (const { account } of stale) if (account !== null) await lookAtAccount(tx, account);
    return ok(null);
  });
  throwIfRefused(done);
}

export function reconcilePayments(ports: EventsPorts): TimedJob {
  return {
    name: reconcileJob,
    everyMs,
    async run(context) {
      const { clock, reader, tenant } = context;
      const sandbox = await ports.payments.isSandbox(tenant);
      const processor = processorFor(ports, sandbox);
      if (!processor || processor.livemode === null) return;
      await refreshAccounts(context);
      const since: number = clock() - comparedMs;
      const [first] = await reader.find(payments, {
        where: { kind: 'field', path: 'createdAt', op: 'greater_than', value: isoTime(since) },
        limit: 1,
      });
      if (!first) return;
      const books = await processor.booked(since);
      if (books.kind !== 'done') throw new Error(`the processor’s books cannot be read: ${books.problem}`);
      for (const booked of books.value) {
        if (booked.metadata['tenantId'] !== tenant || booked.createdMs > clock() - settlingMs) continue;
        const payment = await paymentFor(reader, booked);
        const found = differencesOf(booked, payment && (await oursOf(reader, payment)));
        if (!(await isNoted(reader, booked.paymentIntent, found))) await store(context, booked, found, payment);
      }
    },
    nextDue: async ({ reader }, { lastRunMs }) =>
      (await reader.findOne(payments, { livemode: true })) || (await reader.findOne(payments, { livemode: false }))
        ? lastRunMs
        : null,
  };
}
