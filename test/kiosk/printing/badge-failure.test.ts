/** The codes of what went wrong with a badge: what is kept is read again, and other releases' codes are no silence. */
import { describe, expect, test } from 'vitest';
import { printFailures } from '#kiosk/bridge/host-api.ts';
import { printCauses } from '#kiosk/bridge/print-causes.ts';
import { failedBy, kioskFailures, readFailure, saidByHost } from '#kiosk/printing/badge-failure.ts';
import { badgesOf } from '#kiosk/printing/store-ports.ts';
import type { Replica } from '#kiosk/store/replica.ts';

const codes = [...printFailures, ...printCauses, ...Object.keys(kioskFailures)];

test('no code stands for two things, and each fits the field that keeps it', () => {
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => code.length > 64)).toEqual([]);
});

describe('what a job says', () => {
  test('is the cause where the host knows one, else the reason', () => {
    const message = 'The print head is too hot.';
    expect(saidByHost({ outcome: 'failed', reason: 'printer_error', cause: 'head_hot', message })).toEqual({
      failure: 'head_hot',
      problem: message,
    });
    expect(saidByHost({ outcome: 'unknown', reason: 'timeout', message: 'm' }).failure).toBe('timeout');
    expect(failedBy('declined').problem).toMatch(/person/);
  });

  test('is read again; another release’s code, or only its sentence, is “other”', () => {
    for (const code of codes) expect(readFailure(code, null)).toBe(code);
    expect(readFailure(null, null)).toBeNull();
    expect(readFailure(undefined, null)).toBeNull();
    expect(readFailure(undefined, 'The printer is out of paper.')).toBe('other');
    expect(readFailure('of_tomorrow', null)).toBe('other');
    expect(readFailure(7, 'x')).toBe('other');
  });
});

test.each([
  ['confirmed', true],
  ['pending', false],
  ['cancelled', false],
  [null, null],
])('a registration that is %s: confirmed %j', async (status, confirmed) => {
  const registration = status === null ? null : { id: 'r-1', status };
  const replica = { roster: { registration: () => registration } } as unknown as Replica;
  expect(await badgesOf(replica, 'e').isConfirmed('r-1')).toBe(confirmed);
});
