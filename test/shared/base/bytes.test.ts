import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';

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
