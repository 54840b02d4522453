import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanScanText, MAX_SCAN_CHARS } from '#kiosk/scanner/scan-text.ts';
import { opensLikeTicket } from '#kiosk/scanner/ticket-openings.ts';

test('takes off what devices add and nothing else', () => {
  expect(cleanScanText('\uFEFF]Q1GATE1:A B \r\n')).toBe('GATE1:A B ');
  expect(cleanScanText('\t{"a":1}\t')).toBe('{"a":1}');
  expect(cleanScanText(']C1ABC')).toBe(']C1ABC');
  expect(cleanScanText('Zoe\u0308')).toBe('Zoë');
});

/** Any UTF-16 at all, broken pairs included, with more of what devices add. */
const codeUnits = fc
  .array(fc.oneof(fc.nat(0xffff), fc.constantFrom(0xfeff, 0x0d, 0x0a, 0x09, 0x5d, 0x51, 0x31, 0x0301)), {
    maxLength: 24,
  })
  .map((units) => String.fromCharCode(...units));

test('is bounded, well formed and normal, for any input', () => {
  fc.assert(
    fc.property(codeUnits, fc.constantFrom(1, 40, 400), (part, times) => {
      const text = cleanScanText(part.repeat(times));
      expect(text.length).toBeLessThanOrEqual(MAX_SCAN_CHARS);
      expect(text.isWellFormed()).toBe(true);
      expect(text.normalize('NFC')).toBe(text);
      expect(text).not.toMatch(/[\uFEFF\r\n\t]/);
    }),
  );
});

test('knows how tickets begin', () => {
  for (const text of [
    '{"type":"event_ticket","x":1}',
    'GATE1:ABC',
    '{ "type": "event_ticket" }',
    '{"ticketNumber":"1"}',
  ]) {
    expect(opensLikeTicket(text)).toBe(true);
  }
  for (const text of ['', '{', 'gate1:abc', 'https://example.org', 'Ada {"']) expect(opensLikeTicket(text)).toBe(false);
  expect(opensLikeTicket('PAIR:1', ['PAIR:'])).toBe(true);
});
