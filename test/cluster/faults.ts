/**
 * Faults on a cluster under load: nodes that are killed at a phase of a commit, a worker that is cut off or answers nothing,
 * a tenant that is moved. Each says what came of it in a line.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { NodeName, WorkerName } from '#test/fixtures/cluster/start-cluster.ts';
import { randomOf } from '#test/sim/random.ts';
import { type Ground, schemaOf } from './ground.ts';
import type { Load } from './load.ts';

/** Acknowledged by each tenant before the next fault, so that every fault meets load. */
const acksBetween = 3;
/** Where no commit comes by in this time, the fault comes without. */
const trapMs = 20_000;

/**
 * Where a commit is when the fault comes, and where it is watched. One tenant's commit has one phase: no second to cut.
 * Through the front go only those of servers that do not reach the workers.
 */
const allPhases = [
  { name: 'any moment', gate: null, point: { step: 'commit', when: 'before' } },
  { name: 'COMMIT on its way to the coordinator', gate: 'front', point: { step: 'commit', when: 'before' } },
  { name: 'COMMIT on its way to the worker', gate: 'worker', point: { step: 'commit', when: 'before' } },
  { name: "the worker's answer to it on its way", gate: 'worker', point: { step: 'commit', when: 'answered' } },
  { name: "the coordinator's answer on its way", gate: 'front', point: { step: 'commit', when: 'answered' } },
] as const;

export const phasesOf = ({ isDirect }: Ground) => allPhases.filter(({ gate }) => gate !== 'front' || !isDirect);

export interface Faults {
  readonly say: (line: string) => void;
  readonly ground: Ground;
  readonly loads: readonly Load[];
}

const workers: readonly WorkerName[] = ['w1', 'w2'];

export async function allGoOn({ loads }: Faults): Promise<void> {
  await Promise.all(loads.map((load) => load.more(acksBetween)));
}

/** No new table in this time: what load and followers write to is made. */
const quietMs = 3_000;

/**
 * A table is made when it is first written to, on all nodes at once (store/postgres/README.md): a tenant that needs one is
 * refused while a node is silent. Faults begin when there is no such moment any more.
 */
export async function tablesAreMade(faults: Faults): Promise<void> {
  const { cluster } = faults.ground;
  const count = async () => {
    const sql = `SELECT count(*) AS n FROM pg_tables WHERE schemaname LIKE 'gatehouse_%'`;
    return Number((await cluster.query<{ n: string }>(sql))[0]?.n);
  };
  let before = -1;
  for (let now = await count(); now !== before; now = await count()) {
    before = now;
    await allGoOn(faults);
    await wait(quietMs);
  }
}

/** What a fault of one worker did to its own tenants, and to those of the others. */
function effects({ ground, loads }: Faults, worker: WorkerName): { readonly line: string; readonly others: string[] } {
  const own = new Set(ground.tenantsOn(worker));
  const summaryOf = (some: readonly Load[]) => {
    const errors = some.flatMap((load) => load.newErrors());
    const slowest = Math.max(0, ...some.map((load) => load.slowestMs()));
    const pause = Math.max(0, ...some.map((load) => load.pauseMs()));
    return `${errors.length} errors, slowest answer ${Math.round(slowest)} ms, longest pause ${Math.round(pause)} ms`;
  };
  const mine = loads.filter(({ tenant }) => own.has(tenant));
  const others = loads.filter(({ tenant }) => !own.has(tenant));
  return {
    line: `its tenants: ${summaryOf(mine)}; the others: ${summaryOf(others)}`,
    others: others.flatMap((load) => [...load.newErrors()]),
  };
}

export function begin({ loads }: Faults): void {
  for (const load of loads) load.begin();
}

/** @returns errors of tenants on other nodes, where a worker was killed */
export async function killAt(faults: Faults, round: number, seed: number): Promise<readonly string[]> {
  const { ground, say } = faults;
  const { cluster } = ground;
  const random = randomOf(seed, 'kill', round);
  const victims: readonly NodeName[] = ['c', ...workers];
  // Each pair of a phase and a node once, in an order of the seed, then by chance.
  const pairs = phasesOf(ground).flatMap((phase) => victims.map((victim) => ({ phase, victim })));
  const order = randomOf(seed, 'pairs');
  const shuffled = pairs.map((pair) => ({ pair, at: order.next() })).sort((a, b) => a.at - b.at);
  const { phase, victim } = shuffled[round]?.pair ?? random.pick(pairs);
  await allGoOn(faults);
  begin(faults);
  const kill = () => cluster.kill(victim);
  let met = true;
  if (phase.gate === null) {
    await wait(random.whole(0, 300));
    await kill();
  } else {
    const watched = victim === 'c' ? random.pick(workers) : victim;
    const gate = phase.gate === 'front' ? cluster.front : cluster.gate(watched as WorkerName);
    met = await gate.atCommit(phase.point, kill, trapMs);
    if (!met) await kill();
  }
  await wait(random.whole(0, 1_500));
  await cluster.back(victim);
  await allGoOn(faults);
  const { line, others } = effects(faults, victim === 'c' ? 'w1' : (victim as WorkerName));
  say(
    `round ${round + 1}: ${victim} killed, ${phase.name}${met ? '' : ' (none came by)'}; ${victim === 'c' ? `all: ${line}` : line}`,
  );
  return victim === 'c' ? [] : others;
}

/** @returns errors of the other node's tenants */
export async function cutOff(faults: Faults, how: 'cut' | 'stall', forMs: number): Promise<readonly string[]> {
  const { ground, loads, say } = faults;
  const worker: WorkerName = 'w1';
  await allGoOn(faults);
  begin(faults);
  ground.cluster.gate(worker)[how]();
  const own = new Set(ground.tenantsOn(worker));
  const others = loads.filter(({ tenant }) => !own.has(tenant));
  await Promise.all([wait(forMs), ...others.map((load) => load.more(acksBetween))]);
  const metrics = await fetch(`${ground.servers[0]}/metrics`).then((response) => response.text());
  const shown = metrics.split('\n').filter((line) => /^gatehouse_node_\w+\{.*\} [1-9]/.test(line));
  const then = effects(faults, worker);
  ground.cluster.gate(worker).open();
  await allGoOn(faults);
  say(
    `${worker} ${how === 'cut' ? 'cut off' : 'silent'} for ${forMs} ms; ${then.line}; then ${effects(faults, worker).line}`,
  );
  for (const line of shown) say(`  ${line}`);
  return then.others;
}

/** What a tenant that is being moved may answer: it was not changed, and is asked again. */
export const isTryAgain = (line: string) => line.includes(' 503 ') && line.includes('Nothing was changed');

/** One of w1 to w2, where it stays. @returns errors of the other tenants, and of its own what is no "try again" */
export async function move(faults: Faults): Promise<readonly string[]> {
  const { ground, loads, say } = faults;
  const { cluster } = ground;
  const load = loads.find(({ tenant }) => tenant === ground.tenantsOn('w1')[0]);
  if (!load) throw new Error('no tenant on w1');
  await allGoOn(faults);
  begin(faults);
  const startedMs = performance.now();
  await cluster.move(schemaOf(load.tenant), 'w2');
  await allGoOn(faults);
  const tookMs = Math.round(performance.now() - startedMs);
  const own = load.newErrors();
  const others = loads.filter((one) => one !== load).flatMap((one) => [...one.newErrors()]);
  say(
    `${load.tenant.slug} moved to w2 in ${tookMs} ms: paused ${Math.round(load.pauseMs())} ms, ` +
      `${own.length} asked again, ${others.length} errors of the others`,
  );
  return [...others, ...own.filter((line) => !isTryAgain(line))];
}
