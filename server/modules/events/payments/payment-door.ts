/** The one door for news about payments: signature, then message. The test processor knocks here like the real one. */
import { isObject } from '#shared/base/json.ts';
import { ok, type Refusal, type Result } from '#shared/base/result.ts';
import { paymentWebhook } from '#shared/modules/events/actions.ts';
import {
  ActionAnswer,
  type ActionContext,
  type ModuleAction,
  preparedAction,
  type SignedMessage,
} from '../../../core/collections/module.ts';
import type { EventsPorts } from '../ports.ts';
import type { PaymentOutcome, PaymentScene } from './payment-context.ts';
import { readPaymentMessage } from './payment-message.ts';
import { receivePayment } from './receive-payment.ts';
import { checkWebhookSignature, toleranceSeconds } from './webhook-signature.ts';

export type Knock =
  | { readonly kind: 'taken'; readonly outcome: PaymentOutcome | null }
  | { readonly kind: 'turned_away'; readonly error: Refusal };

const problems = {
  signature_invalid: 'The signature does not match the body. Check the webhook secret, and send the body unchanged.',
  timestamp_out_of_tolerance: `The signature’s time is more than ${toleranceSeconds} s off. Check the clock.`,
} as const;

export async function knock(
  scene: PaymentScene,
  rawBody: string,
  signature: string,
  secrets: readonly string[],
): Promise<Result<Knock>> {
  const check = checkWebhookSignature(rawBody, signature, secrets, scene.nowMs);
  if (check !== 'valid') return ok({ kind: 'turned_away', error: { code: check, message: problems[check] } });
  const message = readPaymentMessage(rawBody);
  if (!message.ok) return message;
  return ok({ kind: 'taken', outcome: await receivePayment(scene, message.value) });
}

/** @returns null when it is a message, and from one who holds a secret of ours */
function proof({ rawBody, headers }: SignedMessage, nowMs: number, secrets: readonly string[]): Refusal | null {
  const code = checkWebhookSignature(rawBody, headers['stripe-signature'] ?? '', secrets, nowMs);
  if (code !== 'valid') return { code, message: problems[code] };
  const message = readPaymentMessage(rawBody);
  return message.ok ? null : message.errors[0];
}

export function paymentWebhookAction(ports: EventsPorts, secrets: readonly string[]): ModuleAction {
  const isSandbox = (_input: unknown, { actor }: ActionContext) => ports.payments.isSandbox(actor.tenant);
  const taken = preparedAction(
    paymentWebhook,
    isSandbox,
    async (tx, { rawBody, headers }, { actor, clock }, sandbox) => {
      const header = isObject(headers) ? headers['stripe-signature'] : null;
      const scene = { tx, tenant: actor.tenant, nowMs: clock(), sandbox, ports };
      const done = await knock(scene, rawBody, typeof header === 'string' ? header : '', secrets);
      if (!done.ok) return done;
      // 400, where the platform's `signature_invalid` is a 401: there is no credential to renew here.
      if (done.value.kind === 'turned_away') return ok(new ActionAnswer({ errors: [done.value.error] }, 400));
      return ok({ received: true });
    },
  );
  return { ...taken, proof: (message, nowMs) => proof(message, nowMs, secrets) };
}
