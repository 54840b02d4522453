import { describe, expect, test } from 'vitest';
import { formatsOf } from '#kiosk/screens/words/formats.ts';

const nowMs = Date.parse('2026-05-12T09:30:00.000Z');
const at = (agoMs: number): string => new Date(nowMs - agoMs).toISOString();
const minute = 60_000;
const english = formatsOf('en');
const german = formatsOf('de');
const arabic = formatsOf('ar');

describe('lengths of time', () => {
  test.each([
    [-5_000, '0 secs'],
    [12_000, '12 secs'],
    [3 * minute, '3 mins'],
    [120 * minute, '2 hrs'],
    [125 * minute, '2 hrs, 5 mins'],
    [26 * 60 * minute, '1 day'],
    [72 * 60 * minute, '3 days'],
  ])('%i ms', (ms, words) => {
    expect(english.duration(ms)).toBe(words);
  });

  test('ago and ahead, of one unit and of two', () => {
    expect(english.ago(at(5_000), nowMs)).toBe('now');
    expect(english.ago(at(43 * minute), nowMs)).toBe('43 min ago');
    expect(english.ago(at(125 * minute), nowMs)).toBe('2 hrs, 5 mins ago');
    expect(english.ago(at(-10 * minute), nowMs)).toBe('in 10 min');
    expect(german.ago(at(72 * 60 * minute), nowMs)).toBe('vor 3 Tagen');
    expect(arabic.ago(at(43 * minute), nowMs)).toBe('قبل 43 دقيقة');
  });

  test('a time that cannot be read is no lie', () => {
    expect([english.ago('rubbish', nowMs), english.time('rubbish', nowMs)]).toEqual(['–', '–']);
  });
});

test('times are those of the event’s zone, to the second where two are compared', () => {
  const there = formatsOf('en', 'Asia/Kolkata');
  expect(there.time(at(5 * minute), nowMs)).toMatch(/^14:55( GMT\+5:30)?$/);
  expect(there.exactTime(at(5 * minute - 3_000), nowMs)).toMatch(/^14:55:03( GMT\+5:30)?$/);
  expect(german.exactTime('rubbish', nowMs)).toBe('–');
});

test('the hour today, the day too otherwise', () => {
  expect(english.time(at(5 * minute), nowMs)).toMatch(/^\d\d:\d\d$/);
  expect(english.time(at(50 * 60 * minute), nowMs)).toMatch(/May/);
});

test('figures, shares, sums, sizes and lists are the language’s own', () => {
  expect([english.number(100_000), german.number(100_000), arabic.number(100_000)]).toEqual([
    '100,000',
    '100.000',
    '100,000',
  ]);
  expect(english.percent(0.41)).toBe('41%');
  expect(german.money(4_950, 'EUR')).toMatch(/^49,50\s€$/);
  expect(english.money(500, 'JPY')).toMatch(/500/);
  expect([english.bytes(900), english.bytes(84e6), german.bytes(64.04e9).replace('\u00a0', ' ')]).toEqual([
    '1 kB',
    '84 MB',
    '64 GB',
  ]);
  expect(english.anyOf([])).toBe('');
  expect(english.anyOf(['North', 'East', 'Hall 2'])).toBe('North, East or Hall 2');
  expect(german.anyOf(['Nord', 'Ost'])).toBe('Nord oder Ost');
});

test.each([
  ['ar', /^9:05 ص/],
  ['de', /^09:05/],
  ['en', /^09:05/],
] as const)('the hour in %s, as the language writes it', (language, hour) => {
  expect(formatsOf(language, 'Europe/Berlin').time('2026-05-12T07:05:00.000Z', nowMs)).toMatch(hour);
});

test('values in one line, each in its own direction', () => {
  expect(english.line(['Ada', null, '', 'Nord'])).toBe('Ada · Nord');
  expect(english.line(['عمر', 'Nord'])).toBe('\u2068عمر\u2069 · Nord');
  expect(arabic.line(['Ada', 'Nord'])).toBe('\u2068Ada\u2069 · \u2068Nord\u2069');
});
