/**
 * The control database: tenants, and beside them the credentials that lead to them. It is a tenant store like any other, so
 * that these records too are committed with their changes; no module and no surface sees it.
 */
import { defineCollection } from '#shared/schema/definition.ts';
import type { RecordOf } from '#shared/schema/infer.ts';

/** Id of the control database among the tenants of the store. */
export const controlTenant = 'control';

export const plans = ['starter', 'business', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

export const tenants = defineCollection({
  name: 'tenants',
  module: 'control',
  labels: { one: 'Tenant', many: 'Tenants' },
  fields: [
    { name: 'slug', type: 'slug', required: true, maxLength: 60, index: true },
    { name: 'plan', type: 'select', options: plans, required: true },
    { name: 'modules', type: 'array', of: 'text', required: true, maxItems: 200 },
    { name: 'sandboxOf', type: 'relation', to: 'tenants', unique: true, note: 'Null: a live tenant.' },
    { name: 'demo', type: 'boolean', required: true, default: false },
    {
      name: 'unfinished',
      type: 'boolean',
      note: 'True from the first step of its creation to the last: the keys were shown to none yet.',
    },
    { name: 'requestsPerMinute', type: 'integer', min: 1, note: 'Agreed with this tenant; null: what the plan says.' },
    {
      name: 'allowedOrigins',
      type: 'array',
      of: 'text',
      maxItems: 50,
      maxLength: 300,
      note: 'Of web pages that may call with a token of this tenant.',
    },
    {
      name: 'schemaVersion',
      type: 'integer',
      note: 'Raised with each change of its own collections, so that every server looks again.',
    },
  ],
  uniques: [['slug', 'sandboxOf']],
});
export type TenantRecord = RecordOf<typeof tenants>;

/** Tenants that may hold a record that a message from outside names: placements.ts. */
export const placements = defineCollection({
  name: 'placements',
  module: 'control',
  labels: { one: 'Placement', many: 'Placements' },
  fields: [
    { name: 'key', type: 'text', required: true, maxLength: 500, note: '`collection.field=value`' },
    { name: 'tenant', type: 'relation', to: 'tenants', required: true, index: true },
  ],
  uniques: [['key', 'tenant']],
});

/** The tables of this room; each matter of identity has its own beside it (identity/control-tables.ts). */
export const tenantTables = [tenants, placements];
