/** API keys in the control database. */
import { defineCollection } from '#shared/schema/definition.ts';
import type { RecordOf } from '#shared/schema/infer.ts';

export const apiKeys = defineCollection({
  name: 'api_keys',
  module: 'control',
  labels: { one: 'API key', many: 'API keys' },
  fields: [
    { name: 'tenant', type: 'relation', to: 'tenants', required: true, index: true },
    { name: 'name', type: 'text', required: true, maxLength: 120 },
    { name: 'hash', type: 'text', required: true, unique: true, hidden: true },
    { name: 'scopes', type: 'array', of: 'text', required: true, maxItems: 500 },
    { name: 'roles', type: 'array', of: 'text', required: true, maxItems: 20 },
    {
      name: 'maker',
      type: 'text',
      maxLength: 120,
      index: true,
      note: 'As the log names actors; null: made before keys knew it.',
    },
    { name: 'grant', type: 'text', maxLength: 36, note: 'Of the app that made it, with which it ends.' },
    { name: 'makerLabel', type: 'text', maxLength: 254, note: 'The address of a person, the name of a key.' },
    { name: 'expiresAt', type: 'date' },
    { name: 'revokedAt', type: 'date' },
  ],
});
export type ApiKeyRecord = RecordOf<typeof apiKeys>;

export const keyTables = [apiKeys];
