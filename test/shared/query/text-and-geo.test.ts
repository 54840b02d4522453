import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterPrefix, compareText, fold } from '#shared/query/fold.ts';
import { distanceMetres, readShape } from '#shared/query/geo.ts';
import { containsJson } from '#shared/query/json-contains.ts';
import { meetsSearch, parseSearch, searchText } from '#shared/query/search.ts';
import { searchWords } from '#shared/query/search-words.ts';

const text = fc.string({ unit: 'binary', maxLength: 6 }).filter((one) => one.isWellFormed());

describe('text', () => {
  it('compares as UTF-8 bytes do', () => {
    const encoder = new TextEncoder();
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareText(a, b))).toBe(Math.sign(Buffer.compare(encoder.encode(a), encoder.encode(b))));
      }),
    );
    expect(compareText('\ue000', '\u{1f600}')).toBeLessThan(0);
  });

  it('ends a prefix right after the last text that has it', () => {
    fc.assert(
      fc.property(text, text, (prefix, other) => {
        const end = afterPrefix(prefix);
        const inRange = compareText(other, prefix) >= 0 && (end === null || compareText(other, end) < 0);
        expect(inRange).toBe(other.startsWith(prefix));
        const longer = prefix + other;
        expect(compareText(longer, prefix) >= 0 && (end === null || compareText(longer, end) < 0)).toBe(true);
      }),
    );
    expect(afterPrefix('a\ud7ff')).toBe('a\ue000');
    expect(afterPrefix('a\u{10ffff}')).toBe('b');
    expect(afterPrefix('\u{10ffff}')).toBeNull();
  });

  it('folds case, sigma and composition, and twice is once', () => {
    expect(fold('CAFE\u0301')).toBe(fold('café'));
    expect(fold('ΟΔΟΣ')).toBe(fold('οδος'));
    fc.assert(
      fc.property(text, (one) => {
        expect(fold(fold(one))).toBe(fold(one));
      }),
    );
  });
});

describe('search', () => {
  const meets = (wanted: string, ...texts: string[]) => meetsSearch(parseSearch(wanted), searchText(texts));

  it('reads words, phrases, absences and beginnings', () => {
    expect(parseSearch('Grand "hall of" -oslo caf*')).toEqual([
      { ways: [['grand']], negated: false, prefix: false },
      { ways: [['hall', 'of']], negated: false, prefix: false },
      { ways: [['oslo']], negated: true, prefix: false },
      { ways: [['caf']], negated: false, prefix: true },
    ]);
    expect(parseSearch('a b').at(-1)?.prefix).toBe(true);
    expect(parseSearch('a "b"').at(-1)?.prefix).toBe(false);
    expect(parseSearch('"open')).toEqual([{ ways: [['open']], negated: false, prefix: false }]);
    expect(parseSearch('x '.repeat(500))).toHaveLength(32);
    expect(parseSearch(' -- "" * ')).toEqual([]);
    expect(searchWords('Ünï-côde №5!')).toEqual(['uni', 'code', '5']);
  });

  it('asks every term of any text, a phrase within one', () => {
    expect(meets('great hall', 'The great hall')).toBe(true);
    expect(meets('great osl', 'The great hall', 'Oslo')).toBe(true);
    expect(meets('"hall oslo"', 'The great hall', 'Oslo')).toBe(false);
    expect(meets('grea hall', 'The great hall')).toBe(false);
    expect(meets('hall -great', 'The great hall')).toBe(false);
    expect(meets('e-mail', 'an E-Mail address')).toBe(true);
    expect(meets('e-mail', 'mail e')).toBe(false);
  });
});

describe('geometry', () => {
  it('measures on the sphere', () => {
    expect(distanceMetres([0, 0], [0, 90])).toBeCloseTo((Math.PI / 2) * 6_371_008.8, 3);
    // Oslo to Bergen is about 305 km.
    expect(distanceMetres([10.75, 59.91], [5.32, 60.39])).toBeGreaterThan(300_000);
    expect(distanceMetres([10.75, 59.91], [5.32, 60.39])).toBeLessThan(310_000);
    expect(distanceMetres([179.9, 0], [-179.9, 0])).toBeLessThan(23_000);
  });

  it.each([
    null,
    [],
    'Point',
    { type: 'Point' },
    { type: 'constructor', coordinates: [] },
    { type: 'Point', coordinates: [0, 91] },
    { type: 'Point', coordinates: [0, 0, 0] },
    { type: 'LineString', coordinates: [[0, 0]] },
    { type: 'Polygon', coordinates: [] },
    { type: 'GeometryCollection', geometries: [] },
    { type: 'MultiPoint', coordinates: Array.from({ length: 1_001 }, () => [0, 0]) },
  ])('%j is no shape', (shape) => {
    expect(readShape(shape)).toBeNull();
  });
});

describe('JSON containment', () => {
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, 1, 'a'),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b'), tie('json'), { maxKeys: 2 }),
    ),
  }));

  it('holds for a value and itself, and for parts of an object', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(containsJson(value, value)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(containsJson({ a, b }, { b })).toBe(true);
      }),
    );
  });

  // The examples of PostgreSQL's documentation of jsonb.
  it.each([
    [[1, 2, 3], [1, 3], true],
    [[1, 2, 3], [3, 1], true],
    [[1, 2, [1, 3]], [1, 3], false],
    [[1, 2, [1, 3]], [[1, 3]], true],
    [{ foo: { bar: 'baz' } }, { bar: 'baz' }, false],
    [{ foo: { bar: 'baz' } }, { foo: {} }, true],
    [['foo', 'bar'], 'bar', true],
    ['bar', ['bar'], false],
  ])('%j @> %j', (outer, inner, expected) => {
    expect(containsJson(outer, inner)).toBe(expected);
  });
});
