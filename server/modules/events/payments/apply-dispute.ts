/** `charge.dispute.*`: a buyer has taken the payment back through the bank. Once closed it does not open again. */
import { type PaymentDisputeRecord, paymentDisputes } from '#shared/modules/events/payment.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Transaction } from '../../../store/contract.ts';
import { dueNow } from '../attempts.ts';
import { followRegistrations } from '../orders/follow-registrations.ts';
import { firstOf, type Sale, updateRegistrations } from '../orders/sale.ts';
import { raiseAlert, resolveAlert } from './alerts.ts';
import { isRefundedByHand } from './apply-refunded.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import type { PaymentMessage } from './payment-message.ts';
import { paymentByIntent } from './payment-rows.ts';
import { statusByRefunds } from './settle-refund.ts';

const paid: readonly RegistrationRecord['paymentStatus'][] = ['paid', 'partially_refunded', 'refund_pending'];

const isPaid = ({ amount, paymentStatus }: RegistrationRecord) => amount > 0 && paid.includes(paymentStatus);
const buyerOf = (sale: Sale) => sale.order?.name ?? firstOf(sale).name;

function about(sale: Sale, { objectId, paymentIntent }: PaymentMessage) {
  const { event, id } = firstOf(sale);
  return { about: objectId, event, registration: id, paymentIntent };
}

/**
 * The dispute as a row: money that another account received is taken back from there, unless the dispute is won. Null: it is
 * not known, and the message names no intent.
 */
async function disputeRow(
  { tx }: PaymentScene,
  message: PaymentMessage,
  sale: Sale,
  status: PaymentDisputeRecord['status'],
): Promise<PaymentDisputeRecord | null> {
  const { amounts, objectId: processorId, paymentIntent } = message;
  const known = await tx.findOne(paymentDisputes, { processorId });
  if (known || paymentIntent === null) return known;
  const first = firstOf(sale);
  const payment = await paymentByIntent(tx, paymentIntent, null);
  const amount = Number.isInteger(amounts[0]) ? Number(amounts[0]) : sale.amount;
  const isTaken = payment?.account != null && status !== 'won';
  return await tx.create(paymentDisputes, {
    ...{ event: first.event, registration: first.id, processorId, paymentIntent, amount, status },
    ...{ account: payment?.account ?? null, livemode: payment?.livemode ?? null, currency: sale.currency },
    ...(isTaken ? { state: 'taking_back', ...dueNow(tx.now) } : { state: 'left' }),
  });
}

async function closeRow(scene: PaymentScene, message: PaymentMessage, sale: Sale): Promise<void> {
  const status = message.status === 'lost' ? 'lost' : 'won';
  const row = await disputeRow(scene, message, sale, status);
  if (row?.status !== 'open') return;
  // A recovery that has not begun need not begin. If it is under way, recover-disputes.ts reads the status with the answer.
  const isUntouched = row.state === 'taking_back' && row.attempts === 0;
  const back = row.state === 'taken_back' ? { state: 'giving_back', ...dueNow(scene.tx.now) } : null;
  const next = isUntouched ? { state: 'left', nextAttemptAt: null } : back;
  await scene.tx.update('payment_disputes', row.id, { status, ...(status === 'won' && next) });
}

async function opened(scene: PaymentScene, message: PaymentMessage, sale: Sale): Promise<PaymentOutcome> {
  const { tx } = scene;
  const isClosed = await tx.findOne('payment_events', {
    eventType: 'charge.dispute.closed',
    objectId: message.objectId,
  });
  if (isClosed) return 'recorded';
  await disputeRow(scene, message, sale, 'open');
  await updateRegistrations(tx, sale, isPaid, { paymentStatus: 'disputed' });
  await followRegistrations(tx, sale.order?.id ?? null);
  const arrived = sale.registrations.filter(({ checkedInAt }) => checkedInAt !== null);
  const [here] = arrived;
  const present = here
    ? `${arrived.length > 1 ? `${arrived.length} people` : 'The person'} checked in at ${here.checkedInAt}: send the processor that as evidence.`
    : 'The person has not checked in.';
  const said = `${buyerOf(sale)} disputes the payment. ${present} Answer at the processor before its deadline.`;
  await raiseAlert(tx, { kind: 'dispute_opened', message: said, ...about(sale, message) });
  return 'recorded';
}

/** The money is there again, without what was refunded before the dispute or during it. */
async function endDispute(tx: Transaction, sale: Sale): Promise<void> {
  const statuses = new Map<string, RegistrationRecord['paymentStatus']>();
  for (const one of sale.registrations.filter(({ paymentStatus }) => paymentStatus === 'disputed')) {
    const status = await statusByRefunds(tx, one);
    const { id, paymentIntent } = one;
    const isByHand = status === 'paid' && paymentIntent !== null && (await isRefundedByHand(tx, sale, paymentIntent));
    statuses.set(id, isByHand ? 'partially_refunded' : status);
  }
  await updateRegistrations(
    tx,
    sale,
    ({ id }) => statuses.has(id),
    ({ id }) => ({ paymentStatus: statuses.get(id) }),
  );
}

async function closed(scene: PaymentScene, message: PaymentMessage, sale: Sale): Promise<PaymentOutcome> {
  const { tx } = scene;
  await resolveAlert(tx, 'dispute_opened', message.objectId);
  await closeRow(scene, message, sale);
  if (message.status === 'lost') {
    await updateRegistrations(tx, sale, isPaid, { paymentStatus: 'disputed' });
    const said = `The dispute of ${buyerOf(sale)} is lost: the buyer has the money back. Cancel the registration if the ticket must no longer be valid.`;
    await raiseAlert(tx, { kind: 'dispute_lost', message: said, ...about(sale, message) });
  } else await endDispute(tx, sale);
  await followRegistrations(tx, sale.order?.id ?? null);
  return 'recorded';
}

export function applyDispute(scene: PaymentScene, message: PaymentMessage, sale: Sale): Promise<PaymentOutcome> {
  return message.type === 'charge.dispute.closed' ? closed(scene, message, sale) : opened(scene, message, sale);
}
