/** Parts of a REST request, read and checked: conditional headers, the idempotency key, the body, parameters. */
import type { Request } from 'express';
import { isObject } from '#shared/base/json.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { refusal } from '../../http/refusal-error.ts';

/** Reads e.g. `If-Match: "3"`; without it, or with `*`, no version is asked for. A list or a weak tag is refused. */
export function ifVersion(request: Request): { ifVersion?: number } {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return {};
  const match = /^"(\d{1,15})"$/.exec(header);
  if (!match) throw refusal('invalid_header', 'If-Match must be the version in quotes, e.g. "3".');
  return { ifVersion: Number(match[1]) };
}

export function idempotencyKey(request: Request): { idempotencyKey?: string } {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' ? { idempotencyKey: key } : {};
}

export function objectOf(request: Request, what = 'the record'): Record<string, unknown> {
  const body: unknown = request.body;
  if (isObject(body)) return body;
  throw refusal('invalid_body', `Send ${what} as a JSON object.`);
}

/** @returns the parameters of the query by name; refuses any that is not allowed, or that comes twice */
export function parametersOf(request: Request, allowed: readonly string[] = []): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(queryTextOf(request))) {
    const path = name.slice(0, 100);
    if (!allowed.includes(name))
      throw refusal('unknown_parameter', `Unknown parameter ${path}.`, { path, detail: { allowed } });
    if (found.has(name)) throw refusal('invalid_value', `${path} was sent more than once.`, { path });
    found.set(name, value);
  }
  return found;
}

/** A whole number that a path or a query gives. */
export function wholeNumber(text: string, name: string, min: number, max: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw refusal('invalid_value', `${name} must be a whole number from ${min} to ${max}.`, { path: name });
}

/** The path as the client sees it, the sandbox prefix included. */
export function pathOf(request: Request): string {
  return `${request.sandbox ? '/sandbox' : ''}${request.path}`;
}
