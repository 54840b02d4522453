/**
 * No word of a screen stands outside the catalogues: JSX texts, the attributes that people read or hear, what others say
 * in words of their own (the device host, the server, a fault), and what the other rooms hand to the screens.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, expectTypeOf, test } from 'vitest';
import type { HostInfo } from '#kiosk/bridge/host-api.ts';
import { kioskFailures } from '#kiosk/printing/badge-failure.ts';
import type { PrintingState, ShownPrintJob, TestPrintAnswer } from '#kiosk/printing/printing.ts';
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

/** Sentences of the device host, of the server, of faults: in English, for a screen in any language. */
const foreign: ReadonlySet<unknown> = new Set(['message']);

const saysItsLanguage = (node: Node): boolean =>
  nodesIn(node['openingElement'])
    .flatMap(({ attributes }) => nodesIn(attributes))
    .some(({ name }) => nodesIn(name)[0]?.['name'] === 'lang');

const isLog = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && nodesIn(nodesIn(callee)[0]?.['object'])[0]?.['name'] === 'console';

/** @returns reads of such sentences outside an element with a `lang` attribute */
function foreignWords(source: string): unknown[] {
  const found: unknown[] = [];
  const visit = (node: Node): void => {
    if (isLog(node) || (node['type'] === 'JSXElement' && saysItsLanguage(node))) return;
    if (node['type'] === 'MemberExpression') found.push(nodesIn(node['property'])[0]?.['name']);
    if (node['type'] === 'ObjectPattern') {
      found.push(...nodesIn(node['properties']).map(({ key }) => nodesIn(key)[0]?.['name']));
    }
    for (const below of Object.values(node)) for (const child of nodesIn(below)) visit(child);
  };
  for (const node of nodesIn(parseSync('screen.tsx', source).program.body)) visit(node);
  return found.filter((name) => foreign.has(name));
}

/** Messages for developers, in English. */
const forDevelopers: ReadonlySet<unknown> = new Set(['Error', 'assert', 'must', 'unreachable']);

/** @returns sentences that a room below the screens could pass to them */
function sentences(source: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    const [callee] = nodesIn(node['callee']);
    if (isLog(node) || forDevelopers.has(callee?.['name']) || node['type'] === 'ImportDeclaration') return;
    const text =
      node['type'] === 'TemplateElement' ? textsOf({ type: 'TemplateLiteral', quasis: [node] })[0] : node['value'];
    if (typeof text === 'string' && /\p{L}{2,} \p{L}{2,}/u.test(text)) found.push(text);
    for (const below of Object.values(node)) for (const child of nodesIn(below)) visit(child);
  };
  for (const node of nodesIn(parseSync('room.ts', source).program.body)) visit(node);
  return found;
}

const kiosk = join(root, '..');
const rooms = ['printing', 'preflight'].flatMap((room) =>
  readdirSync(join(kiosk, room)).map((name) => `${room}/${name}`),
);
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
/** What a job and a kiosk's report say to the organizer, in English, beside the codes that screens read. */
const toTheOrganizer: ReadonlyMap<string, number> = new Map([
  ['printing/badge-failure.ts', Object.keys(kioskFailures).length],
  ['printing/printing-state.ts', 1],
]);

test('there are screens to look at', () => {
  expect(files.length).toBeGreaterThan(25);
});

test.each(files)('%s', (path) => {
  expect(strayWords(readFileSync(join(root, path), 'utf8'))).toEqual([]);
});

test.each(sources)('%s says in its own words what others say', (path) => {
  expect(foreignWords(readFileSync(join(root, path), 'utf8'))).toEqual([]);
});

test.each(rooms)('%s hands no sentence to the screens', (path) => {
  const found = sentences(readFileSync(join(kiosk, path), 'utf8'));
  expect(found.length === (toTheOrganizer.get(path) ?? 0) ? [] : found).toEqual([]);
});

/** Fields that may hold any text at all. */
type FreeTexts<T> = { [K in keyof T]-?: string extends NonNullable<T[K]> ? K : never }[keyof T];
type FreeLists<T> = { [K in keyof T]-?: readonly string[] extends NonNullable<T[K]> ? K : never }[keyof T];

test('what screens get of printing and of the host is names, ids, addresses and codes', () => {
  expectTypeOf<FreeTexts<ShownPrintJob>>().toEqualTypeOf<'id' | 'registration' | 'name' | 'printerName' | 'queuedAt'>();
  expectTypeOf<FreeTexts<PrintingState>>().toEqualTypeOf<'message' | 'chosenPrinterId'>();
  expectTypeOf<FreeTexts<HostInfo>>().toEqualTypeOf<'version' | 'serverUrl' | 'virtualPrinterUrl'>();
  expectTypeOf<FreeLists<HostInfo>>().toEqualTypeOf<never>();
  expectTypeOf<FreeTexts<Extract<TestPrintAnswer, { ok: true }>>>().toEqualTypeOf<'printerName'>();
  expectTypeOf<FreeTexts<Extract<TestPrintAnswer, { ok: false }>>>().toEqualTypeOf<never>();
});

test('what it looks for it finds', () => {
  const source = `
    const a = <p title="Hover me">Some words {open ? 'Shown' : <b aria-label={\`Close \${name}\`}>×</b>}</p>;
    const fine = <p className="some class" data-what="state">{words.close} · {count} {\`\${a}: \${b}\`}</p>;`;
  expect(strayWords(source)).toEqual(['Some words', 'Shown', 'Hover me', 'Close']);
  const foreign = `
    const bad = <p>{answer.message}</p>; const { message } = outcome; const said = printing.message ?? words.other;
    const good = <p lang="en">{answer.message}</p>; console.error('why:', error.message); const made = { message: '' };`;
  expect(foreignWords(foreign)).toEqual(['message', 'message', 'message']);
  const room = `
    const problem = 'Look whether it came out.'; const name = \`Sample badge of \${kiosk}\`; const code = 'paper_out';
    throw new Error('the disk refused'); console.warn('not so good'); must(found, 'a printer of the list');`;
  expect(sentences(room)).toEqual(['Look whether it came out.', 'Sample badge of ']);
});
