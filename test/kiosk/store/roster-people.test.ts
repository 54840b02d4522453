import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HeldRecord } from '#kiosk/store/held-records.ts';
import { packChunk, unpackChunk } from '#kiosk/store/packed-chunk.ts';
import { createRosterMaps } from '#kiosk/store/roster-maps.ts';
import { createRosterPeople } from '#kiosk/store/roster-people.ts';

const person = (n: number, name: string): HeldRecord => ({
  id: `p${String(n).padStart(4, '0')}`,
  ticketNumber: `T${n}`,
  name,
  email: null,
  company: null,
});

/** A walk through `count` people that stops after every slice until it is let on. */
function paused(count: number) {
  const maps = createRosterMaps();
  const all = Array.from({ length: count }, (_, n) => person(n, `first${n}`));
  maps.addChunk(unpackChunk(packChunk('registrations', all)));
  const waiting: (() => void)[] = [];
  const people = createRosterPeople(
    () => maps.registrations(),
    () => new Promise((go) => waiting.push(go)),
  );
  let seq = 0;
  const change = (id: string, record: HeldRecord | null): void => {
    maps.apply({ collection: 'registrations', id, seq: ++seq, record });
    people.put(id, maps.registration(id) as HeldRecord | null);
  };
  const goOn = async (): Promise<void> => {
    waiting.shift()?.();
    await new Promise((done) => setImmediate(done));
  };
  const idsOf = (text: string): string[] => people.search(text, 20).hits.map(({ id }) => id);
  return { people, change, goOn, idsOf };
}

describe('the people of a roster', () => {
  test('are found while the rest is still read in, and say so', async () => {
    const { people, goOn, idsOf } = paused(600);
    const built = people.replaced();
    expect([people.complete(), idsOf('first77'), idsOf('first599')]).toEqual([false, ['p0077'], []]);
    await goOn();
    await goOn();
    await built;
    expect([people.complete(), idsOf('first599')]).toEqual([true, ['p0599']]);
  });

  test('people who change or go while they are read in are found as they are now, before and after the walk', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ n: fc.nat({ max: 599 }), gone: fc.boolean(), step: fc.nat({ max: 3 }) }), {
          maxLength: 12,
        }),
        async (changes) => {
          const { people, change, goOn, idsOf } = paused(600);
          const built = people.replaced();
          const last = new Map<number, string | null>();
          for (let step = 0; step <= 3; step++) {
            for (const [at, { n, gone }] of changes.filter((each) => each.step === step).entries()) {
              const name = `second${n}x${step}x${at}`;
              change(`p${String(n).padStart(4, '0')}`, gone ? null : person(n, name));
              last.set(n, gone ? null : name);
            }
            await goOn();
          }
          await built;
          for (const [n, name] of last) {
            expect(idsOf(`first${n}`)).not.toContain(`p${String(n).padStart(4, '0')}`);
            if (name !== null) expect(idsOf(name)).toEqual([`p${String(n).padStart(4, '0')}`]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('of another roster take the place of all', async () => {
    const { people, goOn, idsOf, change } = paused(10);
    await people.replaced();
    change('p0003', null);
    expect(idsOf('first3')).toEqual([]);
    await people.replaced();
    await people.moved();
    await goOn();
    expect([people.complete(), idsOf('first3'), idsOf('first4')]).toEqual([true, [], ['p0004']]);
  });
});
