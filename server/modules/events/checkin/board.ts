/**
 * `events.board`: everything supervisors watch, in one answer. Pace and totals come from checkin-stats, at most once a
 * second however many boards are open; what people must act upon is read again each time.
 */

import { roomName } from '#shared/admission/lease.ts';
import { outstanding } from '#shared/admission/lease-book.ts';
import { setBounded } from '#shared/base/bounded-map.ts';
import { isId } from '#shared/base/id.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { isoTime, secondMs } from '#shared/base/time.ts';
import { admissionReports } from '#shared/modules/events/admission.ts';
import { acknowledgeReports, board, kioskBoard } from '#shared/modules/events/board.ts';
import type { EventRecord, GateRecord } from '#shared/modules/events/event.ts';
import { checkinConflicts, type KioskRecord, kiosks as kiosksCollection } from '#shared/modules/events/gate.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { where } from '#shared/query/query.ts';
import {
  type Board,
  type BoardConflict,
  type BoardGate,
  type BoardKiosk,
  type BoardReport,
  type BoardRoom,
  boardGatesMax,
  boardKiosksMax,
  boardListMax,
} from '#shared/sync/board.ts';
import { type ActionContext, action, type ModuleAction } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventOf } from '../records.ts';
import { type GateFigures, gateFigures } from './checkin-stats.ts';
import { type GateSetup, gateSetupOf } from './gate-setup.ts';
import { bookOf, roomNamed } from './rooms.ts';

/** Age up to which figures are shared: counting is costly, and no one reads faster. */
const figuresMs = secondMs;
/** Events whose figures are remembered. */
const figuresMax = 100;

type ReadFigures = (reader: Reader, event: EventRecord, context: ActionContext) => Promise<GateFigures>;

/** One count serves all requests within a second; a request during the count waits for its result. */
function createFigures(): ReadFigures {
  const known = new Map<string, { readonly atMs: number; readonly figures: Promise<GateFigures> }>();
  return (reader, event, { actor, clock }) => {
    const key = `${actor.tenant} ${event.id}`;
    const nowMs = clock();
    const found = known.get(key);
    if (found && nowMs - found.atMs < figuresMs && nowMs >= found.atMs) return found.figures;
    const figures = gateFigures(reader, event.id, nowMs);
    setBounded(known, key, { atMs: nowMs, figures }, figuresMax);
    // A failed count is not kept: the next request counts again.
    figures.catch(() => known.delete(key));
    return figures;
  };
}

/** Names of what records point to, each read once. */
function createNames(reader: Reader) {
  const known = new Map<string, Promise<string | null>>();
  return (collection: string, id: string | null): Promise<string | null> => {
    if (id === null || !isId(id)) return Promise.resolve(null);
    const key = `${collection} ${id}`;
    const found = known.get(key) ?? reader.get(collection, id).then((record) => (record?.['name'] as string) ?? null);
    known.set(key, found);
    return found;
  };
}

type NameOf = ReturnType<typeof createNames>;

async function readBoard(
  reader: Reader,
  event: EventRecord,
  context: ActionContext,
  figuresOf: ReadFigures,
): Promise<Board> {
  const nowMs = context.clock();
  const setup = await gateSetupOf(reader, event);
  const nameOf = createNames(reader);
  const kiosks = await kiosksOf(reader, setup);
  const figures = await figuresOf(reader, event, context);
  const open = where({ event: event.id, acknowledgedAt: null });
  return {
    at: isoTime(nowMs),
    checkedIn: figures.checkedIn,
    gates: boardGates(setup.gates, figures, kiosks),
    kiosks,
    rooms: await boardRooms(reader, setup, nowMs),
    conflicts: await conflictsOf(reader, setup, nameOf),
    conflictCount: await reader.count('checkin_conflicts', open),
    reports: await reportsOf(reader, setup, nameOf),
    reportCount: await reader.count('admission_reports', open),
  };
}

async function kiosksOf(reader: Reader, { event, gates }: GateSetup): Promise<readonly BoardKiosk[]> {
  const found = await reader.find(kiosksCollection, {
    where: where({ event: event.id, revokedAt: null }),
    sort: [{ path: 'name', direction: 'asc' }],
    limit: boardKiosksMax,
  });
  return found.flatMap((record) => {
    const { id, name, gate, role, dataAsOf, pending, oldestUnsentAt, parked, printer, paper } = record;
    const { printerMessage, softwareVersion, clockOffsetMs, clockTrusted, presence } = record;
    // An exhibitor's device stands at no gate, and is on the exhibitor's own page.
    if (gate === null) return [];
    const gateName = gates.find((one) => one.id === gate)?.name ?? '';
    return {
      ...{
        id,
        name,
        gate,
        gateName,
        role,
        lastSeenAt: latestSign(record),
        dataAsOf,
        pending,
        oldestUnsentAt,
        parked,
        printer,
        paper,
      },
      ...{ printerMessage, softwareVersion, clockOffsetMs, clockTrusted, presence },
    };
  });
}

/** Declared gates first, also those without a scan, then the names of gates that were never declared. */
function boardGates(
  declared: readonly GateRecord[],
  figures: GateFigures,
  kiosks: readonly BoardKiosk[],
): readonly BoardGate[] {
  const none = { checkedIn: 0, lastMinute: 0, last15Minutes: 0, last60Minutes: 0 };
  const rows = declared.map(({ id, key, name }): BoardGate => {
    const counted = figures.byGate.find(({ gate }) => gate === key || gate === id) ?? none;
    const here = kiosks.filter((kiosk) => kiosk.gate === id);
    const oldest = here.flatMap(({ oldestUnsentAt }) => oldestUnsentAt ?? []).sort()[0] ?? null;
    const pending = here.reduce((sum, kiosk) => sum + (kiosk.pending ?? 0), 0);
    const { checkedIn, lastMinute, last15Minutes, last60Minutes } = counted;
    return {
      ...{ key, name, checkedIn, lastMinute, last15Minutes, last60Minutes },
      ...{ kiosks: here.length, pending, oldestUnsentAt: oldest },
    };
  });
  const others = figures.byGate
    .filter(({ gate }) => !declared.some(({ id, key }) => key === gate || id === gate))
    .map(({ gate, checkedIn, lastMinute, last15Minutes, last60Minutes }) => ({
      ...{ key: gate, name: gate, checkedIn, lastMinute, last15Minutes, last60Minutes },
      ...{ kiosks: 0, pending: 0, oldestUnsentAt: null },
    }));
  // Gates created together have the same time; without a second key their rows would change places.
  rows.sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.key < b.key ? -1 : 1));
  return [...rows, ...others].slice(0, boardGatesMax);
}

async function boardRooms(reader: Reader, setup: GateSetup, nowMs: number): Promise<readonly BoardRoom[]> {
  const named = [
    ...setup.lists.map(({ id, name }) => ({ room: { kind: 'list' as const, id }, name })),
    ...setup.gates.map(({ id, name }) => ({ room: { kind: 'gate' as const, id }, name })),
  ];
  const rooms: BoardRoom[] = [];
  for (const { room, name } of named) {
    const limited = roomNamed(setup, room);
    if (limited === null || rooms.length === boardGatesMax) continue;
    const { capacity, inside, leases } = await bookOf(reader, setup, limited, nowMs);
    const leased = leases.reduce((sum, entry) => sum + outstanding(entry, nowMs) + entry.late, 0);
    rooms.push({ room: roomName(room), name, capacity, inside, leased, left: capacity - inside - leased });
  }
  return rooms;
}

function gateNamed(setup: GateSetup, gate: string | null): string | null {
  return setup.gates.find(({ id, key }) => key === gate || id === gate)?.name ?? gate;
}

async function conflictsOf(reader: Reader, setup: GateSetup, nameOf: NameOf): Promise<readonly BoardConflict[]> {
  const found = await reader.find(checkinConflicts, {
    where: where({ event: setup.event.id, acknowledgedAt: null }),
    sort: [{ path: 'scannedAt', direction: 'desc' }],
    limit: boardListMax,
  });
  const rows: BoardConflict[] = [];
  for (const { id, registration, scannedAt, gate, kiosk, firstScannedAt, firstGate, firstKiosk } of found)
    rows.push({
      ...{ id, scannedAt, firstScannedAt },
      person: (await nameOf('registrations', registration)) ?? '',
      gate: gateNamed(setup, gate),
      kiosk: await nameOf('kiosks', kiosk),
      firstGate: gateNamed(setup, firstGate),
      firstKiosk: await nameOf('kiosks', firstKiosk),
    });
  return rows;
}

async function reportsOf(reader: Reader, setup: GateSetup, nameOf: NameOf): Promise<readonly BoardReport[]> {
  const found = await reader.find(admissionReports, {
    where: where({ event: setup.event.id, acknowledgedAt: null }),
    sort: [{ path: 'happenedAt', direction: 'desc' }],
    limit: boardListMax,
  });
  const rows: BoardReport[] = [];
  for (const { id, kind, about, registration, kiosk, happenedAt, capacity, excess } of found)
    rows.push({
      ...{ id, kind, happenedAt, capacity, excess },
      about: await aboutNamed(about, nameOf),
      person: await nameOf('registrations', registration),
      kiosk: await nameOf('kiosks', kiosk),
    });
  return rows;
}

const aboutCollections: Readonly<Record<string, string>> = {
  gate: 'gates',
  list: 'checkin_lists',
  ticket_type: 'ticket_types',
  event: 'events',
  supervisor: 'supervisors',
};

async function aboutNamed(about: string, nameOf: NameOf): Promise<string> {
  const [kind = '', id = ''] = about.split(':');
  const collection = aboutCollections[kind];
  return (collection && (await nameOf(collection, id))) || about;
}

/** The board for organizers and for kiosks with staff. */
export function boardActions(): readonly ModuleAction[] {
  const figures = createFigures();
  const read = async (reader: Reader, eventId: string, context: ActionContext): Promise<Result<Board>> => {
    const event = await eventOf(reader, eventId);
    return event.ok ? ok(await readBoard(reader, event.value, context, figures)) : event;
  };
  return [
    action(board, (reader, { eventId }, context) => read(reader, eventId, context)),
    action(kioskBoard, async (reader, _input, context) => {
      const { kiosk } = context.actor;
      if (!kiosk) return refuseWith('kiosk_only');
      return read(reader, kiosk.event, context);
    }),
    action(acknowledgeReports, async (tx, { reports }, { actor }) => {
      const { kiosk } = actor;
      if (!kiosk) return refuseWith('kiosk_only');
      let acknowledged = 0;
      for (const id of new Set(reports)) {
        const report = isId(id) ? await tx.get('admission_reports', id) : null;
        if (report?.['event'] !== kiosk.event || report['acknowledgedAt'] !== null) continue;
        await tx.update('admission_reports', id, { acknowledgedAt: tx.now });
        acknowledged++;
      }
      return ok({ acknowledged });
    }),
  ];
}

/** The later of the kiosk's own contact and its contact through a box; null: there was none. */
function latestSign({ lastSeenAt, viaBoxAt }: Pick<KioskRecord, 'lastSeenAt' | 'viaBoxAt'>): string | null {
  if (lastSeenAt === null || viaBoxAt === null) return lastSeenAt ?? viaBoxAt;
  return lastSeenAt > viaBoxAt ? lastSeenAt : viaBoxAt;
}
