/** The documents in the repository name only what exists: files by relative links and by paths in backticks, functions by `name(…)`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './fixtures/import-graph.ts';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const documents = files.filter((file) => file.endsWith('.md'));

/** Names of files that a command writes or an operator keeps: they stand in no checkout. */
const writtenFiles: ReadonlySet<string> = new Set(['sw.js', 'kiosk.json', 'schema.ts', 'package.json']);

/** `server/{web,store}/x` → both paths. */
function alternatives(path: string): readonly string[] {
  const braces = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path);
  if (!braces) return [path];
  const [, before = '', inside = '', after = ''] = braces;
  return inside.split(',').flatMap((one) => alternatives(`${before}${one}${after}`));
}

/** A heading as a link names it, the way GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

function anchorsOf(document: string): readonly string[] {
  return [...readFileSync(join(root, document), 'utf8').matchAll(/^#+ (.*)$/gm)].map((match) => anchorOf(match[1]!));
}

function brokenLinks(document: string, text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? document : relative(root, normalize(join(root, dirname(document), path)));
    if (!existsSync(join(root, file))) return [target];
    return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor) ? [target] : [];
  });
}

const isPath = (word: string): boolean =>
  /^(?:server|kiosk|shared|test)\/[\w.{},/-]+$/.test(word) || /^[\w.{},/-]+\.(?:tsx?|js|css|html|md)$/.test(word);

/** A path from the root, from the document's folder, or the last part of a path in the repository. */
function exists(document: string, path: string): boolean {
  const plain = path.replace(/\/$/, '');
  return (
    existsSync(join(root, plain)) ||
    existsSync(join(root, dirname(document), plain)) ||
    files.some((file) => file.endsWith(`/${plain}`) || file.includes(`/${plain}/`))
  );
}

function missingPaths(document: string, text: string): readonly string[] {
  const outsideBlocks = text.replace(/^```[\s\S]*?^```/gm, '');
  return [...outsideBlocks.matchAll(/`([^`\n]+)`/g)]
    .map(([, word = '']) => word)
    .filter((word) => isPath(word) && !writtenFiles.has(word))
    .flatMap(alternatives)
    .filter((path) => !exists(document, path));
}

/** Every name in the sources. */
const sourceNames: ReadonlySet<string> = new Set(
  files
    .filter((file) => /\.(?:tsx?|js)$/.test(file))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? []),
);

/** Fields that GraphQL would make for the collection of an example. */
const exampleNames: ReadonlySet<string> = new Set(['pageChanged']);

function missingFunctions(text: string): readonly string[] {
  const outsideBlocks = text.replace(/^```[\s\S]*?^```/gm, '');
  return [...outsideBlocks.matchAll(/`(?:\w+\.)*(\w+)\([^`\n]*\)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !sourceNames.has(name) && !exampleNames.has(name));
}

test.each(documents)('%s names only what exists', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  expect([...brokenLinks(document, text), ...missingPaths(document, text), ...missingFunctions(text)]).toEqual([]);
});

test('ARCHITECTURE.md is at most 8 KB, and README.md two screens', () => {
  const size = (file: string) => readFileSync(join(root, file)).byteLength;
  const lines = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length;
  expect(size('ARCHITECTURE.md')).toBeLessThanOrEqual(8 * 1024);
  expect(lines('README.md')).toBeLessThanOrEqual(130);
});

test('the tree in ARCHITECTURE.md names every folder of server and kiosk', () => {
  const [, tree = ''] =
    /## The tree\n\n```([\s\S]*?)```/.exec(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')) ?? [];
  const [, kiosk = '', server = ''] = /^kiosk\/([\s\S]*?)^server\/([\s\S]*?)^test\//m.exec(tree) ?? [];
  const missing = (wing: string, text: string) =>
    readdirSync(join(root, wing), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !new RegExp(`\\b${entry.name}\\b`).test(text))
      .map(({ name }) => `${wing}/${name}`);
  expect([...missing('kiosk', kiosk), ...missing('server', server)]).toEqual([]);
});

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const named = (words: string) => readme.split('\n').some((line) => line.startsWith('|') && line.includes(words));

/** For tests of ours: they change what time it is, and where the processor is. */
const testSettings: ReadonlySet<string> = new Set(['NOW_OFFSET_MS', 'STRIPE_API_BASE']);

test('README.md has a row for each setting that the server reads', () => {
  const source = readFileSync(join(root, 'server/start/config.ts'), 'utf8');
  const settings = new Set([...source.matchAll(/'([A-Z]+(?:_[A-Z]+)*)'/g)].map((match) => match[1]!));
  expect(settings.size).toBeGreaterThan(12);
  expect([...settings].filter((name) => !testSettings.has(name) && !named(`\`${name}\``))).toEqual([]);
});

test('README.md names each command of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const runByOthers: ReadonlySet<string> = new Set(['start', 'test', 'build', 'format', 'gatehouse']);
  expect(Object.keys(scripts).filter((name) => !runByOthers.has(name) && !named(`npm run ${name}`))).toEqual([]);
});
