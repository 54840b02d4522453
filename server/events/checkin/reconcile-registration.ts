/**
 * Makes the check-in and the conflicts of one registration on one list say what its scans say. Idempotent: the same
 * scans again write nothing. Called in the transaction of a check-in, and by the follower for scans of kiosks.
 */
import { reconcile } from '#shared/admission/reconcile.ts';
import type { CheckinConflictRecord, CheckinRecord, ScanRecord } from '#shared/modules/events/gate.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Transaction } from '../../store/contract.ts';
import { admittedScans } from './admitted-scans.ts';

/** Conflicts of one ticket on one list that are looked at. */
const conflictsMax = 1_000;

function checkinValues(registration: RegistrationRecord, scan: ScanRecord) {
  const { list, gate, kiosk, scannedAt, durationMs } = scan;
  return {
    event: registration.event,
    list,
    registration: registration.id,
    scan: scan.id,
    gate,
    kiosk,
    checkedInAt: scannedAt,
    durationMs,
  };
}

function conflictValues(registration: RegistrationRecord, first: ScanRecord, later: ScanRecord) {
  return {
    event: registration.event,
    list: later.list,
    registration: registration.id,
    scan: later.id,
    firstScan: first.id,
    gate: later.gate,
    kiosk: later.kiosk,
    firstGate: first.gate,
    firstKiosk: first.kiosk,
    scannedAt: later.scannedAt,
    firstScannedAt: first.scannedAt,
  };
}

/** Scans are only ever added, so what was a conflict stays one; what it conflicts with may turn out to be another. */
async function writeConflicts(
  tx: Transaction,
  registration: RegistrationRecord,
  first: ScanRecord,
  conflicts: readonly ScanRecord[],
): Promise<void> {
  const stored = (await tx.find('checkin_conflicts', {
    where: where({ registration: registration.id, list: first.list }),
    limit: conflictsMax,
  })) as readonly CheckinConflictRecord[];
  for (const conflict of conflicts) {
    const values = conflictValues(registration, first, conflict);
    const known = stored.find(({ scan }) => scan === conflict.id);
    if (known) await tx.update('checkin_conflicts', known.id, values);
    else await tx.create('checkin_conflicts', values);
  }
}

async function noteCheckedIn(tx: Transaction, registration: RegistrationRecord): Promise<void> {
  const [first] = await tx.find('checkins', {
    where: where({ registration: registration.id }),
    sort: [{ path: 'checkedInAt', direction: 'asc' }],
    limit: 1,
  });
  const checkedInAt = (first as CheckinRecord | undefined)?.checkedInAt ?? null;
  await tx.update('registrations', registration.id, { checkedInAt });
}

/** @returns the check-in, or null where no scan admitted */
export async function reconcileRegistration(
  tx: Transaction,
  registration: RegistrationRecord,
  list: string,
): Promise<CheckinRecord | null> {
  const { checkin: first, conflicts } = reconcile(await admittedScans(tx, registration, list));
  if (first === null) return null;
  const known = await tx.findOne('checkins', { registration: registration.id, list });
  const values = checkinValues(registration, first);
  const checkin = known ? await tx.update('checkins', known.id, values) : await tx.create('checkins', values);
  await writeConflicts(tx, registration, first, conflicts);
  await noteCheckedIn(tx, registration);
  return checkin as CheckinRecord;
}
