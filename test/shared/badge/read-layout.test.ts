import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultLayout } from '#shared/badge/default-layout.ts';
import { labelSizeOf, labelSizes } from '#shared/badge/label-sizes.ts';
import { layoutInUse, readLayout } from '#shared/badge/read-layout.ts';
import { must } from '#shared/base/assert.ts';
import { anyLayout } from './layouts.ts';

const name = must(
  defaultLayout.elements.find(({ id }) => id === 'name'),
  'the default badge has a name',
);
const withName = (change: object) => ({ ...defaultLayout, elements: [{ ...name, ...change }] });

describe('a stored layout', () => {
  test('the built-in one holds, and comes back as it is', () => {
    expect(readLayout(JSON.parse(JSON.stringify(defaultLayout)))).toEqual({ ok: true, value: defaultLayout });
  });

  test('every layout that holds survives being stored', () => {
    fc.assert(
      fc.property(anyLayout, (layout) => {
        expect(readLayout(JSON.parse(JSON.stringify(layout)))).toEqual({ ok: true, value: layout });
      }),
      { numRuns: 60 },
    );
  });

  test('fills in what is left out', () => {
    const stored = {
      version: 1,
      widthMm: 62,
      heightMm: 29,
      elements: [{ id: 'a', kind: 'field', field: 'name', xMm: 1, yMm: 1, widthMm: 60, heightMm: 10 }],
    };
    const read = readLayout(stored);
    expect(read).toMatchObject({
      ok: true,
      value: { dpi: 300, elements: [{ turn: 0, maxLines: 1, weight: 400, align: 'start', ticketTypes: [] }] },
    });
  });

  test.each([
    ['no object', 'nonsense', ''],
    ['of another version', { ...defaultLayout, version: 2 }, 'version'],
    ['a label that no printer takes', { ...defaultLayout, widthMm: 900 }, 'widthMm'],
    ['a square no head is as wide as', { ...defaultLayout, widthMm: 150, heightMm: 150, elements: [] }, 'widthMm'],
    ['dots no printer has', { ...defaultLayout, dpi: 72 }, 'dpi'],
    ['an element beyond the right edge', withName({ xMm: 30 }), 'elements[0].xMm'],
    ['an element above the label', withName({ yMm: -1 }), 'elements[0].yMm'],
    ['a slanting element', withName({ turn: 45 }), 'elements[0].turn'],
    ['an unknown field', withName({ field: 'email' }), 'elements[0].field'],
    ['sizes the wrong way round', withName({ smallestMm: 20, largestMm: 3 }), 'elements[0].smallestMm'],
    ['a number that is text', withName({ widthMm: '79' }), 'elements[0].widthMm'],
    ['two elements of one id', { ...defaultLayout, elements: [name, name] }, 'elements[1].id'],
    [
      'too many elements',
      { ...defaultLayout, elements: Array.from({ length: 41 }, (_, i) => ({ ...name, id: `e${i}` })) },
      'elements',
    ],
  ])('%s is refused with its path', (_what, stored, path) => {
    const read = readLayout(stored);
    expect(read.ok ? [] : read.errors.map((error) => error.path)).toContain(path);
  });

  test('with any layout a kiosk prints, and says when it prints the built-in one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        const { layout, origin } = layoutInUse(stored);
        expect(layout).toEqual(defaultLayout);
        expect(origin).toBe(stored === null ? 'built-in' : 'broken');
      }),
    );
    expect(layoutInUse(withName({})).origin).toBe('event');
  });
});

describe('labels by name', () => {
  test('each is found again by its sides, upright and turned', () => {
    for (const size of labelSizes) {
      expect(labelSizeOf(size)?.id).toBe(size.id);
      expect(labelSizeOf({ widthMm: size.heightMm, heightMm: size.widthMm })?.id).toBe(size.id);
      expect(readLayout({ ...defaultLayout, ...size, elements: [] }).ok).toBe(true);
    }
  });

  test('an endless one has any length', () => {
    expect(labelSizeOf({ widthMm: 123, heightMm: 62 })?.id).toBe('62-endless');
    expect(labelSizeOf({ widthMm: 61, heightMm: 40 })).toBeNull();
  });
});
