import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { compileRegex, patternStepsMax, regexMatches } from '#shared/base/linear-regex.ts';

function test(pattern: string, text: string): boolean {
  const machine = compileRegex(pattern);
  if (typeof machine === 'string') throw new Error(machine);
  return regexMatches(machine, text);
}

/** Patterns in the part of the language that JavaScript reads the same way, small enough that it cannot explode. */
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '[a-c]',
      '\\d',
      '\\w',
      '\\W',
      '\\s',
      '\\b',
      '\\B',
      '^',
      '$',
      '\\.',
      '[\\d-]',
      '[\\]x]',
      '1',
      'é',
      '\u{1f600}',
      '\\p{L}',
      '\\P{Lu}',
    ),
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => `(?:${parts.join('|')})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,1}', '{1,}', '*?', '+?'))
      .map(([of, times]) => `(${of})${times}`),
  ),
}));
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'A', '1', '.', ' ', '\n', '-', ']', 'x', 'é', '\u{1f600}', '_'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

describe('linear regex', () => {
  it('agrees with JavaScript on what both know', () => {
    fc.assert(
      fc.property(pattern, text, fc.constantFrom('', 'i', 's', 'm', 'ims'), (source, subject, flags) => {
        fc.pre(source.length < 60);
        // \W with /iu differs in JavaScript: there, folding makes some ASCII letters match it.
        fc.pre(!flags.includes('i') || !/\\[PWB]/i.test(source));
        // JavaScript looks for \B also between the two halves of a character.
        fc.pre(!source.includes('\\B') || !subject.includes('\u{1f600}'));
        const machine = compileRegex(flags === '' ? source : `(?${flags})${source}`);
        fc.pre(typeof machine !== 'string');
        const expected = new RegExp(source, `u${flags}`).test(subject.slice(0, 6));
        expect(regexMatches(machine as Exclude<typeof machine, string>, subject.slice(0, 6))).toBe(expected);
      }),
      { numRuns: 4_000 },
    );
  });

  it('R09 does bounded work on what makes backtracking explode', () => {
    // A backtracking matcher takes 2^50,000 steps here and never returns.
    for (const source of ['(a+)+$', '^(a*)*$', '^(a|a)*$', '(a|aa)+$', '^(([a-z])+.)+[A-Z]([a-z])+$'])
      expect(test(source, `${'a'.repeat(50_000)}!`), source).toBe(false);
  });

  it.each([
    ['(', 'not closed'],
    [')', 'no ( before'],
    ['[a', 'ends too early'],
    ['a{', '{ in a pattern'],
    ['*a', 'Nothing before'],
    ['a{3,2}', 'from 0 to'],
    ['a{999}', 'from 0 to'],
    ['(?<n>a)', 'groups'],
    ['(?!a)', 'groups'],
    ['(?<=a)', 'groups'],
    ['\\1', 'not supported'],
    ['\\k', 'not supported'],
    ['\\u0041', 'not supported'],
    ['\\', 'ends too early'],
    ['\\p{Greek}', 'supports'],
    ['[b-a]', 'smaller to the greater'],
    ['(((a{200}){200}){200})', 'repeats too much'],
    ['(((){200}){200}){200}', 'repeats too much'],
    ['('.repeat(60) + ')'.repeat(60), 'nested too deep'],
    ['a'.repeat(201), 'at most 200'],
  ])('refuses %s', (source, reason) => {
    expect(compileRegex(source)).toContain(reason);
  });

  it('keeps machines small', () => {
    fc.assert(
      fc.property(pattern, (source) => {
        const machine = compileRegex(source);
        if (typeof machine !== 'string')
          expect(must(machine, source).steps.length).toBeLessThanOrEqual(patternStepsMax);
      }),
    );
  });

  it('knows both spellings with (?i), one character each', () => {
    expect(test('(?i)straße', 'STRAßE')).toBe(true);
    expect(test('(?i)[à-ü]', 'É')).toBe(true);
    expect(test('(?i)[^a]', 'A')).toBe(false);
    expect(test('\\Aa\\z', 'a')).toBe(true);
  });
});
