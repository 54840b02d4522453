/** A shop over HTTP: from cart to refund, with stock, discounts and sums that hold. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totalsOf } from '#shared/modules/lines.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { type CatalogueSite, openCatalogueSite } from './catalogue-site.ts';

let site: CatalogueSite;
let customer: string;
let variant: string;

beforeAll(async () => {
  site = await openCatalogueSite();
  customer = (await site.record('POST', '/api/v1/customers', { name: 'Ada', email: 'ada@shop.example' })).id;
  const product = await site.record('POST', '/api/v1/products', { name: 'Lanyard', price: 250, status: 'active' });
  variant = (
    await site.record('POST', '/api/v1/product_variants', { product: product.id, sku: 'LAN-1', title: 'Blue' })
  ).id;
  await site.record('POST', '/api/v1/stock_movements', { variant, quantity: 10, reason: 'purchase' });
});

afterAll(() => site?.house.close());

const inStock = async () => (await site.record('GET', `/api/v1/product_variants/${variant}`))['stockQuantity'];

async function ordered(quantity: number): Promise<StoredRecord> {
  const cart = await site.record('POST', '/api/v1/carts', { customer, items: [{ variant, quantity }] });
  return site.record('POST', `/api/v1/commerce/carts/${cart.id}/checkout`, {});
}

describe('orders', () => {
  test('a cart becomes an order with a number, its sum, and the stock taken', async () => {
    const first = await ordered(2);
    const second = await ordered(1);
    expect(first).toMatchObject({ status: 'pending', subtotalAmount: 500, totalAmount: 500, paidAmount: 0 });
    const numbers = [first, second].map((order) => Number(String(order['number']).replace('O-', '')));
    expect(numbers[1]).toBe(numbers[0]! + 1);
    expect(await inStock()).toBe(7);
    const again = await site.send('POST', `/api/v1/commerce/carts/${String(first['cart'])}/checkout`, {});
    expect([again.status, again.codes]).toEqual([409, ['state_conflict']]);
    const changed = await site.send('PATCH', `/api/v1/carts/${String(first['cart'])}`, { items: [] });
    expect([changed.status, changed.codes]).toEqual([409, ['record_locked']]);
  });

  test('what is not there is not sold, and nothing is taken', async () => {
    const before = await inStock();
    const cart = await site.record('POST', '/api/v1/carts', { customer, items: [{ variant, quantity: 99 }] });
    const refused = await site.send('POST', `/api/v1/commerce/carts/${cart.id}/checkout`, {});
    expect([refused.status, refused.codes]).toEqual([409, ['out_of_stock']]);
    expect(await inStock()).toBe(before);
    expect((await site.record('GET', `/api/v1/carts/${cart.id}`))['status']).toBe('open');
    const below = await site.send('POST', '/api/v1/stock_movements', { variant, quantity: -99, reason: 'loss' });
    expect([below.status, below.codes]).toEqual([409, ['limit_reached']]);
  });

  test('paid in two parts, shipped, refunded with the goods back', async () => {
    const before = await inStock();
    const { id } = await ordered(2);
    const pay = (amount?: number) =>
      site.send('POST', `/api/v1/commerce/orders/${id}/pay`, { method: 'card', ...(amount ? { amount } : {}) });
    expect((await pay(200)).body['data']).toMatchObject({ status: 'pending', paidAmount: 200 });
    expect((await pay(301)).codes).toEqual(['limit_reached']);
    expect((await site.send('POST', `/api/v1/commerce/orders/${id}/cancel`, {})).codes).toEqual(['state_conflict']);
    const paid = (await pay()).body['data'] as StoredRecord;
    expect(paid).toMatchObject({ status: 'paid', paidAmount: 500 });
    expect(paid['paidAt']).not.toBeNull();
    const late = await site.send('PATCH', `/api/v1/orders/${id}`, { lines: [] });
    expect([late.status, late.codes]).toEqual([409, ['record_locked']]);
    const sent = await site.record('POST', `/api/v1/commerce/orders/${id}/ship`, { carrier: 'Post' });
    expect(sent['status']).toBe('shipped');
    const refund = (amount?: number, restock = false) =>
      site.send('POST', `/api/v1/commerce/orders/${id}/refund`, {
        reason: 'Torn',
        restock,
        ...(amount ? { amount } : {}),
      });
    expect((await refund(600)).codes).toEqual(['limit_reached']);
    expect((await refund(100)).body['data']).toMatchObject({ status: 'shipped', refundedAmount: 100 });
    expect((await refund(undefined, true)).body['data']).toMatchObject({ status: 'refunded', refundedAmount: 500 });
    expect((await refund(1)).codes).toEqual(['state_conflict']);
    expect(await inStock()).toBe(before);
    const gone = await site.send('DELETE', `/api/v1/orders/${id}`);
    expect([gone.status, gone.codes]).toEqual([409, ['record_locked']]);
  });

  test('a cancelled order gives its goods back', async () => {
    const before = await inStock();
    const { id } = await ordered(1);
    expect((await site.record('POST', `/api/v1/commerce/orders/${id}/cancel`, {}))['status']).toBe('cancelled');
    expect(await inStock()).toBe(before);
  });

  test('a discount counts once for each order, and only while it is good', async () => {
    const code = await site.record('POST', '/api/v1/discount_codes', { code: 'ONCE', percent: 10, usesMax: 1 });
    await site.record('POST', '/api/v1/stock_movements', { variant, quantity: 8, reason: 'purchase' });
    const cart = () =>
      site.record('POST', '/api/v1/carts', { customer, items: [{ variant, quantity: 4 }], discountCode: code.id });
    const first = await site.record('POST', `/api/v1/commerce/carts/${(await cart()).id}/checkout`, {
      shippingAmount: 90,
    });
    expect(first).toMatchObject({ subtotalAmount: 1_000, discountAmount: 100, totalAmount: 990 });
    const refused = await site.send('POST', `/api/v1/commerce/carts/${(await cart()).id}/checkout`, {});
    expect([refused.status, refused.codes]).toEqual([409, ['discount_not_valid']]);
    expect((await site.send('DELETE', `/api/v1/discount_codes/${code.id}`)).codes).toEqual(['record_in_use']);
  });
});

test('lines add up: the total is the sum of its parts, with any discount', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 10_000_000 }).map((n) => n / 1_000),
    unitAmount: fc.integer({ min: 0, max: 100_000_000 }),
    taxPercent: fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.integer({ min: 0, max: 1_000_000 }), (lines, discount) => {
      const plain = totalsOf(lines);
      const off = Math.min(discount, plain.subtotalAmount);
      const { subtotalAmount, taxAmount, totalAmount } = totalsOf(lines, discount, 7);
      expect(subtotalAmount).toBe(plain.subtotalAmount);
      expect(totalAmount).toBe(subtotalAmount - off + taxAmount + 7);
      expect(taxAmount).toBeLessThanOrEqual(plain.taxAmount + lines.length);
      expect(Number.isSafeInteger(totalAmount)).toBe(true);
      // With one rate for all lines the tax is that of what is left after the discount, but for each line's rounding.
      const even = totalsOf(
        lines.map((l) => ({ ...l, taxPercent: 20 })),
        discount,
      );
      const left = even.subtotalAmount - Math.min(discount, even.subtotalAmount);
      expect(Math.abs(even.taxAmount - left / 5)).toBeLessThanOrEqual(lines.length + left * 1e-9);
      // Each line's tax is rounded by less than one minor unit.
      const exact = lines.reduce((sum, l) => sum + (Number(totalsOf([l]).subtotalAmount) * l.taxPercent) / 100, 0);
      expect(Math.abs(plain.taxAmount - exact)).toBeLessThanOrEqual(lines.length + exact * 1e-9);
    }),
    { numRuns: 200 },
  );
});
