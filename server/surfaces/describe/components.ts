/** What all operations share: how requests prove themselves, headers, parameters, and every refusal with an example. */
import type { JsonObject } from '#shared/base/json.ts';
import { recordSchema } from '#shared/query/describe-collection.ts';
import { platformRefusals } from '#shared/schema/refusals.ts';
import { json, type RefusalStatus, ref, refusalNames } from './document.ts';

const said: Readonly<Record<RefusalStatus, readonly [string, string, string]>> = {
  400: [
    'The request cannot be read: JSON, an operator, a parameter, a cursor or an ID is malformed.',
    'unknown_parameter',
    'Unknown parameter colour.',
  ],
  401: [
    'No credential, or one that is invalid, expired or revoked.',
    'unauthenticated',
    'Send a credential: Authorization: Bearer <API key>.',
  ],
  403: [
    'The credential lacks the scope, which `detail.scope` names.',
    'insufficient_scope',
    'This needs the scope events:write. Use a key that has it.',
  ],
  404: ['The record does not exist, or it belongs to another tenant.', 'not_found', 'No record has this ID.'],
  405: ['The method is not allowed at this address.', 'method_not_allowed', 'POST is not allowed here; use GET.'],
  408: [
    'No data was received for too long.',
    'request_timeout',
    'No data was received for 30 s. Continue where you were, or send it again.',
  ],
  409: [
    'The request conflicts with existing data: a state, a duplicate or a used idempotency key.',
    'duplicate',
    'Another record has this value.',
  ],
  410: ['It existed and has expired.', 'pairing_code_expired', 'This pairing code has expired.'],
  412: [
    'The record’s version is not the one in `If-Match`, or the tus version is not supported.',
    'version_mismatch',
    'The record is now at version 4.',
  ],
  413: [
    'The body is larger than 1 MB, or the file is too large.',
    'body_too_large',
    'The body must have at most 1048576 bytes.',
  ],
  415: [
    'The type of the body is not accepted here (JSON, except for files).',
    'unsupported_media_type',
    'Send the body as Content-Type: application/json.',
  ],
  416: [
    'The requested range is outside the content. `Content-Range` gives its size.',
    'range_not_satisfiable',
    'The content has 500 bytes. The requested range is outside it.',
  ],
  422: ['The request was understood but is not valid; one error per field.', 'required', 'title is missing.'],
  423: [
    'Another request is working on it. Try again in a moment.',
    'upload_busy',
    'Another request is writing to this upload. Request its offset in a moment.',
  ],
  429: [
    'More requests per minute than the plan allows, or too many attempts. `Retry-After` gives the seconds to wait.',
    'rate_limited',
    'Your plan (starter) allows 100 requests per minute. Wait 12 s.',
  ],
  460: [
    'The bytes do not match the checksum. None of them were kept.',
    'checksum_mismatch',
    'The bytes received do not match the checksum. Send them again.',
  ],
  500: [
    'Something went wrong on our side.',
    'internal_error',
    'Something went wrong on our side. Try again; if it keeps failing, contact support with the request ID.',
  ],
  503: [
    'The server is too busy, or the query took longer than 2 s. `Retry-After` gives the seconds to wait.',
    'overloaded',
    'Too many writes are waiting. Try again in a second.',
  ],
  507: [
    'The server’s disk is full. The received part of a resumable upload is kept.',
    'storage_full',
    'The server has no space left for files. Nothing of this upload was kept: send it again later.',
  ],
};

const fieldPaths: Partial<Record<RefusalStatus, string>> = { 400: 'colour', 422: 'title' };

function responses(): JsonObject {
  const all = (Object.keys(refusalNames) as unknown as RefusalStatus[]).map((status) => {
    const [description, code, message] = said[status];
    const path = fieldPaths[status];
    const example = { errors: [{ code, message, ...(path ? { path } : {}) }] };
    const later = ['429', '503'].includes(String(status)) ? { 'Retry-After': ref('headers', 'Retry-After') } : {};
    const headers = { 'X-Request-Id': ref('headers', 'X-Request-Id'), ...later };
    return [
      refusalNames[status],
      { description, headers, content: json(ref('schemas', 'Refusals'), example) },
    ] as const;
  });
  return Object.fromEntries(all) as JsonObject;
}

const header = (description: string, schema: JsonObject): JsonObject => ({ description, schema });
const whole: JsonObject = { type: 'integer' };
const text: JsonObject = { type: 'string' };

const headers: JsonObject = {
  'X-Request-Id': header('Identifies this request in our logs. Include it when you report a problem.', {
    type: 'string',
    format: 'uuid',
  }),
  ETag: header('Send it as `If-None-Match` to get 304 if nothing has changed.', text),
  Link: header('`rel="next"`: the address of the next page, if there is one.', text),
  Location: header('The address of the new record.', text),
  'Idempotent-Replayed': header('`true`: this repeats the first response.', { type: 'string', enum: ['true'] }),
  'Retry-After': header('Seconds to wait.', whole),
  RateLimit: header(
    'What is left and when it resets: `"minute";r=99;t=31` (IETF draft). If omitted, there is no limit.',
    text,
  ),
  'RateLimit-Policy': header('The limit: `"minute";q=100;w=60` (IETF draft).', text),
  'X-RateLimit-Limit': header('Requests per minute.', whole),
  'X-RateLimit-Remaining': header('Requests left in this minute.', whole),
  'X-RateLimit-Reset': header('Seconds until the next minute begins.', whole),
};

const parameter = (name: string, where: 'query' | 'header', description: string, more: JsonObject): JsonObject => ({
  name,
  in: where,
  description,
  ...more,
});
const names = { type: 'array', items: { type: 'string' } } as const;
const commas: JsonObject = { style: 'form', explode: false };

const parameters: JsonObject = {
  Sort: parameter(
    'sort',
    'query',
    'Fields to sort by, at most 5. A leading `-` sorts in descending order. The ID is always the last sort field.',
    { ...commas, schema: { ...names, maxItems: 5 }, example: ['-createdAt'] },
  ),
  Fields: parameter('fields', 'query', 'Only these fields (and the ID).', {
    ...commas,
    schema: names,
    example: ['createdAt'],
  }),
  Limit: parameter('limit', 'query', 'Records per page.', {
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 25 },
  }),
  Cursor: parameter(
    'cursor',
    'query',
    '`meta.nextCursor` of the previous page. Use it with the same sort and filter.',
    {
      schema: { type: 'string', maxLength: 4_096 },
    },
  ),
  Search: parameter('search', 'query', 'Words, "phrases" and -words to search for in the searchable fields.', {
    schema: { type: 'string', maxLength: 500 },
  }),
  Populate: parameter(
    'populate',
    'query',
    'Relations to return as records instead of IDs, at most 3 levels deep: `author,tags.owner`.',
    { ...commas, schema: { ...names, maxItems: 20 } },
  ),
  Count: parameter(
    'count',
    'query',
    'Returns the number of all matching records in `meta.total`. `estimated` is exact up to 10,000 and approximate above that.',
    {
      schema: { type: 'string', enum: ['exact', 'estimated'] },
    },
  ),
  IfMatch: parameter('If-Match', 'header', 'Only if the record still has this version, e.g. `"3"`.', {
    schema: { type: 'string' },
  }),
  IfNoneMatch: parameter('If-None-Match', 'header', 'The `ETag` of the response you already have.', {
    schema: { type: 'string' },
  }),
  IdempotencyKey: parameter(
    'Idempotency-Key',
    'header',
    'The same key and body within 24 hours return the first response again. With another body: 409.',
    { schema: { type: 'string', minLength: 1, maxLength: 255 }, example: '5f0c1f8e-check-in-1' },
  ),
};

const refusal: JsonObject = {
  type: 'object',
  properties: {
    code: {
      type: 'string',
      description: 'Clients branch on it. Its meaning never changes.',
      examples: Object.keys(platformRefusals),
    },
    message: { type: 'string', description: 'What to do, in a sentence.' },
    path: { type: 'string', description: 'The field, as in the body: `attendee.email`.' },
    detail: { type: 'object', description: 'Facts that help to act on it.' },
  },
  required: ['code', 'message'],
};

export const sharedSchemas: JsonObject = {
  Refusal: refusal,
  Refusals: {
    type: 'object',
    properties: { errors: { type: 'array', minItems: 1, items: ref('schemas', 'Refusal') } },
    required: ['errors'],
  },
  PageMeta: {
    type: 'object',
    properties: {
      limit: whole,
      hasMore: { type: 'boolean' },
      nextCursor: { type: ['string', 'null'], description: 'Null on the last page.' },
      prevCursor: { type: ['string', 'null'] },
      total: { type: 'integer', description: 'Only if requested with `count`.' },
    },
    required: ['limit', 'hasMore', 'nextCursor'],
  },
  Meta: { type: 'object' },
  Id: { type: 'string', format: 'uuid', description: 'UUIDv7.' },
  WrittenRecord: {
    ...recordSchema([]),
    description: 'The response to a write if the caller cannot read the record.',
  },
  PartOfARecord: {
    type: 'object',
    description: 'The fields chosen with `fields`. Relations named in `populate` are records instead of IDs.',
    properties: { id: ref('schemas', 'Id') },
    required: ['id'],
  },
};

export const security: JsonObject = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'gate_sk_live_…',
    description: 'An API key; `gate_sk_test_…` in the sandbox. Each operation names its scopes. One of them is needed.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a person, from `POST /api/v1/auth/login`. Valid for 15 minutes.',
  },
  oauth: {
    type: 'oauth2',
    description: 'An app that a person has authorized, with PKCE (S256).',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes: {},
      },
    },
  },
  kioskToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'gate_kt_…',
    description: 'The token of a paired kiosk. It can only sync.',
  },
};

export function sharedComponents(): JsonObject {
  return { securitySchemes: security, headers, parameters, responses: responses() };
}
