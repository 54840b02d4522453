import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitAny, splitText } from '#shared/people-search/split-text.ts';

/** Everything the quick ways are taken for. */
const latin = [...Array(0x250).keys(), ...Array.from({ length: 10 }, (_, n) => 0x2010 + n)].map((code) =>
  String.fromCharCode(code),
);

test('every Latin letter, digit, dash and apostrophe is split the quick way as any text is', () => {
  for (const char of latin) {
    const text = `Ab${char}cd É${char} ${char}`;
    const quick = splitText(text).map(({ start, end, glued, forms }) => ({ start, end, glued, forms }));
    const slow = splitAny(text).map(({ start, end, glued, forms }) => ({ start, end, glued, forms }));
    expect(quick, `U+${char.charCodeAt(0).toString(16)}`).toEqual(slow);
  }
});

test('and so is any text of them, also a second time', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...latin), { maxLength: 60 }), (chars) => {
      const text = chars.join('');
      const places = (parts: ReturnType<typeof splitText>) =>
        parts.map(({ start, end, glued, forms }) => ({ start, end, glued, forms }));
      expect(places(splitText(text))).toEqual(places(splitAny(text)));
      expect(places(splitText(text))).toEqual(places(splitAny(text)));
    }),
  );
});
