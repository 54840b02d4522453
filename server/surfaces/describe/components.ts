/** The components that all operations share: authentication, headers, parameters, schemas. */
import type { JsonObject } from '#shared/base/json.ts';
import { recordSchema } from '#shared/query/describe-collection.ts';
import { platformRefusals } from '#shared/schema/refusals.ts';
import { ref } from './document.ts';
import { refusalResponses } from './refusal-responses.ts';

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
  return { securitySchemes: security, headers, parameters, responses: refusalResponses() };
}
