/** The console shows refusals of the server in its own language: in German no sentence of the server's own is left. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fieldText, numberOrNull } from '#server/web/parts/form/values.ts';
import { refusalText } from '#server/web/parts/refusal-text.ts';
import german from '#server/web/parts/text/refusals.de.json' with { type: 'json' };
import { loadLanguage, refusalWords } from '#server/web/parts/text/text.ts';
import type { Refusal } from '#shared/base/result.ts';
import { eventRefusals } from '#shared/modules/events/refusals.ts';
import type { Field } from '#shared/schema/field.ts';
import { platformRefusals } from '#shared/schema/refusals.ts';
import { validate } from '#shared/schema/validate.ts';

const shared = join(import.meta.dirname, '..', '..', '..', '..', 'shared');

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await loadLanguage('de');
});

// Test files share the modules: the others read English.
afterAll(async () => {
  await loadLanguage('en');
  vi.unstubAllGlobals();
});

test('every refusal of events and of the platform has a German sentence', () => {
  const codes = [...Object.keys(eventRefusals), ...Object.keys(platformRefusals)];
  expect(codes.filter((code) => refusalWords(code) === null)).toEqual([]);
});

test('every German sentence belongs to a refusal', () => {
  const known = (key: string) =>
    [key, key.replace(/_[a-z]+$/, '')].some((code) => code in eventRefusals || code in platformRefusals);
  expect(Object.keys(german).filter((key) => !known(key))).toEqual([]);
});

/** A field of each kind of the definition language, with values that each of its rules refuses. */
const refused: readonly (readonly [field: Field, ...values: unknown[]])[] = [
  [{ name: 'a', type: 'text', minLength: 3, maxLength: 5, pattern: '^x+$' }, 7, '\u0000', 'xxxxxx', 'x', 'yyyy'],
  [{ name: 'a', type: 'text', required: true }, '', null],
  [{ name: 'a', type: 'text', format: 'timezone' }, 'Mars'],
  [{ name: 'a', type: 'text', readOnly: true }, 'x'],
  [{ name: 'a', type: 'email' }, 'ada'],
  [{ name: 'a', type: 'slug' }, 'A b'],
  [{ name: 'a', type: 'url' }, 'ftp://x'],
  [{ name: 'a', type: 'number', min: 0.5, max: 1_000 }, 'x', 0, 1_001],
  [{ name: 'a', type: 'integer' }, 1.5],
  [{ name: 'a', type: 'boolean' }, 'yes'],
  [
    { name: 'a', type: 'date', min: '2026-01-01T00:00:00Z', max: '2026-12-31T00:00:00Z' },
    'x',
    '2025-05-04',
    '2027-05-04',
  ],
  [{ name: 'a', type: 'select', options: ['x'] }, 'y'],
  [{ name: 'a', type: 'select', options: ['x', 'y'], many: true, maxItems: 1 }, 'x', ['x', 'y']],
  [{ name: 'a', type: 'relation', to: 'events' }, 'x'],
  [{ name: 'a', type: 'point' }, [200, 0]],
  [
    { name: 'a', type: 'json' },
    [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[0]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]],
    'x'.repeat(300_000),
  ],
  [
    { name: 'a', type: 'json', entries: { name: 'b', type: 'integer', max: 5 } },
    [],
    { x: 9 },
    Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`n${n}`, n])),
  ],
  [{ name: 'a', type: 'group', fields: [] }, 'x', { b: 1 }],
  [{ name: 'a', type: 'array', of: 'text', maxItems: 1 }, ['x', 'y']],
];

function refusalsOf(): readonly Refusal[] {
  return refused.flatMap(([field, ...values]) =>
    values.flatMap((value) => {
      const checked = validate([field], { a: value }, { mode: 'create' });
      return checked.ok ? [] : [...checked.errors];
    }),
  );
}

describe('the definition language', () => {
  test('each of its checks is met by the values above', () => {
    const sources = ['check-value.ts', 'validate.ts'].map((name) => readFileSync(join(shared, 'schema', name), 'utf8'));
    const sentences = [...sources.join('\n').matchAll(/'([a-z_]+)',\s*`\$\{path\}([^`$]*)/g)];
    expect(sentences.length).toBeGreaterThan(25);
    const found = refusalsOf();
    const isMet = ([, code = '', text = '']: RegExpExecArray | RegExpMatchArray) =>
      found.some((one) => one.code === code && one.message.includes(text));
    expect(sentences.filter((one) => !isMet(one)).map(([whole]) => whole)).toEqual([]);
  });

  test('each of its checks is said in German beside its field, with its numbers', () => {
    const said = refusalsOf().map((one) => ({ ...one, said: refusalText(one, () => 'Feld') }));
    expect(said.filter(({ message, said: text }) => text === message || /[{}`]|\bmust\b|\ba\b/.test(text))).toEqual([]);
    const texts = said.map(({ said: text }) => text);
    // Where a code has several sentences, the one that fits is said.
    for (const vague of [german.invalid_type, german.too_long]) expect(texts).not.toContain(vague);
    expect(texts).toContain('Geben Sie höchstens 1.000 ein.');
    expect(texts).toContain('Geben Sie mindestens 0,5 ein.');
    expect(texts).toContain('Geben Sie eine Zeit ab 01.01.2026 ein.');
    expect(texts).toContain('Geben Sie mindestens 3 Zeichen ein.');
  });

  test('away from its field it says which one it is about', () => {
    const tooLarge = { code: 'too_large', path: 'x.maxPerOrder', message: '', detail: { max: 5 } };
    expect(refusalText(tooLarge, () => null)).toBe('Max per order: Geben Sie höchstens 5 ein.');
  });
});

test.each([
  ['0,25', 0.25],
  ['0.25', 0.25],
  ['1.249', 1249],
  ['1.249,50', 1249.5],
  ['1,249.50', 1249.5],
  ['12,5', 12.5],
])('%s is a number in German', (text, value) => {
  expect(numberOrNull(text, 'price')).toBe(value);
});

test('a field shows a number as German writes it, and reads it back', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (exact) => {
      const value = Math.round(exact * 1_000) / 1_000 || 0;
      expect(fieldText(value)).not.toContain('.');
      expect(numberOrNull(fieldText(value), 'price')).toBe(value);
    }),
  );
});
