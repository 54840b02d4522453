/**
 * The query string of a URL with brackets: `where[price][in][]=1&where[or][0][a][equals]=2`. Express's own parser is
 * off, because this one has bounds and makes objects without a prototype. It knows nothing of filters.
 *
 * A name given twice makes a list. A name with both a value and children keeps the value under the empty key, so that
 * `[on]=2026-05-01&[on][tz]=Europe/Oslo` can be read.
 */
import { ok, type Refused, type Result, refuse } from '../base/result.ts';

export type ParameterValue = string | readonly ParameterValue[] | ParameterTree;
export interface ParameterTree {
  readonly [name: string]: ParameterValue;
}

export const queryStringLengthMax = 16_384;
export const queryStringPairsMax = 1_000;
/** Maximum number of steps of one name, the part before the brackets included. */
export const queryStringDepthMax = 40;

type Growing = string | Growing[] | { [name: string]: Growing };

function tree(): { [name: string]: Growing } {
  return Object.create(null) as { [name: string]: Growing };
}

function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return decoded.includes('\u0000') ? null : decoded;
  } catch {
    return null;
  }
}

/** `where[a][]` → `['where', 'a', '']`; null when a bracket is open or text follows one. */
function splitName(name: string): readonly string[] | null {
  const open = name.indexOf('[');
  if (open === -1) return name.includes(']') ? null : [name];
  const steps = [name.slice(0, open)];
  for (let at = open; at < name.length; ) {
    const close = name.indexOf(']', at);
    if (name[at] !== '[' || close === -1) return null;
    const step = name.slice(at + 1, close);
    if (step.includes('[')) return null;
    steps.push(step);
    at = close + 1;
  }
  return steps;
}

function insert(node: Growing | undefined, steps: readonly string[], value: string): Growing | null {
  const [step, ...rest] = steps;
  if (step === undefined) {
    if (node === undefined) return value;
    if (typeof node === 'string') return [node, value];
    if (Array.isArray(node)) {
      node.push(value);
      return node;
    }
    const own = insert(node[''], [], value);
    if (own === null) return null;
    node[''] = own;
    return node;
  }
  if (step === '') {
    if (rest.length > 0) return null;
    if (node !== undefined && typeof node !== 'string' && !Array.isArray(node)) return null;
    const list = node === undefined ? [] : typeof node === 'string' ? [node] : node;
    list.push(value);
    return list;
  }
  if (Array.isArray(node)) return null;
  let branch = node as { [name: string]: Growing };
  if (node === undefined || typeof node === 'string') {
    branch = tree();
    if (typeof node === 'string') branch[''] = node;
  }
  const child = insert(branch[step], rest, value);
  if (child === null) return null;
  branch[step] = child;
  return branch;
}

function malformed(name: string): Refused {
  return refuse({
    code: 'invalid_query',
    message: 'The query string cannot be read here. Close all brackets and write 2 hex digits after %.',
    detail: { parameter: name.slice(0, 100) },
  });
}

function tooLarge(what: string, limit: number): Refused {
  return refuse({
    code: 'query_too_large',
    message: `The query string has more than ${limit} ${what}. Send the filter as a JSON body with QUERY or POST …/query.`,
    detail: { limit },
  });
}

/**
 * @param text what follows the `?`, undecoded
 * @returns a tree of strings, lists and trees without a prototype; refusals: `invalid_query`, `query_too_large`
 */
export function parseQueryString(text: string): Result<ParameterTree> {
  if (text.length > queryStringLengthMax) return tooLarge('characters', queryStringLengthMax);
  const root = tree();
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > queryStringPairsMax) return tooLarge('parameters', queryStringPairsMax);
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    const name = decode(rawName);
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    const steps = name === null ? null : splitName(name);
    if (value === null || steps === null || steps[0] === '') return malformed(rawName);
    if (steps.length > queryStringDepthMax) return tooLarge('levels of brackets', queryStringDepthMax);
    if (insert(root, steps, value) === null) return malformed(rawName);
  }
  return ok(root);
}
