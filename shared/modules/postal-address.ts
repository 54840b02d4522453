/** A postal address as a group of fields. */
import type { Field } from '../schema/field.ts';

export const addressFields = [
  { name: 'line1', type: 'text', maxLength: 200 },
  { name: 'line2', type: 'text', maxLength: 200 },
  { name: 'postalCode', type: 'text', maxLength: 20 },
  { name: 'city', type: 'text', maxLength: 120 },
  { name: 'region', type: 'text', maxLength: 120 },
  { name: 'country', type: 'text', minLength: 2, maxLength: 2, pattern: '^[A-Z]{2}$', note: 'ISO 3166-1.' },
] as const satisfies readonly Field[];
