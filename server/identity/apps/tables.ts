/** OAuth in the control database: the apps, and what people have allowed them. */
import { defineCollection } from '#shared/schema/definition.ts';
import type { RecordOf } from '#shared/schema/infer.ts';

export const oauthClients = defineCollection({
  name: 'oauth_clients',
  module: 'control',
  labels: { one: 'OAuth client', many: 'OAuth clients' },
  fields: [
    {
      name: 'tenant',
      type: 'relation',
      to: 'tenants',
      index: true,
      note: 'Null: it registered itself, for any tenant.',
    },
    { name: 'name', type: 'text', required: true, maxLength: 120 },
    { name: 'redirectUris', type: 'array', of: 'text', required: true, maxItems: 20 },
    { name: 'scopes', type: 'array', of: 'text', required: true, maxItems: 200, note: 'The most it may ask for.' },
    {
      name: 'grantedAt',
      type: 'date',
      note: 'When a person first allowed it something; null: never, as far as known.',
    },
    { name: 'secretHash', type: 'text', hidden: true, note: 'Null: a public client, which has only PKCE.' },
  ],
});
export type OAuthClientRecord = RecordOf<typeof oauthClients>;

/** One consent: first a code, then the tokens it was changed for. */
export const oauthGrants = defineCollection({
  name: 'oauth_grants',
  module: 'control',
  labels: { one: 'OAuth grant', many: 'OAuth grants' },
  fields: [
    { name: 'client', type: 'relation', to: 'oauth_clients', required: true, index: true },
    { name: 'tenant', type: 'relation', to: 'tenants', required: true, index: true },
    { name: 'member', type: 'text', required: true, index: true },
    { name: 'scopes', type: 'array', of: 'text', required: true, maxItems: 200 },
    { name: 'decision', type: 'text', required: true, unique: true, note: 'The consent it came from: one each.' },
    { name: 'codeHash', type: 'text', required: true, unique: true, hidden: true },
    { name: 'codeExpiresAt', type: 'date', required: true },
    { name: 'redirectUri', type: 'text', required: true, maxLength: 2_000 },
    { name: 'challenge', type: 'text', required: true, maxLength: 128 },
    {
      name: 'turn',
      type: 'integer',
      required: true,
      note: 'Which refresh token is valid. 0 means the code was not used.',
    },
    { name: 'expiresAt', type: 'date', required: true },
    { name: 'endsAt', type: 'date', note: 'No refresh leads beyond it. Null: given before grants had an end.' },
    { name: 'revokedAt', type: 'date' },
  ],
});
export type OAuthGrantRecord = RecordOf<typeof oauthGrants>;

export const appTables = [oauthClients, oauthGrants];
