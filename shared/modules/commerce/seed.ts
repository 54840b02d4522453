/**
 * A small shop: two products on sale in three variants with stock, a draft product, two customers, an open cart, an order
 * that was shipped and one that is not paid.
 */
import { type SeedRecord, seedOf } from '../seed-record.ts';

const berlin = { line1: 'Lindenstraße 4', postalCode: '10969', city: 'Berlin', country: 'DE' };

export const commerceSeed: readonly SeedRecord[] = [
  ...seedOf('tax_rates', {
    de19: { name: 'Standard', country: 'DE', percent: 19 },
    de7: { name: 'Reduced', country: 'DE', percent: 7 },
  }),
  ...seedOf('product_categories', {
    wear: { title: 'Wear', position: 1 },
    books: { title: 'Books', position: 2 },
  }),
  ...seedOf('products', {
    shirt: {
      name: 'Crew shirt',
      status: 'active',
      price: 2_400,
      category: 'wear',
      taxRate: 'de19',
      tags: ['cotton', 'crew'],
      attributes: { material: 'cotton' },
      weightGrams: 180,
    },
    handbook: {
      name: 'The door handbook',
      status: 'active',
      price: 1_950,
      category: 'books',
      taxRate: 'de7',
      weightGrams: 410,
    },
    poster: { name: 'Fair poster', status: 'draft', price: 900, category: 'wear', taxRate: 'de19' },
  }),
  ...seedOf('product_variants', {
    shirtM: { product: 'shirt', sku: 'SHIRT-M', title: 'M', options: { size: 'M' } },
    shirtL: { product: 'shirt', sku: 'SHIRT-L', title: 'L', options: { size: 'L' }, price: 2_600 },
    handbookPrint: { product: 'handbook', sku: 'BOOK-1', title: 'Paperback', barcode: '9783000000001' },
  }),
  ...seedOf('stock_movements', {
    m: { variant: 'shirtM', quantity: 40, reason: 'purchase', note: 'First delivery' },
    l: { variant: 'shirtL', quantity: 25, reason: 'purchase' },
    b: { variant: 'handbookPrint', quantity: 12, reason: 'purchase' },
    lost: { variant: 'shirtM', quantity: -1, reason: 'loss', note: 'Coffee' },
  }),
  ...seedOf('discount_codes', {
    spring: { code: 'SPRING10', kind: 'percent', percent: 10, minimumAmount: 2_000, usesMax: 100 },
  }),
  ...seedOf('customers', {
    mara: {
      name: 'Mara Lindqvist',
      email: 'mara@example.net',
      billingAddress: berlin,
      shippingAddress: berlin,
      marketingConsent: true,
    },
    jon: { name: 'Jon Abara', email: 'jon@example.com', company: 'Abara Stands' },
  }),
  ...seedOf('carts', {
    open: { customer: 'jon', items: [{ variant: 'shirtL', quantity: 2 }], discountCode: 'spring' },
  }),
  ...seedOf('orders', {
    first: {
      customer: 'mara',
      status: 'shipped',
      currency: 'EUR',
      lines: [{ title: 'Crew shirt, M', quantity: 2, unitAmount: 2_400, taxPercent: 19, variant: 'shirtM' }],
      shippingAmount: 490,
      shippingAddress: berlin,
      paidAt: '2026-03-02T10:15:00.000Z',
      shippedAt: '2026-03-03T07:40:00.000Z',
    },
    second: {
      customer: 'jon',
      currency: 'EUR',
      lines: [
        {
          title: 'The door handbook, Paperback',
          quantity: 3,
          unitAmount: 1_950,
          taxPercent: 7,
          variant: 'handbookPrint',
        },
      ],
    },
  }),
  ...seedOf('order_payments', {
    first: { order: 'first', amount: 6_202, currency: 'EUR', method: 'card', reference: 'ch_example_1' },
  }),
  ...seedOf('order_refunds', {
    first: { order: 'first', amount: 490, currency: 'EUR', reason: 'Shipping was promised free.' },
  }),
  ...seedOf('shipments', {
    first: { order: 'first', status: 'in_transit', carrier: 'Post', trackingCode: 'RR123456785DE' },
  }),
];
