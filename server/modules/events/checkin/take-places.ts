/**
 * Counts admissions in the limited rooms of their list and its gates: a lease is used, or a free place is taken, or there
 * is none and a report says so. Each scan counts once on a lease, however often its ticket is reconciled.
 */

import { type CountRule, isInside } from '#shared/admission/counted-entries.ts';
import { roomName } from '#shared/admission/lease.ts';
import { takeEntry } from '#shared/admission/lease-book.ts';
import { byTimeThenId } from '#shared/admission/reconcile.ts';
import { admissionLeases, leaseUses } from '#shared/modules/events/admission.ts';
import type { CheckinRecord, ScanRecord } from '#shared/modules/events/gate.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { Transaction } from '../../../store/contract.ts';
import type { GateSetup } from './gate-setup.ts';
import { bookOf, type LimitedRoom, roomsOnList, writeLeases } from './rooms.ts';

/** Uses of leases by one registration: as many as a ticket may have scans. */
const usesMax = 5_000;

type Where = Pick<CheckinRecord, 'entries' | 'entriesThatDay' | 'lastGate' | 'leftAt' | 'inside'> & {
  readonly lastEntryAt: string | null;
};

export interface Movement {
  readonly setup: GateSetup;
  readonly registration: RegistrationRecord;
  readonly list: string;
  readonly rule: CountRule;
  readonly scans: readonly ScanRecord[];
  /** The check-in before and after the movement; null: there is none. */
  readonly before: Where | null;
  readonly after: Where | null;
}

interface NewUse {
  readonly scan: ScanRecord;
  readonly lease: string;
}

function isIn(checkin: Where | null, { gate }: LimitedRoom, rule: CountRule, nowMs: number): boolean {
  if (checkin === null || checkin.lastEntryAt === null) return false;
  if (gate !== null && checkin.lastGate !== gate.key) return false;
  return isInside({ ...checkin, checkedInAt: checkin.lastEntryAt }, rule, nowMs);
}

async function newUses(tx: Transaction, { registration, scans }: Movement): Promise<readonly NewUse[]> {
  const named = scans.flatMap((scan) =>
    scan.verdict === 'admitted' ? (scan.leases ?? []).map((lease) => ({ scan, lease })) : [],
  );
  if (named.length === 0) return [];
  const stored = await tx.find(leaseUses, {
    where: where({ registration: registration.id }),
    limit: usesMax,
  });
  const known = new Set(stored.map(({ scan, lease }) => `${scan} ${lease}`));
  return named.filter(({ scan, lease }) => !known.has(`${scan.id} ${lease}`));
}

/** The room of each lease; an unknown lease has none. */
async function roomsOfLeases(tx: Transaction, uses: readonly NewUse[]): Promise<ReadonlyMap<string, string>> {
  const rooms = new Map<string, string>();
  for (const lease of new Set(uses.map((use) => use.lease))) {
    const row = await tx.get(admissionLeases, lease);
    if (row) rooms.set(lease, row.room);
  }
  return rooms;
}

export async function takePlaces(tx: Transaction, moved: Movement, nowMs: number): Promise<void> {
  const { setup, registration, list, rule, before, after } = moved;
  const uses = await newUses(tx, moved);
  const rooms = roomsOnList(setup, list);
  if (rooms.length === 0 && uses.length === 0) return;
  const roomOf = await roomsOfLeases(tx, uses);
  for (const limited of rooms) {
    const room = roomName(limited.room);
    const insideBy = Number(isIn(after, limited, rule, nowMs)) - Number(isIn(before, limited, rule, nowMs));
    const leases = uses.filter(({ lease }) => roomOf.get(lease) === room).map(({ lease }) => lease);
    if (insideBy <= 0 && leases.length === 0) continue;
    const book = await bookOf(tx, setup, limited, nowMs);
    const taken = takeEntry(book, { leases, insideBy }, nowMs);
    await writeLeases(tx, { event: setup.event.id, room }, book.leases, taken.book.leases);
    if (taken.excess > 0) await report(tx, moved, limited, taken.excess);
  }
  for (const { scan, lease } of uses) {
    await tx.create('lease_uses', { event: setup.event.id, registration: registration.id, scan: scan.id, lease });
  }
}

async function report(tx: Transaction, moved: Movement, limited: LimitedRoom, excess: number): Promise<void> {
  const entries = moved.scans.filter((scan) => scan.verdict === 'admitted' && scan.direction !== 'exit');
  const scan = [...entries].sort(byTimeThenId).at(-1);
  await tx.create('admission_reports', {
    event: moved.setup.event.id,
    kind: 'over_capacity',
    about: roomName(limited.room),
    registration: moved.registration.id,
    scan: scan?.id ?? null,
    walkIn: null,
    kiosk: scan?.kiosk ?? null,
    happenedAt: scan?.scannedAt ?? tx.now,
    capacity: limited.capacity,
    excess,
    acknowledgedAt: null,
  });
}
