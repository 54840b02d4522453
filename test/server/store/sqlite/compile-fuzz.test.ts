import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { tableOf } from '#server/store/sqlite/table.ts';
import { answer, keyReader } from '#shared/query/order.ts';
import type { Query } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { conditionIn, somePeople, someSearch, someSort, someThings } from '#test/shared/query/arbitraries.ts';
import { lookup, now, people, things } from '#test/shared/query/samples.ts';
import { count, find, insert, openTables } from './compiled-tables.ts';

const db = openTables([things, people]);
afterAll(() => db.close());

function fill(rows: readonly StoredRecord[], persons: readonly StoredRecord[]): void {
  db.exec('DELETE FROM things; DELETE FROM people');
  insert(db, tableOf(things), rows);
  insert(db, tableOf(people), persons);
}

function contextOf(persons: readonly StoredRecord[], timeZone: string) {
  const byId = new Map(persons.map((person) => [person.id, person]));
  return { now, timeZone, lookup, related: (_collection: string, id: string) => byId.get(id) ?? null };
}

const ids = (records: readonly StoredRecord[]): string[] => records.map((record) => record.id.slice(-2));
const zone = fc.constantFrom('UTC', 'Europe/Oslo', 'America/St_Johns', 'Asia/Kathmandu');

describe('memory and SQLite', () => {
  it('give the same records in the same order', () => {
    fc.assert(
      fc.property(
        someThings,
        somePeople,
        conditionIn({ of: 'record', definition: things }, 2),
        someSort,
        someSearch,
        zone,
        (rows, persons, where, sort, search, timeZone) => {
          fill(rows, persons);
          const context = contextOf(persons, timeZone);
          const query: Query = { where, sort, limit: 50, ...(search === undefined ? {} : { search }) };
          const expected = answer(things, query, rows, context);
          expect(ids(find(db, things, query, context))).toEqual(ids(expected));
          expect(count(db, things, where, context, search)).toBe(expected.length);
        },
      ),
      { numRuns: 2_500 },
    );
  });

  it('page through everything, each record once, in the order of the whole', () => {
    fc.assert(
      fc.property(someThings, somePeople, someSort, fc.integer({ min: 1, max: 3 }), (rows, persons, sort, limit) => {
        fill(rows, persons);
        const context = contextOf(persons, 'UTC');
        const keysOf = keyReader(things, sort, context);
        const seen: StoredRecord[] = [];
        for (let after: readonly unknown[] | undefined; ; ) {
          const query: Query = { sort, limit, ...(after ? { after } : {}) };
          const page = find(db, things, query, context);
          expect(ids(page)).toEqual(ids(answer(things, query, rows, context)));
          seen.push(...page);
          if (page.length < limit) break;
          after = keysOf(page.at(-1)!);
        }
        expect(ids(seen)).toEqual(ids(answer(things, { sort, limit: 50 }, rows, context)));
      }),
      { numRuns: 600 },
    );
  });
});
