import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SharedLog } from '#server/core/log/followers/shared-log.ts';
import type { Change, SinceOptions } from '#server/store/contract.ts';

const names = ['events', 'orders', 'scans'] as const;

/** A log that counts how often it is read. */
class CountedLog {
  readonly changes: Change[] = [];
  reads = 0;
  broken = false;

  add(count: number): void {
    for (let i = 0; i < count; i++) {
      const seq = this.changes.length + 1;
      const record = { id: `r${seq}`, createdAt: '', updatedAt: '', version: 1 };
      const of = {
        collection: names[seq % names.length]!,
        id: record.id,
        op: 'create',
        types: [],
        actor: 'a',
      } as const;
      this.changes.push({ seq, at: '', ...of, record, previous: null });
    }
  }

  async since(seq: number, { collections, limit }: SinceOptions): Promise<readonly Change[]> {
    this.reads += 1;
    if (this.broken) throw new Error('the database is away');
    const fits = (one: Change) => one.seq > seq && (!collections || collections.includes(one.collection));
    return this.changes.filter(fits).slice(0, limit);
  }
}

test('fifty readers of a new commit cost one read', async () => {
  const log = new CountedLog();
  log.add(20);
  const shared = new SharedLog(log, 20);
  log.add(7);
  shared.grew(27);
  const read = await Promise.all(
    Array.from({ length: 50 }, () => shared.since(20, { limit: 200, collections: ['orders', 'scans'] })),
  );
  const own = await log.since(20, { limit: 200, collections: ['orders', 'scans'] });
  expect(read).toEqual(Array.from({ length: 50 }, () => own));
  expect(log.reads).toBe(2);
});

test('every reader, however far it lags, gets what the log itself would give', async () => {
  const step = fc.record({
    grows: fc.integer({ min: 0, max: 700 }),
    after: fc.integer({ min: 0, max: 2_000 }),
    limit: fc.constantFrom(1, 3, 200),
    collections: fc.constantFrom(['*'], ['orders'], ['events', 'scans']),
    passes: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const log = new CountedLog();
      log.add(5);
      const shared = new SharedLog(log, 5);
      for (const { after: wanted, collections, grows, limit, passes } of steps) {
        log.add(grows);
        shared.grew(log.changes.length);
        const after = Math.min(wanted, log.changes.length);
        const asked = collections[0] === '*' ? { limit } : { limit, collections };
        expect(await shared.since(after, { limit, collections })).toEqual(await log.since(after, asked));
        if (passes) shared.passed(shared, after);
      }
    }),
  );
});

test('what one reader still needs is kept, and what all have passed is forgotten, in every order in which they go on', async () => {
  const moves = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(moves, async (steps) => {
      const log = new CountedLog();
      const shared = new SharedLog(log, 0);
      const readers = Array.from({ length: 4 }, () => ({ cursor: 0 }));
      for (const reader of readers) shared.passed(reader, 0);
      log.add(400);
      shared.grew(400);
      await shared.since(0, { limit: 1, collections: ['*'] });
      for (const [n, by] of steps) {
        const reader = readers[n]!;
        reader.cursor += by;
        shared.passed(reader, reader.cursor);
        const last = Math.min(...readers.map(({ cursor }) => cursor));
        const before = log.reads;
        await shared.since(last, { limit: 1, collections: ['*'] });
        expect(log.reads, 'what is kept').toBe(before);
        if (last > 0) await shared.since(last - 1, { limit: 1, collections: ['*'] });
        expect(log.reads, 'what is forgotten').toBe(last > 0 ? before + 1 : before);
      }
    }),
  );
});

test('a read that fails is tried again by the next reader', async () => {
  const log = new CountedLog();
  const shared = new SharedLog(log, 0);
  log.add(3);
  shared.grew(3);
  log.broken = true;
  await expect(shared.since(0, { limit: 200, collections: ['*'] })).rejects.toThrow('the database is away');
  log.broken = false;
  expect(await shared.since(0, { limit: 200, collections: ['*'] })).toHaveLength(3);
});
