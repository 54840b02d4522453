/** Prices of orders: what holds for every order, and the cases of steps, vouchers and taxes by number. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoTime } from '#shared/base/time.ts';
import { exactMinorUnits, maxAmount, minimumOf, stepOf, taxOf } from '#shared/modules/events/money.ts';
import { type PricedOrder, priceOrder, type WantedLine } from '#shared/modules/events/price-order.ts';
import { type SellableType, splitBySteps, stepNow } from '#shared/modules/events/price-steps.ts';
import type { VoucherTerms } from '#shared/modules/events/voucher-terms.ts';

const nowMs = Date.parse('2026-05-04T07:00:00Z');
const currencies = ['EUR', 'USD', 'JPY', 'KWD', 'ISK', 'UGX', 'HUF'] as const;
const unsold = () => 0;

function typeOf(more: Partial<SellableType> = {}): SellableType {
  return {
    ...{ id: 'standard', kind: 'admission', currency: 'EUR', amount: 10_000, priceSteps: null },
    ...{ taxPercent: 0, taxName: null, taxIncluded: true },
    ...more,
  };
}

function voucherOf(more: Partial<VoucherTerms> = {}): VoucherTerms {
  return { effect: 'percent', percent: 50, value: null, ticketTypes: null, usesLeft: null, ...more };
}

function priced(wanted: readonly WantedLine[], voucher: VoucherTerms | null = null, soldAt = unsold): PricedOrder {
  const made = priceOrder(wanted, { nowMs, soldAt, voucher });
  if (!made.ok) throw new Error(made.errors[0].code);
  return made.value;
}

const line = (type: SellableType, quantity = 1, owner = 0): WantedLine => ({
  owner,
  type,
  quantity,
  path: `items[${owner}]`,
});

/** A price that the currency can have: 0, or from the least that is charged up. */
const amountIn = (currency: string, most = 500) => {
  const step = stepOf(currency);
  const least = Math.ceil(minimumOf(currency) / step);
  return fc.oneof(
    fc.constant(0),
    fc.integer({ min: least, max: least + most }).map((n) => n * step),
  );
};

const percent = fc.integer({ min: 0, max: 10_000 }).map((points) => points / 100);

const aType = (currency: string, id: string) =>
  fc.record({
    id: fc.constant(id),
    kind: fc.constantFrom('admission', 'add_on'),
    currency: fc.constant(currency),
    amount: amountIn(currency),
    priceSteps: fc.option(
      fc.array(
        fc.record({
          name: fc.uuid(),
          from: fc.integer({ min: -3, max: 3 }).map((days) => isoTime(nowMs + days * 86_400_000)),
          price: fc.constant(0),
          amount: amountIn(currency),
          quantity: fc.option(fc.integer({ min: 1, max: 5 })),
        }),
        { maxLength: 4 },
      ),
    ),
    taxPercent: percent,
    taxName: fc.constantFrom(null, 'VAT', 'Sales tax'),
    taxIncluded: fc.boolean(),
  });

const aVoucher = fc.record({
  effect: fc.constantFrom('none', 'percent', 'amount', 'price'),
  percent,
  value: fc.integer({ min: 0, max: 40 }),
  ticketTypes: fc.option(fc.subarray(['0', '1', '2'])),
  usesLeft: fc.option(fc.integer({ min: 0, max: 6 })),
});

const anOrder = fc.constantFrom(...currencies).chain((currency) =>
  fc.record({
    wanted: fc
      .tuple(aType(currency, '0'), aType(currency, '1'), aType(currency, '2'))
      .chain((types) =>
        fc.array(fc.tuple(fc.constantFrom(...types), fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 6 }),
      )
      .map((lines) => lines.map(([type, quantity], i) => line(type as SellableType, quantity, i))),
    voucher: fc.option(aVoucher),
    sold: fc.integer({ min: 0, max: 4 }),
  }),
);

const sum = (order: PricedOrder, of: 'amount' | 'discount' | 'tax' | 'voucherUses') =>
  order.lines.reduce((total, one) => total + one[of], 0);

describe('every order', () => {
  const holds = (
    check: (order: PricedOrder, given: { voucher: VoucherTerms | null; wanted: readonly WantedLine[] }) => void,
  ) =>
    fc.assert(
      fc.property(anOrder, ({ sold, voucher, wanted }) => {
        check(
          priced(wanted, voucher as VoucherTerms | null, () => sold),
          { voucher: voucher as VoucherTerms | null, wanted },
        );
      }),
      { numRuns: 1_000 },
    );

  test('the lines add up to the order, and the quantities to what was wanted', () =>
    holds((order, { wanted }) => {
      for (const of of ['amount', 'discount', 'tax'] as const) expect(sum(order, of)).toBe(order[of]);
      for (const { owner, quantity } of wanted) {
        const parts = order.lines.filter((one) => one.owner === owner);
        expect(parts.reduce((total, one) => total + one.quantity, 0)).toBe(quantity);
      }
    }));

  test('nothing is below 0, no discount above its price, and every amount is one that can be charged', () =>
    holds(({ amount, currency, lines }) => {
      for (const one of lines) {
        expect(one.discount).toBeGreaterThanOrEqual(0);
        expect(one.discount).toBeLessThanOrEqual(one.unit * one.quantity);
        expect(one.tax).toBeGreaterThanOrEqual(0);
        expect(one.amount).toBeGreaterThanOrEqual(one.tax);
        expect([one.amount % stepOf(currency), one.tax % stepOf(currency)]).toEqual([0, 0]);
      }
      expect(amount === 0 || amount >= minimumOf(currency)).toBe(true);
      expect(amount).toBeLessThanOrEqual(maxAmount);
    }));

  test('the taxes of one rate are the tax on their sum, rounded once', () =>
    holds((order) => {
      const isWaived = order.amount === 0;
      for (const { amount, included, net, percent: rate } of order.taxes) {
        const base = included ? net + amount : net;
        expect(amount).toBe(isWaived ? 0 : taxOf(base, rate, included, order.currency));
      }
      expect(order.taxes.reduce((total, one) => total + one.amount, 0)).toBe(order.tax);
    }));

  test('a voucher is used no more than it has uses left, and makes nothing dearer', () =>
    holds((order, { voucher, wanted }) => {
      if (voucher?.usesLeft != null) expect(order.voucherUses).toBeLessThanOrEqual(voucher.usesLeft);
      expect(sum(order, 'voucherUses')).toBe(order.voucherUses);
      if (!voucher) expect([order.voucherUses, wanted.length > 0]).toEqual([0, true]);
    }));
});

describe('price steps', () => {
  const days = (n: number) => isoTime(nowMs + n * 86_400_000);
  const priceSteps = [
    { name: 'late', from: days(2), price: 90, amount: 9_000, quantity: null },
    { name: 'first', from: days(-2), price: 50, amount: 5_000, quantity: 2 },
    { name: 'second', from: days(-1), price: 70, amount: 7_000, quantity: 3 },
  ];
  const type = typeOf({ priceSteps });
  const at = (time: number, sold: Readonly<Record<string, number>> = {}) =>
    stepNow(type, nowMs + time * 86_400_000, (_type, name) => sold[name] ?? 0);

  test.each([
    [-3, {}, null, 10_000],
    [-1.5, {}, 'first', 5_000],
    [0, {}, 'second', 7_000],
    [0, { second: 3 }, 'late', 9_000],
    [-1.5, { first: 2 }, 'second', 7_000],
    [-1.5, { first: 2, second: 3 }, 'late', 9_000],
    [3, {}, 'late', 9_000],
  ])('%f days on, with %j sold: %s at %i', (time, sold, step, unit) => {
    expect(at(time, sold)).toMatchObject({ step, unit });
  });

  test('the base price applies once the last step is sold out', () => {
    const early = typeOf({ priceSteps: [{ name: 'early', from: days(-1), price: 50, amount: 5_000, quantity: 1 }] });
    expect(stepNow(early, nowMs, () => 1)).toEqual({ step: null, unit: 10_000, left: null });
  });

  test('one order takes the rest of a step and goes on with the next', () => {
    const parts = splitBySteps([line(type, 2, 0), line(type, 3, 1)], nowMs, unsold);
    expect(parts.map(({ quantity, step }) => [quantity, step])).toEqual([
      [2, 'second'],
      [1, 'second'],
      [2, 'late'],
    ]);
  });
});

describe('vouchers', () => {
  test.each([
    ['EUR', 10_000, { effect: 'percent', percent: 33.33 }, 3_333],
    ['EUR', 1_999, { effect: 'percent', percent: 50 }, 1_000],
    ['EUR', 10_000, { effect: 'amount', value: 19.99 }, 1_999],
    ['EUR', 1_000, { effect: 'amount', value: 19.99 }, 1_000],
    ['EUR', 10_000, { effect: 'price', value: 60 }, 4_000],
    ['EUR', 5_000, { effect: 'price', value: 60 }, 0],
    ['JPY', 990, { effect: 'percent', percent: 50 }, 495],
    ['JPY', 990, { effect: 'amount', value: 100 }, 100],
    ['KWD', 12_340, { effect: 'percent', percent: 5 }, 620],
    ['KWD', 12_340, { effect: 'amount', value: 1.5 }, 1_500],
    ['ISK', 150_000, { effect: 'percent', percent: 2.5 }, 3_800],
    ['EUR', 10_000, { effect: 'none' }, 0],
  ])('%s %i with %j: %i less', (currency, amount, terms, discount) => {
    const order = priced([line(typeOf({ currency, amount }))], voucherOf(terms as Partial<VoucherTerms>));
    expect(order.discount).toBe(discount);
  });

  test('add-ons are reduced only where the voucher names them', () => {
    const dinner = typeOf({ id: 'dinner', kind: 'add_on', amount: 3_000 });
    expect(priced([line(typeOf()), line(dinner)], voucherOf()).discount).toBe(5_000);
    expect(priced([line(typeOf()), line(dinner)], voucherOf({ ticketTypes: ['dinner'] })).discount).toBe(1_500);
  });

  test('less than can be charged is given', () => {
    const order = priced([line(typeOf({ taxPercent: 19 }))], voucherOf({ effect: 'price', value: 0.49 }));
    expect(order).toMatchObject({ amount: 0, tax: 0, discount: 10_000 });
    expect(priced([line(typeOf())], voucherOf({ effect: 'price', value: 0.5 })).amount).toBe(50);
  });

  test('a value that the currency cannot have is refused at the voucher', () => {
    const made = priceOrder([line(typeOf({ currency: 'JPY', amount: 990 }))], {
      nowMs,
      soldAt: unsold,
      voucher: voucherOf({ effect: 'amount', value: 0.5 }),
    });
    expect(made).toMatchObject({ ok: false, errors: [{ code: 'price_precision', path: 'voucher' }] });
  });
});

describe('taxes', () => {
  test.each([
    ['EUR', 10_000, 19, true, 1_597],
    ['EUR', 10_000, 19, false, 1_900],
    ['EUR', 1, 100, true, 1],
    ['JPY', 990, 10, true, 90],
    ['KWD', 12_340, 5, false, 620],
    ['ISK', 150_000, 24, true, 29_000],
    ['EUR', 10_000, 0, true, 0],
  ])('%s %i at %f %%, included %s: %i', (currency, base, rate, included, tax) => {
    expect(taxOf(base, rate, included, currency)).toBe(tax);
  });

  test('three tickets at 0.99 with 19 % included have the tax of 2.97, not three times that of 0.99', () => {
    const order = priced([
      line(typeOf({ amount: 99, taxPercent: 19 }), 1, 0),
      line(typeOf({ amount: 99, taxPercent: 19 }), 1, 1),
      line(typeOf({ amount: 99, taxPercent: 19 }), 1, 2),
    ]);
    expect([order.amount, order.tax]).toEqual([297, 47]);
    expect(3 * taxOf(99, 19, true, 'EUR')).toBe(48);
  });
});

test('a total above the processor’s maximum is refused', () => {
  const dear = typeOf({ amount: maxAmount });
  expect(priceOrder([line(dear, 2)], { nowMs, soldAt: unsold, voucher: null })).toMatchObject({
    ok: false,
    errors: [{ code: 'amount_above_maximum' }],
  });
  expect(exactMinorUnits(0.1, 'EUR')).toEqual({ ok: true, value: 10 });
});
