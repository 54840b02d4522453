/** Checks that the kiosk and its scans survive: the queue, the page itself, the disk, the kiosk's own database. */
import { secondMs } from '#shared/base/time.ts';
import { type Check, type CheckResult, found } from './check.ts';
import type { PreflightPorts } from './ports.ts';

type StoragePorts = Pick<
  PreflightPorts,
  'replica' | 'offlineStart' | 'writeAndRead' | 'randomBytes' | 'monotonicMs' | 'after'
>;

const fullBelowBytes = 200_000_000;
const lowBelowBytes = 1_000_000_000;
/** Size of the test write: as large as a busy minute of scans. */
const probeBytes = 65_536;
const slowWriteMs = 1_000;
const diskTimeoutMs = 6 * secondMs;
const probeSetting = 'preflight_probe';
/** A page that was opened for the first time is being put on the disk at this moment. */
const offlineWaitMs = 5 * secondMs;
const lookEveryMs = 200;

export function storageChecks(ports: StoragePorts): readonly Check[] {
  const { replica } = ports;
  return [
    {
      id: 'unsent',
      timeoutMs: secondMs,
      run: async () => {
        const scans = replica.journal.pending();
        return found('unsent', scans === 0 ? 'ok' : 'waiting', { scans });
      },
    },
    {
      id: 'parked',
      timeoutMs: secondMs,
      run: async () => {
        const scans = replica.journal.parked().length;
        return found('parked', scans === 0 ? 'ok' : 'some', { scans });
      },
    },
    { id: 'offline_start', timeoutMs: offlineWaitMs + secondMs, run: async () => checkOfflineStart(ports) },
    { id: 'storage', timeoutMs: 3 * secondMs, run: async () => checkStorage(ports) },
    { id: 'disk', timeoutMs: diskTimeoutMs, run: async () => checkDisk(ports) },
    { id: 'journal', timeoutMs: diskTimeoutMs, run: async () => checkJournal(ports) },
  ];
}

async function checkOfflineStart({ offlineStart, after }: StoragePorts): Promise<CheckResult> {
  for (let waitedMs = 0; offlineStart() === 'preparing' && waitedMs < offlineWaitMs; waitedMs += lookEveryMs)
    await new Promise<void>((next) => after(lookEveryMs, next));
  const state = offlineStart();
  if (state === 'preparing' || state === 'unsupported') return found('offline_start', state);
  return found('offline_start', state === 'update_waiting' ? 'update' : 'ok');
}

async function checkStorage({ replica }: StoragePorts): Promise<CheckResult> {
  const { persistent, usedBytes, quotaBytes } = await replica.storage();
  if (quotaBytes === 0) return found('storage', 'unknown');
  const freeBytes = Math.max(0, quotaBytes - usedBytes);
  if (freeBytes < fullBelowBytes) return found('storage', 'full', { freeBytes });
  if (freeBytes < lowBelowBytes) return found('storage', 'low', { freeBytes });
  return found('storage', persistent ? 'ok' : 'not_persistent', { freeBytes });
}

async function checkDisk(ports: StoragePorts): Promise<CheckResult> {
  const written = ports.randomBytes(probeBytes);
  const startedMs = ports.monotonicMs();
  let read: Uint8Array;
  try {
    read = await ports.writeAndRead(written);
  } catch (error) {
    return found('disk', 'broken', { error: error instanceof Error ? error.name : String(error) });
  }
  const tookMs = Math.round(ports.monotonicMs() - startedMs);
  const same = read.length === written.length && read.every((byte, i) => byte === written[i]);
  if (!same) return found('disk', 'corrupt', { tookMs });
  return found('disk', tookMs > slowWriteMs ? 'slow' : 'ok', { tookMs });
}

/**
 * The journal lives in the kiosk's own database, sealed settings beside it: a value that comes back as written shows that
 * database, key and disk work together. A scan for a test would be sent to the server like any other.
 */
async function checkJournal(ports: StoragePorts): Promise<CheckResult> {
  const { settings, journal } = ports.replica;
  const probe = [...ports.randomBytes(8)].join('-');
  try {
    await settings.write(probeSetting, probe);
    const back = await settings.read(probeSetting);
    await settings.remove(probeSetting);
    await journal.after(0, 1);
    return found('journal', back === probe ? 'ok' : 'broken', back === probe ? {} : { error: 'not_as_written' });
  } catch (error) {
    return found('journal', 'broken', { error: error instanceof Error ? error.name : String(error) });
  }
}
