/** `charge.dispute.*`: a buyer has taken the payment back through the bank. Once closed it does not open again. */
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { raiseAlert, resolveAlert } from './alerts.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import type { PaymentMessage } from './payment-message.ts';

const paid: readonly RegistrationRecord['paymentStatus'][] = ['paid', 'partially_refunded', 'refund_pending'];

function about({ id, event }: RegistrationRecord, { objectId, paymentIntent }: PaymentMessage) {
  return { about: objectId, event, registration: id, paymentIntent };
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
  if (message.status === 'lost') {
    if (paid.includes(registration.paymentStatus))
      await tx.update('registrations', registration.id, { paymentStatus: 'disputed' });
    const said = `The dispute of ${registration.name} is lost: the buyer has the money back. Cancel the registration if the person shall not come.`;
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
