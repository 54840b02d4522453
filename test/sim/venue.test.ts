/** V1–V5 at simulated venues, and planted bugs that such a venue finds. `VENUE_SEEDS` runs so many of them by hand. */
import { describe, expect, test } from 'vitest';
import { venueScenario } from './venue-scenario.ts';
import { runVenue, type VenueBug } from './venue-world.ts';

const timeoutMs = 3_600_000;
const seedsInCi = 200;
/** A bug that so many venues do not show would hide from the seeds in CI, too. */
const seedsMax = 40;

const bugs: readonly VenueBug[] = [
  {
    name: 'a hub that forgets a kiosk',
    parts: (parts, n, kiosks) => ({
      ...parts,
      members: {
        ...parts.members,
        find: (id) => (n === 0 && id === parts.members.all()[kiosks - 1]?.id ? null : parts.members.find(id)),
      },
    }),
  },
  { name: 'a repeated counter', forgetsRun: true },
  {
    name: 'a frame accepted under an old key',
    parts: (parts) => ({
      ...parts,
      keys: () => {
        const keys = parts.keys();
        const { current, previous = null } = keys ?? {};
        return current
          ? { current, previous: previous && { ...previous, readsUntilMs: Number.MAX_SAFE_INTEGER } }
          : null;
      },
    }),
  },
  { name: 'a lease counted twice', countsTwice: true },
  { name: 'a kiosk whose rules do not know what others say', ignoresOthers: true },
  { name: 'a box that answers what it hears before it has kept it', boxForgets: true },
  { name: 'a server that forgets who was admitted twice', forgetsConflicts: true },
];

test('V1 V2 V3 V4 V5 hold at any venue, and the server has one check-in a person', { timeout: timeoutMs }, async () => {
  const [from, count] = [Number(process.env['VENUE_FROM'] ?? 1), Number(process.env['VENUE_SEEDS'] ?? seedsInCi)];
  const failures: string[] = [];
  const sum = { scans: 0, frames: 0, passed: 0 };
  for (let seed = from; seed < from + count && failures.length < 5; seed += 1) {
    const { broken, ...counts } = await runVenue(venueScenario(seed));
    if (broken.length > 0) failures.push(`seed ${seed}: ${broken.join('; ')}`);
    for (const name of ['scans', 'frames', 'passed'] as const) sum[name] += counts[name];
  }
  expect(failures).toEqual([]);
  for (const n of Object.values(sum)) expect(n).toBeGreaterThan(count);
  if (process.env['VENUE_SEEDS']) console.log(`${count} venues hold: ${JSON.stringify(sum)}`);
});

test('PE4 what was heard under the older key while it still read is passed on later, and lost in between', async () => {
  // A slow clock let the older key read for two seconds more; a power loss and a second hearing came after its hour.
  expect((await runVenue({ ...venueScenario(240), takeBacks: [] })).broken).toEqual([]);
});

test('V1 what the network takes in its worst moment is not counted as a wait of the mesh', async () => {
  // Seed 1631 had one frame in a thousand on its way for longer than V1 allows in all.
  expect((await runVenue({ ...venueScenario(1_631), takeBacks: [] })).broken).toEqual([]);
});

test('SIM11 a venue is the same again for the same seed', async () => {
  for (const seed of [3, 14]) expect(await runVenue(venueScenario(seed))).toEqual(await runVenue(venueScenario(seed)));
});

describe('planted bugs are found', () => {
  test.each(bugs.map((bug) => [bug.name, bug] as const))('%s', { timeout: timeoutMs }, async (_, bug) => {
    let found = 0;
    for (let seed = 1; seed <= seedsMax && found === 0; seed += 1)
      if ((await runVenue(venueScenario(seed), bug)).broken.length > 0) found = seed;
    expect(found, `none of ${seedsMax} seeds found it`).toBeGreaterThan(0);
  });
});
