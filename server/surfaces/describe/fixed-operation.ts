/** The description of an operation that does not depend on modules, and the texts that many of them share. */
import type { JsonObject } from '#shared/base/json.ts';
import type { Field } from '#shared/schema/field.ts';
import type { Method, RefusalStatus } from './document.ts';

export type Who = 'public' | 'identified' | 'administrator' | 'pairing' | 'kiosk';

export interface Fixed {
  readonly method: Method;
  readonly path: string;
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly who: Who;
  readonly query?: readonly Field[];
  readonly body?: readonly Field[];
  /** The body is described by `schema` and `example`, not by fields. */
  readonly free?: boolean;
  readonly schema?: JsonObject;
  readonly example?: unknown;
  /** Absent: 200. */
  readonly status?: number;
  /** Schema of the answer; absent: it has no body. */
  readonly answers?: JsonObject;
  /** Besides the refusals that any request, or any request with a credential, may get. */
  readonly refused?: readonly RefusalStatus[];
}

/** Refusals of requests with a body. */
export const inBody: readonly RefusalStatus[] = [413, 415, 422];

export const object: JsonObject = { type: 'object' };
export const data = (schema: JsonObject): JsonObject => ({
  type: 'object',
  properties: { data: schema, meta: object },
  required: ['data', 'meta'],
});
export const loggedIn = data({
  type: 'object',
  properties: {
    accessToken: { type: 'string' },
    refreshToken: { type: 'string' },
    tokenType: { type: 'string', enum: ['Bearer'] },
    expiresIn: { type: 'integer', description: 'Seconds.' },
    user: object,
  },
  required: ['accessToken', 'refreshToken', 'tokenType', 'expiresIn', 'user'],
});
