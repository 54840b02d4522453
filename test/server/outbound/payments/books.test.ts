/**
 * The official library against the stand-in over HTTP: our money rules for fees and refunds agree with its books
 * to the minor unit, for the table of the design and for 2,000 generated amounts.
 */
import fc from 'fast-check';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChargeTerms, Done } from '#server/modules/events/payments/processor.ts';
import { createStripeProcessor } from '#server/outbound/payments/stripe-processor.ts';
import { feeOfRefund, minorUnits, shareOf, stepOf } from '#shared/modules/events/money.ts';
import { onboard } from '#test/fixtures/processor/accounts.ts';
import { buyers, platform } from '#test/fixtures/processor/books.ts';
import { openStandIn, type StandIn } from '#test/fixtures/processor/stand-in.ts';

const secretKey = 'sk_live_of_the_stand_in';
let standIn: StandIn;
let stripe: Stripe;

beforeAll(async () => {
  standIn = await openStandIn();
  const { hostname, port } = new URL(standIn.url);
  stripe = new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false });
});
afterAll(() => standIn.close());

const processor = () => createStripeProcessor({ secretKey, apiBase: standIn.url });

function value<T>(done: Done<T>): T {
  if (done.kind !== 'done') throw new Error(done.problem);
  return done.value;
}

interface Sale {
  readonly amount: number;
  readonly currency: string;
  readonly percent: number;
  /** Percent of the amount that goes back, one refund after the other. */
  readonly backs: readonly number[];
}

function termsOf(more: Partial<ChargeTerms>): ChargeTerms {
  return {
    ...{ page: 'embedded', amount: 4_900, currency: 'USD', fee: 245, account: null, onBehalfOf: false },
    ...{ description: 'Harbour Conference', email: 'ada@example.org', receipt: false, methods: [] },
    ...{ returnUrl: 'https://tickets.example.org/t/1', expiresAtMs: null, metadata: { registrationId: 'r' } },
    ...more,
  };
}

let count = 0;
async function account(): Promise<string> {
  count += 1;
  const made = await processor().createAccount(
    { country: 'NO', email: null, name: null, metadata: {} },
    `account:${count}`,
  );
  onboard(standIn.world, value(made).account);
  return value(made).account;
}

/** Sells and pays back; what the organizer and the platform should have at the end. */
async function sell(
  to: string,
  { amount, backs, currency, percent }: Sale,
): Promise<{ organizer: number; fee: number }> {
  count += 1;
  const name = `sale:${count}`;
  const fee = shareOf(amount, percent, currency);
  const terms = termsOf({ amount, currency, fee, account: to });
  const { paymentIntent } = value(await processor().open(terms, name));
  await stripe.paymentIntents.confirm(paymentIntent ?? '', { payment_method: 'pm_card_visa' });
  let refunded = 0;
  for (const [i, back] of backs.entries()) {
    const part = Math.min(shareOf(amount, back, currency), amount - refunded);
    if (part === 0) continue;
    refunded += part;
    const refund = {
      paymentIntent: paymentIntent ?? '',
      amount: part,
      reverseTransfer: true,
      refundFee: fee > 0,
      metadata: {},
    };
    expect(value(await processor().refund(refund, `${name}:refund:${i}`)).state).toBe('succeeded');
  }
  const feeLeft = fee - feeOfRefund(fee, refunded, amount, currency);
  return { organizer: amount - refunded - feeLeft, fee: feeLeft };
}

/** Each balance once: organizers by account, platform and buyers by currency. */
function balances(): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (account: string, currency: string, amount: number) =>
    sums.set(`${account} ${currency}`, (sums.get(`${account} ${currency}`) ?? 0) + amount);
  for (const { from, to, amount, currency } of standIn.world.books.entries) {
    add(from, currency, -amount);
    add(to, currency, amount);
  }
  return sums;
}

const table = [
  [49, 'USD', 4_655, 245],
  [19.99, 'EUR', 1_899, 100],
  [299.99, 'GBP', 28_499, 1_500],
  [1.15, 'USD', 109, 6],
  [0.5, 'USD', 47, 3],
  [990, 'JPY', 940, 50],
  [5_000, 'JPY', 4_750, 250],
  [12.34, 'KWD', 11_720, 620],
  [1_500, 'ISK', 142_500, 7_500],
  [5, 'UGX', 500, 0],
] as const;

test.each(table)('%f %s: the organizer has %i and the platform %i', async (price, currency, organizer, fee) => {
  const amount = minorUnits(price, currency);
  if (!amount.ok) throw new Error(amount.errors[0].message);
  const whole = await account();
  expect(await sell(whole, { amount: amount.value, currency, percent: 5, backs: [] })).toEqual({ organizer, fee });
  const half = await account();
  const left = await sell(half, { amount: amount.value, currency, percent: 5, backs: [50] });
  const lower = currency.toLowerCase();
  expect(balances().get(`${whole} ${lower}`)).toBe(organizer);
  expect(balances().get(`${half} ${lower}`)).toBe(left.organizer);
});

const least: Readonly<Record<string, number>> = { USD: 50, EUR: 50, JPY: 50, KWD: 10, ISK: 100, UGX: 100, HUF: 17_500 };
const sale = fc.constantFrom(...Object.keys(least)).chain((currency) => {
  const step = stepOf(currency);
  const steps = { min: (least[currency] ?? 0) / step, max: Math.floor(99_999_999 / step) };
  return fc.record({
    currency: fc.constant(currency),
    amount: fc.integer(steps).map((n) => n * step),
    percent: fc.integer({ min: 0, max: 2_000 }).map((points) => points / 100),
    backs: fc.array(fc.constantFrom(10, 33.33, 50, 100), { maxLength: 2 }),
  });
});

const generated = 2_000;
const atOnce = 16;

test('2,000 generated sales and refunds: all balances agree with ours, and together they are zero', async () => {
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);
  process.stdout.write(`books: TEST_SEED=${seed}\n`);
  const before = balances();
  const sales = fc.sample(sale, { numRuns: generated, seed });
  const ours = new Map<string, number>();
  const add = (name: string, amount: number) => ours.set(name, (ours.get(name) ?? 0) + amount);
  const organizers = await Promise.all(Array.from({ length: 20 }, account));
  const waiting = [...sales.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [i, one] = next;
      const to = organizers[i % organizers.length] ?? '';
      const { fee, organizer } = await sell(to, one);
      const currency = one.currency.toLowerCase();
      add(`${to} ${currency}`, organizer);
      add(`${platform} ${currency}`, fee);
      add(`${buyers} ${currency}`, -organizer - fee);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const after = balances();
  for (const [name, amount] of ours)
    expect([name, (after.get(name) ?? 0) - (before.get(name) ?? 0)]).toEqual([name, amount]);
  expect([...after.values()].reduce((sum, one) => sum + one, 0)).toBe(0);
}, 120_000);

test('an amount that cannot be charged is refused with its code; a busy or failing processor is asked again', async () => {
  const small = await processor().open(termsOf({ amount: 9, currency: 'JPY', fee: 0 }), 'small');
  expect(small).toMatchObject({ kind: 'refused', code: 'amount_too_small' });
  const stranger = await processor().open(termsOf({ account: 'acct_unknown' }), 'stranger');
  expect(stranger).toMatchObject({ kind: 'refused', code: 'resource_missing' });
  // The library repeats once by itself, with the same key.
  standIn.faults.answers.push(500);
  expect(await processor().open(termsOf({}), 'once')).toMatchObject({ kind: 'done' });
  const keys = standIn.calls.slice(-2).map(({ key, status }) => [key, status]);
  expect(keys).toEqual([
    ['once', 500],
    ['once', 200],
  ]);
  standIn.faults.answers.push(429);
  expect(await processor().open(termsOf({}), 'busy')).toMatchObject({ kind: 'later' });
  expect(await processor().open(termsOf({}), 'busy')).toMatchObject({ kind: 'done' });
});

test('after a lost answer the same key returns the same payment; other parameters with it are refused', async () => {
  const known = standIn.world.all('payment_intent').length;
  standIn.faults.lostAnswers = 2;
  expect(await processor().open(termsOf({}), 'lost')).toMatchObject({ kind: 'later' });
  expect(await processor().open(termsOf({}), 'lost')).toMatchObject({ kind: 'done' });
  expect(standIn.world.all('payment_intent')).toHaveLength(known + 1);
  expect(await processor().open(termsOf({ amount: 5_000 }), 'lost')).toMatchObject({ kind: 'refused' });
});

test('the stand-in refuses unknown, missing and malformed parameters, as the processor does', async () => {
  const send = (body: string) =>
    fetch(`${standIn.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}` },
      body,
    });
  const codeOf = async (body: string) =>
    ((await (await send(body)).json()) as { error: { code: string; param: string } }).error;
  expect(await codeOf('amount=100&currency=usd&payment_method_types[]=card')).toMatchObject({
    code: 'parameter_unknown',
  });
  expect(await codeOf('currency=usd')).toMatchObject({ code: 'parameter_missing', param: 'amount' });
  expect(await codeOf('amount=1.5&currency=usd')).toMatchObject({ code: 'parameter_invalid_integer', param: 'amount' });
  expect(await codeOf('amount=100&currency=usd&transfer_data[amount]=5')).toMatchObject({ code: 'parameter_unknown' });
  expect(await codeOf('amount=100&currency=usd&application_fee_amount=5')).toMatchObject({ code: 'parameter_missing' });
});

test('a hosted page is closed once, and an earlier payment stays', async () => {
  const hosted = termsOf({ page: 'hosted', expiresAtMs: Date.now() + 40 * 60_000, fee: 0 });
  const first = value(await processor().open(hosted, 'hosted'));
  expect(value(await processor().close(first))).toMatchObject({ standing: 'closed' });
  expect(value(await processor().close(first))).toMatchObject({ standing: 'closed' });
  const second = value(await processor().open(hosted, 'hosted-2'));
  const page = await fetch(second.checkoutUrl ?? '', { method: 'POST', body: 'does=pay', redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([303, hosted.returnUrl]);
  expect(value(await processor().close(second))).toMatchObject({ standing: 'paid' });
  const third = value(await processor().open(hosted, 'hosted-3'));
  await fetch(third.checkoutUrl ?? '', { method: 'POST', body: 'does=pay_slowly', redirect: 'manual' });
  expect(value(await processor().close(third))).toMatchObject({ standing: 'processing' });
});
