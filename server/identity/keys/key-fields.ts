import type { Field } from '#shared/schema/field.ts';

/** Fields that administration sends for a new API key. */
export const keyFields = [
  { name: 'name', type: 'text', required: true, maxLength: 120 },
  { name: 'scopes', type: 'array', of: 'text', required: true, maxItems: 500, maxLength: 120 },
  {
    name: 'roles',
    type: 'array',
    of: 'text',
    maxItems: 20,
    maxLength: 60,
    note: 'For fields that only some roles see.',
  },
  { name: 'expiresAt', type: 'date' },
] as const satisfies readonly Field[];
