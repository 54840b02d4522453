import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { webCryptoMac } from '#kiosk/station/web-crypto-mac.ts';
import { nodeMac } from '#server/modules/events/import/external-codes.ts';
import { type ExternalScheme, externalSchemes } from '#shared/base/external-scheme.ts';
import {
  canonicalExternalCode,
  eventbriteCode,
  externalCodeHash,
  externalCodeHashes,
  schemeOfCode,
} from '#shared/ticket/external-code.ts';
import { withoutScannerMarks } from '#shared/ticket/scanner-marks.ts';

const key = new Uint8Array(32).fill(7);
const chars = (alphabet: string, min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: min, maxLength: max });

/** Codes as each system makes them. */
const codes: Readonly<Record<ExternalScheme, fc.Arbitrary<string>>> = {
  pretix: chars('abcdefghjkmnpqrstuvwxyz23456789', 12, 32),
  pretix_sig1: chars('ABCDEFabcdef0123456789+/', 80, 130),
  eventbrite: fc.tuple(chars('123456789', 9, 11), chars('123456789', 9, 11)).map(([o, a]) => eventbriteCode(o, a)!),
  hi_events: chars('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 7, 7).map((text) => `A-${text}`),
  alf_io: fc.tuple(fc.uuid(), chars('ABCDEFabcdef0123456789+/', 43, 43)).map(([id, mac]) => `${id}/${mac}=`),
  other: chars('ABCxyz0189-/#', 1, 40),
};

/** What a scanner makes of a code. */
const scannedAs = (code: string) =>
  fc.constantFrom(
    code,
    `\\000026${code}`,
    `\\000003\\000026${code}`,
    ` ${code}\n`,
    `${code.slice(0, 4)} ${code.slice(4)}`,
  );

describe.each(externalSchemes)('a code of %s', (scheme) => {
  test('is found by its hash however it was scanned, and by no other code’s', async () => {
    await fc.assert(
      fc.asyncProperty(
        codes[scheme].chain((code) => fc.tuple(fc.constant(code), scannedAs(code))),
        codes[scheme],
        async ([code, scanned], other) => {
          const kept = await externalCodeHash(key, scheme, code, nodeMac);
          const at = (await externalCodeHashes(key, scanned, webCryptoMac)).map(({ codeHash }) => codeHash);
          expect(at).toContain(kept);
          const same = canonicalExternalCode(scheme, other) === canonicalExternalCode(scheme, code);
          const ofOther = (await externalCodeHashes(key, other, nodeMac)).map(({ codeHash }) => codeHash);
          expect(ofOther.includes(String(kept))).toBe(same);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('has another hash under the key of another event', async () => {
    const [code] = fc.sample(codes[scheme], { numRuns: 1, seed: 4 });
    const hash = await externalCodeHash(key, scheme, String(code), nodeMac);
    expect(hash).toMatch(/^[\w-]{43}$/);
    expect(await externalCodeHash(new Uint8Array(32), scheme, String(code), nodeMac)).not.toBe(hash);
  });
});

test('no text throws, and what is kept is stable', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 2_000 }),
      fc.constantFrom(...externalSchemes),
      (text, scheme) => {
        const once = canonicalExternalCode(scheme, text);
        if (once !== null) expect(canonicalExternalCode(scheme, once)).toBe(once);
      },
    ),
  );
});

test('capitals do not matter where the system has none, and do where it has', () => {
  expect(canonicalExternalCode('pretix', 'ABCDEFGH2345')).toBe('abcdefgh2345');
  expect(canonicalExternalCode('hi_events', 'a-7k3mp2q')).toBe('A-7K3MP2Q');
  const signed = 'aB'.repeat(50);
  expect(canonicalExternalCode('pretix_sig1', signed)).toBe(signed);
  const uuid = '0b0c8a0e-5f2e-4f0a-9d5d-3a1f1d2c3b4a';
  expect(canonicalExternalCode('alf_io', `${uuid.toUpperCase()}/x=`)).toBe(uuid);
});

test('an import keeps a code under the scheme that fits it', () => {
  expect(schemeOfCode('pretix', 'abcdefgh2345')).toBe('pretix');
  expect(schemeOfCode('pretix', 'aB'.repeat(50))).toBe('pretix_sig1');
  expect(schemeOfCode('pretix', 'VIP 1')).toBe('other');
  expect(schemeOfCode('eventbrite', 'x')).toBe('other');
  expect(schemeOfCode('other', '   ')).toBeNull();
  expect(schemeOfCode('other', 'x'.repeat(513))).toBeNull();
  expect(eventbriteCode('#123', '45-6')).toBe('123456001');
  expect(eventbriteCode('', '456')).toBeNull();
});

test('marks of a scanner are taken off, and nothing else', () => {
  expect(withoutScannerMarks(' \\000026 abc ')).toBe('abc');
  expect(withoutScannerMarks('abc\\000026')).toBe('abc\\000026');
  expect(withoutScannerMarks('\\0001abc')).toBe('\\0001abc');
});
