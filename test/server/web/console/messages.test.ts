/** The console in its languages: message files agree, every key is used, and no screen has words of its own. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { awardTexts } from '#server/web/console/screens/award-texts.ts';
import de from '#server/web/parts/text/de.json' with { type: 'json' };
import en from '#server/web/parts/text/en.json' with { type: 'json' };
import { named, t } from '#server/web/parts/text/text.ts';
import { badgeIds, badges } from '#shared/gamification/badges.ts';
import { findComparedMessages, findWords } from '#test/fixtures/screen-words.ts';

const root = join(import.meta.dirname, '../../../../server/web');
/** Drawings, the worker that imports nothing, and the texts themselves. */
const withoutWords = /icon\.tsx$|logo\.tsx$|^parts\/text\/|renewal-worker\.ts$/;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /^(console|parts)\/.*\.tsx?$/.test(path) && !withoutWords.test(path),
);
const sources = files.map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
const placeholdersIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
const german: Readonly<Record<string, string>> = de;
const keys = Object.keys(en) as (keyof typeof en)[];

describe('message files', () => {
  test('have the same keys in the same order', () => {
    expect(Object.keys(de)).toEqual(keys);
  });

  test('have the same placeholders', () => {
    const differing = keys.filter((key) => placeholdersIn(en[key]).join() !== placeholdersIn(german[key] ?? '').join());
    expect(differing).toEqual([]);
  });

  test('have no empty text, and German quotes and ellipses', () => {
    expect(
      keys.filter(
        (key) =>
          (german[key] ?? '').trim() === '' ||
          /[“”]/.test((german[key] ?? '').replace(/„[^“]*“/g, '')) ||
          / …/.test(german[key] ?? ''),
      ),
    ).toEqual([]);
  });

  test('have no key that no screen uses', () => {
    const all = sources.map(({ source }) => source).join('\n');
    const unused = keys.filter(
      (key) => !key.startsWith('state_') && !key.startsWith('refusal_') && !all.includes(`'${key}'`),
    );
    expect(unused).toEqual([]);
  });
});

test.each(sources)('$path has no words of its own', ({ path, source }) => {
  const words = findWords(path, source).map(({ start, end }) => source.slice(start, end));
  expect(words).toEqual([]);
});

test.each(sources)('$path compares and looks up nothing by a word of a language', ({ path, source }) => {
  const compared = findComparedMessages(path, source).map(({ start, end }) => source.slice(start, end));
  expect(compared).toEqual([]);
});

test('the finder of compared words sees names that are looked up, both sides of a comparison, cases and keys', () => {
  const source = `
    one.getAttribute(t('binding')) === t('redirect');
    switch (kind) { case named('paid'): break; }
    const byName = { [t('name')]: sizes[t('size')], label: t('label') };
    one.setAttribute('title', plain(t('close')));`;
  expect(findComparedMessages('part.ts', source)).toHaveLength(5);
});

test('the finder sees words between tags, in attributes, in strings and in templates', () => {
  const source = `
    const label = 'Not saved yet.';
    export const Part = ({ n }) => <p title="Close"><b className="big red">Save</b> {\`\${n} people are here\`}</p>;`;
  expect(findWords('part.tsx', source)).toHaveLength(4);
  expect(findWords('part.tsx', "act('Moved.'); kind + (required ? ', required' : '');")).toHaveLength(2);
  expect(
    findWords('part.tsx', "const texts = { name: 'Name', refused: 'let in, but not counted; see below' };"),
  ).toHaveLength(2);
  const column = "({ cell: ({ from, isPublic }) => (isPublic ? from : 'hidden'), type: 'public', value: 'plain' });";
  expect(findWords('part.tsx', column)).toHaveLength(1);
  expect(findWords('part.tsx', "function Part() { if (none) return 'nothing'; return 'all'; }")).toHaveLength(2);
  expect(findWords('part.tsx', "function stateOf() { return 'active'; }")).toEqual([]);
});

test('values stand for placeholders; a placeholder without one stays, and a state without a text is its name in words', () => {
  expect(t('a_test_was_sent_to', { email: 'ada@example.org' })).toBe('A test was sent to ada@example.org.');
  expect(t('a_test_was_sent_to')).toBe('A test was sent to {email}.');
  expect(named('some_new_state')).toBe('some new state');
});

test('a badge is named as the API names it, and in German by words of its own', () => {
  for (const id of badgeIds) {
    const { description, name } = badges[id];
    expect(awardTexts[id]).toEqual({ name, description });
    expect(german[`award_${id}_for`]).not.toBe(description);
  }
});
