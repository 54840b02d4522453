/** Collections with a field of every kind, for the store's contract. */
import { defineCollection } from '#shared/schema/definition.ts';

export const gadgets = defineCollection({
  name: 'gadgets',
  module: 'stock',
  labels: { one: 'Gadget', many: 'Gadgets' },
  fields: [
    { name: 'code', type: 'text', unique: true },
    { name: 'title', type: 'text', index: true },
    { name: 'seats', type: 'integer' },
    { name: 'weight', type: 'number' },
    { name: 'price', type: 'money' },
    { name: 'open', type: 'boolean' },
    { name: 'since', type: 'date' },
    { name: 'kind', type: 'select', options: ['hall', 'room'] },
    { name: 'sizes', type: 'select', options: ['s', 'm', 'l'], many: true },
    { name: 'tags', type: 'array', of: 'text' },
    { name: 'meta', type: 'json' },
    { name: 'place', type: 'point' },
    { name: 'address', type: 'group', fields: [{ name: 'city', type: 'text' }] },
    { name: 'owner', type: 'relation', to: 'people' },
    { name: 'users', type: 'relation', to: 'people', many: true },
    { name: 'photo', type: 'file' },
    { name: 'state', type: 'select', options: ['draft', 'live', 'gone'] },
    // Words that mean something to SQL.
    { name: 'order', type: 'integer' },
    { name: 'group', type: 'text' },
  ],
  uniques: [['title', 'kind']],
  indexes: [['state', 'since']],
  lifecycle: {
    field: 'state',
    initial: 'draft',
    transitions: [
      { from: 'draft', to: 'live', emits: 'released' },
      { from: 'live', to: 'gone' },
    ],
  },
});

export const visits = defineCollection({
  name: 'visits',
  module: 'stock',
  labels: { one: 'Site visit', many: 'Site visits' },
  fields: [
    { name: 'gadget', type: 'relation', to: 'gadgets', index: true },
    { name: 'note', type: 'text' },
  ],
});

export function gadget(code: string, values: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { code, title: `Title ${code}`, ...values };
}
