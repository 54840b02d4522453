/** What all operations share: how requests prove themselves, headers, parameters, and every refusal with an example. */
import type { JsonObject } from '#shared/base/json.ts';
import { recordSchema } from '#shared/query/describe-collection.ts';
import { platformRefusals } from '#shared/schema/refusals.ts';
import { json, type RefusalStatus, ref, refusalNames } from './document.ts';

const said: Readonly<Record<RefusalStatus, readonly [string, string, string]>> = {
  400: [
    'It cannot be read: JSON, an operator, a parameter, a cursor or an id is malformed.',
    'unknown_parameter',
    'There is no parameter colour.',
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
  404: ['It is not there, or it is another tenant’s.', 'not_found', 'There is no record with this id.'],
  405: ['This method is not for this.', 'method_not_allowed', 'POST is not allowed here; use GET.'],
  408: [
    'Nothing came for too long.',
    'request_timeout',
    'Nothing came for 30 seconds. Continue where you were, or send it again.',
  ],
  409: [
    'It contradicts what is there: a state, a duplicate, a used idempotency key.',
    'duplicate',
    'Another record has this value.',
  ],
  410: ['It was there and is no longer good.', 'pairing_code_expired', 'This pairing code has expired.'],
  412: [
    'The record has another version than `If-Match` says, or another tus is spoken.',
    'version_mismatch',
    'The record has version 4 by now.',
  ],
  413: [
    'The body is larger than 1 MB, or a file than may be sent.',
    'body_too_large',
    'The body may have at most 1048576 bytes.',
  ],
  415: [
    'The body is of another type than is taken here (JSON, but for files).',
    'unsupported_media_type',
    'Send the body as Content-Type: application/json.',
  ],
  416: [
    'Nothing of what was asked for is there; `Content-Range` says how much there is.',
    'range_not_satisfiable',
    'There are 500 bytes; none of those is among them.',
  ],
  422: ['The request was understood but is not valid; one error per field.', 'required', 'title is missing.'],
  423: [
    'Another request is at it. Try again in a moment.',
    'upload_busy',
    'Another request is writing to this upload. Ask for its offset in a moment.',
  ],
  429: [
    'More than the plan allows in a minute, or too many tries. `Retry-After` says when to come again.',
    'rate_limited',
    'The plan starter allows 100 requests a minute. Wait 12 seconds.',
  ],
  460: [
    'The bytes are not those of the checksum; nothing of them was kept.',
    'checksum_mismatch',
    'The bytes that came are not those of the checksum. Send them again.',
  ],
  500: [
    'Something broke on our side.',
    'internal_error',
    'Something broke on our side. Try again; if it stays, tell us the request id.',
  ],
  503: [
    'Too busy, or the query took longer than 2 s. `Retry-After` says when to come again.',
    'overloaded',
    'Too many writes are waiting. Try again in a second.',
  ],
  507: [
    'There is no room left on this server. What came of a resumable upload is kept.',
    'storage_full',
    'There is no room left for files on this server. Nothing of this upload was kept: send it again later.',
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
  'X-Request-Id': header('Names this request in our logs: tell it when something went wrong.', {
    type: 'string',
    format: 'uuid',
  }),
  ETag: header('Send it as `If-None-Match` to be told 304 when nothing has changed.', text),
  Link: header('`rel="next"`: the address of the next page, where there is one.', text),
  Location: header('The address of what was made.', text),
  'Idempotent-Replayed': header('`true`: this is the first answer once more.', { type: 'string', enum: ['true'] }),
  'Retry-After': header('Seconds to wait.', whole),
  RateLimit: header(
    'What is left and when it begins anew: `"minute";r=99;t=31` (IETF draft). Absent: unlimited.',
    text,
  ),
  'RateLimit-Policy': header('The limit: `"minute";q=100;w=60` (IETF draft).', text),
  'X-RateLimit-Limit': header('Requests a minute.', whole),
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
    'Fields to sort by, at most 5; `-` in front: downwards. The id stands behind them, so that the order is total.',
    { ...commas, schema: { ...names, maxItems: 5 }, example: ['-createdAt'] },
  ),
  Fields: parameter('fields', 'query', 'Only these fields (and the id).', {
    ...commas,
    schema: names,
    example: ['createdAt'],
  }),
  Limit: parameter('limit', 'query', 'Records on a page.', {
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 25 },
  }),
  Cursor: parameter('cursor', 'query', '`meta.nextCursor` of the page before; the same sort and filter go with it.', {
    schema: { type: 'string', maxLength: 4_096 },
  }),
  Search: parameter('search', 'query', 'Words, "phrases" and -words to look for in the searchable fields.', {
    schema: { type: 'string', maxLength: 500 },
  }),
  Populate: parameter(
    'populate',
    'query',
    'Relations whose ids become the records they name, at most three deep: `author,tags.owner`.',
    { ...commas, schema: { ...names, maxItems: 20 } },
  ),
  Count: parameter(
    'count',
    'query',
    'Puts the number of all matching records into `meta.total`. `estimated`: exact up to 10,000, and beyond that about as many as it says, without counting them.',
    {
      schema: { type: 'string', enum: ['exact', 'estimated'] },
    },
  ),
  IfMatch: parameter('If-Match', 'header', 'Only if the record still has this version, e.g. `"3"`.', {
    schema: { type: 'string' },
  }),
  IfNoneMatch: parameter('If-None-Match', 'header', 'The `ETag` that is known already.', {
    schema: { type: 'string' },
  }),
  IdempotencyKey: parameter(
    'Idempotency-Key',
    'header',
    'The same key and body within 24 hours give the first answer again; with another body: 409.',
    { schema: { type: 'string', minLength: 1, maxLength: 255 }, example: '5f0c1f8e-check-in-1' },
  ),
};

const refusal: JsonObject = {
  type: 'object',
  properties: {
    code: {
      type: 'string',
      description: 'Clients branch on it; it never changes meaning.',
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
      total: { type: 'integer', description: 'Only where `count` asked for it.' },
    },
    required: ['limit', 'hasMore', 'nextCursor'],
  },
  Meta: { type: 'object' },
  Id: { type: 'string', format: 'uuid', description: 'UUIDv7.' },
  WrittenRecord: {
    ...recordSchema([]),
    description: 'What a write answers where the caller may not read the record.',
  },
  PartOfARecord: {
    type: 'object',
    description: 'What `fields` chose, with records in place of ids where `populate` asked for them.',
    properties: { id: ref('schemas', 'Id') },
    required: ['id'],
  },
};

export const security: JsonObject = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'gate_sk_live_…',
    description: 'An API key; `gate_sk_test_…` in the sandbox. Each operation names the scopes of which one is needed.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a person, from `POST /api/v1/auth/login`; good for 15 minutes.',
  },
  oauth: {
    type: 'oauth2',
    description: 'An app that a person has let in, with PKCE (S256).',
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
    description: 'The token of a paired kiosk: it may replicate and push, nothing else.',
  },
};

export function sharedComponents(): JsonObject {
  return { securitySchemes: security, headers, parameters, responses: responses() };
}
