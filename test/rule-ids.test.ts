/**
 * An id in a test's title (`SY7`, `R07`) leads to a rule: it stands in one of the lists that test/README.md names, and
 * every input of the hostile catalogue is tried somewhere.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './fixtures/import-graph.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const idPattern = /\b(?:[A-Z]|S[TY]|PE|SIM)\d{1,2}\b/g;
const idsIn = (text: string): readonly string[] => text.match(idPattern) ?? [];

/** The lists, read from the table of test/README.md: `SY1` … | [file](path) |. */
const lists = [...read('test/README.md').matchAll(/^\| `[A-Z]+\d+`.*\]\(([^)]+)\)/gm)].map(([, path = '']) =>
  join('test', path),
);
const listed = new Set(lists.flatMap((file) => idsIn(read(file))));

const catalogue = 'test/hostile/CATALOGUE.md';
const rows = [...read(catalogue).matchAll(/^\| ([A-Z]\d{2}) \|(.*)$/gm)];

const testFiles = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((name) => join('test', name))
  .filter((name) => name.endsWith('.ts') && name !== 'test/rule-ids.test.ts');

/** The first text that a call of test, it or describe is given; the rows of `test.each` and the tables beside it count too. */
const titlesIn = (text: string): readonly string[] => [
  ...[...text.matchAll(/\b(?:test|it|describe)(?:\.\w+)*(?:\([^\n]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(
    (match) => match[2]!,
  ),
  ...[...text.matchAll(/(['"`])((?:[A-Z]|S[TY]|PE|SIM)\d{1,2}[ ,:–-](?:\\.|(?!\1)[^\\\n])*)\1/g)].map(
    (match) => match[2]!,
  ),
];

const used = new Map(testFiles.map((file) => [file, titlesIn(read(file)).flatMap(idsIn)]));

test('test/README.md names the lists, and each of them has ids', () => {
  expect(lists.length).toBeGreaterThanOrEqual(4);
  expect(lists.filter((file) => idsIn(read(file)).length === 0)).toEqual([]);
});

test('an id in a title stands in a list', () => {
  const lost = [...used].flatMap(([file, ids]) => ids.filter((id) => !listed.has(id)).map((id) => `${file}: ${id}`));
  expect([...new Set(lost)]).toEqual([]);
});

test('every input of the hostile catalogue is tried, unless its row says why no test names it', () => {
  const tried = new Set(testFiles.flatMap((file) => idsIn(read(file))));
  const waiting = (text: string) => text.includes('no test names it');
  expect(rows.length).toBeGreaterThan(140);
  expect(rows.filter(([, id = '', text = '']) => !tried.has(id) && !waiting(text)).map(([, id]) => id)).toEqual([]);
});
