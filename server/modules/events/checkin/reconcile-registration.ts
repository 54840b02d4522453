/**
 * Derives the check-in, the conflicts, the answers and the leases of one registration on one list from its scans.
 * Idempotent: the same scans again write nothing. Called in the transaction of a check-in or an undo, and by followers.
 */

import { type KeptAnswers, mergeAnswers } from '#shared/admission/questions.ts';
import { type Reconciled, reconcile } from '#shared/admission/reconcile.ts';
import { canonicalJson, isObject } from '#shared/base/json.ts';
import {
  type CheckinRecord,
  checkinConflicts,
  checkins,
  checkins as checkinTable,
  type ScanRecord,
} from '#shared/modules/events/gate.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Transaction } from '../../../store/contract.ts';
import { type GateSetup, ruleOf } from './gate-setup.ts';
import { takePlaces } from './take-places.ts';

/** Conflicts of one ticket on one list that are looked at. */
const conflictsMax = 1_000;

type Result = Reconciled<ScanRecord>;

function checkinValues(registration: RegistrationRecord, list: string, { checkin, last, standing }: Result) {
  if (checkin === null || last === null || standing === null) return null;
  return {
    event: registration.event,
    list,
    registration: registration.id,
    scan: checkin.id,
    gate: checkin.gate,
    kiosk: checkin.kiosk,
    checkedInAt: checkin.scannedAt,
    durationMs: checkin.durationMs,
    entries: standing.entries,
    entriesThatDay: standing.entriesThatDay,
    lastScan: last.id,
    lastEntryAt: standing.checkedInAt,
    lastGate: last.gate,
    lastKiosk: last.kiosk,
    staff: last.staff,
    leftAt: standing.leftAt,
    inside: standing.inside,
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

async function writeCheckin(
  tx: Transaction,
  known: CheckinRecord | null,
  values: ReturnType<typeof checkinValues>,
): Promise<CheckinRecord | null> {
  if (values === null) {
    // Every admission was undone.
    if (known) await tx.delete('checkins', known.id);
    return null;
  }
  return known ? tx.update(checkinTable, known.id, values) : tx.create(checkinTable, values);
}

async function writeConflicts(
  tx: Transaction,
  registration: RegistrationRecord,
  list: string,
  conflicts: Result['conflicts'],
): Promise<void> {
  const stored = await tx.find(checkinConflicts, {
    where: where({ registration: registration.id, list }),
    limit: conflictsMax,
  });
  for (const { scan, against } of conflicts) {
    const values = conflictValues(registration, against, scan);
    const known = stored.find((conflict) => conflict.scan === scan.id);
    if (known) await tx.update('checkin_conflicts', known.id, values);
    else await tx.create('checkin_conflicts', values);
  }
  // An earlier scan was uploaded late: the scan that is now the first one is the check-in and no conflict.
  for (const old of stored) {
    if (!conflicts.some(({ scan }) => scan.id === old.scan)) await tx.delete('checkin_conflicts', old.id);
  }
}

/** Values of the person over all lists: their first arrival, and their answers. */
async function noteOnRegistration(
  tx: Transaction,
  registration: RegistrationRecord,
  scans: readonly ScanRecord[],
): Promise<void> {
  const [first] = await tx.find(checkins, {
    where: where({ registration: registration.id }),
    sort: [{ path: 'checkedInAt', direction: 'asc' }],
    limit: 1,
  });
  const checkedInAt = first?.checkedInAt ?? null;
  const kept = isObject(registration.answers) ? (registration.answers as unknown as KeptAnswers) : {};
  const answers = mergeAnswers(kept, scans);
  const answered = canonicalJson(answers) !== canonicalJson(kept);
  await tx.update('registrations', registration.id, { checkedInAt, ...(answered && { answers }) });
}

/**
 * @param scans all there are of the registration on the list, as `ticketScans` gives them
 * @returns the check-in; without scans the one that is stored; null where no scan admits
 */
export async function reconcileRegistration(
  tx: Transaction,
  setup: GateSetup,
  registration: RegistrationRecord,
  { list, scans }: { readonly list: string; readonly scans: readonly ScanRecord[] },
  nowMs: number,
): Promise<CheckinRecord | null> {
  const known = await tx.findOne(checkins, { registration: registration.id, list });
  if (scans.length === 0) return known;
  const rule = ruleOf(setup, list, registration.ticketType);
  const result = reconcile(scans, rule);
  const values = checkinValues(registration, list, result);
  // Places are taken before the check-in is written, so that the rooms are counted as they were.
  await takePlaces(tx, { setup, registration, list, rule, scans, before: known, after: values }, nowMs);
  const checkin = await writeCheckin(tx, known, values);
  await writeConflicts(tx, registration, list, result.conflicts);
  await noteOnRegistration(tx, registration, scans);
  return checkin;
}
