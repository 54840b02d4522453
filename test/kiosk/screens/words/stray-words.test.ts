/** No word of a screen stands outside the catalogues: JSX texts and the attributes that people read or hear. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { isObject } from '#shared/base/json.ts';

const root = join(import.meta.dirname, '../../../../kiosk/screens');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));

const readAloud: ReadonlySet<unknown> = new Set(
  'aria-label aria-description title placeholder alt label legend hint'.split(' '),
);

/** ESTree, as far as it is looked at here. */
type Node = Readonly<Record<string, unknown>>;

const nodesIn = (value: unknown): readonly Node[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is Node => isObject(one));

/** Texts that an expression may come to: strings, templates, both sides of a choice. */
function textsOf(node: Node): unknown[] {
  switch (node['type']) {
    case 'Literal':
      return [node['value']];
    case 'TemplateLiteral':
      return nodesIn(node['quasis']).map(({ value }) => (isObject(value) ? value['cooked'] : ''));
    case 'ConditionalExpression':
      return nodesIn([node['consequent'], node['alternate']]).flatMap(textsOf);
    case 'LogicalExpression':
      return nodesIn(node['right']).flatMap(textsOf);
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return nodesIn(node['expression']).flatMap(textsOf);
    case 'JSXText':
      return [node['value']];
    default:
      return [];
  }
}

function strayWords(source: string): string[] {
  const found: unknown[] = [];
  const visit = (node: Node): void => {
    if (node['type'] === 'JSXElement' || node['type'] === 'JSXFragment') {
      found.push(...nodesIn(node['children']).flatMap(textsOf));
    }
    const [name] = nodesIn(node['name']);
    if (node['type'] === 'JSXAttribute' && readAloud.has(name?.['name'])) {
      found.push(...nodesIn(node['value']).flatMap(textsOf));
    }
    for (const below of Object.values(node)) for (const child of nodesIn(below)) visit(child);
  };
  const parsed = parseSync('screen.tsx', source);
  for (const node of nodesIn(parsed.program.body)) visit(node);
  return found
    .filter((text): text is string => typeof text === 'string' && /\p{L}{2,}/u.test(text))
    .map((text) => text.trim());
}

test('there are screens to look at', () => {
  expect(files.length).toBeGreaterThan(25);
});

test.each(files)('%s', (path) => {
  expect(strayWords(readFileSync(join(root, path), 'utf8'))).toEqual([]);
});

test('what it looks for it finds', () => {
  const source = `
    const a = <p title="Hover me">Some words {open ? 'Shown' : <b aria-label={\`Close \${name}\`}>×</b>}</p>;
    const fine = <p className="some class" data-what="state">{words.close} · {count} {\`\${a}: \${b}\`}</p>;`;
  expect(strayWords(source)).toEqual(['Some words', 'Shown', 'Hover me', 'Close']);
});
