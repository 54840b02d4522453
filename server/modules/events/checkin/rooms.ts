/**
 * Rooms with limited capacity: everything that one gate leads to, or a list of gates. The people inside are counted from
 * the check-ins, the spots promised to kiosks from their leases. The arithmetic is shared/admission/lease-book.ts.
 */

import { eventDayStart } from '#shared/admission/event-day.ts';
import type { GateFacts, RoomFacts } from '#shared/admission/facts.ts';
import { type Room, roomName } from '#shared/admission/lease.ts';
import { freePlaces, type LeaseBook, type LeaseEntry } from '#shared/admission/lease-book.ts';
import { isoTime } from '#shared/base/time.ts';
import { type AdmissionLeaseRecord, admissionLeases } from '#shared/modules/events/admission.ts';
import type { CheckinListRecord, GateRecord } from '#shared/modules/events/event.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { timeOf } from '../event/event-status.ts';
import { type GateSetup, gatesOn, listRecord } from './gate-setup.ts';

/** Maximum number of leases that are read for one room: two hundred kiosks with a few each. */
const leasesMax = 1_000;

export interface LimitedRoom {
  readonly room: Room;
  readonly capacity: number;
  /** The gate whose room this is; null: the room of a list. */
  readonly gate: GateRecord | null;
  /** List that its check-ins count on. */
  readonly list: string;
}

function gateRoom(gate: GateRecord): LimitedRoom | null {
  if (gate.capacity === null) return null;
  return { room: { kind: 'gate', id: gate.id }, capacity: gate.capacity, gate, list: gate.list };
}

function listRoom(record: CheckinListRecord | null): LimitedRoom | null {
  if (record === null || record.capacity === null) return null;
  return { room: { kind: 'list', id: record.id }, capacity: record.capacity, gate: null, list: record.id };
}

/** Returns the limited rooms that a person enters through this gate. */
export function roomsOfGate(setup: GateSetup, gate: GateFacts | null): readonly LimitedRoom[] {
  const record = setup.gates.find(({ id }) => id === gate?.id);
  if (!record) return [];
  return [gateRoom(record), listRoom(listRecord(setup, record.list))].filter((room) => room !== null);
}

/** Every room in which a check-in on this list may count. */
export function roomsOnList(setup: GateSetup, list: string): readonly LimitedRoom[] {
  return [...gatesOn(setup, list).map(gateRoom), listRoom(listRecord(setup, list))].filter((room) => room !== null);
}

/** @returns null where there is no such room, or it has no limit */
export function roomNamed(setup: GateSetup, { kind, id }: Room): LimitedRoom | null {
  if (kind === 'list') return listRoom(listRecord(setup, id));
  const gate = setup.gates.find((record) => record.id === id);
  return gate ? gateRoom(gate) : null;
}

export function insideRoom(
  reader: Reader,
  setup: GateSetup,
  { gate, list }: LimitedRoom,
  nowMs: number,
): Promise<number> {
  const { event, lists } = setup;
  const equals = (path: string, value: unknown): Condition => ({ kind: 'field', path, op: 'equals', value });
  const of = [equals('event', event.id), equals('inside', true)];
  of.push(gate === null ? equals('list', list) : equals('lastGate', gate.key));
  if (lists.find(({ id }) => id === list)?.counting === 'once_per_day') {
    // At the start of a day the rooms are empty.
    const since = isoTime(eventDayStart(nowMs, event.timezone));
    of.push({ kind: 'field', path: 'lastEntryAt', op: 'greater_than_equal', value: since });
  }
  return reader.count('checkins', { kind: 'and', of });
}

export async function bookOf(
  reader: Reader,
  setup: GateSetup,
  limited: LimitedRoom,
  nowMs: number,
): Promise<LeaseBook> {
  const rows = await reader.find(admissionLeases, {
    where: where({ room: roomName(limited.room) }),
    sort: [{ path: 'expiresAt', direction: 'desc' }],
    limit: leasesMax,
  });
  return {
    capacity: limited.capacity,
    inside: await insideRoom(reader, setup, limited, nowMs),
    leases: rows.map(entryOf),
  };
}

/** Returns how many people the server itself may admit to each limited room of the gate: it has no lease. */
export async function serverRooms(
  reader: Reader,
  setup: GateSetup,
  gate: GateFacts | null,
  nowMs: number,
): Promise<readonly RoomFacts[]> {
  const rooms: RoomFacts[] = [];
  for (const limited of roomsOfGate(setup, gate)) {
    const remaining = freePlaces(await bookOf(reader, setup, limited, nowMs), nowMs);
    rooms.push({ kind: limited.room.kind, remaining, clockNeeded: false });
  }
  return rooms;
}

function entryOf(row: AdmissionLeaseRecord): LeaseEntry {
  const { id, kiosk, generation, granted, priorGranted, used, late, request, expiresAt } = row;
  return {
    lease: id,
    kiosk,
    generation,
    granted,
    priorGranted,
    used,
    late,
    request,
    expiresAtMs: timeOf(expiresAt),
  };
}

/** Writes the rows that differ; a row that is not there yet is made under its own id. */
export async function writeLeases(
  tx: Transaction,
  place: { readonly event: string; readonly room: string },
  before: readonly LeaseEntry[],
  after: readonly LeaseEntry[],
): Promise<void> {
  for (const entry of after) {
    if (before.includes(entry)) continue;
    const { lease, expiresAtMs, ...values } = entry;
    const row = { ...values, expiresAt: isoTime(expiresAtMs) };
    if (before.some((known) => known.lease === lease)) await tx.update('admission_leases', lease, row);
    else await tx.create('admission_leases', { ...place, ...row }, lease);
  }
}
