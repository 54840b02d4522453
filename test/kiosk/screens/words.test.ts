import { describe, expect, test } from 'vitest';
import type { PrintingState } from '#kiosk/printing/printing.ts';
import { connectionWords, percent, printerWords } from '#kiosk/screens/status-words.ts';
import { ago, anyOf, bytes, duration, number, plural } from '#kiosk/screens/words.ts';
import type { StationState } from '#kiosk/station/station.ts';

const nowMs = Date.parse('2026-05-12T09:30:00.000Z');
const at = (agoMs: number): string => new Date(nowMs - agoMs).toISOString();

describe('ages', () => {
  test.each([
    [-5_000, '0 s'],
    [12_000, '12 s'],
    [3 * 60_000, '3 min'],
    [2 * 3_600_000, '2 h'],
    [2 * 3_600_000 + 5 * 60_000, '2 h 5 min'],
    [26 * 3_600_000, '1 day'],
    [72 * 3_600_000, '3 days'],
  ])('%i ms', (ms, words) => {
    expect(duration(ms)).toBe(words);
  });

  test('just now, and ago', () => {
    expect(ago(at(5_000), nowMs)).toBe('just now');
    expect(ago(at(180_000), nowMs)).toBe('3 min ago');
    expect(ago('rubbish', nowMs)).toBe('at an unknown time');
  });
});

test('numbers, counts and lists', () => {
  expect(number(100_000)).toBe('100,000');
  expect(plural(1, 'scan', 'scans')).toBe('1 scan');
  expect(plural(0, 'scan', 'scans')).toBe('0 scans');
  expect(anyOf([])).toBe('');
  expect(anyOf(['North'])).toBe('North');
  expect(anyOf(['North', 'East', 'Hall 2'])).toBe('North, East or Hall 2');
  expect(bytes(900)).toBe('1 kB');
  expect(bytes(84e6)).toBe('84 MB');
  expect(bytes(64e9)).toBe('64.0 GB');
});

describe('the connection in words', () => {
  const station = (change: Partial<StationState>): StationState => ({
    eventName: 'E',
    gateName: 'G',
    kioskName: 'K',
    role: 'gate',
    ready: true,
    sync: { phase: 'connecting' },
    online: false,
    direction: 'entry',
    canExit: false,
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
    ['loading', { sync: { phase: 'loading', loadedRows: 41, totalRows: 100 } }, 'Loading 41 %', /no data yet/],
    [
      'offline, with the age of the data',
      { sync: offline, dataAsOf: at(200_000) },
      'Offline for 3 min',
      /^data from \d\d:\d\d$/,
    ],
    ['cut for practice', { sync: offline, networkCut: true }, 'Practice: cut off', /no data yet/],
    ['locked', { sync: { phase: 'locked', code: 'kiosk_revoked' } }, 'Locked', /./],
  ])('%s', (_what, change, label, detail) => {
    const words = connectionWords(station(change), nowMs);
    expect(words.label).toBe(label);
    expect(words.detail).toMatch(detail);
  });

  test('a whole that is not known yet is no division by zero', () => {
    expect(percent(0, 0)).toBe(0);
    expect(percent(999, 1_000)).toBe(99);
    expect(percent(1_001, 1_000)).toBe(100);
  });
});

describe('the printer in words', () => {
  const none: PrintingState = {
    layout: 'built-in',
    printer: 'ready',
    message: null,
    printers: [],
    chosenPrinterId: null,
    waiting: 0,
    held: 0,
    asking: [],
    failed: [],
    recent: [],
  };
  test.each<[string, Partial<PrintingState>, string, string, number]>([
    ['ready', {}, 'Printer ready', 'calm', 0],
    ['running low', { message: 'Paper is running low.' }, 'Printer ready', 'note', 0],
    ['busy', { printer: 'busy', waiting: 2 }, 'Printing', 'calm', 2],
    ['in trouble', { printer: 'error' }, 'Printer trouble', 'bad', 0],
    ['not there; what waits is no alarm', { printer: 'none', waiting: 40 }, 'No printer', 'calm', 0],
    ['held badges need a person', { held: 3 }, 'Printer ready', 'bad', 3],
  ])('%s', (_what, change, label, weight, count) => {
    const words = printerWords({ ...none, ...change });
    expect([words.label, words.weight, words.count]).toEqual([label, weight, count]);
  });
});
