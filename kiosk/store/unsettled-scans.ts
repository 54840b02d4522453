/**
 * Scans that are unsent, or say what the roster does not say yet: held in memory with what follows from them, the
 * movements of their tickets and the people they register.
 */
import { createLocalMovements, type LocalMovements } from './local-movements.ts';
import { createLocalWalkIns, type LocalWalkIns, type WalkInPeople } from './local-walk-ins.ts';
import type { JournalScan, Roster } from './replica.ts';
import type { ScanDoc } from './rows.ts';

export interface UnsettledScans {
  readonly movements: LocalMovements;
  readonly walkIns: LocalWalkIns & WalkInPeople;
  /** Ids of scans that the server has not answered. */
  readonly pending: Set<string>;
  /** @param undone the scan that this one takes back */
  hold(row: ScanDoc, undone: JournalScan | null): void;
  /** @param known scans by id, those that are taken back among them */
  holdAll(rows: readonly ScanDoc[], known: ReadonlyMap<string, JournalScan>): void;
  /** Returns the rows by counter, ascending. */
  rows(): IterableIterator<ScanDoc>;
  /** Removes the scans that the roster contains by now. */
  settle(): void;
  /**
   * @param last counter of the latest scan
   * @returns every scan up to this counter is settled
   */
  settledThrough(last: number): number;
  /** Removes these scans; the movements and people that followed from them stay until `holdOnly`. */
  forget(ids: ReadonlySet<string>): void;
  /** Holds these and no others. */
  holdOnly(rows: readonly ScanDoc[]): void;
}

/** @param isSent whether the server has answered the scan with this counter */
export function createUnsettledScans(roster: Roster, isSent: (counter: number) => boolean): UnsettledScans {
  const unsettled = new Map<number, ScanDoc>();
  const movements = createLocalMovements(roster);
  const walkIns = createLocalWalkIns(roster);
  const pending = new Set<string>();

  function hold(row: ScanDoc, undone: JournalScan | null): void {
    const { scan, counter } = row;
    unsettled.set(counter, row);
    if (!isSent(counter)) pending.add(scan.id);
    movements.add(scan, undone);
    if (scan.walkIn) walkIns.add(scan.walkIn);
  }

  function holdAll(rows: readonly ScanDoc[], known: ReadonlyMap<string, JournalScan>): void {
    for (const row of rows)
      if (!unsettled.has(row.counter)) hold(row, (row.scan.undoes && known.get(row.scan.undoes)) || null);
  }

  return {
    movements,
    walkIns,
    pending,
    hold,
    holdAll,
    rows: () => unsettled.values(),
    settle() {
      const isCovered = movements.settle((scanId) => pending.has(scanId));
      walkIns.settle();
      for (const [counter, { scan }] of unsettled)
        if (isCovered(scan) && !pending.has(scan.id) && !walkIns.holds(scan.id)) unsettled.delete(counter);
    },
    settledThrough(last) {
      const [oldest] = unsettled.keys();
      return (oldest ?? last + 1) - 1;
    },
    forget(ids) {
      for (const id of ids) pending.delete(id);
      for (const [counter, { id }] of unsettled) if (ids.has(id)) unsettled.delete(counter);
    },
    holdOnly(rows) {
      for (const memory of [unsettled, movements, walkIns]) memory.clear();
      holdAll(rows, new Map(rows.map(({ scan }) => [scan.id, scan])));
    },
  };
}
