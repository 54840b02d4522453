/** A call of the payment webhook as the processor makes it, signed by its own library. */
import Stripe from 'stripe';

/** No request is made: only the signing of test headers is used. */
const stripe = new Stripe('sk_test_of_nothing');

export function webhookCall(rawBody: string, atMs: number, secret: string) {
  const timestamp = Math.floor(atMs / 1_000);
  const signature = stripe.webhooks.generateTestHeaderString({ payload: rawBody, secret, timestamp });
  return { rawBody, headers: { 'stripe-signature': signature } };
}
