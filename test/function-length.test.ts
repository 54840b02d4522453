/** No function is longer than a reader can hold: a longer one is more than one idea. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { isObject } from '#shared/base/json.ts';
import { root } from './fixtures/import-graph.ts';

const linesMax = 100;

/** ESTree, as far as it is read here. */
type Node = Readonly<Record<string, unknown>>;

const nodesIn = (value: unknown): readonly Node[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is Node => isObject(one));

const sourcesOf = (wing: string): readonly string[] =>
  readdirSync(join(root, wing), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|js)$/.test(name) && !/node_modules|\.d\.ts$/.test(name))
    .map((name) => join(wing, name));

/** A group of tests, or a page's script as a whole (`(() => { … })()`), is a list of functions and none itself. */
const isList = (call: Node, text: string): boolean =>
  call['type'] === 'CallExpression' &&
  /^(?:describe\b|\()/.test(text.slice(Number(nodesIn(call['callee'])[0]?.['start'])));

/** Functions, methods and callbacks over 100 lines, from their first line to their last. */
function longFunctions(file: string, text: string): readonly string[] {
  const found: string[] = [];
  const linesIn = (from: number, to: number) => text.slice(from, to).split('\n').length;
  const visit = (node: Node, isListed: boolean): void => {
    const [start, end] = [Number(node['start']), Number(node['end'])];
    // What is shorter holds no long function either.
    if (end - start <= linesMax) return;
    if (/Function/.test(String(node['type'])) && node['body'] && !isListed) {
      const lines = linesIn(start, end);
      if (lines > linesMax) found.push(`${file}:${linesIn(0, start)}: ${lines} lines`);
    }
    const isPart = node['type'] === 'ParenthesizedExpression' ? isListed : isList(node, text);
    for (const below of Object.values(node)) for (const child of nodesIn(below)) visit(child, isPart);
  };
  for (const node of nodesIn(parseSync(file.replace(/\.js$/, '.ts'), text).program.body)) visit(node, false);
  return found;
}

test.each(['shared', 'server', 'kiosk', 'test'])('%s has no function over 100 lines', (wing) => {
  const long = sourcesOf(wing)
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .filter(({ text }) => text.split('\n').length > linesMax);
  expect(long.flatMap(({ file, text }) => longFunctions(file, text))).toEqual([]);
});

test('functions, methods and callbacks are found; groups of tests and a page’s script are not', () => {
  const body = 'a();\n'.repeat(linesMax);
  const long = `function one() {\n${body}}\nclass A {\n  two() {\n${body}}\n}\nb.map(() => {\n${body}});`;
  expect(longFunctions('a.ts', long).map((one) => one.split(':')[1])).toEqual(['1', '104', '207']);
  expect(longFunctions('a.js', `(() => {\n${body}})();\ndescribe('x', () => {\n${body}});`)).toEqual([]);
});
