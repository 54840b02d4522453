/** The currency beside an amount: an ISO 4217 code. Spread where it is optional, or of something that wants saying. */
import type { Field } from '../schema/field.ts';

export const currency = {
  name: 'currency',
  type: 'text',
  minLength: 3,
  maxLength: 3,
  pattern: '^[A-Z]{3}$',
} as const satisfies Field;

export const usualCurrency = {
  ...currency,
  required: true,
  default: 'EUR',
  note: 'ISO 4217.',
} as const satisfies Field;
