/**
 * The contract of every store for filters: the cases written by hand, and random records and conditions against the
 * evaluation in memory. The same records, in the same order, page by page. Run by
 * test/server/store/<kind>/queries.test.ts.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompileContext } from '#server/store/compile/dialect.ts';
import { answer, keyReader } from '#shared/query/order.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { conditionIn, somePeople, someSearch, someSort, someThings } from '#test/shared/query/arbitraries.ts';
import { cases, logicCases } from '#test/shared/query/conformance-cases.ts';
import { lookup, now, persons, records, things } from '#test/shared/query/samples.ts';

/** Tables of `things` and `people`, written and read with the store's own codecs and compiler. */
export interface QueryLab {
  /** Nothing else is in the tables afterwards. */
  fill(things: readonly StoredRecord[], people: readonly StoredRecord[]): Promise<void>;
  find(definition: CollectionDefinition, query: Query, context: CompileContext): Promise<readonly StoredRecord[]>;
  count(
    definition: CollectionDefinition,
    where: Condition | undefined,
    context: CompileContext,
    search?: string,
  ): Promise<number>;
  close(): Promise<void>;
}

export interface QueryRuns {
  readonly conditions: number;
  readonly pages: number;
}

const ids = (found: readonly StoredRecord[]): string[] => found.map((record) => record.id.slice(-2));
const zone = fc.constantFrom('UTC', 'Europe/Oslo', 'America/St_Johns', 'Asia/Kathmandu');

function contextOf(rows: readonly StoredRecord[], timeZone: string) {
  const byId = new Map(rows.map((person) => [person.id, person]));
  return { now, timeZone, lookup, related: (_collection: string, id: string) => byId.get(id) ?? null };
}

export function queryContract(kind: string, open: () => Promise<QueryLab>, runs: QueryRuns): void {
  let lab: QueryLab;
  beforeAll(async () => {
    lab = await open();
  });
  afterAll(() => lab.close());

  describe(`operators on ${kind}`, () => {
    const context = { now, timeZone: 'Europe/Oslo', lookup };
    const letterOf = new Map(records.map((record, i) => [record.id, 'abcen'[i]!]));
    beforeAll(() => lab.fill(records, persons));

    async function lettersOf(where: Condition): Promise<string> {
      const found = await lab.find(things, { where, limit: 100 }, context);
      expect(await lab.count(things, where, context)).toBe(found.length);
      return found.map((record) => letterOf.get(record.id)).join('');
    }

    it('gives records back as they were', async () => {
      expect(await lab.find(things, { limit: 100 }, context)).toEqual(records);
    });

    it.each(cases.map((one) => [`${one[0]} ${one[1]} ${JSON.stringify(one[2])}`, one] as const))(
      '%s',
      async (_title, one) => {
        const [path, op, value, letters] = one;
        expect(await lettersOf({ kind: 'field', path, op, value })).toBe(letters);
        const complement = [...'abcen'].filter((letter) => !letters.includes(letter)).join('');
        expect(await lettersOf({ kind: 'not', of: { kind: 'field', path, op, value } })).toBe(complement);
      },
    );

    it.each(logicCases)('%s', async (_title, condition, letters) => {
      expect(await lettersOf(condition)).toBe(letters);
    });
  });

  describe(`memory and ${kind}`, () => {
    it('give the same records in the same order', async () => {
      await fc.assert(
        fc.asyncProperty(
          someThings,
          somePeople,
          conditionIn({ of: 'record', definition: things }, 2),
          someSort,
          someSearch,
          zone,
          async (rows, others, where, sort, search, timeZone) => {
            await lab.fill(rows, others);
            const context = contextOf(others, timeZone);
            const query: Query = { where, sort, limit: 50, ...(search === undefined ? {} : { search }) };
            const expected = answer(things, query, rows, context);
            expect(ids(await lab.find(things, query, context))).toEqual(ids(expected));
            expect(await lab.count(things, where, context, search)).toBe(expected.length);
          },
        ),
        { numRuns: runs.conditions },
      );
    });

    it('page through everything, each record once, in the order of the whole', async () => {
      await fc.assert(
        fc.asyncProperty(
          someThings,
          somePeople,
          someSort,
          fc.integer({ min: 1, max: 3 }),
          async (rows, others, sort, limit) => {
            await lab.fill(rows, others);
            const context = contextOf(others, 'UTC');
            const keysOf = keyReader(things, { sort }, context);
            const seen: StoredRecord[] = [];
            for (let after: readonly unknown[] | undefined; ; ) {
              const query: Query = { sort, limit, ...(after ? { after } : {}) };
              const page = await lab.find(things, query, context);
              expect(ids(page)).toEqual(ids(answer(things, query, rows, context)));
              seen.push(...page);
              if (page.length < limit) break;
              after = keysOf(page.at(-1)!);
            }
            expect(ids(seen)).toEqual(ids(answer(things, { sort, limit: 50 }, rows, context)));
          },
        ),
        { numRuns: runs.pages },
      );
    });
  });
}
