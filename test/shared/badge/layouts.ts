/** Layouts at random that hold, and a measure that knows no font, for the rules of badges. */
import fc from 'fast-check';
import { badgeFields } from '#shared/badge/badge-content.ts';
import { type BadgeElement, type BadgeLayout, layoutBounds } from '#shared/badge/layout.ts';
import type { MeasureLine } from '#shared/badge/plan-badge.ts';

/** Every letter half as wide as it is high, bold ones wider. */
export const roughly: MeasureLine = (line, sizeDots, weight) =>
  [...line].length * sizeDots * (weight === 700 ? 0.6 : 0.5);

/** Bounds that are tenths themselves: 22.5 - 18.5 is a little less than 4 in floating point, and 4 is meant. */
const tenths = (minMm: number, maxMm: number): fc.Arbitrary<number> =>
  fc.integer({ min: Math.round(minMm * 10), max: Math.round(maxMm * 10) }).map((n) => n / 10);

function elementIn(widthMm: number, heightMm: number, id: string): fc.Arbitrary<BadgeElement> {
  const min = layoutBounds.elementMinMm;
  const box = fc.tuple(tenths(0, widthMm - min), tenths(0, heightMm - min)).chain(([xMm, yMm]) =>
    fc.record({
      xMm: fc.constant(xMm),
      yMm: fc.constant(yMm),
      widthMm: tenths(min, widthMm - xMm).map((w) => Math.max(min, w)),
      heightMm: tenths(min, heightMm - yMm).map((h) => Math.max(min, h)),
    }),
  );
  const base = { id: fc.constant(id), ticketTypes: fc.constantFrom([], ['vip'], ['vip', 'press']) };
  const style = {
    turn: fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
    maxLines: fc.integer({ min: 1, max: layoutBounds.linesMax }),
    largestMm: tenths(4, 20),
    smallestMm: tenths(layoutBounds.fontMinMm, 4),
    weight: fc.constantFrom(400 as const, 600 as const, 700 as const),
    align: fc.constantFrom('start' as const, 'center' as const, 'end' as const),
    vertical: fc.constantFrom('top' as const, 'middle' as const, 'bottom' as const),
    inverse: fc.boolean(),
  };
  const kind = fc.oneof(
    fc.record({ kind: fc.constant('field' as const), field: fc.constantFrom(...badgeFields), ...base, ...style }),
    fc.record({
      kind: fc.constant('text' as const),
      text: fc.string({ unit: 'grapheme', maxLength: 60 }),
      ...base,
      ...style,
    }),
    fc.record({ kind: fc.constant('qr' as const), ...base }),
    fc.record({ kind: fc.constant('box' as const), lineMm: tenths(0, 3), ...base }),
  );
  return fc.tuple(box, kind).map(([at, what]) => ({ ...at, ...what }));
}

export const anyLayout: fc.Arbitrary<BadgeLayout> = fc
  .tuple(tenths(15, 110), tenths(15, 200), fc.constantFrom(...layoutBounds.dpi), fc.integer({ min: 0, max: 8 }))
  .chain(([widthMm, heightMm, dpi, count]) =>
    fc
      .tuple(...Array.from({ length: count }, (_, i) => elementIn(widthMm, heightMm, `e${i}`)))
      .map((elements) => ({ version: 1 as const, widthMm, heightMm, dpi, elements })),
  );

/** Names that try to break out: direction marks, nothing visible, endless, towers of accents. */
export const hostileNames: readonly (readonly [label: string, name: string])[] = [
  ['direction marks', '\u202eEve\u2066 Mallory\u202c\u200f Smith\u061c'],
  ['nothing but zero width', '\u200b\u200c\u200d\u2060\ufeff\u00ad'],
  ['zero width within', 'A\u200bd\u200ba\ufeff L\u2060i'],
  ['200 letters', 'W'.repeat(200)],
  ['200 words', 'von '.repeat(50).trim()],
  ['towers of accents', `Z${'\u0351\u0489'.repeat(40)}a${'\u0327'.repeat(60)}lgo`],
  ['control characters', 'Ada\u0000\u001b[2J\u0007\r\nLi'],
  ['a family', '👨‍👩‍👧‍👦'.repeat(20)],
  ['lone surrogates', 'A\ud83d Li\udc68'],
];
