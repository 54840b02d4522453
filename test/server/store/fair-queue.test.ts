/** The queue for the writer serves all actors in turn, and each actor's work in order. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import { FairQueue } from '#server/store/fair-queue.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { ok } from '#shared/base/result.ts';

const actor = fc.constantFrom('a', 'b', 'c');

test('everything comes out once, in order within an actor, and no actor is passed over twice in a row by another', () => {
  fc.assert(
    fc.property(fc.array(actor, { maxLength: 60 }), (pushed) => {
      const queue = new FairQueue<readonly [string, number]>();
      pushed.forEach((name, i) => {
        queue.push(name, [name, i]);
      });
      expect(queue.length).toBe(pushed.length);
      const served: (readonly [string, number])[] = [];
      for (let item = queue.shift(); item; item = queue.shift()) {
        const waiting = new Set(pushed.filter((_, i) => i !== item[1] && !served.some(([, n]) => n === i)));
        // Twice in a row only where no other tenant waits.
        if (served.at(-1)?.[0] === item[0]) expect([...waiting].filter((name) => name !== item[0])).toEqual([]);
        served.push(item);
      }
      expect(queue.length).toBe(0);
      for (const name of ['a', 'b', 'c']) {
        const numbers = served.filter(([of]) => of === name).map(([, n]) => n);
        expect(numbers).toEqual(numbers.toSorted((x, y) => x - y));
      }
      expect(served.map(([, n]) => n).toSorted((x, y) => x - y)).toEqual(pushed.map((_, i) => i));
    }),
  );
});

test('a check-in that queues after a thousand rows of a kiosk is served second', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  const clock = () => Date.now();
  const store = openSqliteStore({ folder, clock, newId: idMaker(clock) });
  try {
    const db = await store.tenant('one');
    const served: string[] = [];
    const plan = (name: string) => async () => {
      served.push(name);
      return ok(null);
    };
    const bulk = Array.from({ length: 1_000 }, () => db.commit('kiosk:k', plan('bulk')));
    await db.commit('key:gate', plan('gate'));
    expect(served.indexOf('gate')).toBe(1);
    await Promise.all(bulk);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
});
