import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHeldPrintJobs, type JobRow } from '#kiosk/store/held-print-jobs.ts';

const length = 4;

const write = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'),
  queuedAt: fc.integer({ min: 0, max: 9 }).map(String),
  belongs: fc.boolean(),
});
/** A write, or a look at so many. */
const step = fc.oneof({ weight: 3, arbitrary: write }, fc.integer({ min: 1, max: length }));

const compare = (a: JobRow, b: JobRow): number => (a.queuedAt + a.id < b.queuedAt + b.id ? -1 : 1);

const isQueued = ({ state }: JobRow): boolean => state === 'queued';

/** A disk and a shelf before it; `first` says what the disk would. */
function openBoth(turn: () => Promise<void>) {
  const disk = new Map<string, JobRow>();
  const first = (limit: number) => [...disk.values()].filter(isQueued).sort(compare).slice(0, limit);
  const shelf = createHeldPrintJobs({
    length,
    belongs: isQueued,
    compare,
    // The disk is looked at in one moment, its answer comes in another.
    read: async (limit) => {
      await turn();
      const found = first(limit);
      await turn();
      return found;
    },
  });
  function put({ id, queuedAt, belongs }: { id: string; queuedAt: string; belongs: boolean }): void {
    const row = { id, queuedAt, state: belongs ? 'queued' : 'printed', _deleted: false } as JobRow;
    disk.set(id, row);
    shelf.take(row);
  }
  return { first, shelf, put };
}

test('gives the first jobs as the disk would', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const { first, shelf, put } = openBoth(async () => undefined);
      for (const at of steps)
        if (typeof at === 'number') expect(await shelf.first(at)).toEqual(first(at));
        else put(at);
    }),
    { numRuns: 500 },
  );
});

test('gives nothing out of date where jobs are written while the disk is read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 40, size: 'max' }), async (scheduler, steps) => {
      const { first, shelf, put } = openBoth(() => scheduler.schedule(Promise.resolve(), 'the disk'));
      const looks: Promise<unknown>[] = [];
      for (const at of steps) {
        if (typeof at === 'number') looks.push(shelf.first(at));
        else put(at);
        if (scheduler.count() > 0 && looks.length % 2 === 0) await scheduler.waitOne();
      }
      await scheduler.waitFor(Promise.all(looks));
      const seen = await scheduler.waitFor(shelf.first(2));
      // Fewer than there are where some left while the disk was read.
      expect(seen).toEqual(first(2).slice(0, seen.length));
      if (first(1).length > 0) expect(seen).not.toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('asks the disk once for all that fits, and again only when too few are left', async () => {
  let reads = 0;
  const row = (n: number, state = 'queued') => ({ id: `${n}`, queuedAt: `${n}`, state, _deleted: false }) as JobRow;
  const disk = [1, 2, 3, 4, 5].map((n) => row(n));
  const shelf = createHeldPrintJobs({
    length,
    belongs: isQueued,
    compare,
    read: async (limit) => {
      reads += 1;
      return disk.slice(0, limit);
    },
  });
  expect((await shelf.first(2)).map(({ id }) => id)).toEqual(['1', '2']);
  for (const n of [1, 2]) shelf.take(row(n, 'printed'));
  expect((await shelf.first(2)).map(({ id }) => id)).toEqual(['3', '4']);
  expect(reads).toBe(1);
  shelf.take(row(3, 'printed'));
  disk.splice(0, 3);
  expect((await shelf.first(2)).map(({ id }) => id)).toEqual(['4', '5']);
  expect(reads).toBe(2);
});
