/**
 * Defines the collection from which a module takes gapless numbers: one row a series, advanced in the transaction that
 * takes the number.
 */
import { defineCollection } from '../schema/definition.ts';

/** @param name of the collection; each module has its own, so that it needs no other module for it */
export function numberSeries<const N extends string, const M extends string>(name: N, module: M, label: string) {
  return defineCollection({
    name,
    module,
    resource: 'number_series',
    labels: { one: `${label} numbering`, many: `${label} number series` },
    note: 'Created with the first number. You can change prefix and digits for later numbers.',
    fields: [
      { name: 'key', type: 'text', required: true, unique: true, readOnly: true, maxLength: 40 },
      { name: 'prefix', type: 'text', maxLength: 20, pattern: '^[A-Za-z0-9/_.-]*$' },
      { name: 'digits', type: 'integer', required: true, default: 5, min: 1, max: 12 },
      {
        name: 'next',
        type: 'integer',
        required: true,
        readOnly: true,
        default: 1,
        min: 1,
        note: 'The next number.',
      },
    ],
    writable: 'update-only',
  });
}
