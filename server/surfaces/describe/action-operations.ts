/** The operations of one action: at each path it names, the same below `/api/v1`, or under its own name where it names none. */
import type { JsonObject } from '#shared/base/json.ts';
import type { ActionDefinition, CollectionDefinition, HttpBinding } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { fieldsToJsonSchema } from '#shared/schema/json-schema.ts';
import { listQuery } from './collection-operations.ts';
import {
  answer,
  type Described,
  json,
  type Method,
  openAnswer,
  openApiPath,
  pathNames,
  ref,
  refusals,
  writtenRecord,
} from './document.ts';
import { exampleInput, exampleOf } from './examples.ts';

const examplePage: JsonObject = { limit: 25, hasMore: false, nextCursor: null, total: 1 };
const anything: JsonObject = { description: 'The result of the action.' };

/** @returns a media type, for an answer */
export function actionAnswer({ output, http }: ActionDefinition): JsonObject {
  if (!output) return json(anything);
  if ('fields' in output && http?.lists)
    return json(listed(output.fields), { ...exampleAnswer(output.fields), meta: examplePage });
  if ('fields' in output) return json(fieldsToJsonSchema(output.fields), exampleAnswer(output.fields));
  if ('record' in output) return json(enveloped(writtenRecord(output.record)));
  const { data, many = false } = output;
  const [schema, example] = [fieldsToJsonSchema(data), exampleAnswer(data)];
  const shown = many ? { type: 'array', items: schema } : schema;
  return json(enveloped(shown), { data: many ? [example] : example, meta: {} });
}

/** A text of a media type that is not JSON. */
function document(type: string): JsonObject {
  return { [type.replace(/;.*$/, '')]: { schema: { type: 'string' } } };
}

/** Returns the schema of a page with its meta; `fields` may have left out a part of the items. */
function listed(fields: readonly Field[]): JsonObject {
  const schema = fieldsToJsonSchema(fields);
  const properties = Object.entries(schema['properties'] as Record<string, JsonObject>).map(([name, one]) => {
    const items = one['items'];
    if (name === 'meta') return [name, ref('schemas', 'PageMeta')] as const;
    return [
      name,
      items === undefined ? one : { ...one, items: { anyOf: [items, ref('schemas', 'PartOfARecord')] } },
    ] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) as JsonObject };
}

function enveloped(data: JsonObject): JsonObject {
  return { type: 'object', properties: { data, meta: ref('schemas', 'Meta') }, required: ['data', 'meta'] };
}

/** Returns an example of an answer, which also has the fields that clients may not set. */
function exampleAnswer(fields: readonly Field[]): JsonObject {
  return exampleInput(fields.map((field) => ({ ...field, readOnly: false })));
}

function schemaOf(field: Field): JsonObject {
  const all = fieldsToJsonSchema([{ ...field, required: true }])['properties'] as JsonObject;
  return (all[field.name] ?? {}) as JsonObject;
}

export function parameterOf(field: Field | undefined, name: string, where: 'path' | 'query'): JsonObject {
  const example = field && exampleOf(field);
  return {
    name,
    in: where,
    ...(where === 'path' || (field?.required && !('default' in field)) ? { required: true } : {}),
    ...(field?.note ? { description: field.note } : {}),
    schema: field ? schemaOf(field) : { type: 'string' },
    ...(example === undefined || typeof example === 'object' ? {} : { example }),
  };
}

export function describedAction(action: ActionDefinition): JsonObject {
  const open = action.scope === 'public';
  return {
    summary: action.summary,
    description: open ? 'Needs a credential, but no scope.' : `Needs \`${action.scope}\`.`,
    tags: [action.module],
    security: [
      { apiKey: [] },
      { accessToken: [] },
      { oauth: [] },
      ...(action.scope === 'kiosk' ? [{ kioskToken: [] }] : []),
    ],
    ...(open ? {} : { 'x-scopes': [action.scope] }),
  };
}

function bodyOf(fields: readonly Field[]): JsonObject {
  if (fields.length === 0) return {};
  const required = fields.some((field) => field.required && !('default' in field));
  return { requestBody: { required, content: json(fieldsToJsonSchema(fields), exampleInput(fields)) } };
}

type Lookup = (collection: string) => CollectionDefinition | null;

function boundOperation(
  action: ActionDefinition,
  http: HttpBinding,
  path: string,
  id: string,
  lookup: Lookup,
): JsonObject {
  const inPath = pathNames(path);
  const { lists } = http;
  const collection = lists ? lookup(lists.collection) : null;
  const isOwn = (name: string) =>
    !lists || Object.hasOwn(lists.narrowedBy, name) || Object.hasOwn(lists.within ?? {}, name);
  const rest = action.input.filter((field) => !field.hidden && !inPath.includes(field.name) && isOwn(field.name));
  const takesQuery = http.method === 'GET' || http.method === 'DELETE';
  const find = (name: string) => action.input.find((field) => field.name === name);
  const parameters = [
    ...inPath.map((name) => parameterOf(find(name), name, 'path')),
    ...(takesQuery ? rest.map((field) => parameterOf(field, field.name, 'query')) : []),
    ...(collection ? listQuery(collection) : []),
    ...(takesQuery || action.reads ? [] : [ref('parameters', 'IdempotencyKey')]),
  ];
  return {
    operationId: id,
    // Every path has it: `gatehouse sdk` makes a call of it.
    'x-action': action.name,
    ...describedAction(action),
    parameters,
    ...(takesQuery ? {} : bodyOf(rest)),
    responses: {
      [http.status ?? 200]: answer('Done.', http.sends ? document(http.sends.type) : actionAnswer(action)),
      ...(collection ? { 304: answer('Nothing has changed since the `ETag` in the request.', null) } : {}),
      ...refusals(401, 403, 404, 409, 410, 413, 415, 422),
    },
  };
}

/** Describes an action whose requests are proven by a signature over the body and need no credential. */
function signedOperation(action: ActionDefinition, http: HttpBinding, id: string): JsonObject {
  const {
    400: malformed,
    404: unknown,
    413: large,
    415: type,
    500: fault,
    503: busy,
  } = refusals(404, 409, 413, 415, 422);
  return {
    operationId: id,
    ...describedAction(action),
    description: 'Sent by the other side’s server, with a signature over the body in its headers.',
    security: [],
    requestBody: { required: true, content: json({ type: 'object' }, { id: 'evt_1', type: 'example' }) },
    responses: {
      [http.status ?? 200]: openAnswer('Taken.', actionAnswer(action)),
      ...({ 400: malformed, 404: unknown, 413: large, 415: type, 500: fault, 503: busy } as JsonObject),
      409: ref('responses', 'Conflict'),
      422: ref('responses', 'DoesNotFit'),
    },
  };
}

export function actionOperations(action: ActionDefinition, lookup: Lookup): readonly Described[] {
  const { http } = action;
  if (!http) {
    const unbound: HttpBinding = { method: 'POST', paths: [] };
    const path = `/api/v1/actions/${action.name}`;
    return [{ path, method: 'post', operation: boundOperation(action, unbound, path, action.name, lookup) }];
  }
  const paths = [...http.paths, ...http.paths.map((path) => `/api/v1${path}`)];
  const method = http.method.toLowerCase() as Method;
  return paths.map((path, i) => {
    const id = i === 0 ? action.name : `${action.name}.${i + 1}`;
    const operation = http.signed ? signedOperation(action, http, id) : boundOperation(action, http, path, id, lookup);
    return { path: openApiPath(path), method, operation };
  });
}
