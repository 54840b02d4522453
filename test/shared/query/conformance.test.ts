import { describe, expect, it } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { matches } from '#shared/query/matches.ts';
import { fieldOperators, operators, operatorsFor } from '#shared/query/operators.ts';
import type { Condition } from '#shared/query/query.ts';
import { resolvePath } from '#shared/query/target.ts';
import { cases, logicCases } from './conformance-cases.ts';
import { lookup, now, persons, records, things } from './samples.ts';

const context = {
  now,
  timeZone: 'Europe/Oslo',
  lookup,
  related: (_collection: string, id: string) => persons.find((person) => person.id === id) ?? null,
};

function lettersOf(condition: Condition): string {
  return [...'abcen'].filter((_, i) => matches(things, condition, records[i]!, context)).join('');
}

describe('operators in memory', () => {
  it.each(cases.map((one) => [`${one[0]} ${one[1]} ${JSON.stringify(one[2])}`, one] as const))('%s', (_title, one) => {
    const [path, op, value, letters] = one;
    expect(lettersOf({ kind: 'field', path, op, value })).toBe(letters);
  });

  it.each(logicCases)('%s', (_title, condition, letters) => {
    expect(lettersOf(condition)).toBe(letters);
  });
});

describe('the table', () => {
  const kindOf = (path: string) => must(resolvePath({ of: 'record', definition: things }, path, lookup), path).kind;

  it('has 59 operators, 56 of them on fields', () => {
    expect(Object.keys(operators)).toHaveLength(59);
    expect(fieldOperators).toHaveLength(56);
  });

  it('has a case for every operator on every kind of field it fits', () => {
    const covered = new Set(cases.map(([path, op]) => `${op} on ${kindOf(path)}`));
    const wanted = [...new Set(fieldOperators.flatMap((op) => operators[op].fits.map((kind) => `${op} on ${kind}`)))];
    expect(wanted.filter((one) => !covered.has(one))).toEqual([]);
  });

  it('has no case on a kind the operator does not fit', () => {
    expect(cases.filter(([path, op]) => !operatorsFor(kindOf(path)).includes(op))).toEqual([]);
  });

  it('says of `not` that it holds where nothing can be compared, as it does', () => {
    const isMore: Condition = { kind: 'field', path: 'seats', op: 'greater_than', value: 7 };
    expect([lettersOf(isMore), lettersOf({ kind: 'not', of: isMore })].map((found) => found.includes('n'))).toEqual([
      false,
      true,
    ]);
    expect(operators.not.meaning).toBe(
      'The condition does not hold, also where a value is empty or cannot be compared.',
    );
  });

  it('keeps its null rule: never or always, for any operand', () => {
    for (const [path, op, value, letters] of cases) {
      if (path === 'id' || path === 'createdAt') continue;
      const { nulls } = operators[op];
      // Asked for null by name, an inequality answers the question it was asked.
      if (nulls === 'as asked' || value === null) continue;
      expect(letters.includes('n'), `${path} ${op} ${JSON.stringify(value)}`).toBe(nulls === 'always');
    }
  });
});
