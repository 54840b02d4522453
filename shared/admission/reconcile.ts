/**
 * One check-in per registration and list, whatever scans came up and in whatever order: two kiosks that were cut off
 * may both have admitted the ticket. Nothing is erased; the scans stay, this says what follows from them.
 */
import type { VerdictCode, VerdictFlag } from './verdict.ts';

export interface ReconcilableScan {
  readonly id: string;
  readonly verdict: VerdictCode;
  readonly flags: readonly VerdictFlag[] | null;
  /** Corrected time in the stored spelling (`isoTime`), so that text order is time order. */
  readonly scannedAt: string;
}

export interface Reconciled<Scan> {
  readonly checkin: Scan | null;
  /** Later admissions, in order. */
  readonly conflicts: readonly Scan[];
}

/**
 * @param scans all scans known of one registration on one list; the same one twice counts once
 * @returns the earliest admission by (scannedAt, id) as the check-in, the later ones as conflicts. An override after
 *   the first is none: a person let somebody in who was already in, knowing it or not being stopped by it.
 */
export function reconcile<Scan extends ReconcilableScan>(scans: Iterable<Scan>): Reconciled<Scan> {
  const admitted = new Map<string, Scan>();
  for (const scan of scans) if (scan.verdict === 'admitted') admitted.set(scan.id, scan);
  const [checkin = null, ...later] = [...admitted.values()].sort(byTimeThenId);
  return { checkin, conflicts: later.filter((scan) => !scan.flags?.includes('override')) };
}

function byTimeThenId(a: ReconcilableScan, b: ReconcilableScan): number {
  if (a.scannedAt !== b.scannedAt) return a.scannedAt < b.scannedAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
