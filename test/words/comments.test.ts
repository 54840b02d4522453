/** Comments, test titles and READMEs in plain technical English: words that a new reader has to translate fail here. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../fixtures/import-graph.ts';

/** What to write instead → the word. The same list as for the product's own texts in guide.test.ts. */
const replaced: ReadonlyMap<string, RegExp> = new Map([
  ['sent, reported, notified', /\btold\b/i],
  ['the client, the caller, someone, no one, everyone, anyone', /\b(?:some|no|every|any)body\b/i],
  ['the caller that, a reader that', /\bwho(?:so)?ever\b/i],
  ['any, for every', /\bwhatever\b/i],
  ['again', /\banew\b|\bafresh\b/i],
  ['after, not caught up', /\bbehind\b/i],
  ['remote, at another …', /\belsewhere\b/i],
  ['gate, request handler, entrance', /\bdoor\b/i],
  ['server, installation, sources', /\bhouses?\b/i],
  ['console, editor, printer', /(?<!\bhelp )\bdesks?\b/i],
  ['is to, must, should', /\bshall\b/i],
  ['visibility, slots, timeout', /\bsight\b|\bstones\b|\bcrowd\b|\bhurry\b/i],
]);

/** Its titles are the words themselves. */
const guideTest = 'test/words/guide.test.ts';

const comments = /(?<=^|\s)\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$|<!--[\s\S]*?-->/gm;
const titles = /\b(?:test|it|describe)(?:\.\w+(?:<[^>]*>)?\([^()]*\))?\(\s*(['`])(?<title>.*?)\1/g;

/** A name in backticks, a path or a link is not prose. */
const proseOf = (text: string): string => text.replace(/`[^`]*`|\S*[/.]\w\S*/g, '');

function textsOf(source: string): readonly string[] {
  const named = [...source.matchAll(titles)].map(({ groups }) => groups?.['title'] ?? '');
  const said = [...source.matchAll(comments)].map(([text]) => text.replace(/\s*\n\s*\*?\s*/g, ' '));
  return [...named, ...said].map(proseOf);
}

const paragraphsOf = (document: string): readonly string[] =>
  document
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n\n')
    .map(proseOf);

/** Everything of ours that holds prose: sources, scripts and styles of pages, READMEs. */
const textFiles = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|js|css|html|md)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name));

const textsIn = (file: string): readonly string[] => {
  const text = readFileSync(join(root, file), 'utf8');
  return file.endsWith('.md') ? paragraphsOf(text) : textsOf(text);
};

const wings = ['shared', 'server', 'kiosk', 'test'];
const edited = [...wings.flatMap(textFiles), 'README.md', 'ARCHITECTURE.md'].filter((file) => file !== guideTest);

describe('no comment, test title or README has a word that the guide replaces', () => {
  test.each([...replaced])('%s', (_better, word) => {
    const found = edited.flatMap((file) =>
      textsIn(file)
        .filter((text) => word.test(text))
        .map((text) => `${file}: ${text.trim().slice(0, 120)}`),
    );
    expect(found).toEqual([]);
  });
});

test('the search finds words in titles and comments, and skips names in backticks', () => {
  const source =
    "/** Sent\n * to nobody. */\n// `whoever` is a name\ntest.each([1])('told %s', () => {});\nconst a = 'anew';";
  expect(textsOf(source).map((text) => text.trim())).toEqual(['told %s', '/** Sent to nobody. */', '//  is a name']);
});
