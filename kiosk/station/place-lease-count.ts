/**
 * Counts how many of this kiosk's scans name a lease, in step with the journal and including undone ones. A scan whose
 * write failed but is on the disk all the same leaves a gap in the counters; until it is read it counts against every
 * lease.
 */

import type { Journal, JournalScan } from '#kiosk/store/replica.ts';
import { must } from '#shared/base/assert.ts';
import { parseTime } from '#shared/base/time.ts';
import type { CountedLeases } from './place-lease-settings.ts';

export interface PlaceLeaseCount {
  /** A scan was recorded. */
  add(scan: JournalScan): void;
  /** Reads what has not been counted. @returns false: scans are gone that had been counted */
  recount(): Promise<boolean>;
  used(lease: string): number;
  /** Scans naming the lease since then, Unix milliseconds, as far as this run has seen them. */
  since(lease: string, sinceMs: number): number;
  /** Returns the counts of these leases, to be stored. */
  snapshot(leases: readonly string[]): CountedLeases;
}

/** Number of scans that are read at once. */
const pageScans = 1_000;
/** Number of scans beyond which the rate is high enough for the largest lease there is. */
const recentMax = 2_000;

export function createPlaceLeaseCount(
  journal: Pick<Journal, 'after' | 'lastCounter'>,
  start: CountedLeases,
): PlaceLeaseCount {
  const used = new Map(Object.entries(start.used));
  const recent = new Map<string, number[]>();
  let { through } = start;

  function take(scan: JournalScan): void {
    through = must(scan.counter, 'a scan of the journal has a number');
    if (scan.verdict !== 'admitted') return;
    for (const lease of scan.leases ?? []) {
      used.set(lease, (used.get(lease) ?? 0) + 1);
      const times = recent.get(lease) ?? [];
      times.push(must(parseTime(scan.scannedAt), 'a stored time is ISO 8601'));
      recent.set(lease, times.slice(-recentMax));
    }
  }

  return {
    add(scan) {
      if (scan.counter === through + 1) take(scan);
    },
    async recount() {
      if (journal.lastCounter() < through) return false;
      while (journal.lastCounter() > through) {
        const page = await journal.after(through, pageScans);
        if (page.length === 0) break;
        for (const scan of page) if ((scan.counter ?? 0) > through) take(scan);
      }
      return true;
    },
    used: (lease) => (used.get(lease) ?? 0) + Math.max(0, journal.lastCounter() - through),
    since: (lease, sinceMs) => (recent.get(lease) ?? []).filter((at) => at >= sinceMs).length,
    snapshot: (leases) => ({
      through,
      used: Object.fromEntries(leases.map((lease) => [lease, used.get(lease) ?? 0])),
    }),
  };
}
