import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64url, toBase64url, utf8Bytes } from '#shared/base/bytes.ts';

test('base64url is what Node makes of the same bytes, both ways', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const text = toBase64url(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64url'));
      expect([...(fromBase64url(text) ?? [])]).toEqual([...bytes]);
    }),
  );
});

test('refuses padding, other alphabets, other letters, impossible lengths and stray bits', () => {
  for (const text of ['YQ==', 'a+b/', 'aé', 'ab\u{1f600}', '\u0141b', 'a', 'AB', 'AAB'])
    expect(fromBase64url(text)).toBeNull();
});

test('a text has as many bytes as Node makes of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.integer({ min: 0, max: 40 }), (text, cut) => {
      // Cut anywhere, also through a pair.
      for (const one of [text, text.slice(cut), text.slice(0, cut)])
        expect(utf8Bytes(one)).toBe(Buffer.byteLength(one));
    }),
  );
  expect(['', 'a', 'ü', '€', '😀', '\ud83d', '\ude00\ud83d'].map(utf8Bytes)).toEqual([0, 1, 2, 3, 4, 3, 6]);
});
