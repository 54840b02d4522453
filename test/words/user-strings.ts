/**
 * Collects the texts that users read from the sources: string literals, templates and JSX texts of the three wings, and
 * the messages of refusals. Left out: what only developers read (assertions, SQL, markup, test data) and other
 * languages.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { isObject } from '#shared/base/json.ts';

/** ESTree, as far as it is read here. */
type Node = Readonly<Record<string, unknown>>;

export interface UserString {
  readonly file: string;
  /** A value in a template is `‹›`. */
  readonly text: string;
}

const root = join(import.meta.dirname, '../..');

/** Example records and the demo event are data, in their authors' words; no surface shows the control database's tables. */
const notOurs =
  /^server\/identity\/\w+\/tables\.ts$|^server\/core\/tenants\/(?:control|own-collections)\.ts$|\/seed\.ts$|^server\/operations\/demo\/|sample-people\.ts$|\/(?:de|es|fr|ar)\.ts$|check-module\.ts$|\.d\.ts$/;
export const sources: readonly string[] = ['server', 'shared', 'kiosk'].flatMap((wing) =>
  readdirSync(join(root, wing), { recursive: true, encoding: 'utf8' })
    .map((path) => `${wing}/${path}`)
    .filter((path) => /\.(?:tsx?|js)$/.test(path) && !path.includes('node_modules') && !notOurs.test(path)),
);

const forDevelopers: ReadonlySet<unknown> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'assert',
  'must',
  'unreachable',
]);

const nodesIn = (value: unknown): readonly Node[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is Node => isObject(one));
const nameOf = (value: unknown): unknown => nodesIn(value)[0]?.['name'];

/** @returns the text of a literal or a template, or null for any other node */
function textOf(node: Node | undefined): string | null {
  if (node?.['type'] === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node?.['type'] === 'JSXText') return String(node['value']).trim().replaceAll(/\s+/g, ' ');
  if (node?.['type'] !== 'TemplateLiteral') return null;
  const pieces = nodesIn(node['quasis']).map(({ value }) => (isObject(value) ? String(value['cooked']) : ''));
  return pieces.join('‹›');
}

/** A sentence or a label, not a name, an address, SQL, CSS, HTML or a script. */
const isProse = (text: string): boolean =>
  /\p{L}{2,}[’'`]?[,.:;!?…”"]* +\S*\p{L}/u.test(text) &&
  !/^\s*(?:[A-Z]{2,} (?:[A-Z]|[a-z_"*(]+ )|--|<|\{|import |export |const |self\.|default-src|[a-z-]+-src )/.test(
    text,
  ) &&
  !/\b(?:SELECT|FROM|WHERE|VALUES|REFERENCES|JOIN)\b.*|<\/|:root|=>/s.test(text);

export function stringsIn(file: string, source: string): readonly UserString[] {
  const found: UserString[] = [];
  const visit = (node: Node): void => {
    if (['ImportDeclaration', 'TSLiteralType'].includes(String(node['type']))) return;
    if (forDevelopers.has(nameOf(node['callee']))) return;
    if (node['type'] === 'JSXAttribute' && nameOf(node['name']) === 'className') return;
    const text = textOf(node);
    if (text !== null && isProse(text)) found.push({ file, text });
    for (const below of Object.values(node)) for (const child of nodesIn(below)) visit(child);
  };
  for (const node of nodesIn(parseSync(file.replace(/\.js$/, '.ts'), source).program.body)) visit(node);
  return found;
}

/** @returns the messages of objects that have a code or a status beside it: what becomes an entry of `errors` */
export function messagesIn(file: string, source: string): readonly UserString[] {
  const found: UserString[] = [];
  const visit = (node: Node): void => {
    const properties = node['type'] === 'ObjectExpression' ? nodesIn(node['properties']) : [];
    const property = (name: string) => nodesIn(properties.find(({ key }) => nameOf(key) === name)?.['value'])[0];
    const message = property('message');
    if (message && (property('code') || property('status'))) {
      const choices =
        message['type'] === 'ConditionalExpression' ? [message['consequent'], message['alternate']] : message;
      for (const text of nodesIn(choices).map(textOf)) if (text) found.push({ file, text });
    }
    for (const below of Object.values(node)) for (const child of nodesIn(below)) visit(child);
  };
  for (const node of nodesIn(parseSync(file.replace(/\.js$/, '.ts'), source).program.body)) visit(node);
  return found;
}

export const readSource = (file: string): string => readFileSync(join(root, file), 'utf8');
