/**
 * One kiosk: the product's replica, station and sync over a simulated disk, network and clock. Its process comes and
 * goes, its disk stays. Remembers what people were shown, which is what the world is held to afterwards.
 */

import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import { openStation } from '#kiosk/station/open-station.ts';
import type { Station } from '#kiosk/station/station.ts';
import { assembleReplica, type SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { HandoverFile } from '#kiosk/store/handover-files.ts';
import { openRosterStore } from '#kiosk/store/roster-store.ts';
import type { ScanDoc, ScanRows } from '#kiosk/store/rows.ts';
import { createTrustedClock } from '#kiosk/store/trusted-clock.ts';
import { readCredentials } from '#kiosk/sync/credentials.ts';
import { handOverUnsent } from '#kiosk/sync/hand-over.ts';
import { openSync, type Sync } from '#kiosk/sync/open-sync.ts';
import type { ServerClient } from '#kiosk/sync/server-client.ts';
import { readSyncState } from '#kiosk/sync/sync-state.ts';
import { cheapVerifier as verifier } from './cheap-signing.ts';
import { deviceKeysOf } from './device-keys.ts';
import { diskFeeds } from './disk-feeds.ts';
import {
  diskChangeRows,
  diskRoster,
  diskScanRows,
  diskSettings,
  noPrintJobs,
  plainSealer,
  type StoredScan,
} from './disk-rows.ts';
import { doorActsOf } from './door-acts.ts';
import type { GroundKiosk } from './ground.ts';
import type { Network } from './network.ts';
import type { Random } from './random.ts';
import type { DoorAct } from './scenario.ts';
import type { CrashKind, MountedDisk, SimDisk } from './sim-disk.ts';
import { type Process, type VirtualTime, world } from './virtual-time.ts';

/** What a test plants into a kiosk: wraps of real functions, or a disk that lies. */
export interface KioskBugs {
  readonly checkpointFirst?: boolean;
  readonly client?: (client: ServerClient, random: Random) => ServerClient;
}

export interface RunningKiosk {
  readonly process: Process;
  readonly replica: SyncedReplica;
  readonly sync: Sync;
  readonly station: Station;
}

/** A file that a revoked kiosk made, and what lies sealed in it. */
export interface HandedOver {
  readonly ids: readonly string[];
  readonly file: HandoverFile;
}

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
  /** Scans that were handed to the disk, whatever became of them. */
  readonly handed: ReadonlySet<string>;
  /** Null while it is off, starts, or is not paired (any longer). */
  running(): RunningKiosk | null;
  /** Writes the pairing onto the disk and starts for the first time. */
  setUp(): Promise<void>;
  boot(): void;
  crash(how: CrashKind): void;
  setClock(byMs: number): void;
  /** Somebody holds out something. @param what it is, for the trace @returns null where the kiosk is not there to look at it */
  scan(text: string, what: string): Promise<AdmitResult | null>;
  /** Staff do something beyond scanning; nothing where the kiosk is off. */
  act(kind: DoorAct['kind']): Promise<void>;
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
  readonly foldAbove: number;
  readonly bugs: KioskBugs;
  readonly tell: (what: string) => void;
}

const yieldMs = 0.05;
/** Nobody searches here. */
const buildPauseMs = 60_000;
const bootAgainMs = 3_000;

export function createSimKiosk(parts: SimKioskParts): SimKiosk {
  const { n, ground, time, random, disk, network, bugs, tell } = parts;
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
    open(own).then(
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
        time.after(world, bootAgainMs, boot);
      },
    );
  }

  async function open(own: Process): Promise<RunningKiosk | null> {
    const bootedMs = time.now();
    const monotonicMs = (): number => time.now() - bootedMs;
    const wallMs = (): number => time.now() + wallOffsetMs;
    const timers = { monotonicMs, after: (delayMs: number, work: () => void) => time.after(own, delayMs, work) };
    const mounted = disk.mount(own);
    const settings = diskSettings(mounted);
    const inserted = new Set<(row: StoredScan) => void>();
    const sealer = plainSealer();
    const rosterStore = openRosterStore({
      disk: diskRoster(mounted),
      sealer,
      changes: diskChangeRows(mounted),
      yieldNow: () => time.sleep(own, yieldMs),
      pauseBuilding: () => time.sleep(own, buildPauseMs),
      foldAbove: parts.foldAbove,
    });
    const keys = deviceKeysOf(ground, time);
    const replica = await assembleReplica({
      rosterStore,
      loaded: await rosterStore.load(),
      scanRows: watched(
        diskScanRows(mounted, wallMs, (row) => {
          for (const listener of inserted) listener(row);
        }),
      ),
      settings,
      printJobs: noPrintJobs,
      feeds: diskFeeds({
        disk: mounted,
        time,
        process: own,
        checkpointFirst: bugs.checkpointFirst ?? false,
        onInsert: (listener) => {
          inserted.add(listener);
          return () => inserted.delete(listener);
        },
      }),
      keyStore: keys.store,
      sealer,
      timers,
      storage: async () => ({ persistent: true, usedBytes: 0, quotaBytes: 0 }),
      forgetSmall: () => forgetSettings(mounted),
      close: async () => {},
    });
    const credentials = await readCredentials(settings);
    if (credentials === null) return null;
    const saved = await readSyncState(settings);
    const clock = createTrustedClock({ monotonicMs, wallMs }, saved?.anchor ?? null);
    const client = keys.released(network.client(n, own, monotonicMs));
    const sync = openSync({
      replica,
      credentials,
      client: bugs.client?.(client, random) ?? client,
      keyStore: keys.store,
      clock,
      verifier,
      connectWakeUp: network.wakeUps(n, own),
      timers,
      random: random.next,
      saved,
      printer: () => ({ state: 'none', paper: null, message: null }),
      softwareVersion: null,
      async beforeWipe(current) {
        const ids = replica.journal.unsentIds();
        const files = {
          write(file: HandoverFile) {
            keys.signed();
            const handed: HandedOver = { ids, file };
            return mounted.write('strict', (tables) => tables.put('handover', file.madeAt, handed));
          },
        };
        await handOverUnsent(current, { journal: replica.journal, keyStore: keys.store, nowMs: clock.now(), files });
      },
    });
    tellPhases(sync);
    const { kioskId, event, gate, role, demo } = credentials;
    const station = await openStation({
      replica,
      identity: { kioskId, event, gate, role, demo },
      clock,
      link: sync,
      verifier,
      monotonicMs,
      randomBytes: random.bytes,
      // Deriving one from a PIN takes long on purpose; nobody types one here.
      approvals: {
        derive: async () => new Uint8Array(32),
        open: async () => null,
        sign: async () => new Uint8Array(64),
      },
      every: (intervalMs, work) => everyOf(own, intervalMs, work),
    });
    return { process: own, replica, sync, station };
  }

  /** @returns false where the disk refused it: people pair it again when there is room */
  async function notePairing(): Promise<boolean> {
    try {
      await diskSettings(disk.mount(world)).write('credentials', ground.credentials);
      return true;
    } catch (error) {
      tell(`is not paired: ${String(error)}`);
      return false;
    }
  }

  function tellPhases(sync: Sync): void {
    let told = '';
    sync.subscribe(() => {
      const phase = sync.phase();
      const reason = 'reason' in phase ? `: ${phase.reason}` : 'code' in phase ? `: ${phase.code}` : '';
      const text = `is ${phase.phase}${reason}`;
      if (text !== told) tell(text);
      told = text;
    });
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

  const acts = doorActsOf(n, show, tell);

  function everyOf(own: Process, intervalMs: number, work: () => void): () => void {
    let cancel = time.after(own, intervalMs, turn);
    function turn(): void {
      cancel = time.after(own, intervalMs, turn);
      work();
    }
    return () => cancel();
  }

  function watched(rows: ScanRows): ScanRows {
    return {
      ...rows,
      insert: (row: ScanDoc) => {
        handed.add(row.id);
        return rows.insert(row);
      },
    };
  }

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
      while (!(await notePairing())) await time.sleep(world, bootAgainMs);
      // Started meanwhile, it shows its pairing screen, and goes on from there.
      if (unpaired) process.alive = false;
      boot();
    },
    boot,
    crash(how) {
      if (!process.alive) return;
      process.alive = false;
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

function forgetSettings(mounted: MountedDisk): Promise<void> {
  return mounted.write('strict', (tables) => {
    for (const name of tables.keys('settings')) tables.delete('settings', name);
  });
}
