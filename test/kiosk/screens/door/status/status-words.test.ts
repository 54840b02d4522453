import { describe, expect, test } from 'vitest';
import type { PrinterStatus } from '#kiosk/bridge/host-api.ts';
import type { PrintingState } from '#kiosk/printing/printing.ts';
import { connectionWords, printerMessage, printerWords } from '#kiosk/screens/door/status/status-words.ts';
import { share } from '#kiosk/screens/parts/share.ts';
import { wordingOf } from '#kiosk/screens/words/catalogues.ts';
import type { StationState } from '#kiosk/station/station.ts';

const english = wordingOf('en');

const nowMs = Date.parse('2026-05-12T09:30:00.000Z');
const at = (agoMs: number): string => new Date(nowMs - agoMs).toISOString();

describe('the connection in words', () => {
  const station = (change: Partial<StationState>): StationState => ({
    eventName: 'E',
    timezone: null,
    gateName: 'G',
    kioskName: 'K',
    role: 'gate',
    ready: true,
    sync: { phase: 'connecting' },
    leaseExpired: false,
    online: false,
    direction: 'entry',
    canTurn: false,
    rooms: [],
    dataAsOf: null,
    pending: 0,
    parked: [],
    registrations: 0,
    checkedIn: 0,
    conflicts: [],
    storage: null,
    networkCut: false,
    demo: false,
    ...change,
  });
  const offline = { phase: 'offline', since: at(180_000), reason: 'r' } as const;
  test.each<[string, Partial<StationState>, string, RegExp]>([
    ['live', { sync: { phase: 'live', since: at(0) } }, 'Live', /up to date/],
    ['connecting', {}, 'Connecting', /no data yet/],
    ['loading', { sync: { phase: 'loading', loadedRows: 41, totalRows: 100 } }, 'Loading 41%', /no data yet/],
    [
      'offline, with the age of the data',
      { sync: offline, dataAsOf: at(200_000) },
      'Offline for 3 mins',
      /^data from \d\d:\d\d$/,
    ],
    ['cut for practice', { sync: offline, networkCut: true }, 'Practice: offline', /no data yet/],
    ['offline for longer than the lease', { sync: offline, leaseExpired: true }, 'Locked', /^Offline for 3 mins$/],
    ['locked', { sync: { phase: 'locked', code: 'kiosk_revoked' } }, 'Locked', /./],
  ])('%s', (_what, change, label, detail) => {
    const words = connectionWords(station(change), english, nowMs);
    expect(words.label).toBe(label);
    expect(words.detail).toMatch(detail);
  });

  test('a whole that is not known yet is no division by zero', () => {
    expect(share(0, 0)).toBe(0);
    expect(share(999, 1_000)).toBe(0.99);
    expect(share(1_001, 1_000)).toBe(1);
  });
});

const desk: PrinterStatus = {
  id: 'desk',
  name: 'Desk',
  kind: 'zpl-tcp',
  dpi: 203,
  widthDots: 576,
  state: 'ready',
  paperLow: false,
  queued: 0,
};

describe('the printer in words', () => {
  const none: PrintingState = {
    layout: 'built-in',
    printer: 'ready',
    message: null,
    printers: [],
    chosenPrinterId: null,
    waiting: 0,
    unconfirmed: [],
    held: 0,
    asking: [],
    failed: [],
    recent: [],
  };
  const unpaid = {
    id: 'job-1',
    registration: 'r-1',
    name: 'Jonas Berg',
    state: 'queued',
    printerName: null,
    failure: null,
    queuedAt: at(60_000),
  } as const;
  test.each<[string, Partial<PrintingState>, string, string, number]>([
    ['ready', {}, 'Printer ready', 'calm', 0],
    ['running low', { printers: [{ ...desk, paperLow: true }], chosenPrinterId: 'desk' }, 'Printer ready', 'note', 0],
    ['printing another layout than the event’s', { layout: 'broken' }, 'Printer ready', 'note', 0],
    ['busy', { printer: 'busy', waiting: 2 }, 'Printing', 'calm', 2],
    ['in trouble', { printer: 'error' }, 'Printer problem', 'bad', 0],
    ['not there; what waits is no alarm', { printer: 'none', waiting: 40 }, 'No printer', 'calm', 0],
    ['held badges need a person', { held: 3 }, 'Printer ready', 'bad', 3],
    ['what waits for a confirmation is no alarm', { waiting: 1, unconfirmed: [unpaid] }, 'Printer ready', 'calm', 2],
  ])('%s', (_what, change, label, weight, count) => {
    const words = printerWords({ ...none, ...change }, english);
    expect([words.label, words.weight, words.count]).toEqual([label, weight, count]);
  });

  test('what to do follows the cause, in the language of the screen, for every printer of a pool', () => {
    const hot = { ...desk, state: 'error', reason: 'printer_error', cause: 'head_hot', message: 'in English' } as const;
    const pool = { ...hot, id: 'pool', name: 'Both', kind: 'pool', members: ['desk', 'spare'] } as const;
    const spare = { ...desk, id: 'spare', name: 'Spare', state: 'error', reason: 'paper_out' } as const;
    const state = { ...none, printer: 'error', printers: [pool, hot, spare], message: 'in English' } as const;
    expect(printerMessage({ ...state, chosenPrinterId: 'desk' }, wordingOf('de'))).toMatch(
      /^Der Druckkopf ist zu heiß/,
    );
    expect(printerMessage({ ...state, chosenPrinterId: 'spare' }, wordingOf('fr'))).toMatch(/plus de papier/);
    expect(printerMessage({ ...state, chosenPrinterId: 'pool' }, english)).toMatch(
      /^Desk: The print head is too hot.* Spare: The printer is out of paper/,
    );
  });
});
