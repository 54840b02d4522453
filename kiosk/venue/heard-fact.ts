/**
 * A scan that another kiosk made, as a fact for the rules. Its signature says who made it, not that it makes sense: only
 * fields that were checked are taken, so that a kiosk under foreign control cannot confuse the rules of others.
 */
import type { AdmissionScan } from '#shared/admission/facts-from-records.ts';
import type { PeerScan } from '#shared/peers/entry.ts';

const textOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value.length <= max ? value : null;

/** @returns what counts; an override counts as an entry like any other, because its approval is for the server to prove */
export function factOf(scan: PeerScan): AdmissionScan {
  const { id, verdict, direction, undoes, scannedAt, kiosk } = scan;
  const isOverride = Array.isArray(scan['flags']) && scan['flags'].includes('override');
  return {
    ...{ id, verdict, direction, undoes, scannedAt, kiosk },
    gate: textOf(scan['gate'], 64),
    staff: textOf(scan['staff'], 120),
    flags: isOverride ? ['override'] : [],
    // Answers count at the kiosk where they were given, and everywhere once the server has them.
    answers: null,
  };
}

/** A kiosk takes back its own scans, not those of others. */
export function factsOf(scans: readonly PeerScan[]): readonly AdmissionScan[] {
  const madeBy = new Map(scans.map(({ id, kiosk }) => [id, kiosk]));
  return scans
    .filter(({ verdict, undoes, kiosk }) => verdict !== 'undone' || madeBy.get(undoes ?? '') === kiosk)
    .map(factOf);
}
