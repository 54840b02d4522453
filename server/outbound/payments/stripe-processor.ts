/** The payment processor by its official library: destination charges on the platform's account. Keys are in no message. */

import Stripe from 'stripe';
import { secondMs } from '#shared/base/time.ts';
import type {
  AccountStanding,
  BookedPayment,
  ChargeTerms,
  ClosedPayment,
  OpenedPayment,
  PaymentProcessor,
  PaymentStanding,
} from '../../modules/events/payments/processor.ts';
import { asked } from './asked.ts';
import { accountOf, accountParams, intentParams, refundParams, sessionParams } from './stripe-params.ts';

export interface StripeSetting {
  readonly secretKey: string;
  /** Another address than the processor's own: a stand-in. */
  readonly apiBase: string | null;
  /** Time limit of one call; 20 s when absent. */
  readonly timeoutMs?: number;
}

/** A call that takes longer is made again later, with the same key. */
const timeoutMs = 20 * secondMs;
/** Calls that the library repeats by itself; the queue repeats the rest. */
const networkRetries = 1;
const pageSize = 100;
/** Maximum number of payments looked at in one reconciliation. */
const bookedMax = 10_000;
const payoutsShown = 20;

export function isLiveKey(secretKey: string): boolean {
  return !/^[sr]k_test_/.test(secretKey);
}

function clientOf({ secretKey, apiBase, timeoutMs: given }: StripeSetting): Stripe {
  const base = apiBase === null ? null : new URL(apiBase);
  const protocol = base?.protocol === 'http:' ? 'http' : 'https';
  return new Stripe(secretKey, {
    ...(base && { host: base.hostname, protocol, port: base.port || (protocol === 'http' ? 80 : 443) }),
    timeout: given ?? timeoutMs,
    maxNetworkRetries: networkRetries,
    telemetry: false,
  });
}

const standings: Readonly<Record<string, PaymentStanding>> = {
  succeeded: 'paid',
  requires_capture: 'paid',
  processing: 'processing',
  canceled: 'closed',
};

function standingOf(intent: Stripe.PaymentIntent): ClosedPayment {
  return { standing: standings[intent.status] ?? 'open', paymentIntent: intent.id };
}

async function standingOfSession(stripe: Stripe, id: string): Promise<ClosedPayment> {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  const intent = session.payment_intent;
  const paymentIntent = typeof intent === 'string' ? intent : (intent?.id ?? null);
  if (session.payment_status === 'paid') return { standing: 'paid', paymentIntent };
  if (session.status === 'expired') return { standing: 'closed', paymentIntent };
  if (session.status !== 'complete') return { standing: 'open', paymentIntent };
  // A complete session that is not paid waits for a slow method, or that has failed: its page takes no other one.
  const failed = intent !== null && typeof intent !== 'string' && standingOf(intent).standing === 'open';
  return { standing: failed ? 'closed' : 'processing', paymentIntent };
}

/** Asks to close; where that is refused, what it has become counts. */
async function closed(ask: () => Promise<ClosedPayment>, look: () => Promise<ClosedPayment>): Promise<ClosedPayment> {
  try {
    return await ask();
  } catch (fault) {
    if (!(fault instanceof Stripe.errors.StripeInvalidRequestError)) throw fault;
    return look();
  }
}

/** The transfer of a destination charge, as it stands now. */
async function transferOf(stripe: Stripe, paymentIntent: string) {
  const expand = ['latest_charge', 'latest_charge.transfer'];
  const intent = await stripe.paymentIntents.retrieve(paymentIntent, { expand });
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
  const transfer = typeof charge?.transfer === 'string' ? null : (charge?.transfer ?? null);
  return { intent, transfer };
}

function bookedPayment(intent: Stripe.PaymentIntent): BookedPayment {
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
  const fee = typeof charge?.application_fee === 'string' ? null : charge?.application_fee;
  return {
    paymentIntent: intent.id,
    createdMs: intent.created * secondMs,
    isPaid: intent.status === 'succeeded',
    amount: intent.amount,
    currency: intent.currency.toUpperCase(),
    refunded: charge?.amount_refunded ?? 0,
    fee: fee?.amount ?? 0,
    feeRefunded: fee?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
    metadata: intent.metadata,
  };
}

/** Asks for the country of the platform's own account, which does not move: once, and again where it was not answered. */
function countryAsker(stripe: Stripe): () => Promise<string | null> {
  let platform: Promise<string | null> | null = null;
  return () => {
    platform ??= stripe.accounts.retrieveCurrent().then(
      ({ country }) => country ?? null,
      (fault) => {
        // A restricted key may not read it.
        if (fault instanceof Stripe.errors.StripePermissionError) return null;
        platform = null;
        throw fault;
      },
    );
    return platform;
  };
}

export function createStripeProcessor(setting: StripeSetting): PaymentProcessor {
  const stripe = clientOf(setting);
  const openSession = async (terms: ChargeTerms, idempotencyKey: string): Promise<OpenedPayment> => {
    const made = await stripe.checkout.sessions.create(sessionParams(terms), { idempotencyKey });
    const { id, url, expires_at: expires } = made;
    return { session: id, paymentIntent: null, checkoutUrl: url, clientSecret: null, expiresAtMs: expires * secondMs };
  };
  const openIntent = async (terms: ChargeTerms, idempotencyKey: string): Promise<OpenedPayment> => {
    const { id, client_secret: secret } = await stripe.paymentIntents.create(intentParams(terms), { idempotencyKey });
    return { session: null, paymentIntent: id, checkoutUrl: null, clientSecret: secret, expiresAtMs: null };
  };
  const platformCountry = countryAsker(stripe);
  return {
    livemode: isLiveKey(setting.secretKey),
    open: (terms, key) => asked(() => (terms.page === 'hosted' ? openSession(terms, key) : openIntent(terms, key))),
    close: ({ session, paymentIntent }) =>
      asked(async () => {
        if (session !== null) {
          const look = () => standingOfSession(stripe, session);
          return closed(async () => {
            await stripe.checkout.sessions.expire(session);
            return look();
          }, look);
        }
        if (paymentIntent === null) return { standing: 'closed', paymentIntent };
        return closed(
          async () =>
            standingOf(await stripe.paymentIntents.cancel(paymentIntent, { cancellation_reason: 'abandoned' })),
          async () => standingOf(await stripe.paymentIntents.retrieve(paymentIntent)),
        );
      }),
    refund: (terms, idempotencyKey) =>
      asked(async () => {
        const { id, status } = await stripe.refunds.create(refundParams(terms), { idempotencyKey });
        const state =
          status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
        return { id, state };
      }),
    takeBack: (paymentIntent, amount, idempotencyKey) =>
      asked(async () => {
        const { transfer } = await transferOf(stripe, paymentIntent);
        if (!transfer) return 0;
        const { data } = await stripe.transfers.listReversals(transfer.id, { limit: pageSize });
        const known = data.find(({ metadata }) => metadata?.['key'] === idempotencyKey);
        if (known) return known.amount;
        const left = Math.min(amount, transfer.amount - transfer.amount_reversed);
        if (left <= 0) return 0;
        const reversing = { amount: left, metadata: { key: idempotencyKey } };
        const made = await stripe.transfers.createReversal(transfer.id, reversing, { idempotencyKey });
        return made.amount;
      }),
    giveBack: (paymentIntent, amount, idempotencyKey) =>
      asked(async () => {
        const { transfer, intent } = await transferOf(stripe, paymentIntent);
        if (!transfer || amount === 0) return null;
        const destination = typeof transfer.destination === 'string' ? transfer.destination : transfer.destination?.id;
        if (destination === undefined) return null;
        const { currency, metadata } = intent;
        await stripe.transfers.create({ amount, currency, destination, metadata }, { idempotencyKey });
        return null;
      }),
    account: (id) =>
      asked(
        async (): Promise<AccountStanding> => accountOf(await stripe.accounts.retrieve(id), await platformCountry()),
      ),
    createAccount: (account, idempotencyKey) =>
      asked(async () => {
        const made = await stripe.accounts.create(accountParams(account), { idempotencyKey });
        return accountOf(made, await platformCountry());
      }),
    accountLink: (account, { returnUrl, refreshUrl }) =>
      asked(async () => {
        const asking = { account, type: 'account_onboarding', return_url: returnUrl, refresh_url: refreshUrl } as const;
        const { url, expires_at: expires } = await stripe.accountLinks.create(asking);
        return { url, expiresAtMs: expires * secondMs };
      }),
    payouts: (stripeAccount) =>
      asked(async () => {
        const { data } = await stripe.payouts.list({ limit: payoutsShown }, { stripeAccount });
        return data.map(({ id, amount, currency, status, arrival_date: arrival }) => ({
          ...{ id, amount, currency: currency.toUpperCase(), status, arrivesAtMs: arrival * secondMs },
        }));
      }),
    booked: (sinceMs) =>
      asked(async () => {
        const found: BookedPayment[] = [];
        const expand = ['data.latest_charge', 'data.latest_charge.application_fee'];
        const asking = { created: { gte: Math.floor(sinceMs / secondMs) }, limit: pageSize, expand };
        for await (const intent of stripe.paymentIntents.list(asking)) {
          found.push(bookedPayment(intent));
          if (found.length >= bookedMax) break;
        }
        return found;
      }),
  };
}
