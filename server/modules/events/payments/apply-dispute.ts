/** `charge.dispute.*`: a buyer has taken the payment back through the bank. Once closed it does not open again. */
import { type PaymentDisputeRecord, paymentDisputes } from '#shared/modules/events/payment.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { dueNow } from '../attempts.ts';
import { raiseAlert, resolveAlert } from './alerts.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import type { PaymentMessage } from './payment-message.ts';
import { paymentByIntent } from './payment-rows.ts';

const paid: readonly RegistrationRecord['paymentStatus'][] = ['paid', 'partially_refunded', 'refund_pending'];

function about({ id, event }: RegistrationRecord, { objectId, paymentIntent }: PaymentMessage) {
  return { about: objectId, event, registration: id, paymentIntent };
}

/** The dispute as a row: money that another account received is taken back from there, unless the dispute is over. */
async function disputeRow(
  { tx }: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
  status: PaymentDisputeRecord['status'],
): Promise<PaymentDisputeRecord | null> {
  const { amounts, objectId: processorId, paymentIntent } = message;
  const known = await tx.findOne(paymentDisputes, { processorId });
  if (known || paymentIntent === null) return known;
  const payment = await paymentByIntent(tx, paymentIntent, null);
  const amount = Number.isInteger(amounts[0]) ? Number(amounts[0]) : registration.amount;
  const isTaken = payment?.account != null && status !== 'won';
  return await tx.create(paymentDisputes, {
    ...{ event: registration.event, registration: registration.id, processorId, paymentIntent, amount, status },
    ...{ account: payment?.account ?? null, livemode: payment?.livemode ?? null, currency: registration.currency },
    ...(isTaken ? { state: 'taking_back', ...dueNow(tx.now) } : { state: 'left' }),
  });
}

async function closeRow(scene: PaymentScene, message: PaymentMessage, registration: RegistrationRecord): Promise<void> {
  const status = message.status === 'lost' ? 'lost' : 'won';
  const row = await disputeRow(scene, message, registration, status);
  if (row?.status !== 'open') return;
  // Not begun yet: it need not begin. Under way: recover-disputes.ts sees the status when the answer is there.
  const isUntouched = row.state === 'taking_back' && row.attempts === 0;
  const back = row.state === 'taken_back' ? { state: 'giving_back', ...dueNow(scene.tx.now) } : null;
  const next = isUntouched ? { state: 'left', nextAttemptAt: null } : back;
  await scene.tx.update('payment_disputes', row.id, { status, ...(status === 'won' && next) });
}

async function opened(
  scene: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
): Promise<PaymentOutcome> {
  const { tx } = scene;
  const isClosed = await tx.findOne('payment_events', {
    eventType: 'charge.dispute.closed',
    objectId: message.objectId,
  });
  if (isClosed) return 'recorded';
  await disputeRow(scene, message, registration, 'open');
  if (paid.includes(registration.paymentStatus))
    await tx.update('registrations', registration.id, { paymentStatus: 'disputed' });
  const present =
    registration.checkedInAt === null
      ? 'The person has not checked in.'
      : `The person checked in at ${registration.checkedInAt}: send the processor that as evidence.`;
  const said = `${registration.name} disputes the payment. ${present} Answer at the processor before its deadline.`;
  await raiseAlert(tx, { kind: 'dispute_opened', message: said, ...about(registration, message) });
  return 'recorded';
}

async function closed(
  scene: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
): Promise<PaymentOutcome> {
  const { tx } = scene;
  await resolveAlert(tx, 'dispute_opened', message.objectId);
  await closeRow(scene, message, registration);
  if (message.status === 'lost') {
    if (paid.includes(registration.paymentStatus))
      await tx.update('registrations', registration.id, { paymentStatus: 'disputed' });
    const said = `The dispute of ${registration.name} is lost: the buyer has the money back. Cancel the registration if the ticket must no longer be valid.`;
    await raiseAlert(tx, { kind: 'dispute_lost', message: said, ...about(registration, message) });
  } else if (registration.paymentStatus === 'disputed')
    await tx.update('registrations', registration.id, { paymentStatus: 'paid' });
  return 'recorded';
}

export function applyDispute(
  scene: PaymentScene,
  message: PaymentMessage,
  registration: RegistrationRecord,
): Promise<PaymentOutcome> {
  return message.type === 'charge.dispute.closed'
    ? closed(scene, message, registration)
    : opened(scene, message, registration);
}
