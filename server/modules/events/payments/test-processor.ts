/**
 * Turns a call of `events.pay_test` to the built-in test processor into an event that is signed like the real processor's and
 * verified like it. Only where no real processor is set up.
 */

import { must } from '#shared/base/assert.ts';
import { toHex } from '#shared/base/bytes.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { secondMs } from '#shared/base/time.ts';
import { payTest } from '#shared/modules/events/actions.ts';
import { ticketOrders } from '#shared/modules/events/order.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { preparedAction } from '../../../core/collections/action.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { asksSandbox } from '../asks-sandbox.ts';
import { firstOf, type Sale, saleOf, saleOfOrder } from '../orders/sale.ts';
import type { EventsPorts } from '../ports.ts';
import type { PaymentOutcome } from './payment-context.ts';
import { readPaymentMessage } from './payment-message.ts';
import { isOpen, paymentsOf } from './payment-rows.ts';
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
  readonly sale: Sale;
  readonly paymentIntent: string;
  readonly outcome: TestOutcome;
  /** Running total of the refunds, in minor units. */
  readonly amountRefunded?: number;
}

interface TestScene {
  readonly tenant: string;
  readonly sandbox: boolean;
  readonly nowMs: number;
  readonly ports: EventsPorts;
}

/** Makes the event in the mode of its tenant: where no processor is set up, no other money is taken. */
function eventOf(payment: TestPayment, { tenant, sandbox, nowMs, ports }: TestScene) {
  const { sale, paymentIntent, outcome, amountRefunded = sale.amount } = payment;
  const { amount, order } = sale;
  const { event, id } = firstOf(sale);
  const shared = {
    amount,
    currency: sale.currency.toLowerCase(),
    metadata: { registrationId: id, eventId: event, tenantId: tenant, ...(order && { orderId: order.id }) },
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

/** A test payment of an order that was just placed, made in the same transaction. No message came, so none is verified. */
export async function payAtOnce(tx: Transaction, sale: Sale, scene: TestScene): Promise<Result<PaymentOutcome | null>> {
  const paymentIntent = must(sale.order?.paymentIntent, 'an order that waits for its payment');
  const message = readPaymentMessage(eventOf({ sale, paymentIntent, outcome: 'succeeded' }, scene));
  return message.ok ? ok(await receivePayment({ ...scene, tx }, message.value)) : message;
}

async function saleFor(
  reader: Reader,
  {
    orderId,
    registrationId,
  }: { readonly orderId?: string | null | undefined; readonly registrationId?: string | null | undefined },
): Promise<Result<Sale>> {
  if (orderId) {
    const order = await reader.get(ticketOrders, orderId);
    return order ? ok(await saleOfOrder(reader, order)) : refuseWith('order_not_found', { path: 'orderId' });
  }
  const registration = registrationId ? await reader.get(registrations, registrationId) : null;
  return registration
    ? ok(await saleOf(reader, registration))
    : refuseWith('registration_not_found', { path: 'registrationId' });
}

export function payTestAction(ports: EventsPorts, secrets: readonly string[]) {
  return preparedAction(payTest, asksSandbox(ports), async (tx, input, { actor, clock }, sandbox) => {
    if (!isBuiltIn(ports, sandbox)) return refuseWith('test_payments_off');
    const sale = await saleFor(tx, input);
    if (!sale.ok) return sale;
    const first = firstOf(sale.value);
    const nowMs = clock();
    const open = (await paymentsOf(tx, first.id)).find(isOpen);
    const paymentIntent = open?.paymentIntent ?? first.paymentIntent ?? `pi_test_${toHex(ports.randomBytes(12))}`;
    const scene = { tenant: actor.tenant, sandbox, nowMs, ports };
    const payment = { sale: sale.value, paymentIntent, outcome: input.outcome ?? 'succeeded' };
    const done = await send(tx, payment, scene, secrets);
    if (!done.ok) return done;
    const asked = input.orderId ? first.id : (input.registrationId ?? first.id);
    const { id, status, paymentStatus } = must(await tx.get(registrations, asked), 'a record of registrations');
    return ok({ received: true, registration: { id, status, paymentStatus } });
  });
}
