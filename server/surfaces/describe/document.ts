/** The words of an OpenAPI 3.1 document that operations are put together from. https://spec.openapis.org/oas/v3.1.1.html */
import type { JsonObject } from '#shared/base/json.ts';

export type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options';

export interface Described {
  /** E.g. `/api/v1/notes/{id}`. */
  readonly path: string;
  readonly method: Method;
  readonly operation: JsonObject;
}

export const ref = (kind: 'schemas' | 'responses' | 'parameters' | 'headers', name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});

export function json(schema: JsonObject, example?: unknown): JsonObject {
  const media = example === undefined ? { schema } : { schema, example };
  return { 'application/json': media as JsonObject };
}

/** Every answer has its request's id; answers to a credential say how much of its limit is left. */
const counted: JsonObject = Object.fromEntries(
  ['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => [
    name,
    ref('headers', name),
  ]),
);
const always: JsonObject = { 'X-Request-Id': ref('headers', 'X-Request-Id') };

export function answer(description: string, content: JsonObject | null, headers: JsonObject = {}): JsonObject {
  return {
    description,
    headers: { ...always, ...counted, ...headers },
    ...(content ? { content } : {}),
  };
}

/** Describes an answer without a credential, for which nothing is counted. */
export function openAnswer(description: string, content: JsonObject | null): JsonObject {
  return { description, headers: always, ...(content ? { content } : {}) };
}

export const refusalNames = {
  400: 'Malformed',
  401: 'NoCredential',
  403: 'NotAllowed',
  404: 'NotFound',
  405: 'WrongMethod',
  408: 'TooSlow',
  409: 'Conflict',
  410: 'Gone',
  412: 'VersionMismatch',
  413: 'TooLarge',
  415: 'WrongType',
  416: 'NoSuchRange',
  422: 'DoesNotFit',
  423: 'Busy',
  429: 'TooMany',
  460: 'WrongChecksum',
  500: 'OurFault',
  503: 'Overloaded',
  507: 'NoRoom',
} as const;
export type RefusalStatus = keyof typeof refusalNames;

/** Statuses of the refusals that any request may receive. */
const anytime: readonly RefusalStatus[] = [400, 429, 500, 503];

export function refusals(...statuses: readonly RefusalStatus[]): JsonObject {
  const all = [...new Set([...anytime, ...statuses])].sort((a, b) => a - b);
  return Object.fromEntries(all.map((status) => [String(status), ref('responses', refusalNames[status])]));
}

/** `/events/:eventId` → `/events/{eventId}` */
export function openApiPath(path: string): string {
  return path.replaceAll(/:([A-Za-z]\w*)/g, '{$1}');
}

export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/[:{]([A-Za-z]\w*)/g)].map((match) => match[1] ?? '');
}

/** Answer to a write: a caller that may write and not read receives the id and the version. */
export const writtenRecord = (schema: string): JsonObject => ({
  anyOf: [ref('schemas', schema), ref('schemas', 'WrittenRecord')],
});
