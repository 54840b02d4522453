import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBase45, toBase45 } from '#shared/ticket/base45.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

describe('Base45', () => {
  test.each([
    ['AB', 'BB8'],
    ['Hello!!', '%69 VD92EX0'],
    ['base-45', 'UJCLQE7W581'],
    ['ietf!', 'QED8WEX0'],
  ])('spells %j as RFC 9285 section 4 does', (plain, text) => {
    expect(toBase45(bytesOf(plain))).toBe(text);
    expect(fromBase45(text)).toEqual(bytesOf(plain));
  });

  test('brings back every byte string', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(fromBase45(toBase45(bytes))).toEqual(bytes);
      }),
    );
  });

  test('has one text for one byte string: any text that decodes is encoded to the same text', () => {
    const anyText = fc.string({
      unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'),
      maxLength: 9,
    });
    fc.assert(
      fc.property(anyText, (text) => {
        const bytes = fromBase45(text);
        if (bytes !== null) expect(toBase45(bytes)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['a group above 65535', 'GGW'],
    ['the highest group', ':::'],
    ['a last byte above 255', '::'],
    ['one character over', 'BB8A'],
    ['lower case', 'bb8'],
    ['a character outside', 'BB_'],
    ['an emoji', '😀A'],
  ])('refuses %s', (_, text) => {
    expect(fromBase45(text)).toBeNull();
  });
});
