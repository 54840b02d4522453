/**
 * The faults of `npm run cluster-faults` in short: a coordinator and a worker killed in the middle of commits, a worker that
 * falls silent, a tenant that moves, all under load of two servers.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasCluster } from '#test/fixtures/cluster/find-script.ts';
import { cutOff, type Faults, killAt, move, tablesAreMade } from './faults.ts';
import { type Ground, openGround } from './ground.ts';

const limitMs = 900_000;
const seed = 7;
const kills = 2;
/** Longer than a node may be unanswering before it counts as silent. */
const silentForMs = 4_000;
const clients = 2;
const restMs = 40;

let ground: Ground;

beforeAll(async () => {
  if (hasCluster) ground = await openGround(2);
}, limitMs);

afterAll(async () => {
  await ground?.end();
}, limitMs);

test.runIf(hasCluster)(
  'faults of a cluster lose nothing, double nothing, exceed no number, and stay with the tenants of their node',
  async () => {
    const loads = ground.load(clients, restMs);
    const faults: Faults = { ground, loads, say: (line) => console.info(`faults: ${line}`) };
    try {
      await tablesAreMade(faults);
      for (let round = 0; round < kills; round++)
        expect(await killAt(faults, round, seed), `round ${round + 1} of seed ${seed}: other nodes' tenants`).toEqual(
          [],
        );
      expect(await cutOff(faults, 'stall', silentForMs), "the other node's tenants").toEqual([]);
      expect(await move(faults), 'one moves, the others do not notice').toEqual([]);
    } finally {
      await Promise.all(loads.map((load) => load.stop()));
    }
    expect(await ground.check(loads)).toEqual([]);
  },
  limitMs,
);
