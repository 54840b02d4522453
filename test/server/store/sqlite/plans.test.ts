/** The compiled SQL lets SQLite answer a condition by an index, where one exists. */
import { describe, expect, it } from 'vitest';
import { compileQuery } from '#server/store/sqlite/compile-query.ts';
import type { Condition } from '#shared/query/query.ts';
import { lookup, now, things } from '#test/shared/query/samples.ts';
import { openTables } from './compiled-tables.ts';

const context = { now, timeZone: 'Europe/Oslo', lookup };

describe('plans', () => {
  function planOf(
    where: Condition,
    after?: readonly unknown[],
    sort?: { path: string; direction: 'asc' | 'desc' }[],
  ): string {
    const indexed = openTables([things]);
    indexed.exec(
      'CREATE INDEX by_title ON things ("title"); CREATE INDEX by_seats ON things ("seats"); CREATE INDEX by_at ON things ("at")',
    );
    const query = { where, limit: 5, ...(after ? { after } : {}), ...(sort ? { sort } : {}) };
    const { sql, parameters } = compileQuery(things, query, context);
    const rows = indexed.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
    indexed.close();
    return rows.map((row) => String(row['detail'])).join('; ');
  }
  const always: Condition = { kind: 'and', of: [] };

  it.each([
    ['equals', { kind: 'field', path: 'title', op: 'equals', value: 'x' }, 'by_title'],
    ['in', { kind: 'field', path: 'seats', op: 'in', value: [1, 2] }, 'by_seats'],
    [
      'a long in',
      { kind: 'field', path: 'seats', op: 'in', value: Array.from({ length: 300 }, (_, i) => i) },
      'by_seats',
    ],
    ['between', { kind: 'field', path: 'seats', op: 'between', value: [1, 2] }, 'by_seats'],
    ['starts_with_cs', { kind: 'field', path: 'title', op: 'starts_with_cs', value: 'x' }, 'by_title'],
    ['year', { kind: 'field', path: 'at', op: 'year', value: 2026 }, 'by_at'],
  ] as const)('%s is answered by an index', (_title, where, index) => {
    expect(planOf(where as Condition)).toContain(`SEARCH t USING INDEX ${index}`);
  });

  it('pages by an index', () => {
    const plan = planOf(always, ['m', 'id'], [{ path: 'title', direction: 'asc' }]);
    expect(plan).toContain('SEARCH t USING INDEX by_title (title>?)');
  });
});
