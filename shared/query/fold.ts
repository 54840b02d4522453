/**
 * The two ways filters look at text: `fold` for comparison without case, code point order for everything that compares.
 * JavaScript's own `<` compares UTF-16 units and would order emoji before U+E000; databases compare UTF-8 bytes.
 */

/**
 * Unicode lower case in NFC. A final sigma becomes the other one: lower-casing picks it by its neighbours, which would
 * make "contains" depend on where the text was cut.
 */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

function rank(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}

/** Code point order, which is also the byte order of UTF-8. Negative: a first. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** The first text after all that begin with `prefix`, in code point order; null when there is none. */
export function afterPrefix(prefix: string): string | null {
  const points = [...prefix];
  while (points.length > 0) {
    const last = points.pop()!.codePointAt(0)!;
    if (last === 0x10ffff) continue;
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return points.join('') + String.fromCodePoint(next);
  }
  return null;
}
