/**
 * Describes the operations that read the schema and that make a tenant's own collections, as data: part of
 * fixed-operations.ts.
 */
import type { JsonObject } from '#shared/base/json.ts';
import type { Field } from '#shared/schema/field.ts';
import { fieldTypes } from '#shared/schema/field-language.ts';
import { fieldsToJsonSchema } from '#shared/schema/json-schema.ts';
import { data, type Fixed, inBody, object } from './fixed-operation.ts';

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
        description: 'Other settings of a field depend on its type.',
        properties: { name: { type: 'string' }, type: { type: 'string', enum: [...fieldTypes] } },
        required: ['name', 'type'],
        additionalProperties: true,
      },
    },
    searchable: { type: 'array', items: { type: 'string' } },
  },
};

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
    note: 'Scopes (one of them is needed), and whether it can be written.',
  },
  { name: 'schema', type: 'json', required: true, note: 'JSON Schema 2020-12 of a record.' },
  { name: 'input', type: 'json', required: true, note: 'JSON Schema of the input for creating a record.' },
  { name: 'fields', type: 'json', required: true, note: 'The kind of each field and its operators.' },
  { name: 'operators', type: 'json', required: true, note: 'The operators that join conditions.' },
];

export const describedSchemas: Readonly<Record<string, JsonObject>> = {
  CollectionDefinition: definitionSchema,
  CollectionDescription: { ...fieldsToJsonSchema(collectionDescription), title: 'A collection' },
};

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

export const schemaOperations: readonly Fixed[] = [
  {
    method: 'get',
    path: '/api/v1/collections',
    id: 'collections.list',
    tag: 'schema',
    who: 'identified',
    summary: 'List the definitions of all collections',
    query: ownQuery,
    answers: data({ type: 'array', items: definition }),
  },
  {
    method: 'post',
    path: '/api/v1/collections',
    id: 'collections.define',
    tag: 'schema',
    who: 'administrator',
    summary: 'Create a collection of the tenant’s own',
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
    who: 'identified',
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
    method: 'post',
    path: '/api/v1/actions/{action}',
    id: 'actions.run',
    tag: 'schema',
    who: 'identified',
    summary: 'Run an action by its name, with its input as the body',
    free: true,
    answers: object,
    refused: [404, 409, 410, ...inBody],
  },
  {
    method: 'get',
    path: '/api/schema/collections',
    id: 'schema.collections',
    tag: 'schema',
    who: 'identified',
    summary: 'Describe the collections this credential can read: JSON Schema, operators, lifecycle, access',
    answers: data({ type: 'array', items: { $ref: '#/components/schemas/CollectionDescription' } }),
  },
  {
    method: 'get',
    path: '/api/schema/tools',
    id: 'schema.tools',
    tag: 'schema',
    who: 'identified',
    summary: 'List the tools of modules that pages register for this credential: one per verb and per action',
    query: [
      {
        name: 'module',
        type: 'text',
        required: true,
        note: 'Names separated by commas. Inactive modules have no tools. `meta.modules` names the modules that have tools.',
      },
    ],
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
          of: { type: 'string', description: 'A collection, or an action for `act`.' },
          inputSchema: object,
          readOnly: { type: 'boolean' },
          consequential: { type: 'boolean', description: 'A person must confirm before it is called.' },
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
    who: 'public',
    summary: 'Get this document; with a credential, including its tenant’s collections and actions',
    answers: object,
    refused: [401, 403],
  },
];
