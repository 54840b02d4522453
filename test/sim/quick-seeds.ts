/** Seeds in a test, ten at a time: a run of its own each, and what to do about the one that fails. */
import { afterAll, describe, expect, test } from 'vitest';
import { Grounds, openSeeds } from './seeds.ts';

const seedsATest = 10;
/** A limit for what hangs on a busy machine, no measure. */
const timeoutMs = 600_000;

export function testSeeds(from: number, to: number): void {
  const grounds = new Grounds();
  const seeds = openSeeds(grounds, 'quick');
  afterAll(() => grounds.end());
  describe('SIM1–SIM10 hold after any events', () => {
    for (let first = from; first <= to; first += seedsATest) {
      const last = Math.min(to, first + seedsATest - 1);
      test(`seeds ${first} to ${last}`, { timeout: timeoutMs }, async () => {
        const failures: string[] = [];
        for (let seed = first; seed <= last; seed++) {
          const run = await seeds.run(seed);
          if (run.result.broken.length > 0) failures.push(await seeds.explain(run));
        }
        expect(failures.join('\n\n')).toBe('');
      });
    }
  });
}
