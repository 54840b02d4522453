/** Collections of sales: customers, carts, and orders with their payments, refunds and shipments. */
import { defineCollection } from '../../schema/definition.ts';
import { currency, usualCurrency } from '../currency.ts';
import { lineFields, linesMax, totalFields } from '../lines.ts';
import { lifecycle } from '../module-definition.ts';
import { addressFields } from '../postal-address.ts';

export const customers = defineCollection({
  name: 'customers',
  module: 'commerce',
  labels: { one: 'Customer', many: 'Customers' },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200, index: true },
    { name: 'email', type: 'email', required: true, unique: true, maxLength: 254 },
    { name: 'phone', type: 'text', maxLength: 40, pattern: '^[0-9+() ./-]+$' },
    { name: 'company', type: 'text', maxLength: 200 },
    { name: 'vatId', type: 'text', maxLength: 20, pattern: '^[A-Z]{2}[A-Z0-9]+$' },
    { name: 'billingAddress', type: 'group', fields: addressFields },
    { name: 'shippingAddress', type: 'group', fields: addressFields },
    {
      name: 'locale',
      type: 'text',
      required: true,
      default: 'en',
      maxLength: 35,
      pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
    },
    { name: 'marketingConsent', type: 'boolean', required: true, default: false },
    { name: 'note', type: 'text', maxLength: 2_000 },
  ],
  searchable: ['name', 'email', 'company'],
});

export const carts = defineCollection({
  name: 'carts',
  module: 'commerce',
  labels: { one: 'Cart', many: 'Carts' },
  fields: [
    { name: 'customer', type: 'relation', to: 'customers', index: true },
    {
      name: 'status',
      type: 'select',
      options: ['open', 'ordered', 'abandoned'],
      required: true,
      default: 'open',
      index: true,
    },
    usualCurrency,
    {
      name: 'items',
      type: 'array',
      of: 'group',
      maxItems: linesMax,
      fields: [
        { name: 'variant', type: 'relation', to: 'product_variants', required: true },
        { name: 'quantity', type: 'integer', required: true, default: 1, min: 1, max: 10_000 },
      ],
    },
    { name: 'discountCode', type: 'relation', to: 'discount_codes' },
    { name: 'abandonAt', type: 'date', note: 'An open cart counts as abandoned from then on.' },
  ],
  indexes: [['status', 'abandonAt']],
  lifecycle: lifecycle(
    'open',
    [
      ['open', 'ordered', 'ordered'],
      ['open', 'abandoned', 'abandoned'],
      ['abandoned', 'open', 'recovered'],
    ],
    { begins: ['open'] },
  ),
});

export const orders = defineCollection({
  name: 'orders',
  module: 'commerce',
  labels: { one: 'Order', many: 'Orders' },
  fields: [
    { name: 'number', type: 'text', readOnly: true, unique: true, maxLength: 40 },
    { name: 'customer', type: 'relation', to: 'customers', required: true, index: true },
    {
      name: 'status',
      type: 'select',
      options: ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'],
      required: true,
      default: 'pending',
      index: true,
    },
    {
      name: 'lines',
      type: 'array',
      of: 'group',
      required: true,
      maxItems: linesMax,
      fields: [...lineFields, { name: 'variant', type: 'relation', to: 'product_variants' }],
    },
    ...totalFields,
    { name: 'shippingAmount', type: 'money', required: true, default: 0, min: 0, max: 100_000_000 },
    { name: 'paidAmount', type: 'money', required: true, readOnly: true, default: 0, min: 0 },
    { name: 'refundedAmount', type: 'money', required: true, readOnly: true, default: 0, min: 0 },
    { name: 'discountCode', type: 'relation', to: 'discount_codes', index: true },
    { name: 'cart', type: 'relation', to: 'carts', readOnly: true },
    { name: 'shippingAddress', type: 'group', fields: addressFields },
    { name: 'note', type: 'text', maxLength: 2_000 },
    { name: 'paidAt', type: 'date', readOnly: true },
    { name: 'shippedAt', type: 'date', readOnly: true },
    { name: 'cancelledAt', type: 'date', readOnly: true },
  ],
  searchable: ['number', 'note'],
  indexes: [['customer', 'status']],
  lifecycle: lifecycle(
    'pending',
    [
      ['pending', 'paid', 'paid'],
      ['pending', 'cancelled', 'cancelled'],
      ['paid', 'shipped', 'shipped'],
      ['shipped', 'delivered', 'delivered'],
      [['paid', 'shipped', 'delivered'], 'refunded', 'refunded'],
    ],
    { begins: ['pending'] },
  ),
});

export const orderPayments = defineCollection({
  name: 'order_payments',
  module: 'commerce',
  resource: 'payment',
  labels: { one: 'Order payment', many: 'Order payments' },
  note: 'Created by commerce.pay_order.',
  fields: [
    { name: 'order', type: 'relation', to: 'orders', required: true, index: true },
    { name: 'amount', type: 'money', required: true, min: 1, max: 100_000_000 },
    { ...currency, required: true },
    { name: 'method', type: 'select', options: ['card', 'transfer', 'cash', 'wallet', 'other'], required: true },
    { name: 'reference', type: 'text', maxLength: 200, index: true, note: 'The reference of the bank or processor.' },
  ],
  searchable: ['reference'],
  writable: 'none',
});

export const orderRefunds = defineCollection({
  name: 'order_refunds',
  module: 'commerce',
  resource: 'refund',
  labels: { one: 'Order refund', many: 'Order refunds' },
  note: 'Created by commerce.refund_order.',
  fields: [
    { name: 'order', type: 'relation', to: 'orders', required: true, index: true },
    { name: 'amount', type: 'money', required: true, min: 1, max: 100_000_000 },
    { ...currency, required: true },
    { name: 'reason', type: 'text', required: true, maxLength: 500 },
  ],
  searchable: ['reason'],
  writable: 'none',
});

export const shipments = defineCollection({
  name: 'shipments',
  module: 'commerce',
  labels: { one: 'Shipment', many: 'Shipments' },
  fields: [
    { name: 'order', type: 'relation', to: 'orders', required: true, index: true },
    {
      name: 'status',
      type: 'select',
      options: ['packed', 'in_transit', 'delivered', 'lost', 'returned'],
      required: true,
      default: 'packed',
      index: true,
    },
    { name: 'carrier', type: 'text', maxLength: 80 },
    { name: 'trackingCode', type: 'text', maxLength: 100, index: true },
    { name: 'trackingUrl', type: 'url', maxLength: 2_000 },
    { name: 'sentAt', type: 'date', readOnly: true },
    { name: 'deliveredAt', type: 'date', readOnly: true },
  ],
  searchable: ['trackingCode', 'carrier'],
  lifecycle: lifecycle(
    'packed',
    [
      ['packed', 'in_transit', 'sent'],
      ['in_transit', 'delivered', 'delivered'],
      ['in_transit', 'lost', 'lost'],
      [['in_transit', 'delivered'], 'returned', 'returned'],
    ],
    { begins: ['packed'] },
  ),
});
