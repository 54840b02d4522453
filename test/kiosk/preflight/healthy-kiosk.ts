/** Ports of a kiosk with which all is well; a test spoils what it is about. */
import type { PreflightPorts } from '#kiosk/preflight/ports.ts';
import type { PrintingState } from '#kiosk/printing/printing.ts';
import { cameraState } from '#kiosk/scanner/camera/camera-state.ts';
import type { Replica, Roster } from '#kiosk/store/replica.ts';
import { hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { syncVersion, syncVersionFloor } from '#shared/sync/version.ts';
import { type ManualTimers, manualTimers } from './manual-timers.ts';

export const nowMs = Date.parse('2026-05-12T07:30:00.000Z');
const ids = { event: 'event-1', gate: 'gate-1', kiosk: 'kiosk-1', list: 'list-1' };

/** Records as far as the checks look at them. */
export interface SoundRecords {
  events: object[];
  gates: object[];
  ticket_types: object[];
  supervisors: object[];
  kiosks: object[];
}

export function soundRecords(): SoundRecords {
  const event = ids.event;
  return {
    events: [
      {
        id: event,
        name: 'Demo Days',
        status: 'upcoming',
        startsAt: isoTime(nowMs + 2 * hourMs),
        endsAt: isoTime(nowMs + 12 * hourMs),
        doorsOpenAt: isoTime(nowMs + hourMs),
        timezone: 'UTC',
      },
    ],
    gates: [
      {
        id: ids.gate,
        event,
        key: 'main',
        name: 'Main entrance',
        list: ids.list,
        direction: 'entry',
        ticketTypes: [],
        opensAt: null,
        closesAt: null,
        capacity: null,
      },
    ],
    ticket_types: [{ id: 'type-1', event, key: 'standard', name: 'Standard' }],
    supervisors: [{ id: 'boss', event, name: 'Ines', active: true, pinHash: 'hash', approvalKey: 'key' }],
    kiosks: [{ id: ids.kiosk, event, gate: ids.gate, role: 'gate', name: 'Kiosk 1', revokedAt: null }],
  };
}

export const soundPrinting: PrintingState = {
  layout: 'built-in',
  printer: 'ready',
  message: null,
  printers: [
    {
      id: 'desk',
      name: 'Desk printer',
      kind: 'escpos-tcp',
      dpi: 203,
      widthDots: 576,
      state: 'ready',
      paperLow: false,
      queued: 0,
    },
  ],
  chosenPrinterId: 'desk',
  waiting: 0,
  unconfirmed: [],
  held: 0,
  asking: [],
  failed: [],
  recent: [],
};

export interface HealthyKiosk {
  readonly ports: PreflightPorts;
  readonly timers: ManualTimers;
  readonly records: SoundRecords;
}

export function healthyKiosk(change: Partial<PreflightPorts> = {}): HealthyKiosk {
  const timers = manualTimers();
  const records = soundRecords();
  const settings = new Map<string, unknown>();
  const tables: Readonly<Record<string, object[]>> = { ...records };
  const rowsOf = (collection: string) => (tables[collection] ?? []) as { readonly id: string }[];
  const roster = {
    registrationCount: () => 1_200,
    records: rowsOf,
    record: (collection: string, id: string) => rowsOf(collection).find((row) => row.id === id) ?? null,
  } as unknown as Roster;
  const replica = {
    ready: () => true,
    roster,
    settings: {
      read: async (name: string) => settings.get(name) ?? null,
      write: async (name: string, value: unknown) => void settings.set(name, value),
      remove: async (name: string) => void settings.delete(name),
    },
    storage: async () => ({ persistent: true, usedBytes: 1e8, quotaBytes: 64e9 }),
    journal: { pending: () => 0, parked: () => [], after: async () => [] },
  } as unknown as Pick<Replica, 'ready' | 'roster' | 'settings' | 'storage' | 'journal'>;
  const ports: PreflightPorts = {
    identity: { kioskId: ids.kiosk, event: ids.event, gate: ids.gate, role: 'gate' },
    clock: { now: () => nowMs, trusted: () => true, reason: () => null, offsetMs: () => 40 },
    replica,
    link: {
      phase: () => ({ phase: 'live', since: isoTime(nowMs) }),
      dataAsOf: () => isoTime(nowMs - 5_000),
      networkCut: () => false,
      leaseExpiresAt: async () => isoTime(nowMs + 3 * 24 * hourMs),
    },
    ping: async () => ({
      kind: 'answer',
      status: 200,
      roundTripMs: 12,
      softwareVersion: '1.2.3',
      syncVersion,
      syncVersionFloor,
    }),
    rooms: () => [],
    otherKiosks: () => ({ condition: 'open', members: 3, inReach: 3 }),
    softwareVersion: '1.2.3',
    printing: { state: () => soundPrinting, testPrint: async () => ({ ok: true, printerName: 'Desk printer' }) },
    hostReachable: () => true,
    camera: {
      wanted: () => true,
      state: () => cameraState('running', 'Front'),
      subscribe: () => () => {},
      brightness: () => ({ mean: 120, spread: 40 }),
    },
    soundWanted: () => true,
    sound: async () => 'running',
    power: async () => ({ staysAwake: true, batteryLevel: null }),
    writeAndRead: async (bytes) => bytes,
    offlineStart: () => 'installed',
    randomBytes: (count) => Uint8Array.from({ length: count }, (_, i) => (i * 31) % 251),
    monotonicMs: timers.nowMs,
    after: timers.after,
    incompleteLanguages: () => [],
    watchKeys: () => () => {},
    ...change,
  };
  return { ports, timers, records };
}

export { hourMs, minuteMs };
