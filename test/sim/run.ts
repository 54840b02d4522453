/**
 * `npm run sim -- --seeds 1000 --from 1` runs so many worlds; `npm run sim -- --seed 42` replays one and tells it.
 * With `--full`: 20 kiosks and 50,000 registrations. `--shrink` makes what fails small, `--keep …` replays what is left.
 * `--lan` runs those seeds alone whose kiosks hear each other.
 * `--bug words` plants the bug whose name holds these words, `--trace` tells each world as a replay does.
 */
import { parseArgs } from 'node:util';
import { secondMs } from '#shared/base/time.ts';
import { plantedBugs } from './planted-bugs.ts';
import { scenarioOf } from './scenario.ts';
import { Grounds, type Hear, openSeeds, parseKept, type SeedRun } from './seeds.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
    full: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    keep: { type: 'string' },
    bug: { type: 'string' },
    lan: { type: 'boolean', default: false },
  },
});
const profile = values.full ? 'full' : 'quick';
const first = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const { bug: words } = values;
const bug = words === undefined ? null : (plantedBugs.find(({ name }) => name.includes(words)) ?? null);
if (words !== undefined && bug === null) throw new Error(`no planted bug has "${words}" in its name`);
if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || count < 1) throw new Error('a seed is a number');

const hear: Hear = (atMs, who, what) =>
  console.log(`${(atMs / secondMs).toFixed(3).padStart(9)} s  ${who.padEnd(9)} ${what}`);
const isTraced = values.trace || (values.seed !== undefined && !values.shrink);
const grounds = new Grounds();
const seeds = openSeeds(grounds, profile, bug);
const failed: number[] = [];
const sum = { scans: 0, checkins: 0, conflicts: 0, virtualMs: 0 };
const startedMs = performance.now();

function seedLine({ seed, result, scenario }: SeedRun): string {
  const { scans, checkins, conflicts, steps, virtualMs, trace, broken } = result;
  const { kiosks, registrations, faults, lan } = scenario;
  return [
    `seed ${seed}: ${kiosks} kiosks${lan ? ' on a LAN' : ''}, ${registrations} people, ${faults.length} faults`,
    ` → ${scans} scans, ${checkins} check-ins, ${conflicts} conflicts`,
    `; ${Math.round(virtualMs / secondMs)} s in ${steps} steps; ${trace} ${broken.length === 0 ? 'holds' : 'BREAKS'}`,
  ].join('');
}

let ran = 0;
for (let seed = first; seed < first + count; seed++) {
  if (values.lan && scenarioOf(seed, profile).lan === null) continue;
  ran += 1;
  const kept = values.keep === undefined ? undefined : parseKept(values.keep, seed, profile);
  const run = await seeds.run(seed, kept, isTraced ? hear : undefined).catch((fault: unknown) => {
    console.log(`seed ${seed} ends with a fault:`, fault);
    failed.push(seed);
    return null;
  });
  if (run === null) continue;
  console.log(seedLine(run));
  for (const name of ['scans', 'checkins', 'conflicts', 'virtualMs'] as const) sum[name] += run.result[name];
  if (run.result.broken.length === 0) continue;
  failed.push(seed);
  for (const { id, round, what } of run.result.broken) console.log(`  ${id} (${round}): ${what}`);
  if (values.shrink) console.log(await seeds.explain(run));
}
grounds.end();

const { user, system } = process.cpuUsage();
const realS = Math.round((performance.now() - startedMs) / secondMs);
console.log(
  `${ran} seeds: ${sum.scans} scans, ${sum.checkins} check-ins, ${sum.conflicts} conflicts in`,
  `${(sum.virtualMs / 3_600_000).toFixed(1)} virtual hours; ${realS} s, ${Math.round((user + system) / 1e6)} s of CPU`,
);
console.log(failed.length === 0 ? 'all hold' : `BROKEN: seeds ${failed.join(', ')}; --seed N tells, --shrink explains`);
process.exitCode = failed.length === 0 ? 0 : 1;
