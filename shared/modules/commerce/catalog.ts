/** Collections of the goods for sale: products in variants, filed in categories, with stock, tax and discounts. */
import { defineCollection } from '../../schema/definition.ts';
import { currency, usualCurrency } from '../currency.ts';
import { lifecycle } from '../module-definition.ts';
import { numberSeries } from '../number-series.ts';

export const productCategories = defineCollection({
  name: 'product_categories',
  module: 'commerce',
  resource: 'category',
  labels: { one: 'Product category', many: 'Product categories' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 120 },
    { name: 'slug', type: 'slug', unique: true, maxLength: 100, note: 'If omitted, created from the title.' },
    { name: 'parent', type: 'relation', to: 'product_categories', index: true },
    { name: 'description', type: 'text', maxLength: 2_000 },
    { name: 'image', type: 'file' },
    { name: 'position', type: 'integer', required: true, default: 0, min: 0, max: 100_000 },
  ],
  searchable: ['title', 'description'],
});

export const products = defineCollection({
  name: 'products',
  module: 'commerce',
  labels: { one: 'Product', many: 'Products' },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    { name: 'slug', type: 'slug', unique: true, maxLength: 100, note: 'If omitted, created from the name.' },
    {
      name: 'status',
      type: 'select',
      options: ['draft', 'active', 'archived'],
      required: true,
      default: 'draft',
      index: true,
    },
    {
      name: 'price',
      type: 'money',
      required: true,
      min: 0,
      max: 100_000_000,
      index: true,
      note: 'Minor units, without tax.',
    },
    usualCurrency,
    { name: 'description', type: 'richText', maxLength: 20_000 },
    { name: 'category', type: 'relation', to: 'product_categories', index: true },
    { name: 'taxRate', type: 'relation', to: 'tax_rates', index: true },
    { name: 'images', type: 'array', of: 'text', maxItems: 20, maxLength: 500 },
    { name: 'tags', type: 'array', of: 'text', maxItems: 30, maxLength: 60 },
    { name: 'attributes', type: 'json', note: 'Other details: material, care, …' },
    { name: 'weightGrams', type: 'integer', min: 0, max: 10_000_000 },
    { name: 'activatedAt', type: 'date', readOnly: true, note: 'When it first went on sale.' },
  ],
  searchable: ['name', 'description'],
  indexes: [['status', 'category']],
  lifecycle: lifecycle('draft', [
    ['draft', 'active', 'activated'],
    ['active', 'draft', 'deactivated'],
    [['draft', 'active'], 'archived', 'archived'],
    ['archived', 'draft', 'restored'],
  ]),
});

export const productVariants = defineCollection({
  name: 'product_variants',
  module: 'commerce',
  resource: 'variant',
  labels: { one: 'Product variant', many: 'Product variants' },
  fields: [
    { name: 'product', type: 'relation', to: 'products', required: true, index: true },
    { name: 'sku', type: 'text', required: true, unique: true, maxLength: 64, pattern: '^[A-Za-z0-9._/-]+$' },
    { name: 'title', type: 'text', required: true, maxLength: 200 },
    { name: 'price', type: 'money', min: 0, max: 100_000_000, note: 'If omitted, the price of the product.' },
    { ...currency, note: 'Of the price. If omitted, the currency of the product.' },
    { name: 'barcode', type: 'text', index: true, maxLength: 48, pattern: '^[0-9A-Za-z-]+$' },
    {
      name: 'options',
      type: 'json',
      entries: { name: 'option', type: 'text', maxLength: 200 },
      note: 'e.g. {"size": "M", "color": "blue"}',
    },
    { name: 'stockTracked', type: 'boolean', required: true, default: true },
    {
      name: 'stockQuantity',
      type: 'integer',
      required: true,
      readOnly: true,
      default: 0,
      min: 0,
      index: true,
      note: 'The sum of its stock movements.',
    },
    { name: 'active', type: 'boolean', required: true, default: true },
  ],
  searchable: ['sku', 'title'],
});

export const stockMovements = defineCollection({
  name: 'stock_movements',
  module: 'commerce',
  labels: { one: 'Stock movement', many: 'Stock movements' },
  note: 'Cannot be changed. Correct a mistake with another movement.',
  fields: [
    { name: 'variant', type: 'relation', to: 'product_variants', required: true, index: true },
    {
      name: 'quantity',
      type: 'integer',
      required: true,
      min: -1_000_000,
      max: 1_000_000,
      note: 'Negative means goods left the stock.',
    },
    {
      name: 'reason',
      type: 'select',
      options: ['purchase', 'sale', 'return', 'correction', 'loss'],
      required: true,
      index: true,
    },
    { name: 'order', type: 'relation', to: 'orders', index: true },
    { name: 'note', type: 'text', maxLength: 500 },
  ],
  searchable: ['note'],
});

export const taxRates = defineCollection({
  name: 'tax_rates',
  module: 'commerce',
  labels: { one: 'Tax rate', many: 'Tax rates' },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 80 },
    {
      name: 'country',
      type: 'text',
      required: true,
      minLength: 2,
      maxLength: 2,
      pattern: '^[A-Z]{2}$',
      index: true,
      note: 'ISO 3166-1.',
    },
    { name: 'percent', type: 'number', required: true, min: 0, max: 100, note: 'Up to 2 decimals.' },
    { name: 'validFrom', type: 'date' },
    { name: 'validUntil', type: 'date' },
  ],
  uniques: [['country', 'name']],
  searchable: ['name'],
});

export const discountCodes = defineCollection({
  name: 'discount_codes',
  module: 'commerce',
  labels: { one: 'Discount code', many: 'Discount codes' },
  fields: [
    { name: 'code', type: 'text', required: true, unique: true, minLength: 3, maxLength: 40, pattern: '^[A-Z0-9_-]+$' },
    { name: 'kind', type: 'select', options: ['percent', 'amount'], required: true, default: 'percent' },
    { name: 'percent', type: 'number', min: 0, max: 100, note: 'Of the subtotal, if the kind is percent.' },
    {
      name: 'amount',
      type: 'money',
      min: 0,
      max: 100_000_000,
      note: 'Discount in minor units, if the kind is amount.',
    },
    { ...currency, note: 'Of the amount.' },
    {
      name: 'minimumAmount',
      type: 'money',
      required: true,
      default: 0,
      min: 0,
      max: 100_000_000,
      note: 'The minimum subtotal.',
    },
    { name: 'usesMax', type: 'integer', min: 1, max: 1_000_000, note: 'If omitted, unlimited.' },
    { name: 'useCount', type: 'integer', required: true, readOnly: true, default: 0, min: 0 },
    { name: 'startsAt', type: 'date' },
    { name: 'endsAt', type: 'date' },
    { name: 'active', type: 'boolean', required: true, default: true, index: true },
  ],
  searchable: ['code'],
});

export const commerceNumberSeries = numberSeries('commerce_number_series', 'commerce', 'Commerce');
