/** A form sends only the values of a record that differ, and asks about changes of others to the same fields. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyVoucher, vouchersToMake } from '#server/web/console/screens/tickets/voucher.ts';
import { keyFor } from '#server/web/parts/form/key-for.ts';
import { changesOf, conflictsOf } from '#server/web/parts/form/merge-record.ts';
import { countryOrNull, numberOrNull, wholeOrNull } from '#server/web/parts/form/values.ts';
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';

const before = { name: 'Hall', price: 49, note: null as string | null, steps: [{ from: 'a' }] };

describe('a change', () => {
  test('is only what differs; null and an absent value are the same', () => {
    expect(changesOf(before, { name: 'Hall', price: 59, note: null, steps: [{ from: 'a' }] })).toEqual({ price: 59 });
  });

  test('conflicts with another one of the same field, unless both say the same', () => {
    const now = { ...before, name: 'Arena', price: 59 };
    expect(conflictsOf(before, now, { price: 59, note: 'x' })).toEqual([]);
    expect(conflictsOf(before, now, { name: 'Palace', note: 'x' })).toEqual(['name']);
  });

  test('of any fields by two people is kept or asked about, never lost', () => {
    const record = fc.record({ a: fc.integer({ max: 3 }), b: fc.integer({ max: 3 }), c: fc.integer({ max: 3 }) });
    fc.assert(
      fc.property(record, record, record, (first, theirs, mine) => {
        const patch = changesOf(first, mine);
        const conflicts = conflictsOf(first, theirs, patch);
        const saved = { ...theirs, ...patch };
        for (const field of ['a', 'b', 'c'] as const) {
          const theyChanged = theirs[field] !== first[field];
          if (theyChanged && !conflicts.includes(field)) expect(saved[field]).toBe(theirs[field]);
        }
      }),
    );
  });
});

describe('a number that a person types', () => {
  test.each([
    ['12.50', 12.5],
    ['12,50', 12.5],
    ['1,249.00', 1249],
    ['1 249', 1249],
    ['1,249', 1249],
    ['1.249,50', 1249.5],
    ['0,250', 0.25],
    ['0.25', 0.25],
    ['1.249', 1.249],
    ['', null],
  ])('%s', (text, value) => {
    expect(numberOrNull(text, 'price')).toBe(value);
  });

  test.each(['12.5O', '1e3', '--1', '1.2.3', '€5'])('%s is refused beside its field', (text) => {
    const refused = (() => {
      try {
        numberOrNull(text, 'price');
      } catch (fault) {
        return fault;
      }
      return null;
    })();
    expect(refused).toBeInstanceOf(GatehouseError);
    expect((refused as GatehouseError).errors).toMatchObject([{ path: 'price', code: 'number_invalid' }]);
  });

  test('that has to be whole', () => {
    expect(() => wholeOrNull('1.5', 'quantity')).toThrow('whole number');
  });
});

test('a thousand vouchers have a thousand codes that begin with what was typed', () => {
  const made = vouchersToMake({ ...emptyVoucher('UTC'), code: 'PRESS', count: '1000' }, 'event');
  const codes = made.map((one) => (one as { readonly code: string }).code);
  expect(new Set(codes).size).toBe(1_000);
  expect(codes.every((code) => /^PRESS-[2-9A-HJ-NP-Z]{8}$/.test(code))).toBe(true);
  expect(() => vouchersToMake({ ...emptyVoucher('UTC'), count: '1001' }, 'event')).toThrow('from 1 to 1,000');
});

test('a key is made of the name, and never one that is there', () => {
  expect(keyFor('Early Bird!', [])).toBe('early-bird');
  expect(keyFor('Früh & spät', ['fruh-spat'])).toBe('fruh-spat-2');
  expect(keyFor('渋谷', [])).toBe('ticket');
});

test('a country is two letters; a name is refused, not cut to the code of another country', () => {
  expect([countryOrNull(' de ', 'country'), countryOrNull('', 'country')]).toEqual(['DE', null]);
  for (const text of ['Germany', 'D', 'D1']) expect(() => countryOrNull(text, 'country')).toThrow('two-letter code');
});
