/** One run of a kiosk's process: the product's replica, sync and station over the disk, network and clock of the simulation. */

import { startVenue } from '#kiosk/start/start-venue.ts';
import type { NeighbourPlaces } from '#kiosk/station/neighbour-places.ts';
import { openStation } from '#kiosk/station/open-station.ts';
import type { Station } from '#kiosk/station/station.ts';
import { webCryptoMac } from '#kiosk/station/web-crypto-mac.ts';
import { assembleReplica, type SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { HandoverFile } from '#kiosk/store/handover-files.ts';
import { openRosterStore } from '#kiosk/store/roster-store.ts';
import type { ScanDoc, ScanRows } from '#kiosk/store/rows.ts';
import type { Timers } from '#kiosk/store/timers.ts';
import { createTrustedClock, type TrustedClock } from '#kiosk/store/trusted-clock.ts';
import { readCredentials } from '#kiosk/sync/credentials.ts';
import { handOverUnsent } from '#kiosk/sync/hand-over.ts';
import { openSync, type Sync } from '#kiosk/sync/open-sync.ts';
import type { ServerClient } from '#kiosk/sync/server-client.ts';
import { readSyncState, type SyncState } from '#kiosk/sync/sync-state.ts';
import type { Venue } from '#kiosk/venue/venue.ts';
import { nodeSha256 } from '#shared/lan/node-crypto.ts';
import type { PeerApi } from '#shared/peers/peer-api.ts';
import type { Credentials } from '#shared/sync/down.ts';
import { cheapVerifier as verifier } from './cheap-signing.ts';
import { deviceKeysOf } from './device-keys.ts';
import { diskFeeds } from './disk-feeds.ts';
import {
  diskChangeRows,
  diskHeardRows,
  diskRoster,
  diskScanRows,
  diskSettings,
  noLeadRows,
  noPrintJobs,
  plainSealer,
  type StoredScan,
} from './disk-rows.ts';
import type { GroundKiosk } from './ground.ts';
import { lanCrypto } from './lan-signing.ts';
import type { Network } from './network.ts';
import type { Random } from './random.ts';
import type { MountedDisk } from './sim-disk.ts';
import type { Process, VirtualTime } from './virtual-time.ts';

/** What a test plants into a kiosk: wraps of real functions, or a disk that lies. */
export interface KioskBugs {
  readonly checkpointFirst?: boolean;
  readonly client?: (client: ServerClient, random: Random) => ServerClient;
  readonly neighbours?: (places: NeighbourPlaces) => NeighbourPlaces;
  readonly keepsHeard?: boolean;
}

export interface RunningKiosk {
  readonly process: Process;
  readonly replica: SyncedReplica;
  readonly sync: Sync;
  readonly station: Station;
  /** Null: a world without a LAN. */
  readonly venue: Venue | null;
}

/** A file that a revoked kiosk made, and what lies sealed in it. */
export interface HandedOver {
  readonly ids: readonly string[];
  readonly file: HandoverFile;
}

/** What the run is of, and where. */
export interface KioskRunParts {
  readonly n: number;
  readonly process: Process;
  readonly ground: GroundKiosk;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly mounted: MountedDisk;
  readonly network: Network;
  /** The kiosk's host on the LAN; null: a world without one. */
  readonly host: PeerApi | null;
  readonly foldAbove: number;
  readonly bugs: KioskBugs;
  readonly tell: (what: string) => void;
  /** What the machine's own clock says, Unix milliseconds. */
  readonly wallMs: () => number;
  /** A scan goes to the disk. */
  readonly onHanded: (scanId: string) => void;
}

const yieldMs = 0.05;
/** The simulation does not search. */
const buildPauseMs = 60_000;

/** The parts, and what one run makes of them before anything opens. */
interface Run extends KioskRunParts {
  readonly keys: ReturnType<typeof deviceKeysOf>;
  readonly settings: ReturnType<typeof diskSettings>;
  readonly monotonicMs: () => number;
  readonly timers: Timers;
}

function everyOf({ process, time }: Run, intervalMs: number, work: () => void): () => void {
  let cancel = time.after(process, intervalMs, turn);
  function turn(): void {
    cancel = time.after(process, intervalMs, turn);
    work();
  }
  return () => cancel();
}

function watched(onHanded: (scanId: string) => void, rows: ScanRows): ScanRows {
  return {
    ...rows,
    insert: (row: ScanDoc) => {
      onHanded(row.id);
      return rows.insert(row);
    },
  };
}

function forgetSettings(mounted: MountedDisk): Promise<void> {
  return mounted.write('strict', (tables) => {
    for (const name of tables.keys('settings')) tables.delete('settings', name);
  });
}

/** The replica over the rows of the disk. `onHanded` hears of a scan before the disk has it. */
async function openReplica(run: Run): Promise<SyncedReplica> {
  const { process, time, mounted, bugs, keys, settings, timers } = run;
  const inserted = new Set<(row: StoredScan) => void>();
  const sealer = plainSealer();
  const heardRows = diskHeardRows(mounted);
  const rosterStore = openRosterStore({
    disk: diskRoster(mounted),
    sealer,
    changes: diskChangeRows(mounted),
    yieldNow: () => time.sleep(process, yieldMs),
    pauseBuilding: () => time.sleep(process, buildPauseMs),
    foldAbove: run.foldAbove,
  });
  return assembleReplica({
    rosterStore,
    loaded: await rosterStore.load(),
    scanRows: watched(
      run.onHanded,
      diskScanRows(mounted, run.wallMs, (row) => {
        for (const listener of inserted) listener(row);
      }),
    ),
    leadRows: noLeadRows,
    settings,
    printJobs: noPrintJobs,
    heardRows,
    feeds: diskFeeds({
      disk: mounted,
      time,
      process,
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
    async forgetSmall() {
      if (!bugs.keepsHeard) await heardRows.forgetAll();
      await forgetSettings(mounted);
    },
    close: async () => {},
  });
}

/** What the disk knew at the start of the run. */
interface Paired {
  readonly credentials: Credentials;
  readonly saved: SyncState | null;
  readonly clock: TrustedClock;
}

function openRunSync(run: Run, replica: SyncedReplica, { credentials, saved, clock }: Paired): Sync {
  const { n, process, random, mounted, network, bugs, keys } = run;
  const client = keys.released(network.client(n, process, run.monotonicMs));
  return openSync({
    replica,
    credentials,
    client: bugs.client?.(client, random) ?? client,
    keyStore: keys.store,
    clock,
    verifier,
    connectWakeUp: network.wakeUps(n, process),
    timers: run.timers,
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
      const { journal, leads } = replica;
      await handOverUnsent(current, { journal, leads, keyStore: keys.store, nowMs: clock.now(), files });
    },
  });
}

const identityOf = ({ kioskId, event, gate, role, demo }: Credentials) => ({ kioskId, event, gate, role, demo });

async function openRunVenue(
  run: Run,
  replica: SyncedReplica,
  sync: Sync,
  { credentials, clock }: Paired,
): Promise<Venue | null> {
  if (run.host === null) return null;
  const machine = {
    api: run.host,
    crypto: lanCrypto(run.ground.keySeed, run.random),
    sha256: nodeSha256,
    monotonicMs: run.monotonicMs,
    every: (intervalMs: number, work: () => void) => everyOf(run, intervalMs, work),
    // A disk that fails costs what was heard, and nothing else.
    onFault: (error: unknown) => run.tell(`venue: ${String(error)}`),
  };
  return startVenue(machine, { identity: identityOf(credentials), replica, clock, sync });
}

function openRunStation(
  run: Run,
  replica: SyncedReplica,
  link: Sync,
  { credentials, clock }: Paired,
  venue: Venue | null,
): Promise<Station> {
  const places = venue && (run.bugs.neighbours?.(venue.places) ?? venue.places);
  return openStation({
    ...(venue && places && { venue, neighbours: places }),
    replica,
    identity: identityOf(credentials),
    clock,
    link,
    verifier,
    mac: webCryptoMac,
    monotonicMs: run.monotonicMs,
    randomBytes: run.random.bytes,
    // Deriving one from a PIN takes long on purpose, and no PIN is typed here.
    approvals: {
      derive: async () => new Uint8Array(32),
      open: async () => null,
      sign: async () => new Uint8Array(64),
    },
    every: (intervalMs, work) => everyOf(run, intervalMs, work),
  });
}

function tellPhases(sync: Sync, tell: (what: string) => void): void {
  let last = '';
  sync.subscribe(() => {
    const phase = sync.phase();
    const reason = 'reason' in phase ? `: ${phase.reason}` : 'code' in phase ? `: ${phase.code}` : '';
    const text = `is ${phase.phase}${reason}`;
    if (text !== last) tell(text);
    last = text;
  });
}

/** @returns null where it is not paired (any longer) */
export async function runKiosk(parts: KioskRunParts): Promise<RunningKiosk | null> {
  const { process, ground, time, mounted, wallMs } = parts;
  const bootedMs = time.now();
  const monotonicMs = (): number => time.now() - bootedMs;
  const timers = { monotonicMs, after: (delayMs: number, work: () => void) => time.after(process, delayMs, work) };
  const settings = diskSettings(mounted);
  const run: Run = { ...parts, keys: deviceKeysOf(ground, time), settings, monotonicMs, timers };
  const replica = await openReplica(run);
  const credentials = await readCredentials(settings);
  if (credentials === null) return null;
  const saved = await readSyncState(settings);
  const paired = { credentials, saved, clock: createTrustedClock({ monotonicMs, wallMs }, saved?.anchor ?? null) };
  const sync = openRunSync(run, replica, paired);
  tellPhases(sync, parts.tell);
  const venue = await openRunVenue(run, replica, sync, paired);
  const station = await openRunStation(run, replica, sync, paired, venue);
  return { process, replica, sync, station, venue };
}
