/** Actions on carts and orders beyond changing a field, as data. */
import { defineAction } from '../../schema/definition.ts';
import { addressFields } from '../postal-address.ts';

const amount = {
  name: 'amount',
  type: 'money',
  min: 1,
  max: 100_000_000,
  note: 'Minor units in the currency of the order.',
} as const;

export const checkoutCart = defineAction({
  name: 'commerce.checkout_cart',
  module: 'commerce',
  summary: 'Turn an open cart into an order: prices and tax as of now, the discount applied, the stock taken.',
  scope: 'commerce:write',
  http: { method: 'POST', paths: ['/commerce/carts/:cartId/checkout'], status: 201 },
  input: [
    { name: 'cartId', type: 'relation', to: 'carts', required: true },
    { name: 'shippingAmount', type: 'money', required: true, default: 0, min: 0, max: 100_000_000 },
    { name: 'shippingAddress', type: 'group', fields: addressFields },
    { name: 'note', type: 'text', maxLength: 2_000 },
  ],
  tags: ['carts', 'orders'],
  output: { record: 'orders' },
});

export const payOrder = defineAction({
  name: 'commerce.pay_order',
  module: 'commerce',
  summary: 'Record a payment. The order becomes paid when nothing is left to pay.',
  scope: 'commerce:write',
  http: { method: 'POST', paths: ['/commerce/orders/:orderId/pay'] },
  input: [
    { name: 'orderId', type: 'relation', to: 'orders', required: true },
    { ...amount, note: 'Minor units. If omitted, the amount left to pay.' },
    { name: 'method', type: 'select', options: ['card', 'transfer', 'cash', 'wallet', 'other'], required: true },
    { name: 'reference', type: 'text', maxLength: 200 },
  ],
  tags: ['orders', 'order_payments'],
  output: { record: 'orders' },
});

export const refundOrder = defineAction({
  name: 'commerce.refund_order',
  module: 'commerce',
  summary: 'Record a refund. The order becomes refunded when everything paid has been refunded.',
  scope: 'commerce:write',
  http: { method: 'POST', paths: ['/commerce/orders/:orderId/refund'] },
  input: [
    { name: 'orderId', type: 'relation', to: 'orders', required: true },
    { ...amount, note: 'Minor units. If omitted, everything paid and not yet refunded.' },
    { name: 'reason', type: 'text', required: true, maxLength: 500 },
    { name: 'restock', type: 'boolean', required: true, default: false, note: 'Return the goods to stock.' },
  ],
  tags: ['orders', 'order_refunds'],
  output: { record: 'orders' },
});

export const cancelOrder = defineAction({
  name: 'commerce.cancel_order',
  module: 'commerce',
  summary: 'Cancel an order that is not paid yet; the goods return to stock.',
  scope: 'commerce:write',
  http: { method: 'POST', paths: ['/commerce/orders/:orderId/cancel'] },
  input: [{ name: 'orderId', type: 'relation', to: 'orders', required: true }],
  tags: ['orders'],
  output: { record: 'orders' },
});

export const shipOrder = defineAction({
  name: 'commerce.ship_order',
  module: 'commerce',
  summary: 'Record that a paid order was shipped, with its shipment.',
  scope: 'commerce:write',
  http: { method: 'POST', paths: ['/commerce/orders/:orderId/ship'] },
  input: [
    { name: 'orderId', type: 'relation', to: 'orders', required: true },
    { name: 'carrier', type: 'text', maxLength: 80 },
    { name: 'trackingCode', type: 'text', maxLength: 100 },
    { name: 'trackingUrl', type: 'url', maxLength: 2_000 },
  ],
  tags: ['orders', 'shipments'],
  output: { record: 'orders' },
});
