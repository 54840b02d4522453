/**
 * One kiosk: the product's replica, station and sync over a simulated disk, network and clock. Its process comes and
 * goes, its disk stays. Remembers what people were shown, which is what the world is held to afterwards.
 */

import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import { diskSettings } from './disk-rows.ts';
import type { GroundKiosk } from './ground.ts';
import type { Network } from './network.ts';
import type { Random } from './random.ts';
import { type KioskBugs, type RunningKiosk, runKiosk } from './run-kiosk.ts';
import type { StaffAct } from './scenario.ts';
import type { CrashKind, SimDisk } from './sim-disk.ts';
import type { SimLan } from './sim-lan.ts';
import { staffActsOf } from './staff-acts.ts';
import { type Process, type VirtualTime, world } from './virtual-time.ts';

export interface Shown {
  readonly scanId: string;
  readonly verdict: string;
}

export interface SimKiosk {
  readonly n: number;
  readonly kioskId: string;
  readonly disk: SimDisk;
  /** Verdicts that people saw. */
  readonly shown: readonly Shown[];
  /** Scans that were given to the disk, whether or not they became durable. */
  readonly handed: ReadonlySet<string>;
  /** Null while it is off, starts, or is not paired (any longer). */
  running(): RunningKiosk | null;
  /** Writes the pairing onto the disk and starts for the first time. */
  setUp(): Promise<void>;
  boot(): void;
  crash(how: CrashKind): void;
  setClock(byMs: number): void;
  /** A person shows a code. @param what it is, for the trace @returns null where the kiosk is off */
  scan(text: string, what: string): Promise<AdmitResult | null>;
  /** Staff do something beyond scanning; nothing where the kiosk is off. */
  act(kind: StaffAct['kind']): Promise<void>;
  /** It has been wiped, or was never paired. */
  unpaired(): boolean;
  bootFaults(): readonly string[];
}

export interface SimKioskParts {
  readonly n: number;
  readonly ground: GroundKiosk;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly disk: SimDisk;
  readonly network: Network;
  /** Null: a world without one. */
  readonly lan: SimLan | null;
  readonly foldAbove: number;
  readonly bugs: KioskBugs;
  readonly tell: (what: string) => void;
}

const bootAgainMs = 3_000;

/** @returns false where the disk refused it: people pair it again when there is room */
async function notePairing({ disk, ground, tell }: SimKioskParts): Promise<boolean> {
  try {
    await diskSettings(disk.mount(world)).write('credentials', ground.credentials);
    return true;
  } catch (error) {
    tell(`is not paired: ${String(error)}`);
    return false;
  }
}

export function createSimKiosk(parts: SimKioskParts): SimKiosk {
  const { n, ground, time, random, disk, network, lan, bugs, tell } = parts;
  const shown: Shown[] = [];
  const handed = new Set<string>();
  const faults: string[] = [];
  let process: Process = { name: `kiosk ${n} (off)`, alive: false };
  let running: RunningKiosk | null = null;
  let unpaired = false;
  let boots = 0;
  let wallOffsetMs = 0;

  function boot(): void {
    if (process.alive) return;
    const own: Process = { name: `kiosk ${n} run ${++boots}`, alive: true };
    process = own;
    const opening = runKiosk({
      ...{ n, process: own, ground, time, random, network, bugs, tell },
      mounted: disk.mount(own),
      host: lan?.host(n, own) ?? null,
      foldAbove: parts.foldAbove,
      wallMs: () => time.now() + wallOffsetMs,
      onHanded: (scanId) => handed.add(scanId),
    });
    opening.then(
      (opened) => {
        if (!own.alive) return;
        running = opened;
        unpaired = opened === null;
        tell(unpaired ? 'starts, and is not paired' : `starts with ${opened?.replica.journal.pending()} unsent scans`);
      },
      (error: unknown) => {
        // People press the button again.
        if (!own.alive) return;
        faults.push(String(error));
        tell(`does not start: ${String(error)}`);
        own.alive = false;
        lan?.left(n);
        time.after(world, bootAgainMs, boot);
      },
    );
  }

  function show(result: AdmitResult, what: string): void {
    if (result.kind !== 'decided') {
      tell(`answers ${result.kind} to ${what}`);
      return;
    }
    const { scanId, verdict } = result.outcome;
    shown.push({ scanId, verdict: verdict.code });
    tell(`shows ${verdict.code} to ${what} (scan ${scanId})`);
  }

  const acts = staffActsOf(n, show, tell);

  return {
    n,
    kioskId: ground.credentials.kioskId,
    disk,
    shown,
    handed,
    running: () => running,
    unpaired: () => unpaired,
    bootFaults: () => faults,
    async setUp() {
      while (!(await notePairing(parts))) await time.sleep(world, bootAgainMs);
      // Started meanwhile, it shows its pairing screen, and goes on from there.
      if (unpaired) process.alive = false;
      boot();
    },
    boot,
    crash(how) {
      if (!process.alive) return;
      process.alive = false;
      lan?.left(n);
      running = null;
      tell(how === 'kill' ? 'is killed' : 'loses its power');
      disk.crash(how);
    },
    setClock(byMs) {
      wallOffsetMs += byMs;
    },
    async act(kind) {
      if (running !== null) await acts[kind](running.station);
    },
    async scan(text, what) {
      const at = running;
      if (at === null) {
        tell(`is off when ${what} comes`);
        return null;
      }
      const result = await at.station.admit({ source: 'wedge', candidates: [text] });
      show(result, what);
      return result;
    },
  };
}
