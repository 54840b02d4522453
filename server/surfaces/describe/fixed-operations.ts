/**
 * The paths that do not depend on modules: login, single sign-on, kiosks, replication, keys, apps, health, and this
 * description. As data, since no surface imports another; a test compares it with what is mounted, both ways.
 */
import type { JsonObject } from '#shared/base/json.ts';
import { recordSchema } from '#shared/query/describe-collection.ts';
import type { Field } from '#shared/schema/field.ts';
import { fieldsToJsonSchema } from '#shared/schema/json-schema.ts';
import { authOperations } from './auth-operations.ts';
import { answer, type Described, json, openAnswer, pathNames, refusals } from './document.ts';
import { exampleId, exampleInput } from './examples.ts';
import { type Fixed, object, type Who } from './fixed-operation.ts';
import { appOperations, keyOperations } from './key-operations.ts';
import { kioskOperations } from './kiosk-operations.ts';
import { schemaOperations } from './schema-operations.ts';
import { ssoOperations } from './sso-operations.ts';

const healthOperations: readonly Fixed[] = [
  {
    method: 'get',
    path: '/healthz',
    id: 'health.alive',
    tag: 'health',
    who: 'public',
    summary: 'Check that the process is alive',
    answers: object,
  },
  {
    method: 'get',
    path: '/readyz',
    id: 'health.ready',
    tag: 'health',
    who: 'public',
    summary: 'Is it ready for requests, and are its followers up to date',
    answers: object,
  },
];

const needs: Readonly<Record<Who, string>> = {
  public: 'Needs no credential.',
  identified: 'Needs a credential of any kind except a kiosk’s.',
  administrator: 'Needs `admin:write`.',
  pairing: 'Needs `pairing:write`, or `admin:write` together with `events:read` and `events:write`.',
  kiosk: 'For the token of a paired kiosk. Other credentials get what their scopes allow them to read.',
};

const securityOf: Readonly<Record<Who, readonly JsonObject[]>> = {
  public: [],
  identified: [{ apiKey: [] }, { accessToken: [] }, { oauth: [] }],
  administrator: [{ apiKey: [] }, { accessToken: [] }, { oauth: [] }],
  pairing: [{ apiKey: [] }, { accessToken: [] }, { oauth: [] }],
  kiosk: [{ kioskToken: [] }, { apiKey: [] }],
};

const pathExamples: Readonly<Record<string, string>> = {
  id: exampleId,
  snapshot: exampleId,
  n: '0',
  collection: 'scans',
  action: 'events.list',
  name: 'venues',
  slug: 'acme',
};

function queryParameter(field: Field): JsonObject {
  const properties = recordSchema([{ ...field, required: true }])['properties'] as JsonObject;
  return {
    name: field.name,
    in: 'query',
    ...(field.required ? { required: true } : {}),
    ...(field.note ? { description: field.note } : {}),
    schema: (properties[field.name] ?? {}) as JsonObject,
  };
}

const scopesOf = (who: Who): JsonObject =>
  who === 'administrator'
    ? { 'x-scopes': ['admin:write'] }
    : who === 'pairing'
      ? { 'x-scopes': ['pairing:write'] }
      : {};

function operationOf({
  path,
  id,
  tag,
  summary,
  who,
  query = [],
  body,
  status = 200,
  answers,
  free = false,
  schema = object,
  example = {},
  refused = [],
}: Fixed): JsonObject {
  const content = answers ? json(answers) : null;
  const open = who === 'public';
  const parameters = [
    ...pathNames(path).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      example: pathExamples[name] ?? 'x',
    })),
    ...query.map(queryParameter),
  ];
  const required = body?.some((field) => field.required && !('default' in field)) ?? false;
  return {
    operationId: id,
    summary,
    description: needs[who],
    ...scopesOf(who),
    tags: [tag],
    security: securityOf[who],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required, content: json(fieldsToJsonSchema(body), exampleInput(body)) } } : {}),
    ...(free ? { requestBody: { content: json(schema, example) } } : {}),
    responses: {
      [status]: open ? openAnswer('Done.', content) : answer('Done.', content),
      ...refusals(...refused, ...(open ? [] : ([401, 403] as const))),
    },
  };
}

export const fixedOperations: readonly Described[] = [
  ...authOperations,
  ...ssoOperations,
  ...kioskOperations,
  ...schemaOperations,
  ...keyOperations,
  ...appOperations,
  ...healthOperations,
].map((fixed) => ({
  path: fixed.path,
  method: fixed.method,
  operation: operationOf(fixed),
}));

export const fixedTags: readonly JsonObject[] = [
  { name: 'auth', description: 'Logging in, sessions and passwords.' },
  { name: 'kiosk', description: 'Pairing kiosks with gates.' },
  { name: 'replication', description: 'What kiosks download and upload.' },
  { name: 'schema', description: 'Collections, actions and tools.' },
  { name: 'live', description: 'Changes as they happen.' },
  { name: 'keys', description: 'API keys.' },
  { name: 'health', description: 'For load balancers and monitors.' },
];
