/**
 * What `events.pay_test` asks of the built-in test processor becomes an event signed like the real processor's and
 * verified like it. Only where no real processor is set up.
 */

import { must } from '#shared/base/assert.ts';
import { toHex } from '#shared/base/bytes.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { secondMs } from '#shared/base/time.ts';
import { payTest } from '#shared/modules/events/actions.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type RegistrationRecord, registrations } from '#shared/modules/events/registration.ts';
import { preparedAction } from '../../../core/collections/module.ts';
import type { Transaction } from '../../../store/contract.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import type { EventsPorts } from '../ports.ts';
import type { PaymentOutcome } from './payment-context.ts';
import { verifyPaymentMessage } from './payment-webhook.ts';
import { isBuiltIn } from './processors.ts';
import { receivePayment } from './receive-payment.ts';
import { signatureHeader, signWebhook } from './webhook-signature.ts';

const types = {
  succeeded: 'payment_intent.succeeded',
  failed: 'payment_intent.payment_failed',
  processing: 'payment_intent.processing',
  canceled: 'payment_intent.canceled',
  refunded: 'charge.refunded',
} as const;
type TestOutcome = keyof typeof types;

interface TestPayment {
  readonly registration: RegistrationRecord;
  readonly paymentIntent: string;
  readonly outcome: TestOutcome;
  /** Of a refund: the running total, in minor units. */
  readonly amountRefunded?: number;
}

interface TestScene {
  readonly tenant: string;
  readonly sandbox: boolean;
  readonly nowMs: number;
  readonly ports: EventsPorts;
}

/** In the mode of its tenant: where no processor is set up, no other money is taken. */
function eventOf(payment: TestPayment, { tenant, sandbox, nowMs, ports }: TestScene) {
  const { registration, paymentIntent, outcome, amountRefunded = registration.amount } = payment;
  const { amount } = registration;
  const shared = {
    amount,
    currency: registration.currency.toLowerCase(),
    metadata: { registrationId: registration.id, eventId: registration.event, tenantId: tenant },
  };
  const object =
    outcome === 'refunded'
      ? {
          ...shared,
          id: `ch_${paymentIntent}`,
          object: 'charge',
          payment_intent: paymentIntent,
          amount_refunded: amountRefunded,
          refunded: amountRefunded >= amount,
        }
      : {
          ...shared,
          id: paymentIntent,
          object: 'payment_intent',
          ...(outcome === 'succeeded' && { amount_received: amount }),
        };
  return {
    id: `evt_test_${toHex(ports.randomBytes(12))}`,
    object: 'event',
    type: types[outcome],
    created: Math.floor(nowMs / secondMs),
    livemode: !sandbox,
    data: { object },
  };
}

/** Signs the event, then takes it as a message that came over HTTP. */
async function send(
  tx: Transaction,
  payment: TestPayment,
  scene: TestScene,
  secrets: readonly string[],
): Promise<Result<PaymentOutcome | null>> {
  const body = eventOf(payment, scene);
  const rawBody = JSON.stringify(body);
  const signature = signWebhook(must(secrets[0], 'a test processor has a secret'), rawBody, scene.nowMs);
  const signed = { rawBody, body, headers: { [signatureHeader]: signature } };
  const message = verifyPaymentMessage(signed, scene.nowMs, secrets);
  return message.ok ? ok(await receivePayment({ ...scene, tx }, message.value)) : message;
}

export function payTestAction(ports: EventsPorts, secrets: readonly string[]) {
  return preparedAction(payTest, asksSandbox(ports), async (tx, input, { actor, clock }, sandbox) => {
    if (!isBuiltIn(ports, sandbox)) return refuseWith('test_payments_off');
    const registration = input.registrationId ? await tx.get(registrations, input.registrationId) : null;
    if (!registration) return refuseWith('registration_not_found', { path: 'registrationId' });
    const nowMs = clock();
    const paymentIntent = registration.paymentIntent ?? `pi_test_${toHex(ports.randomBytes(12))}`;
    const scene = { tenant: actor.tenant, sandbox, nowMs, ports };
    const payment = { registration, paymentIntent, outcome: input.outcome ?? 'succeeded' };
    const done = await send(tx, payment, scene, secrets);
    if (!done.ok) return done;
    const { id, status, paymentStatus } = must(
      await tx.get(registrations, registration.id),
      'a record of registrations',
    );
    return ok({ received: true, registration: { id, status, paymentStatus } });
  });
}
