/**
 * The currency beside an amount: an ISO 4217 code. `currency` is optional and is spread by fields that set `required` or a
 * note of their own; `usualCurrency` is required and is EUR if omitted.
 */
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
