/**
 * `Mcp-Param-*` (2026-07-28, "Custom Headers from Tool Parameters"): a parameter that a tool's schema annotates with
 * `x-mcp-header` is repeated in a header, for gateways that do not read bodies. What the two say must be the same, or the
 * gateway has decided about another call than the one that is made. The library checks this for its own kind of server
 * only, which has one list of tools for all clients.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isObject } from '#shared/base/json.ts';

/** Code of the protocol's error `HeaderMismatch`. */
export const headerMismatch = -32020;

interface Declared {
  readonly path: readonly string[];
  /** Name of the header: `Mcp-Param-<name>`. */
  readonly header: string;
  readonly numeric: boolean;
}

const known = new WeakMap<object, readonly Declared[]>();

/** Annotations count where a chain of `properties` leads to them, and nowhere else. */
function declaredIn(schema: unknown, path: readonly string[] = []): readonly Declared[] {
  if (!isObject(schema)) return [];
  const kept = path.length === 0 ? known.get(schema) : undefined;
  if (kept) return kept;
  const { 'x-mcp-header': name, properties, type } = schema;
  const own =
    typeof name === 'string' && path.length > 0
      ? [{ path, header: `Mcp-Param-${name}`, numeric: type === 'integer' || type === 'number' }]
      : [];
  const below = isObject(properties)
    ? Object.entries(properties).flatMap(([key, one]) => declaredIn(one, [...path, key]))
    : [];
  const all = [...own, ...below];
  if (path.length === 0) known.set(schema, all);
  return all;
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined),
    args,
  );
}

const wrapped = /^=\?base64\?(.*)\?=$/s;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** @returns null where it says that it is base64 of UTF-8, and is not */
function decoded(header: string): string | null {
  const inside = wrapped.exec(header)?.[1];
  if (inside === undefined) return header;
  if (!base64.test(inside)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(inside, 'base64'));
  } catch {
    return null;
  }
}

function fits({ numeric }: Declared, said: string, value: string | number | boolean): boolean {
  if (numeric && typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(said)) return Number(said) === value;
  return said === String(value);
}

export interface Mismatch {
  readonly header: string;
  readonly message: string;
}

/**
 * @param schema the tool's `inputSchema`
 * @param args as the body has them; a parameter that is null or absent needs no header, and one that is there is ignored
 * @returns the first header that is missing, cannot be read or says something else than the body; null: all fit
 */
export function paramMismatch(schema: unknown, args: unknown, headers: IncomingHttpHeaders): Mismatch | null {
  for (const one of declaredIn(schema)) {
    const value = valueAt(args, one.path);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const { header } = one;
    const given = headers[header.toLowerCase()];
    if (typeof given !== 'string')
      return { header, message: `Send ${header} with the value of ${one.path.join('.')}.` };
    const said = decoded(given);
    if (said === null) return { header, message: `${header} must be UTF-8 text in base64.` };
    if (!fits(one, said, value)) return { header, message: `${header} and ${one.path.join('.')} in the body differ.` };
  }
  return null;
}
