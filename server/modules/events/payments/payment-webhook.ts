/**
 * A message of the payment processor, from its signature to the record: verified and read once, before its tenant is
 * known, then taken in one transaction of that tenant.
 */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { paymentWebhook } from '#shared/modules/events/actions.ts';
import { type ModuleAction, type SignedMessage, signedAction } from '../../../core/collections/action.ts';
import type { EventsPorts } from '../ports.ts';
import { type PaymentMessage, readPaymentMessage } from './payment-message.ts';
import { receivePayment } from './receive-payment.ts';
import { checkWebhookSignature, signatureHeader, toleranceSeconds } from './webhook-signature.ts';

const problems = {
  signature_invalid: 'The signature does not match the body. Check the webhook secret, and send the body unchanged.',
  timestamp_out_of_tolerance: `The signature’s time is more than ${toleranceSeconds} s off. Check the clock.`,
} as const;

/**
 * @param secrets a signature by any of them is valid
 * @returns refuses with `signature_invalid`, `timestamp_out_of_tolerance` and `payload_invalid`
 */
export function verifyPaymentMessage(
  { rawBody, body, headers }: SignedMessage,
  nowMs: number,
  secrets: readonly string[],
): Result<PaymentMessage> {
  const code = checkWebhookSignature(rawBody, headers[signatureHeader] ?? '', secrets, nowMs);
  return code === 'valid' ? readPaymentMessage(body) : refuse({ code, message: problems[code] });
}

export function paymentWebhookAction(ports: EventsPorts, secrets: readonly string[]): ModuleAction {
  return signedAction(
    paymentWebhook,
    // verify, before the tenant is known
    (message, nowMs) => verifyPaymentMessage(message, nowMs, secrets),
    // prepare, before the transaction
    async (message, { actor }) => ({ message, sandbox: await ports.payments.isSandbox(actor.tenant) }),
    // run, inside it
    async (tx, { message, sandbox }, { actor, clock }) => {
      await receivePayment({ tx, tenant: actor.tenant, nowMs: clock(), sandbox, ports }, message);
      return ok({ received: true });
    },
  );
}
