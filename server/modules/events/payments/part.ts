/** Payments: messages of the processor, refunds, and the test processor that stands in where none is set up. */

import { toHex } from '#shared/base/bytes.ts';
import { credentialPrefixes } from '#shared/base/credential-prefixes.ts';
import { paymentAccounts, paymentAlerts, paymentDisputes, payments } from '#shared/modules/events/payment.ts';
import { paymentEvents, refunds } from '#shared/modules/events/registration.ts';
import { workers } from '../attempts.ts';
import type { Part } from '../part.ts';
import { connectAccountAction, onboardingLinkAction, payoutsAction } from './account-actions.ts';
import { askAccounts, watchAccounts } from './accounts.ts';
import { onboardingPages } from './onboarding-pages.ts';
import { openPayments } from './open-payments.ts';
import { paymentWebhookAction } from './payment-webhook.ts';
import { personalOfPayments } from './personal.ts';
import { reconcilePayments } from './reconcile.ts';
import { recoverDisputes } from './recover-disputes.ts';
import { markRefundPaidAction, retryRefundAction } from './refund-actions.ts';
import { requestPaymentAction } from './request-payment.ts';
import { sendRefunds } from './send-refunds.ts';
import { payTestAction } from './test-processor.ts';

const madeSecretBytes = 32;

export const paymentsPart: Part = {
  name: 'payments',
  needs: ['event', 'registration', 'orders'],
  personal: personalOfPayments,
  make: (ports) => {
    const given = ports.payments.webhookSecrets ?? [];
    const test = ports.payments.mode === 'test';
    // The test processor signs with a secret of its own where the given ones belong to a real processor.
    const made = `${credentialPrefixes.webhookSecret}${toHex(ports.randomBytes(madeSecretBytes))}`;
    const testSecrets = test && given.length > 0 ? given : [made];
    const queues = [
      workers(openPayments(ports)),
      workers(sendRefunds(ports)),
      workers(askAccounts(ports)),
      workers(recoverDisputes(ports)),
    ];
    return {
      collections: [paymentEvents, refunds, payments, paymentAccounts, paymentDisputes, paymentAlerts],
      actions: [
        paymentWebhookAction(ports, given),
        payTestAction(ports, testSecrets),
        requestPaymentAction(ports),
        retryRefundAction,
        markRefundPaidAction,
        connectAccountAction(ports),
        onboardingLinkAction(ports),
        payoutsAction(ports),
      ],
      pages: onboardingPages(ports),
      followers: [...queues.map(({ follower }) => follower), watchAccounts],
      jobs: [...queues.map(({ job }) => job), reconcilePayments(ports)],
    };
  },
};
