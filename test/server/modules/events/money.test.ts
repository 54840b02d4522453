/** The money table of the events design, and the properties of every price: whole numbers, and sums that agree. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refundShare } from '#server/modules/events/registration/refund-rules.ts';
import {
  decimalsOf,
  feeOfRefund,
  maxAmount,
  minorUnits,
  priceOf,
  shareOf,
  stepOf,
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
