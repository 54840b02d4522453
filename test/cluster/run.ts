/**
 * `npm run cluster-faults [-- --rounds 20 --seed 7 --tenants 4 --by-coordinator]`: a Citus cluster and two servers under load; nodes are
 * killed at every phase of a commit, a worker is cut off and falls silent, a tenant moves, a node is added and
 * another drained and removed, the coordinator's standby takes its place. Ends with 1
 * where anything acknowledged is lost, doubled or beyond its number, or a fault of one node is an error of another's tenants.
 */
import { parseArgs } from 'node:util';
import { hasCluster, noCluster } from '#test/fixtures/cluster/find-script.ts';
import { cutOff, type Faults, killAt, move, tablesAreMade } from './faults.ts';
import { openGround } from './ground.ts';
import { promoteStandby, replaceWorker } from './operations.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    /** No round begins after so many. */
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '7' },
    tenants: { type: 'string', default: '4' },
    /** As if servers reached the coordinator alone. */
    'by-coordinator': { type: 'boolean', default: false },
    only: { type: 'string', default: 'kill,cut,stall,move,replace,standby' },
  },
});
const [rounds, seed, tenants] = [values.rounds, values.seed, values.tenants].map(Number) as [number, number, number];
const endMs = Number(values.minutes) * 60_000;
const cutMs = 8_000;
const clients = 2;
const restMs = 40;

if (!hasCluster) {
  console.error(noCluster);
  process.exit(1);
}
const startedMs = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - startedMs) / 1_000).toFixed(1).padStart(7)} s  ${line}`);
const ground = await openGround(tenants, !values['by-coordinator']);
say(`seed ${seed}: a coordinator, two workers, two servers, ${tenants} tenants`);
const loads = ground.load(clients, restMs);
const faults: Faults = { say, ground, loads };
const wrong: string[] = [];
const steps: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'kill',
    async () => {
      for (let round = 0; round < rounds && performance.now() - startedMs < endMs; round++)
        for (const error of await killAt(faults, round, seed)) wrong.push(`round ${round + 1}, another node: ${error}`);
    },
  ],
  ['cut', async () => void wrong.push(...(await cutOff(faults, 'cut', cutMs)))],
  ['stall', async () => void wrong.push(...(await cutOff(faults, 'stall', cutMs)))],
  ['move', async () => void wrong.push(...(await move(faults)))],
  ['replace', async () => void wrong.push(...(await replaceWorker(faults)))],
  ['standby', async () => void wrong.push(...(await promoteStandby(faults)))],
];
try {
  await tablesAreMade(faults);
  for (const [name, step] of steps) if (values.only.split(',').includes(name)) await step();
  await Promise.all(loads.map((load) => load.stop()));
  wrong.push(...(await ground.check(loads)));
  const sum = (of: (load: (typeof loads)[number]) => number) => loads.reduce((all, load) => all + of(load), 0);
  say(
    `${sum((load) => load.places.size)} registrations and ${sum((load) => load.checkins.size)} check-ins acknowledged, ` +
      `${sum((load) => load.errors.length)} answers asked for again, ${sum((load) => load.denied.size)} denied without a key`,
  );
} finally {
  await ground.end();
}
for (const line of wrong) say(line);
say(wrong.length === 0 ? 'nothing lost, nothing doubled, no number exceeded' : `${wrong.length} things are wrong`);
process.exit(wrong.length === 0 ? 0 : 1);
