/** The PIN of a supervisor: its hash, which WebCrypto and the server compute alike, and the waits after wrong ones. */
import { pbkdf2Sync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterPinAttempt,
  type DerivePin,
  isPin,
  noPinAttempts,
  pinAttemptsFree,
  pinBytes,
  pinIterations,
  pinWaitMs,
  verifyPin,
} from '#shared/admission/supervisor-pin.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import { minuteMs } from '#shared/base/time.ts';

/** As a kiosk derives it. */
const webCrypto: DerivePin = async (pin, salt, iterations) => {
  const key = await crypto.subtle.importKey('raw', pin, 'PBKDF2', false, ['deriveBits']);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256),
  );
};

const salt = new Uint8Array(16).fill(7);
const rounds = 100_000;
const stored = {
  pinSalt: toBase64url(salt),
  pinIterations: rounds,
  // As the server hashes it.
  pinHash: toBase64url(pbkdf2Sync('482916', salt, rounds, 32, 'sha256')),
};

describe('a PIN', () => {
  test('that the server hashed is verified by WebCrypto, and no other is', async () => {
    expect(await verifyPin('482916', stored, webCrypto)).toBe(true);
    for (const wrong of ['482917', '048291', '4829160']) expect(await verifyPin(wrong, stored, webCrypto)).toBe(false);
  });

  test('is derived as RFC 8018 says: the digits as ASCII (vector of RFC 7914, section 11)', async () => {
    const derived = await webCrypto(new TextEncoder().encode('passwd'), new TextEncoder().encode('salt'), 1);
    expect(Buffer.from(derived).toString('hex')).toBe(
      '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc',
    );
    expect([...pinBytes('0942')]).toEqual([48, 57, 52, 50]);
  });

  test('is not asked of a record that cannot be read, or that asks for few rounds', async () => {
    const never: DerivePin = () => Promise.reject(new Error('derived'));
    for (const broken of [
      { ...stored, pinSalt: 'AAAA' },
      { ...stored, pinHash: '' },
      { ...stored, pinIterations: 1 },
      { ...stored, pinIterations: Number.NaN },
    ]) {
      expect(await verifyPin('482916', broken, never)).toBe(false);
    }
    expect(await verifyPin('x'.repeat(1_000_000), stored, never)).toBe(false);
    expect(pinIterations).toBeGreaterThanOrEqual(600_000);
  });

  test.each(['000000', '12345', '1234567890123', '12345a', ' 123456', '１２３４５６', ''])('%j is none', (text) => {
    expect(isPin(text)).toBe(false);
  });
});

describe('wrong attempts', () => {
  const wrongTimes = (count: number, nowMs: number) => {
    let attempts = noPinAttempts;
    for (let i = 0; i < count; i++) attempts = afterPinAttempt(attempts, false, nowMs);
    return attempts;
  };

  test('four are free; the fifth costs a minute, and each one more twice as long, up to an hour', () => {
    expect(pinWaitMs(wrongTimes(pinAttemptsFree - 1, 0), 0)).toBe(0);
    const waits = [5, 6, 7, 11, 12, 500].map((count) => pinWaitMs(wrongTimes(count, 0), 0) / minuteMs);
    expect(waits).toEqual([1, 2, 4, 60, 60, 60]);
  });

  test('a right one forgives all', () => {
    expect(afterPinAttempt(wrongTimes(7, 0), true, 0)).toEqual(noPinAttempts);
  });

  test('a clock that is set back waits no longer than an hour, one set forward is waited for by its owner', () => {
    expect(pinWaitMs(wrongTimes(5, 1e12), 0)).toBe(60 * minuteMs);
  });

  test('a day of guessing gets fewer than 40 tries', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), (stepMs) => {
        let nowMs = 0;
        let tries = 0;
        let attempts = noPinAttempts;
        while (nowMs < 24 * 60 * minuteMs && tries < 100) {
          nowMs += pinWaitMs(attempts, nowMs) + stepMs;
          attempts = afterPinAttempt(attempts, false, nowMs);
          tries++;
        }
        expect(tries).toBeLessThan(40);
      }),
    );
  });
});
