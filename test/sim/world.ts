/**
 * One world from beginning to end: kiosks and a server over a copy of the ground, people coming, everything breaking as
 * the scenario says; then all is healed, the world comes to rest, and what must hold is checked. Then every kiosk loses
 * its power at once and starts again, and it must hold once more.
 */
import { createHash } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { must } from '#shared/base/assert.ts';
import { secondMs } from '#shared/base/time.ts';
import type { Broken } from './check.ts';
import { comeToRest } from './come-to-rest.ts';
import { finish, type Ground, newFolder, openingMs } from './ground.ts';
import { checkWorld } from './invariants.ts';
import { moodsOf } from './moods.ts';
import { createNetwork } from './network.ts';
import type { PlantedBug } from './planted-bugs.ts';
import { randomOf } from './random.ts';
import type { RunningServer } from './run-server.ts';
import type { Scenario } from './scenario.ts';
import { schedule } from './schedule.ts';
import { createSimDisk } from './sim-disk.ts';
import { createSimKiosk, type SimKiosk } from './sim-kiosk.ts';
import { SimLan } from './sim-lan.ts';
import { createSimServer, type SimServer } from './sim-server.ts';
import type { Tell } from './tell.ts';
import { ticketCodesOf } from './ticket-codes.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

export interface WorldResult {
  /** Empty: all held. */
  readonly broken: readonly Broken[];
  /** The same for the same scenario, always. */
  readonly trace: string;
  readonly scans: number;
  readonly checkins: number;
  readonly conflicts: number;
  /** Frames from kiosk to kiosk. */
  readonly frames: number;
  readonly steps: number;
  readonly virtualMs: number;
}

/** What the checks look at. */
export interface World {
  readonly ground: Ground;
  readonly scenario: Scenario;
  readonly time: VirtualTime;
  readonly server: RunningServer;
  readonly kiosks: readonly SimKiosk[];
  /** Kiosks that were revoked; whether they know depends on whether they could be reached. */
  readonly revoked: ReadonlySet<number>;
  /** The server was restored from a copy: what a kiosk had wiped by then may be gone. */
  readonly restored: boolean;
  readonly round: 'healed' | 'restarted';
}

/** @param hear what happens, with its time in milliseconds since the event opened */
export async function runWorld(
  scenario: Scenario,
  ground: Ground,
  bug: PlantedBug | null,
  hear: (atMs: number, who: string, what: string) => void = () => {},
): Promise<WorldResult> {
  const folder = newFolder();
  cpSync(ground.folder, folder, { recursive: true });
  const time = createVirtualTime(openingMs);
  const sinceOpening = (): number => time.now() - openingMs;
  const tell: Tell = (who, what) => hear(sinceOpening(), who, what);
  const moods = moodsOf(scenario.faults, sinceOpening);
  const lan = scenario.lan && new SimLan(time, randomOf(scenario.seed, 'lan lines'), scenario.lan, sinceOpening);
  const stage = setUp({ scenario, ground, bug, folder, time, moods, lan, tell });
  const { server, kiosks } = stage;
  const revoked = new Set<number>();
  let restored = false;

  try {
    await finish(time, server.start());
    const codes = await ticketCodesOf(folder, ground, must(server.running(), 'a server'));
    for (const kiosk of kiosks) void kiosk.setUp();
    schedule({
      scenario,
      ground,
      time,
      server,
      kiosks,
      codes,
      tell,
      onRevoked: (kiosk) => revoked.add(kiosk),
      onRestored: () => {
        restored = true;
      },
    });
    await time.runUntil(openingMs + scenario.lengthMs);
    await heal();
    const broken = await restAndCheck('healed');
    if (broken.length === 0) {
      tell('world', 'every kiosk loses its power');
      for (const kiosk of kiosks) kiosk.crash('power');
      await switchOn();
      broken.push(...(await restAndCheck('restarted')));
    }
    return await resultOf({ broken, server, kiosks, time, lan });
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }

  async function heal(): Promise<void> {
    tell('world', 'everything is healed');
    for (const kiosk of kiosks) kiosk.disk.heal();
    server.heal();
    lan?.heal();
    if (server.running() === null) await finish(time, server.start());
    // What could not be revoked while the server was down, or was forgotten by a restore, is revoked now.
    for (const n of revoked) await finish(time, server.running()!.kiosks.revoke(kiosks[n]!.kioskId));
    await switchOn();
  }

  /** Starts the kiosks that are off. */
  async function switchOn(): Promise<void> {
    for (const kiosk of kiosks) kiosk.boot();
    await time.runUntil(time.now() + secondMs);
  }

  async function restAndCheck(round: World['round']): Promise<Broken[]> {
    const running = must(server.running(), 'a healed server');
    const view: World = { ground, scenario, time, server: running, kiosks, revoked, restored, round };
    const restless = await comeToRest(view);
    const broken = restless.length > 0 ? restless : await checkWorld(view);
    tell('world', broken.length === 0 ? `all holds (${round})` : `breaks (${round})`);
    return broken;
  }
}

interface Parts {
  readonly scenario: Scenario;
  readonly ground: Ground;
  readonly bug: PlantedBug | null;
  readonly folder: string;
  readonly time: VirtualTime;
  readonly moods: ReturnType<typeof moodsOf>;
  readonly lan: SimLan | null;
  readonly tell: Tell;
}

function setUp({ scenario, ground, bug, folder, time, moods, lan, tell }: Parts): {
  readonly server: SimServer;
  readonly kiosks: readonly SimKiosk[];
} {
  const { seed } = scenario;
  const server = createSimServer({
    folder,
    time,
    random: randomOf(seed, 'server'),
    bugs: bug?.server?.(time) ?? {},
    onCommit: () => network.hint(),
    commitMs: moods.commitMs,
    tell,
  });
  const network = createNetwork(time, randomOf(seed, 'network'), moods.network, {
    serve: () => server.running()?.serve ?? null,
    onCrash: server.onCrash,
  });
  const kiosks = Array.from({ length: scenario.kiosks }, (_, n) =>
    createSimKiosk({
      n,
      ground: must(ground.kiosks[n], 'a paired kiosk'),
      time,
      random: randomOf(seed, 'kiosk', n),
      disk: createSimDisk(time, randomOf(seed, 'disk', n), () => moods.disk(n), bug?.earlyDisk ?? false),
      network,
      lan,
      foldAbove: scenario.foldAbove,
      bugs: bug?.kiosk ?? {},
      tell: (what) => tell(`kiosk ${n}`, what),
    }),
  );
  return { server, kiosks };
}

async function resultOf(end: {
  readonly broken: readonly Broken[];
  readonly server: SimServer;
  readonly kiosks: readonly SimKiosk[];
  readonly time: VirtualTime;
  readonly lan: SimLan | null;
}): Promise<WorldResult> {
  const { broken, server, kiosks, time, lan } = end;
  const store = must(server.running(), 'a server').tenantStore;
  const all = async (collection: string) => store.find(collection, { limit: 100_000 });
  const [scans, checkins, conflicts] = [await all('scans'), await all('checkins'), await all('checkin_conflicts')];
  const hash = createHash('sha256');
  for (const row of [...scans, ...checkins, ...conflicts]) hash.update(JSON.stringify(row));
  for (const kiosk of kiosks) hash.update(JSON.stringify(kiosk.shown));
  hash.update(`${time.steps()} ${time.now()}`);
  return {
    broken,
    trace: hash.digest('hex').slice(0, 16),
    scans: scans.length,
    checkins: checkins.length,
    conflicts: conflicts.length,
    frames: lan?.frames ?? 0,
    steps: time.steps(),
    virtualMs: time.now() - openingMs,
  };
}
