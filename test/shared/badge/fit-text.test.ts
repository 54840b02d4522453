import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanBadgeText, type FitRequest, fitText, lineHeight, type Measure } from '#shared/badge/fit-text.ts';

/** Every letter half as wide as it is high. */
const measure: Measure = (text, sizeDots) => [...text].length * sizeDots * 0.5;
const box: Omit<FitRequest, 'text'> = {
  widthDots: 600,
  heightDots: 160,
  maxLines: 2,
  largestDots: 100,
  smallestDots: 30,
};
const fitBox = (text: string, change: Partial<FitRequest> = {}) => fitText({ ...box, ...change, text }, measure);

describe('a text is made to fit', () => {
  test.each([
    ['a short one at the largest size', 'Ada Li', 100, ['Ada Li'], false],
    ['a longer one smaller, on one line', 'Anna Kowalska', 92, ['Anna Kowalska'], false],
    [
      'a long one on two lines of like width',
      'Maximiliane Alexandra Hohenstein',
      66,
      ['Maximiliane', 'Alexandra Hohenstein'],
      false,
    ],
    ['at a hyphen', 'Łukasiewicz-Wiśniewska', 66, ['Łukasiewicz-', 'Wiśniewska'], false],
    [
      'between Chinese letters',
      '北京机器人有限公司'.repeat(3),
      66,
      ['北京机器人有限公司北京机器', '人有限公司北京机器人有限公司'],
      false,
    ],
  ])('%s', (_what, text, size, lines, shortened) => {
    const fitted = fitBox(text);
    expect(fitted.shortened).toBe(shortened);
    expect(fitted.lines).toEqual(lines);
    expect(fitted.sizeDots).toBeGreaterThanOrEqual(Math.floor(size * 0.9));
  });

  test('a word too long for a line is broken inside, at the smallest size only', () => {
    const fitted = fitBox('Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewiss');
    expect(fitted).toEqual({
      sizeDots: 30,
      lines: ['Wolfeschlegelsteinhausenbergerdorffwelch', 'evoralternwarengewiss'],
      shortened: false,
    });
  });

  test('more than the smallest size can hold ends in an ellipsis, and lines before it end at words', () => {
    const fitted = fitBox('Anna-Maria '.repeat(19));
    expect(fitted.shortened).toBe(true);
    expect(fitted.lines[0]).toMatch(/(Anna-|Anna-Maria)$/);
    expect(fitted.lines.at(-1)).toMatch(/…$/);
  });

  test('nothing is nothing', () => {
    expect(fitBox(' \u202e\u0007 ').lines).toEqual([]);
  });
});

test('for any text the lines fit the box, and text that is lost is reported', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.lorem({ maxCount: 20 })),
      fc.integer({ min: 1, max: 800 }),
      fc.integer({ min: 10, max: 300 }),
      fc.integer({ min: 1, max: 3 }),
      (text, widthDots, heightDots, maxLines) => {
        const fitted = fitBox(text, { widthDots, heightDots, maxLines });
        for (const line of fitted.lines) expect(measure(line, fitted.sizeDots)).toBeLessThanOrEqual(widthDots);
        expect(fitted.lines.length).toBeLessThanOrEqual(maxLines);
        if (fitted.lines.length > 1) {
          expect(fitted.lines.length * fitted.sizeDots * lineHeight).toBeLessThanOrEqual(heightDots);
        }
        const bare = (some: string) => some.replace(/ /g, '');
        if (!fitted.shortened) expect(bare(fitted.lines.join(''))).toBe(bare(cleanBadgeText(text)));
      },
    ),
  );
});

test('a letter keeps four marks: more are a picture, not a name', () => {
  expect(cleanBadgeText(`Z${'\u0351'.repeat(40)}oe`)).toBe(`Z${'\u0351'.repeat(4)}oe`);
  expect(cleanBadgeText('Nguyễn Thị')).toBe('Nguyễn Thị');
});

test('what joins letters stays, what is only invisible goes', () => {
  expect(cleanBadgeText('👩\u200d🚀 می\u200cخواهم')).toBe('👩\u200d🚀 می\u200cخواهم');
  expect(cleanBadgeText('\u200dAda\u200b\ufeff \u200c')).toBe('Ada');
});

test('a name cannot carry control characters or turn the direction of the badge', () => {
  expect(cleanBadgeText('\u001bp0 Eve\u202e\tMallory\n')).toBe('p0 Eve Mallory');
});
