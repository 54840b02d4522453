/**
 * One check-in per registration and list, for any scans in any order: two kiosks that were offline may both have
 * admitted the ticket. Nothing is erased; the scans stay, this says what follows from them.
 */
import { must } from '../base/assert.ts';
import { parseTime } from '../base/time.ts';
import { afterEntry, afterExit, type CountRule, entryRefusal, type Standing } from './counted-entries.ts';
import { onceList } from './facts.ts';
import { type UndoableScan, undoneIds } from './undo.ts';
import type { VerdictFlag } from './verdict.ts';

export interface ReconcilableScan extends UndoableScan {
  readonly flags: readonly VerdictFlag[] | null;
  /** Result of the server's check of the override's approval; a kiosk does not know it for its own scans. */
  readonly approval?: string | null;
  /** Corrected time in the stored spelling (`isoTime`), so that text order is time order. */
  readonly scannedAt: string;
}

export interface Reconciled<Scan> {
  /** The first entry; null: none. */
  readonly checkin: Scan | null;
  /** The latest entry that counts; null: none. */
  readonly last: Scan | null;
  readonly standing: Standing | null;
  /**
   * Entries against the rule, and overrides that are not proven, in order; each with the entry it stands against: the latest
   * that counts, or the first where the rule allows one entry in all.
   */
  readonly conflicts: readonly { readonly scan: Scan; readonly against: Scan }[];
}

/** An override whose approval is not proven: it admits no one. */
export function isUnproven({ approval, flags }: Pick<ReconcilableScan, 'approval' | 'flags'>): boolean {
  return approval === 'refused' && flags?.includes('override') === true;
}

/** Counting rule of a list that sets none, in UTC and without a limit of entries. */
export const countOnce: CountRule = { ...onceList, timezone: 'UTC', maxEntries: null };

/**
 * @param scans all scans known of one registration on one list; the same one twice counts once
 * @returns what follows from the admissions in the order of (scannedAt, id), without those taken back. An entry that the
 *   rule would have refused is a conflict, unless staff overrode the refusal on purpose. An override that is not proven is no
 *   entry; after an entry it is a conflict.
 */
export function reconcile<Scan extends ReconcilableScan>(scans: Iterable<Scan>, rule: CountRule): Reconciled<Scan> {
  const byId = new Map<string, Scan>();
  for (const scan of scans) byId.set(scan.id, scan);
  const undone = undoneIds(byId.values());
  const admitted = [...byId.values()].filter(({ id, verdict }) => verdict === 'admitted' && !undone.has(id));
  let standing: Standing | null = null;
  let checkin: Scan | null = null;
  let last: Scan | null = null;
  const conflicts: { scan: Scan; against: Scan }[] = [];
  const onlyOnce = rule.counting === 'once' && rule.maxEntries === null;
  for (const scan of admitted.sort(byTimeThenId)) {
    if (isUnproven(scan)) {
      const against = scan.direction === 'exit' ? null : onlyOnce ? checkin : last;
      if (against !== null) conflicts.push({ scan, against });
      continue;
    }
    if (scan.direction === 'exit') {
      standing = afterExit(standing, scan.scannedAt);
      continue;
    }
    const refused = standing && entryRefusal(standing, rule, timeOf(scan.scannedAt));
    const conflict = refused !== null && !scan.flags?.includes('override');
    standing = afterEntry(standing, rule, scan.scannedAt, !conflict);
    if (!conflict) last = scan;
    else conflicts.push({ scan, against: must(onlyOnce ? checkin : last, 'who is refused has entered before') });
    checkin ??= scan;
  }
  return { checkin, last, standing, conflicts };
}

/** The order in which scans count. */
export function byTimeThenId<Scan extends Pick<ReconcilableScan, 'id' | 'scannedAt'>>(a: Scan, b: Scan): number {
  if (a.scannedAt !== b.scannedAt) return a.scannedAt < b.scannedAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function timeOf(stored: string): number {
  return must(parseTime(stored), 'a stored time is ISO 8601');
}
