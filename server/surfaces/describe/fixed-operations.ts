/**
 * The paths that are there whatever modules are active: login, kiosks, replication, health, and this description. As
 * data, since no surface imports another; a test compares it with what is mounted, both ways.
 */
import type { JsonObject } from '#shared/base/json.ts';
import { recordSchema } from '#shared/query/describe-collection.ts';
import type { Field } from '#shared/schema/field.ts';
import { fieldTypes } from '#shared/schema/field-language.ts';
import { fieldsToJsonSchema } from '#shared/schema/json-schema.ts';
import { challenge, credentials, pullAnswer, pushAnswer, snapshotManifest } from '#shared/sync/down.ts';
import { challengeRequest, pairRequest, pushRequest, tokenRequest } from '#shared/sync/up.ts';
import { answer, type Described, json, openAnswer, pathNames, refusals } from './document.ts';
import { exampleId, exampleInput } from './examples.ts';
import { data, type Fixed, inBody, loggedIn, object, type Who } from './fixed-operation.ts';
import { ssoOperations } from './sso-operations.ts';

const secret = { type: 'text', required: true, maxLength: 1_000 } as const;
const token = { name: 'token', type: 'text', required: true, maxLength: 2_000 } as const;
const password = { name: 'password', ...secret } as const;
const email = { name: 'email', type: 'email', required: true, maxLength: 254 } as const;

const wire = (fields: readonly Field[]): JsonObject => ({ ...fieldsToJsonSchema(fields), additionalProperties: true });
const auth: readonly Fixed[] = [
  {
    method: 'post',
    path: '/api/v1/auth/login',
    id: 'auth.login',
    tag: 'auth',
    who: 'anybody',
    summary: 'Log in with address and password',
    body: [
      { ...email, type: 'text' },
      password,
      { name: 'tenant', type: 'text', maxLength: 60, note: 'Its slug; needed by members of several.' },
    ],
    answers: loggedIn,
    refused: [401, 403, 404, 409, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/auth/refresh',
    id: 'auth.refresh',
    tag: 'auth',
    who: 'anybody',
    summary: 'A new access token for a refresh token, which is good once',
    body: [{ name: 'refreshToken', type: 'text', required: true, maxLength: 2_000 }],
    answers: loggedIn,
    refused: [401, 403, 404, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/auth/logout',
    id: 'auth.logout',
    tag: 'auth',
    who: 'anybody',
    summary: 'End a login',
    body: [{ name: 'refreshToken', type: 'text', maxLength: 2_000 }],
    answers: data(object),
    refused: [401, 403, ...inBody],
  },
  {
    method: 'get',
    path: '/api/v1/auth/me',
    id: 'auth.me',
    tag: 'auth',
    who: 'somebody',
    summary: 'Who the credential is',
    answers: data(object),
  },
  {
    method: 'post',
    path: '/api/v1/auth/password',
    id: 'auth.change_password',
    tag: 'auth',
    who: 'somebody',
    summary: 'Choose another password',
    body: [
      { name: 'currentPassword', ...secret },
      { name: 'newPassword', ...secret },
    ],
    answers: loggedIn,
    refused: [403, 404, 409, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/auth/password/forgot',
    id: 'auth.forgot_password',
    tag: 'auth',
    who: 'anybody',
    summary: 'Ask for a link to choose a new password',
    body: [email],
    status: 202,
    answers: data(object),
    refused: [403, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/auth/password/reset',
    id: 'auth.reset_password',
    tag: 'auth',
    who: 'anybody',
    summary: 'Choose a new password by such a link',
    body: [token, password],
    answers: data(object),
    refused: [401, 403, 404, 409, 410, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/auth/invitations/accept',
    id: 'auth.accept_invitation',
    tag: 'auth',
    who: 'anybody',
    summary: 'Become a member by an invitation',
    body: [token, password, { name: 'name', type: 'text', maxLength: 120 }],
    answers: loggedIn,
    refused: [401, 403, 404, 409, 410, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/auth/redeem',
    id: 'auth.redeem',
    tag: 'auth',
    who: 'anybody',
    summary: 'Turn a one-time login link into a session',
    body: [token],
    answers: data(object),
    refused: [401, 403, 404, 410, ...inBody],
  },
  {
    method: 'get',
    path: '/.well-known/jwks.json',
    id: 'auth.keys',
    tag: 'auth',
    who: 'anybody',
    summary: 'Public keys that access tokens are signed with',
    answers: { type: 'object', properties: { keys: { type: 'array', items: object } }, required: ['keys'] },
  },
];

const gate: readonly Field[] = [
  { name: 'event', type: 'text', required: true, maxLength: 36 },
  { name: 'gate', type: 'text', required: true, maxLength: 64, note: 'Its key or its id.' },
  { name: 'role', type: 'select', options: ['gate', 'self-service', 'exhibitor'], default: 'gate' },
];
const pullQuery: readonly Field[] = [
  { name: 'log', type: 'text', note: 'The log the checkpoint is of; absent: from the beginning.' },
  { name: 'seq', type: 'integer', min: 0 },
  { name: 'limit', type: 'integer', min: 1, max: 1_000 },
];

const kiosks: readonly Fixed[] = [
  {
    method: 'post',
    path: '/api/v1/kiosks/pairing-codes',
    id: 'kiosks.pairing_code',
    tag: 'kiosk',
    who: 'administrator',
    summary: 'A code that pairs one kiosk with a gate, within ten minutes',
    body: gate,
    status: 201,
    answers: data(object),
    refused: [404, 409, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/kiosks/{id}/revoke',
    id: 'kiosks.revoke',
    tag: 'kiosk',
    who: 'administrator',
    summary: 'Lock a kiosk',
    answers: data(object),
    refused: [404],
  },
  {
    method: 'post',
    path: '/api/v1/kiosks/pair',
    id: 'kiosks.pair',
    tag: 'kiosk',
    who: 'anybody',
    summary: 'Become a kiosk by a pairing code',
    body: pairRequest,
    answers: wire(credentials),
    refused: [401, 404, 409, 410, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/kiosks/challenge',
    id: 'kiosks.challenge',
    tag: 'kiosk',
    who: 'anybody',
    summary: 'Something to sign with the device key',
    body: challengeRequest,
    answers: wire(challenge),
    refused: [404, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/kiosks/token',
    id: 'kiosks.token',
    tag: 'kiosk',
    who: 'anybody',
    summary: 'A token for a signed challenge',
    body: tokenRequest,
    answers: wire(credentials),
    refused: [401, 404, ...inBody],
  },
  {
    method: 'get',
    path: '/api/v1/replication/snapshot',
    id: 'replication.snapshot',
    tag: 'replication',
    who: 'kiosk',
    summary: 'What a first load consists of',
    answers: wire(snapshotManifest),
    refused: [404],
  },
  {
    method: 'get',
    path: '/api/v1/replication/snapshot/{snapshot}/{n}',
    id: 'replication.chunk',
    tag: 'replication',
    who: 'kiosk',
    summary: 'A chunk of a first load, counted from 0',
    answers: object,
    refused: [404, 410],
  },
  {
    method: 'get',
    path: '/api/v1/replication/pull',
    id: 'replication.pull',
    tag: 'replication',
    who: 'kiosk',
    summary: 'Changes since a checkpoint, of all collections',
    query: pullQuery,
    answers: wire(pullAnswer),
    refused: [404, 409],
  },
  {
    method: 'get',
    path: '/api/v1/replication/{collection}/pull',
    id: 'replication.pull_collection',
    tag: 'replication',
    who: 'kiosk',
    summary: 'Changes since a checkpoint, of one collection',
    query: pullQuery,
    answers: wire(pullAnswer),
    refused: [404, 409],
  },
  {
    method: 'post',
    path: '/api/v1/replication/{collection}/push',
    id: 'replication.push',
    tag: 'replication',
    who: 'kiosk',
    summary: 'Records made on a device; one outcome a row',
    body: pushRequest,
    answers: wire(pushAnswer),
    refused: [404, 409, ...inBody],
  },
];

const definition: JsonObject = { $ref: '#/components/schemas/CollectionDefinition' };
const definitionSchema: JsonObject = {
  type: 'object',
  title: 'The definition of a collection',
  properties: {
    name: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,62}$' },
    labels: { type: 'object', properties: { one: { type: 'string' }, many: { type: 'string' } } },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        description: 'What else a field takes depends on its type.',
        properties: { name: { type: 'string' }, type: { type: 'string', enum: [...fieldTypes] } },
        required: ['name', 'type'],
        additionalProperties: true,
      },
    },
    searchable: { type: 'array', items: { type: 'string' } },
  },
};
const keyFields: readonly Field[] = [
  { name: 'name', type: 'text', required: true, maxLength: 120 },
  { name: 'scopes', type: 'array', of: 'text', required: true, maxItems: 500, maxLength: 120 },
  { name: 'roles', type: 'array', of: 'text', maxItems: 20, maxLength: 60, note: 'For fields that some roles see.' },
  { name: 'expiresAt', type: 'date' },
];
const exampleDefinition = {
  name: 'venues',
  labels: { one: 'Venue', many: 'Venues' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 80 },
    { name: 'seats', type: 'integer', index: true },
  ],
  searchable: ['title'],
};
const ownQuery: readonly Field[] = [
  { name: 'own', type: 'boolean', note: 'Only the tenant’s own, or only the built-in ones.' },
];

const administration: readonly Fixed[] = [
  {
    method: 'get',
    path: '/api/v1/collections',
    id: 'collections.list',
    tag: 'schema',
    who: 'somebody',
    summary: 'Definitions of the collections there are',
    query: ownQuery,
    answers: data({ type: 'array', items: definition }),
  },
  {
    method: 'post',
    path: '/api/v1/collections',
    id: 'collections.define',
    tag: 'schema',
    who: 'administrator',
    summary: 'Make a collection of the tenant’s own',
    free: true,
    schema: definition,
    example: exampleDefinition,
    status: 201,
    answers: data(definition),
    refused: [404, 409, ...inBody],
  },
  {
    method: 'get',
    path: '/api/v1/collections/{name}',
    id: 'collections.get',
    tag: 'schema',
    who: 'somebody',
    summary: 'The definition of one collection',
    answers: data(definition),
    refused: [404],
  },
  {
    method: 'patch',
    path: '/api/v1/collections/{name}',
    id: 'collections.change',
    tag: 'schema',
    who: 'administrator',
    summary: 'Change a collection of the tenant’s own, and its records with it',
    free: true,
    schema: definition,
    example: { searchable: ['title'] },
    answers: data(definition),
    refused: [404, 409, 412, ...inBody],
  },
  {
    method: 'delete',
    path: '/api/v1/collections/{name}',
    id: 'collections.drop',
    tag: 'schema',
    who: 'administrator',
    summary: 'Drop a collection of the tenant’s own with all its records',
    answers: data(object),
    refused: [404, 409],
  },
  {
    method: 'get',
    path: '/api/v1/api-keys',
    id: 'keys.list',
    tag: 'keys',
    who: 'administrator',
    summary: 'API keys, without their secrets',
    answers: data({ type: 'array', items: object }),
  },
  {
    method: 'post',
    path: '/api/v1/api-keys',
    id: 'keys.create',
    tag: 'keys',
    who: 'administrator',
    summary: 'Make an API key; it is shown this once',
    body: keyFields,
    status: 201,
    answers: data(object),
    refused: [404, 409, ...inBody],
  },
  {
    method: 'post',
    path: '/api/v1/api-keys/{id}/revoke',
    id: 'keys.revoke',
    tag: 'keys',
    who: 'administrator',
    summary: 'Revoke an API key; it is refused from the next request on',
    answers: data(object),
    refused: [404, 409],
  },
];

const clientFields: readonly Field[] = [
  { name: 'name', type: 'text', required: true, maxLength: 120 },
  { name: 'redirectUris', type: 'array', of: 'text', required: true, maxItems: 10 },
  { name: 'scopes', type: 'array', of: 'text', required: true, maxItems: 500 },
];

const apps: readonly Fixed[] = [
  {
    method: 'get',
    path: '/api/v1/oauth-clients',
    id: 'oauth.list_clients',
    tag: 'auth',
    who: 'administrator',
    summary: 'Apps that people may let in',
    answers: data({ type: 'array', items: object }),
  },
  {
    method: 'post',
    path: '/api/v1/oauth-clients',
    id: 'oauth.create_client',
    tag: 'auth',
    who: 'administrator',
    summary: 'Register an app',
    free: true,
    example: exampleInput(clientFields),
    status: 201,
    answers: data(object),
    refused: [404, 409, ...inBody],
  },
  {
    method: 'delete',
    path: '/api/v1/oauth-clients/{id}',
    id: 'oauth.delete_client',
    tag: 'auth',
    who: 'administrator',
    summary: 'Remove an app, and every way in it was given',
    answers: data(object),
    refused: [404, 409],
  },
  {
    method: 'get',
    path: '/.well-known/oauth-authorization-server',
    id: 'oauth.metadata',
    tag: 'auth',
    who: 'anybody',
    summary: 'Where apps find everything else (RFC 8414)',
    answers: object,
    refused: [404],
  },
];

const about: readonly Fixed[] = [
  {
    method: 'post',
    path: '/api/v1/actions/{action}',
    id: 'actions.run',
    tag: 'schema',
    who: 'somebody',
    summary: 'Any action by its name, its input as the body',
    free: true,
    answers: object,
    refused: [404, 409, 410, ...inBody],
  },
  {
    method: 'get',
    path: '/api/schema/collections',
    id: 'schema.collections',
    tag: 'schema',
    who: 'somebody',
    summary: 'The collections this credential may read: JSON Schema, operators, lifecycle, access',
    answers: data({ type: 'array', items: { $ref: '#/components/schemas/CollectionDescription' } }),
  },
  {
    method: 'get',
    path: '/api/schema/tools',
    id: 'schema.tools',
    tag: 'schema',
    who: 'somebody',
    summary: 'The tools of a module that pages register for this credential: one for each verb and each action',
    query: [{ name: 'module', type: 'text', required: true, note: 'Of one that is not active there are none.' }],
    answers: data({
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          title: { type: 'string' },
          description: { type: 'string' },
          module: { type: 'string' },
          verb: { type: 'string', enum: ['list', 'get', 'create', 'update', 'delete', 'act'] },
          of: { type: 'string', description: 'A collection; of `act` an action.' },
          inputSchema: object,
          readOnly: { type: 'boolean' },
          consequential: { type: 'boolean', description: 'A person is asked before it is called.' },
        },
        required: ['name', 'title', 'description', 'module', 'verb', 'of', 'inputSchema', 'readOnly', 'consequential'],
      },
    }),
    refused: [422],
  },
  {
    method: 'get',
    path: '/api/openapi.json',
    id: 'schema.openapi',
    tag: 'schema',
    who: 'anybody',
    summary: 'This document; with a credential, of its tenant’s collections and actions too',
    answers: object,
    refused: [401, 403],
  },
  {
    method: 'get',
    path: '/healthz',
    id: 'health.alive',
    tag: 'health',
    who: 'anybody',
    summary: 'Is the process alive',
    answers: object,
  },
  {
    method: 'get',
    path: '/readyz',
    id: 'health.ready',
    tag: 'health',
    who: 'anybody',
    summary: 'Is it ready for requests, and do its followers keep up',
    answers: object,
  },
];

const collectionDescription: readonly Field[] = [
  { name: 'name', type: 'text', required: true },
  { name: 'module', type: 'text', required: true },
  { name: 'labels', type: 'json', required: true },
  { name: 'note', type: 'text' },
  { name: 'lifecycle', type: 'json' },
  { name: 'searchable', type: 'array', of: 'text' },
  {
    name: 'access',
    type: 'json',
    required: true,
    note: 'Scopes of which one is needed, and whether it can be written.',
  },
  { name: 'schema', type: 'json', required: true, note: 'JSON Schema 2020-12 of a record.' },
  { name: 'input', type: 'json', required: true, note: 'JSON Schema of what creating takes.' },
  { name: 'fields', type: 'json', required: true, note: 'Of each field: its kind and the operators it knows.' },
  { name: 'operators', type: 'json', required: true, note: 'What joins conditions.' },
];

export const fixedSchemas: Readonly<Record<string, JsonObject>> = {
  CollectionDefinition: definitionSchema,
  CollectionDescription: { ...fieldsToJsonSchema(collectionDescription), title: 'A collection' },
};

const needs: Readonly<Record<Who, string>> = {
  anybody: 'Needs no credential.',
  somebody: 'Needs a credential of any kind but a kiosk’s.',
  administrator: 'Needs `admin:write`.',
  kiosk: 'For the token of a paired kiosk; other credentials get what their scopes let them read.',
};

const securityOf: Readonly<Record<Who, readonly JsonObject[]>> = {
  anybody: [],
  somebody: [{ apiKey: [] }, { accessToken: [] }, { oauth: [] }],
  administrator: [{ apiKey: [] }, { accessToken: [] }, { oauth: [] }],
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
  const open = who === 'anybody';
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
    ...(who === 'administrator' ? { 'x-scopes': ['admin:write'] } : {}),
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
  ...auth,
  ...ssoOperations,
  ...kiosks,
  ...administration,
  ...apps,
  ...about,
].map((fixed) => ({
  path: fixed.path,
  method: fixed.method,
  operation: operationOf(fixed),
}));

export const fixedTags: readonly JsonObject[] = [
  { name: 'auth', description: 'Logging in, and who is who.' },
  { name: 'kiosk', description: 'Pairing kiosks with gates.' },
  { name: 'replication', description: 'What kiosks hold, and what they bring.' },
  { name: 'schema', description: 'What there is.' },
  { name: 'live', description: 'Changes as they happen.' },
  { name: 'keys', description: 'API keys.' },
  { name: 'health', description: 'For load balancers and monitors.' },
];
