/** Checks of scans and walk-ins on their way: from what was shown, over a kiosk's disk, to the server. */
import type { RecordedScan } from '#kiosk/store/rows.ts';
import { must } from '#shared/base/assert.ts';
import { canonicalJson } from '#shared/base/json.ts';
import type { ScanRecord } from '#shared/modules/events/gate.ts';
import { type Check, journalOf, liveOf } from './check.ts';
import type { SimKiosk } from './sim-kiosk.ts';

export const shownIsDurable: Check = function* (world) {
  for (const kiosk of liveOf(world)) {
    const onDisk = new Set(journalOf(kiosk).map(({ id }) => id));
    for (const { scanId, verdict } of kiosk.shown)
      if (!onDisk.has(scanId))
        yield { id: 'SIM10', what: `kiosk ${kiosk.n} showed ${verdict} for ${scanId} and has lost it` };
  }
};

function sameContent(scan: RecordedScan, stored: ScanRecord): boolean {
  const { walkIn: _walkIn, ...alone } = scan;
  return Object.entries(alone).every(
    ([name, value]) =>
      canonicalJson(value ?? null) === canonicalJson((stored as Record<string, unknown>)[name] ?? null),
  );
}

export const everyScanArrived: Check = function* (world, { scans }) {
  for (const kiosk of liveOf(world))
    for (const { id, scan } of journalOf(kiosk)) {
      const stored = scans.get(id);
      if (!stored) yield { id: 'SIM1', what: `scan ${id} of kiosk ${kiosk.n} is not on the server` };
      else if (!sameContent(scan, stored))
        yield { id: 'SIM1', what: `scan ${id} of kiosk ${kiosk.n} has changed on the way` };
    }
};

export const nothingInvented: Check = function* ({ kiosks }, { scans }) {
  const handed = new Set(kiosks.flatMap((kiosk) => [...kiosk.handed]));
  const onDisk = new Set(kiosks.flatMap((kiosk) => journalOf(kiosk).map(({ id }) => id)));
  const revokedIds = new Set(kiosks.filter((kiosk) => kiosk.unpaired()).map((kiosk) => kiosk.kioskId));
  for (const [id, scan] of scans)
    if (!handed.has(id)) yield { id: 'SIM2', what: `no kiosk recorded scan ${id}` };
    else if (!onDisk.has(id) && !revokedIds.has(scan.kiosk ?? '') && !isWiped(kiosks, scan.kiosk))
      yield { id: 'SIM2', what: `scan ${id} is on the server and no longer on the disk of its kiosk` };
};

function isWiped(kiosks: readonly SimKiosk[], kioskId: string | null): boolean {
  const kiosk = kiosks.find((one) => one.kioskId === kioskId);
  return kiosk?.running()?.sync.phase().phase === 'locked';
}

export const numberedOnce: Check = function* (world, { scans }) {
  for (const kiosk of world.kiosks) {
    const counters = journalOf(kiosk).map(({ counter }) => counter);
    if (new Set(counters).size !== counters.length) yield { id: 'SIM3', what: `kiosk ${kiosk.n} gave a number twice` };
  }
  const numbers = [...scans.values()].map(({ kiosk, counter }) => `${kiosk} ${counter}`);
  if (new Set(numbers).size !== numbers.length) yield { id: 'SIM3', what: 'the server holds two scans of one number' };
};

export const queueEmpty: Check = function* (world) {
  for (const kiosk of liveOf(world)) {
    const { journal } = must(kiosk.running(), 'a running kiosk').replica;
    for (const { scanId, code } of journal.parked()) {
      // After a restore, a person who was registered after the backup may be unknown.
      if (world.restored && code === 'relation_unknown') continue;
      yield { id: 'SIM7', what: `kiosk ${kiosk.n} parked scan ${scanId}: ${code}` };
    }
  }
};

export const walkInsArrived: Check = function* (world, { registrations }) {
  const nameById = new Map(registrations.map(({ id, name }) => [id, name]));
  for (const kiosk of liveOf(world))
    for (const { scan } of journalOf(kiosk)) {
      const made = scan.walkIn;
      if (made && nameById.get(made.registration) !== made.name)
        yield { id: 'SIM13', what: `${made.name} was registered at kiosk ${kiosk.n} and is not at the server` };
    }
};
