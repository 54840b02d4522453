/** Payments: messages of the processor, refunds, and the test processor that stands in where none is set up. */
import { toHex } from '#shared/base/bytes.ts';
import { credentialPrefixes } from '#shared/base/credential-prefixes.ts';
import { paymentEvents, refunds } from '#shared/modules/events/registration.ts';
import type { Part } from '../part.ts';
import { paymentWebhookAction } from './payment-webhook.ts';
import { payTestAction, refundTestPayments } from './test-processor.ts';

const madeSecretBytes = 32;

export const paymentsPart: Part = (ports) => {
  const test = ports.payments.mode === 'test';
  const given = ports.payments.webhookSecrets ?? [];
  const secrets =
    test && given.length === 0
      ? [`${credentialPrefixes.webhookSecret}${toHex(ports.randomBytes(madeSecretBytes))}`]
      : given;
  return {
    collections: [paymentEvents, refunds],
    actions: [paymentWebhookAction(ports, secrets), payTestAction(ports, secrets)],
    followers: test ? [refundTestPayments(ports, secrets)] : [],
  };
};
