/**
 * Taking a scan back: a scan of its own (verdict `undone`, `undoes` names the other), within fifteen minutes. Nothing
 * is erased: every count over the scans leaves the undone one out. A badge that was printed stays printed.
 */
import { must } from '../base/assert.ts';
import { minuteMs, parseTime } from '../base/time.ts';
import type { Direction, ScanVerdict } from './verdict.ts';

export const undoWindowMs = 15 * minuteMs;

export interface UndoableScan {
  readonly id: string;
  readonly verdict: ScanVerdict;
  readonly scannedAt: string;
  /** Null or absent, as in scans of before there were exits: an entry. */
  readonly direction?: Direction | null;
  readonly undoes?: string | null;
}

/** Only what let someone through can be taken back, and only once. Null: it may be. */
export function undoRefusal(
  scan: UndoableScan,
  known: Iterable<UndoableScan>,
  nowMs: number,
): 'not_admitted' | 'undo_too_late' | 'already_undone' | null {
  if (scan.verdict !== 'admitted') return 'not_admitted';
  if (isTooLate(scan.scannedAt, nowMs)) return 'undo_too_late';
  return undoneIds([scan, ...known]).has(scan.id) ? 'already_undone' : null;
}

/** Exactly fifteen minutes later is still in time. */
export function isTooLate(scannedAt: string, undoneMs: number): boolean {
  return undoneMs - timeOf(scannedAt) > undoWindowMs;
}

/** Ids of the scans among these that others among these take back in time: the same in every order. */
export function undoneIds(scans: Iterable<UndoableScan>): ReadonlySet<string> {
  const all = [...scans];
  const admittedAt = new Map(all.filter((s) => s.verdict === 'admitted').map((s) => [s.id, s.scannedAt]));
  const undone = new Set<string>();
  for (const { verdict, undoes, scannedAt } of all) {
    const at = verdict === 'undone' && undoes ? admittedAt.get(undoes) : undefined;
    if (undoes && at !== undefined && !isTooLate(at, timeOf(scannedAt))) undone.add(undoes);
  }
  return undone;
}

function timeOf(stored: string): number {
  return must(parseTime(stored), 'a stored time is ISO 8601');
}
