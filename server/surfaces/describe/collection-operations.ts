/** The REST operations of one collection, and the schemas they name. */
import type { JsonObject } from '#shared/base/json.ts';
import { labelInSentence, oneOfLabel } from '#shared/base/label-text.ts';
import { inputSchema, patchSchema, recordSchema } from '#shared/query/describe-collection.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { offeredWrites, type WriteVerb } from '#shared/schema/offered-writes.ts';
import { scopesOf } from '../../core/policy/policy.ts';
import { answer, type Described, json, ref, refusals, writtenRecord } from './document.ts';
import { exampleId, exampleInput, exampleRecord } from './examples.ts';
import { whereSchema } from './filter-schemas.ts';

const param = (name: string) => ref('parameters', name);
/** Lower case and dots: neither a shared schema nor another collection has such a name. */
const named = (definition: CollectionDefinition, end = '') => `${definition.name}${end}`;

const whatIsSeen = (schema: string): JsonObject => ({
  anyOf: [ref('schemas', schema), ref('schemas', 'PartOfARecord')],
});

function enveloped(data: JsonObject, meta = 'Meta'): JsonObject {
  return { type: 'object', properties: { data, meta: ref('schemas', meta) }, required: ['data', 'meta'] };
}

export function collectionSchemas(definition: CollectionDefinition): Readonly<Record<string, JsonObject>> {
  const { fields, note, labels } = definition;
  const about = { title: labels.one, ...(note ? { description: note } : {}) };
  return {
    [named(definition)]: { ...recordSchema(fields), ...about },
    [named(definition, '.input')]: inputSchema(fields),
    [named(definition, '.patch')]: patchSchema(fields),
    [named(definition, '.where')]: whereSchema(definition),
  };
}

function secured(definition: CollectionDefinition, verb: 'read' | 'write'): JsonObject {
  const scopes = scopesOf(definition, verb);
  return {
    tags: [definition.module],
    security: [{ apiKey: [] }, { accessToken: [] }, { oauth: [] }],
    'x-scopes': [...scopes],
  };
}

const needs = (definition: CollectionDefinition, verb: 'read' | 'write') =>
  `Needs ${scopesOf(definition, verb)
    .map((scope) => `\`${scope}\``)
    .join(' or ')}.`;

/** Returns the query parameters of a list of the collection. */
export function listQuery(definition: CollectionDefinition): readonly JsonObject[] {
  const whereParameter = {
    name: 'where',
    in: 'query',
    description:
      '`where[field][operator]=value`; `where[or][0][field][operator]=value`; dotted paths lead into groups, JSON and relations.',
    style: 'deepObject',
    explode: true,
    schema: ref('schemas', named(definition, '.where')),
  };
  const shared = ['Sort', 'Fields', 'Limit', 'Cursor', 'Populate', 'Count', 'IfNoneMatch'].map(param);
  const search = definition.searchable && definition.searchable.length > 0 ? [param('Search')] : [];
  return [whereParameter, ...shared, ...search];
}

function listOperation(definition: CollectionDefinition): JsonObject {
  const schema = named(definition);
  const { labels, fields } = definition;
  const page = enveloped({ type: 'array', items: whatIsSeen(schema) }, 'PageMeta');
  const example = {
    data: [exampleRecord(fields)],
    meta: { limit: 25, hasMore: false, nextCursor: null },
  };
  return {
    operationId: `list_${definition.name}`,
    summary: `List ${labelInSentence(labels.many)}`,
    description: `Returns a page of the records that match. ${needs(definition, 'read')}`,
    ...secured(definition, 'read'),
    parameters: [...listQuery(definition)],
    responses: {
      200: answer('A page.', json(page, example), { ETag: ref('headers', 'ETag'), Link: ref('headers', 'Link') }),
      304: answer('Nothing has changed since the `ETag` in the request.', null),
      ...refusals(401, 403, 404),
    },
  };
}

function oneAnswer(definition: CollectionDefinition, description: string, isWritten: boolean): JsonObject {
  const schema = (isWritten ? writtenRecord : whatIsSeen)(named(definition));
  const example = { data: exampleRecord(definition.fields), meta: {} };
  return answer(description, json(enveloped(schema), example), { ETag: ref('headers', 'ETag') });
}

const idParameter: JsonObject = {
  name: 'id',
  in: 'path',
  required: true,
  schema: ref('schemas', 'Id'),
  example: exampleId,
};

function createOperation(definition: CollectionDefinition): JsonObject {
  const { fields, labels, name } = definition;
  const example = exampleInput(fields);
  const made = oneAnswer(definition, 'The record was created.', true);
  const headers = { ...(made['headers'] as JsonObject), Location: ref('headers', 'Location') };
  return {
    operationId: `create_${name}`,
    summary: `Create ${oneOfLabel(labels.one)}`,
    description: needs(definition, 'write'),
    ...secured(definition, 'write'),
    parameters: [param('IdempotencyKey')],
    requestBody: { required: true, content: json(ref('schemas', named(definition, '.input')), example) },
    responses: {
      201: { ...made, headers: { ...headers, 'Idempotent-Replayed': ref('headers', 'Idempotent-Replayed') } },
      ...refusals(401, 403, 404, 409, 413, 415, 422),
    },
  };
}

function getOperation(definition: CollectionDefinition): JsonObject {
  return {
    operationId: `get_${definition.name}`,
    summary: `Get ${oneOfLabel(definition.labels.one)}`,
    description: needs(definition, 'read'),
    ...secured(definition, 'read'),
    parameters: [idParameter, param('Fields'), param('Populate'), param('IfNoneMatch')],
    responses: {
      200: oneAnswer(definition, 'The record.', false),
      304: answer('Nothing has changed since the `ETag` in the request.', null),
      ...refusals(401, 403, 404),
    },
  };
}

function updateOperation(definition: CollectionDefinition): JsonObject {
  const { fields, labels, name } = definition;
  const [first] = Object.entries(exampleInput(fields));
  const example = first ? { [first[0]]: first[1] } : {};
  return {
    operationId: `update_${name}`,
    summary: `Change ${oneOfLabel(labels.one)}`,
    description: `A JSON merge patch (RFC 7396): fields left out stay unchanged. ${needs(definition, 'write')}`,
    ...secured(definition, 'write'),
    parameters: [idParameter, param('IfMatch')],
    requestBody: { required: true, content: json(ref('schemas', named(definition, '.patch')), example) },
    responses: {
      200: oneAnswer(definition, 'The record as it is now.', true),
      ...refusals(401, 403, 404, 409, 412, 413, 415, 422),
    },
  };
}

function deleteOperation(definition: CollectionDefinition): JsonObject {
  const { labels, name } = definition;
  const gone = enveloped({ type: 'object', properties: { id: ref('schemas', 'Id') }, required: ['id'] });
  return {
    operationId: `delete_${name}`,
    summary: `Delete ${oneOfLabel(labels.one)}`,
    description: needs(definition, 'write'),
    ...secured(definition, 'write'),
    parameters: [idParameter, param('IfMatch')],
    responses: {
      200: answer('The record was deleted.', json(gone, { data: { id: exampleId }, meta: {} })),
      ...refusals(401, 403, 404, 409, 412),
    },
  };
}

function optionsOperation(definition: CollectionDefinition): JsonObject {
  return {
    operationId: `describe_${definition.name}`,
    summary: `Describe ${labelInSentence(definition.labels.many)}`,
    description: `Returns its definition as JSON Schema, with the operators of each field. ${needs(definition, 'read')}`,
    ...secured(definition, 'read'),
    responses: {
      200: answer('The definition.', json(enveloped(ref('schemas', 'CollectionDescription')))),
      ...refusals(401, 403, 404),
    },
  };
}

function bulkOperation(definition: CollectionDefinition): JsonObject {
  const { labels, name } = definition;
  const list = (items: JsonObject): JsonObject => ({ type: 'array', items, maxItems: 1_000 });
  const body: JsonObject = {
    type: 'object',
    properties: {
      create: list(ref('schemas', named(definition, '.input'))),
      update: list({
        type: 'object',
        properties: { id: ref('schemas', 'Id') },
        required: ['id'],
        description: 'The ID and the changed fields, as in a patch.',
      }),
      delete: list(ref('schemas', 'Id')),
    },
    additionalProperties: false,
  };
  return {
    operationId: `bulk_${name}`,
    summary: `Create, change and delete many ${labelInSentence(labels.many)} at once`,
    description: `At most 1,000 in total, in one transaction: either all of it is done or none of it. ${needs(definition, 'write')}`,
    ...secured(definition, 'write'),
    parameters: [param('IdempotencyKey')],
    requestBody: { required: true, content: json(body, { create: [], update: [], delete: [exampleId] }) },
    responses: {
      200: answer('Everything was done.', json(enveloped({ type: 'object' }))),
      ...refusals(401, 403, 404, 409, 413, 415, 422),
    },
  };
}

function versionsOperation(definition: CollectionDefinition): JsonObject {
  return {
    operationId: `versions_${definition.name}`,
    summary: `List the versions of ${oneOfLabel(definition.labels.one)}`,
    description: `Returns its versions, newest first. ${needs(definition, 'read')}`,
    ...secured(definition, 'read'),
    parameters: [idParameter, param('Limit'), param('Cursor')],
    responses: {
      200: answer('A page of versions.', json(enveloped({ type: 'array', items: { type: 'object' } }, 'PageMeta')), {
        Link: ref('headers', 'Link'),
      }),
      ...refusals(401, 403, 404),
    },
  };
}

const versionParameter: JsonObject = {
  name: 'version',
  in: 'path',
  required: true,
  schema: { type: 'integer', minimum: 1 },
  example: 1,
};

function restoreOperation(definition: CollectionDefinition): JsonObject {
  return {
    operationId: `restore_${definition.name}`,
    summary: `Restore an earlier version of ${oneOfLabel(definition.labels.one)}`,
    description: needs(definition, 'write'),
    ...secured(definition, 'write'),
    parameters: [idParameter, versionParameter, param('IfMatch')],
    responses: {
      200: oneAnswer(definition, 'The record as it is now.', true),
      201: oneAnswer(definition, 'The record was deleted before and has been restored.', true),
      ...refusals(401, 403, 404, 409, 410, 412, 422),
    },
  };
}

export function collectionOperations(definition: CollectionDefinition): readonly Described[] {
  const path = `/api/v1/${definition.name}`;
  const item = `${path}/{id}`;
  const offered = offeredWrites(definition);
  const on = (verb: WriteVerb, ...described: readonly Described[]) => (offered.includes(verb) ? described : []);
  return [
    { path, method: 'get', operation: listOperation(definition) },
    ...on('create', { path, method: 'post', operation: createOperation(definition) }),
    ...on('create', { path: `${path}/bulk`, method: 'post', operation: bulkOperation(definition) }),
    { path, method: 'options', operation: optionsOperation(definition) },
    { path: item, method: 'get', operation: getOperation(definition) },
    ...on('update', { path: item, method: 'patch', operation: updateOperation(definition) }),
    { path: `${item}/versions`, method: 'get', operation: versionsOperation(definition) },
    ...on('update', {
      path: `${item}/versions/{version}/restore`,
      method: 'post',
      operation: restoreOperation(definition),
    }),
    ...on('delete', { path: item, method: 'delete', operation: deleteOperation(definition) }),
  ];
}
