/** Every operator costs something on every kind of field, more for more records, and the dearest condition is named. */
import { describe, expect, test } from 'vitest';
import { Allowance, allowedSteps, spendOnWatch } from '#shared/query/allowance.ts';
import { indexedFields, questionCost } from '#shared/query/cost.ts';
import { operatorCosts } from '#shared/query/operator-costs.ts';
import { fieldOperators, operatorNames } from '#shared/query/operators.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import { recordCost } from '#shared/query/record-cost.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import { cases as conformanceCases, field } from './conformance-cases.ts';
import { lookup, things } from './samples.ts';

const records = 10_000;
const cases = conformanceCases.map(([path, op, value]) => ({ where: field(path, op, value) }));
const drawers = defineCollection({
  name: 'drawers',
  module: 'samples',
  labels: { one: 'Drawer', many: 'Drawers' },
  fields: [
    { name: 'code', type: 'text', unique: true },
    { name: 'kind', type: 'text', index: true },
    { name: 'size', type: 'integer' },
  ],
  indexes: [['kind', 'size']],
});
const all = (of: readonly Condition[]): Condition => ({ kind: 'and', of });
const stepsOf = (where: Condition, count = records) =>
  questionCost(things, { where, limit: 25 }, { records: count, lookup }).steps;

function operatorsIn(condition: Condition): readonly string[] {
  if (condition.kind === 'not') return operatorsIn(condition.of);
  if (condition.kind !== 'field') return condition.of.flatMap(operatorsIn);
  const inner = condition.value as Partial<Condition> | null;
  return [
    condition.op,
    ...(inner && typeof inner === 'object' && 'kind' in inner ? operatorsIn(inner as Condition) : []),
  ];
}

describe('operators', () => {
  test('each has a cost, and the logic of conditions none of its own', () => {
    expect(Object.keys(operatorCosts)).toEqual(operatorNames);
    expect(fieldOperators.filter((name) => operatorCosts[name].value <= 0)).toEqual([]);
  });

  test.each(cases.map((one) => [JSON.stringify(one.where).slice(0, 100), one.where] as const))('%s', (_name, where) => {
    const cost = recordCost(things, where, lookup);
    expect(cost.steps).toBeGreaterThan(0);
    expect(Number.isFinite(cost.steps)).toBe(true);
    expect(cost.conditions.map(({ op }) => op).toSorted()).toEqual([...operatorsIn(where)].toSorted());
    expect(stepsOf(where, 2 * records)).toBeGreaterThanOrEqual(stepsOf(where));
    // Two equal conditions cost twice as much as one, with AND and with OR.
    expect(recordCost(things, all([where, where]), lookup).steps).toBeCloseTo(2 * cost.steps);
    expect(recordCost(things, { kind: 'not', of: where }, lookup).steps).toBe(cost.steps);
  });

  test('the cases know every operator', () => {
    const known = new Set(cases.flatMap(({ where }) => operatorsIn(where)));
    expect(fieldOperators.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('questions', () => {
  test('an index leaves less to be looked at, and one that gives the page in its order a page', () => {
    const looked = (query: Partial<Query>, counted = false) =>
      questionCost(drawers, { limit: 25, ...query }, { records, counted }).records;
    const ofKind = field('kind', 'equals', 'a');
    const bySize = [{ path: 'size', direction: 'desc' }] as const;
    expect(indexedFields(drawers)).toEqual(['code', 'kind']);
    expect(looked({})).toBe(25);
    expect(looked({}, true)).toBe(records);
    expect(looked({ where: field('id', 'in', ['a', 'b']), sort: bySize })).toBe(2);
    expect(looked({ where: field('code', 'equals', 'a'), sort: bySize })).toBe(1);
    expect(looked({ where: ofKind })).toBe(25);
    expect(looked({ where: ofKind, sort: bySize })).toBe(25);
    expect(looked({ where: all([ofKind, field('size', 'mod', [2, 0])]) })).toBe(records / 4);
    expect(looked({ where: field('size', 'equals', 1) })).toBe(records);
    expect(looked({ sort: bySize })).toBe(records);
  });

  test('a request has one allowance for all it asks, and the refusal says which condition costs most', () => {
    const allowance = new Allowance();
    const where = all([field('title', 'contains', 'a'), field('title', 'regex', '(a|b)*c')]);
    const cost = questionCost(things, { where, limit: 25 }, { records: 60_000 });
    let asked = 0;
    for (;;) {
      const spent = allowance.spend(cost, ['seats']);
      if (!spent.ok) {
        expect(spent.errors[0]).toMatchObject({ code: 'query_too_costly', path: 'where.title.regex' });
        expect(spent.errors[0].message).toContain('where.title.regex costs most');
        expect(spent.errors[0].message).toContain('seats');
        break;
      }
      asked += 1;
    }
    expect(asked).toBe(Math.floor(allowedSteps / cost.steps));
    allowance.renew();
    expect(allowance.spend(cost, []).ok).toBe(true);
  });

  test.each([
    ['thirty patterns on 60,000 records', 60_000, 30, field('title', 'regex', '[a-z]+ .*x')],
    ['99 like on 60,000 records', 60_000, 99, field('title', 'like', 'one two')],
  ])('%s are too many', (_name, count, times, condition) => {
    const where = all(Array.from({ length: times }, () => condition));
    expect(stepsOf(where, count)).toBeGreaterThan(allowedSteps);
    expect(stepsOf(condition, count)).toBeLessThan(allowedSteps / 2);
  });

  test('a filter that is asked of every change may cost less', () => {
    const patterns = all(Array.from({ length: 30 }, () => field('title', 'regex', '(a|b)*c')));
    expect(spendOnWatch(recordCost(things, patterns), 2_000)).toMatchObject({
      ok: false,
      errors: [{ code: 'query_too_costly', path: 'where.title.regex' }],
    });
    expect(spendOnWatch(recordCost(things, field('title', 'equals', 'a')), 2_000).ok).toBe(true);
  });
});
