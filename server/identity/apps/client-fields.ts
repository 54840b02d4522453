/** The body of a request for a new app, as administrators send it. */
import type { Field } from '#shared/schema/field.ts';
import { redirectUrisMax } from './oauth-clients.ts';

export const clientFields = [
  { name: 'name', type: 'text', required: true, maxLength: 120 },
  { name: 'redirectUris', type: 'array', of: 'text', required: true, maxItems: redirectUrisMax, maxLength: 2_000 },
  { name: 'scopes', type: 'array', of: 'text', required: true, maxItems: 100, maxLength: 120 },
  { name: 'confidential', type: 'boolean', default: true },
] as const satisfies readonly Field[];
