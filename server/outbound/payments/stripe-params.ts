/** The parameters of requests to the payment processor, made of our terms. Pure. Fee fields are there where a fee is. */

import type Stripe from 'stripe';
import { secondMs } from '#shared/base/time.ts';
import type { AccountStanding, ChargeTerms, NewAccount, RefundTerms } from '../../modules/events/payments/processor.ts';

/** Methods whose money comes after days: a seat is not held for so long. */
const slowMethods = [
  'us_bank_account',
  'acss_debit',
  'au_becs_debit',
  'bacs_debit',
  'sepa_debit',
  'boleto',
  'oxxo',
  'konbini',
  'multibanco',
  'customer_balance',
] as const;

const statementMax = 500;

function connectParams({ account, fee, onBehalfOf, metadata, description, receipt, email }: ChargeTerms) {
  return {
    description: description.slice(0, statementMax),
    metadata,
    ...(account !== null && {
      transfer_data: { destination: account },
      ...(fee > 0 && { application_fee_amount: fee }),
      ...(onBehalfOf && { on_behalf_of: account }),
    }),
    ...(receipt && { receipt_email: email }),
  };
}

/** Returns one of the two parameters, never both. */
function methodParams({ methods }: ChargeTerms) {
  return methods.length > 0
    ? { allowed_payment_method_types: [...methods] }
    : { excluded_payment_method_types: [...slowMethods] };
}

export function intentParams(terms: ChargeTerms): Stripe.PaymentIntentCreateParams {
  return {
    amount: terms.amount,
    currency: terms.currency.toLowerCase(),
    automatic_payment_methods: { enabled: true },
    ...methodParams(terms),
    ...connectParams(terms),
  };
}

/** The page of an order may be asked for before the message of its payment has come: then it says so, and waits. */
function paidUrl(returnUrl: string): string {
  return /\/o\/[^/?]+$/.test(returnUrl) ? `${returnUrl}?paid=1` : returnUrl;
}

/** Metadata of a session are not copied to its payment: they stand in both. */
export function sessionParams(terms: ChargeTerms): Stripe.Checkout.SessionCreateParams {
  const { amount, currency, description, email, expiresAtMs, metadata, returnUrl } = terms;
  const price = { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name: description } };
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: price }],
    success_url: paidUrl(returnUrl),
    cancel_url: returnUrl,
    customer_email: email,
    metadata,
    ...methodParams(terms),
    ...(expiresAtMs !== null && { expires_at: Math.floor(expiresAtMs / secondMs) }),
    payment_intent_data: connectParams(terms),
  };
}

export function refundParams(terms: RefundTerms): Stripe.RefundCreateParams {
  const { amount, metadata, paymentIntent, refundFee, reverseTransfer } = terms;
  return {
    payment_intent: paymentIntent,
    amount,
    metadata,
    ...(reverseTransfer && { reverse_transfer: true }),
    ...(reverseTransfer && refundFee && { refund_application_fee: true }),
  };
}

/** The platform answers for fees and losses, as it does with destination charges. */
export function accountParams({ country, email, metadata, name }: NewAccount): Stripe.AccountCreateParams {
  return {
    country,
    metadata,
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
    },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    ...(email !== null && { email }),
    ...(name !== null && { business_profile: { name } }),
  };
}

const requirementsMax = 100;

export function accountOf(account: Stripe.Account, platformCountry: string | null): AccountStanding {
  return {
    account: account.id,
    tenantId: account.metadata?.['tenantId'] ?? null,
    email: account.email,
    ...{ country: account.country ?? null, platformCountry },
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    detailsSubmitted: account.details_submitted,
    disabledReason: account.requirements?.disabled_reason ?? null,
    requirements: (account.requirements?.currently_due ?? []).slice(0, requirementsMax),
  };
}
