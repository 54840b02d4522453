/** The money table of the events design, and the properties of every price: whole numbers, and sums that agree. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refundShare } from '#server/modules/events/registration/refund-rules.ts';
import {
  decimalsOf,
  exactMinorUnits,
  feeOfRefund,
  isWholeBasisPoints,
  maxAmount,
  minorUnits,
  priceOf,
  shareOf,
  stepOf,
  taxOf,
} from '#shared/modules/events/money.ts';

test.each([
  [49, 'USD', 4_900, 245, 4_655, 2_450, 123],
  [19.99, 'EUR', 1_999, 100, 1_899, 1_000, 50],
  [299.99, 'GBP', 29_999, 1_500, 28_499, 15_000, 750],
  [1.15, 'USD', 115, 6, 109, 58, 3],
  [0.5, 'USD', 50, 3, 47, 25, 2],
  [990, 'JPY', 990, 50, 940, 495, 25],
  [5_000, 'JPY', 5_000, 250, 4_750, 2_500, 125],
  [12.34, 'KWD', 12_340, 620, 11_720, 6_170, 310],
  [1_500, 'ISK', 150_000, 7_500, 142_500, 75_000, 3_800],
  [5, 'UGX', 500, 0, 500, 300, 0],
  [1_501, 'ISK', 150_100, 7_500, 142_600, 75_100, 3_800],
])(
  '%f %s is %i minor: fee %i, organizer %i, half back %i with %i of the fee',
  (price, currency, minor, fee, organizer, half, feePart) => {
    expect(minorUnits(price, currency)).toEqual({ ok: true, value: minor });
    // 5 % of 12.34 KWD are 617 exactly, but the processor takes three-decimal amounts in tens.
    const ours = shareOf(minor, 5, currency);
    expect(ours).toBe(fee);
    expect(minor - ours).toBe(organizer);
    expect(shareOf(minor, 50, currency)).toBe(half);
    expect(feeOfRefund(fee, half, minor, currency)).toBe(feePart);
  },
);

test('5 % of 9 is 0, and a fee of 0 is omitted', () => {
  expect(shareOf(9, 5, 'JPY')).toBe(0);
});

test.each([
  [12.345, 'KWD', 'price_precision'],
  [10.001, 'USD', 'price_precision'],
  [100.5, 'JPY', 'price_precision'],
  [1_500.5, 'ISK', 'price_precision'],
  [1e-7, 'USD', 'price_precision'],
  [9, 'JPY', 'amount_below_minimum'],
  [0.09, 'USD', 'amount_below_minimum'],
  [0.49, 'EUR', 'amount_below_minimum'],
  [1_000_000, 'USD', 'amount_above_maximum'],
  [1e21, 'USD', 'amount_above_maximum'],
  [5.5, 'UGX', 'price_precision'],
  [49, 'KRW', 'amount_below_minimum'],
  [0.29, 'GBP', 'amount_below_minimum'],
  [2.49, 'DKK', 'amount_below_minimum'],
  [174, 'HUF', 'amount_below_minimum'],
  [5, 'XXX', 'currency_unsupported'],
])('%f %s is refused with %s', (price, currency, code) => {
  expect(minorUnits(price, currency)).toMatchObject({ ok: false, errors: [{ code }] });
});

/** As the processor's documentation lists them: without decimals, and with three of which the last must be 0. */
const zeroDecimal = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const threeDecimal = 'BHD JOD KWD OMR TND'.split(' ');
const others = ['AED', 'BRL', 'CHF', 'ILS', 'INR', 'PLN', 'TRY', 'UYU', 'ZAR'];

test.each([
  ...zeroDecimal.map((currency) => [currency, 0, 20_000, '20000'] as const),
  ...threeDecimal.map((currency) => [currency, 3, 20_000_000, '20000.000'] as const),
  ...others.map((currency) => [currency, 2, 2_000_000, '20000.00'] as const),
])('20,000 %s have %i decimals: %i minor, and are written %s', (currency, decimals, minor, text) => {
  expect(decimalsOf(currency)).toBe(decimals);
  expect(minorUnits(20_000, currency)).toEqual({ ok: true, value: minor });
  expect(priceOf(minor, currency)).toBe(text);
});

/** The least charge in currency units, and the amount below it by one step of the processor. */
test.each([
  ...[['USD', 0.5, 0.49] as const, ['EUR', 0.5, 0.49] as const, ['GBP', 0.3, 0.29] as const],
  ...[['AED', 2, 1.99] as const, ['CZK', 15, 14.99] as const, ['DKK', 2.5, 2.49] as const],
  ...[['HKD', 4, 3.99] as const, ['HUF', 175, 174.99] as const, ['JPY', 50, 49] as const],
  ...[['MXN', 10, 9.99] as const, ['MYR', 2, 1.99] as const, ['NOK', 3, 2.99] as const],
  ...[['PLN', 2, 1.99] as const, ['SEK', 3, 2.99] as const, ['THB', 10, 9.99] as const],
])('the least charge in %s is %f, and %f is refused', (currency, least, less) => {
  expect(minorUnits(least, currency).ok).toBe(true);
  expect(minorUnits(less, currency)).toMatchObject({ ok: false, errors: [{ code: 'amount_below_minimum' }] });
});

test('where the processor names no least charge, one minor unit can be charged', () => {
  expect(minorUnits(0.01, 'ILS')).toEqual({ ok: true, value: 1 });
  expect(minorUnits(1, 'CLP')).toEqual({ ok: true, value: 1 });
});

test('eight digits can be charged, and nine cannot', () => {
  expect(minorUnits(999_999.99, 'EUR')).toEqual({ ok: true, value: 99_999_999 });
  expect(minorUnits(99_999_999, 'JPY')).toEqual({ ok: true, value: 99_999_999 });
  expect(minorUnits(100_000_000, 'JPY')).toMatchObject({ ok: false, errors: [{ code: 'amount_above_maximum' }] });
});

test('a discount has no bounds; one of more than nine whole digits is endless', () => {
  expect(exactMinorUnits(0.01, 'EUR')).toEqual({ ok: true, value: 1 });
  expect(exactMinorUnits(999_999_999, 'EUR')).toEqual({ ok: true, value: 99_999_999_900 });
  expect(exactMinorUnits(1_000_000_000, 'EUR')).toEqual({ ok: true, value: Number.POSITIVE_INFINITY });
});

test('amounts below one unit have a zero before the point; an unknown currency is written with two decimals', () => {
  expect([priceOf(5, 'EUR'), priceOf(0, 'EUR'), priceOf(10, 'KWD')]).toEqual(['0.05', '0.00', '0.010']);
  expect(priceOf(1_999, 'XXX')).toBe('19.99');
});

test('a share that steps up to more than the amount is the amount, and so is what goes back of a fee', () => {
  expect([shareOf(50, 100, 'ISK'), shareOf(55, 100, 'KWD')]).toEqual([50, 55]);
  expect(feeOfRefund(55, 1_000, 1_000, 'KWD')).toBe(55);
  expect(feeOfRefund(0, 0, 0, 'EUR')).toBe(0);
});

test('percents with more than two decimals are no whole basis points', () => {
  expect([0, 5, 2.9, 19.25, 0.07, 100].map(isWholeBasisPoints)).toEqual(Array(6).fill(true));
  expect([2.905, 0.001, 33.333].map(isWholeBasisPoints)).toEqual(Array(3).fill(false));
});

test.each([
  [11_900, 19, true, 'EUR', 1_900],
  [10_000, 19, false, 'EUR', 1_900],
  [999, 7, true, 'EUR', 65],
  [50, 1, false, 'JPY', 1],
  [12_340, 5, false, 'KWD', 620],
  [12_340, 5, true, 'KWD', 590],
])('the tax on %i at %f %%, included: %s, in %s is %i', (base, percent, included, currency, tax) => {
  expect(taxOf(base, percent, included, currency)).toBe(tax);
});

test('nothing is charged for a price of 0', () => {
  expect(minorUnits(0, 'USD')).toEqual({ ok: true, value: 0 });
});

test('every amount survives the way to text and back, without floating point in between', () => {
  const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KRW', 'NOK', 'BHD');
  fc.assert(
    fc.property(fc.integer({ min: 20_000, max: maxAmount }), currency, (amount, code) => {
      const whole = decimalsOf(code) === 3 ? amount - (amount % 10) : amount;
      expect(minorUnits(Number(priceOf(whole, code)), code)).toEqual({ ok: true, value: whole });
    }),
  );
});

test('a share is never more than the amount, never negative, and half up of the exact value', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: maxAmount }), fc.integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
      const share = shareOf(amount, basisPoints / 100, 'USD');
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(amount);
      const distance = BigInt(share) * 10_000n - BigInt(amount) * BigInt(basisPoints);
      expect(distance > -5_000n && distance <= 5_000n).toBe(true);
    }),
  );
});

const sold = fc
  .record({
    code: fc.constantFrom('USD', 'JPY', 'KWD', 'ISK', 'UGX'),
    steps: fc.integer({ min: 1, max: 99_999 }),
    percent: fc.integer({ min: 0, max: 10_000 }).map((points) => points / 100),
  })
  .map(({ code, steps, percent }) => ({ code, amount: steps * stepOf(code), percent }));

test('amount, fee and refund are what the processor takes, and the parts of the fee add up to the fee', () => {
  fc.assert(
    fc.property(
      sold,
      fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 6 }),
      ({ code, amount, percent }, cuts) => {
        const fee = shareOf(amount, percent, code);
        const sums = [...cuts.map((cut) => shareOf(amount, cut, code)).sort((a, b) => a - b), amount];
        const back = sums.map((sum) => feeOfRefund(fee, sum, amount, code));
        for (const value of [fee, ...sums, ...back]) expect(value % stepOf(code)).toBe(0);
        expect(back).toEqual([...back].sort((a, b) => a - b));
        expect(back.at(-1)).toBe(fee);
      },
    ),
  );
});

describe('refunds', () => {
  const paidAt = '2026-05-04T07:00:00.000Z';
  const paidMs = Date.parse(paidAt);
  const event = { startsAt: '2026-06-01T08:00:00.000Z', stripe: null };
  const place = { amount: 1_999, currency: 'EUR', paymentStatus: 'paid', paidAt } as const;
  const hours = (n: number) => paidMs + n * 3_600_000;

  test.each([
    ['at once', 0, 100, 1_999],
    ['at the last moment of the window', 72, 100, 1_999],
    ['a millisecond later', 72 + 1 / 3_600_000, 50, 1_000],
  ])('%s', (_, after, percent, amount) => {
    expect(refundShare(event, place, null, hours(after))).toEqual({ percent, amount });
  });

  test('counted back from the beginning of the event where the event says so', () => {
    const stripe = { refunds: { enabled: true, windowHours: 24, partialRefundPercent: 25, basis: 'event_start' } };
    const last = Date.parse(event.startsAt) - 24 * 3_600_000;
    expect(refundShare({ ...event, stripe }, place, null, last)).toEqual({ percent: 100, amount: 1_999 });
    expect(refundShare({ ...event, stripe }, place, null, last + 1)).toEqual({ percent: 25, amount: 500 });
  });

  test('the organizer’s choice overrides the window; an unpaid registration gets no refund', () => {
    expect(refundShare(event, place, 'full', hours(1_000))).toMatchObject({ percent: 100 });
    expect(refundShare(event, place, 'partial', hours(0))).toMatchObject({ percent: 50 });
    expect(refundShare(event, place, 'none', hours(0))).toEqual({ percent: 0, amount: 0 });
    expect(refundShare(event, { ...place, paymentStatus: 'pending' }, 'full', hours(0))).toEqual({
      percent: 0,
      amount: 0,
    });
    const off = { refunds: { enabled: false, windowHours: 72, partialRefundPercent: 50, basis: 'payment' } };
    expect(refundShare({ ...event, stripe: off }, place, null, hours(0))).toEqual({ percent: 0, amount: 0 });
  });
});
