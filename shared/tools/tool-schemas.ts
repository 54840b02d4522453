/**
 * The input and output schemas of tools. `brief` is for lists that an agent reads in full: the types of the top level,
 * without the operators of filters (`describe` lists them); `whole` has every rule of the validator.
 */
import type { JsonObject } from '../base/json.ts';
import { inputSchema, patchSchema, recordSchema } from '../query/describe-collection.ts';
import { limitMax } from '../query/parse.ts';
import type { ActionDefinition, CollectionDefinition } from '../schema/definition.ts';
import type { Field } from '../schema/field.ts';
import { fieldsToJsonSchema } from '../schema/json-schema.ts';
import type { RecordVerb, Resource } from './tool.ts';

export type Detail = 'brief' | 'whole';

const text: JsonObject = { type: 'string' };
const object: JsonObject = { type: 'object' };

/** Repeated in each tool, so that each can be read alone. */
const notes = {
  where: 'Filter: {field: {operator: value}}, with and, or, not; operators by describe.',
  briefly: '{field: {operator: value}}',
  fields: 'Fields to return: title,price',
  populate: 'Relations to return as records: author,tags.owner',
  sort: '-price,name',
  cursor: 'nextCursor of the previous page',
  key: 'Makes the call safe to repeat',
  version: 'Refused if the record now has another version',
} as const;

function said(schema: JsonObject, description: string, detail: Detail): JsonObject {
  return detail === 'whole' ? { ...schema, description } : schema;
}

/** Required fields have a star. */
function namesOf(fields: readonly Field[]): string {
  const named = fields.filter((f) => !f.hidden && !f.readOnly);
  return named.map((f) => (f.required && !('default' in f) ? `${f.name}*` : f.name)).join(', ');
}

/** Top level only, and no bounds: a wrong value is refused when the tool is called. */
function briefFields(fields: readonly Field[]): JsonObject {
  const shown = fields.filter((f) => !f.hidden);
  const whole = fieldsToJsonSchema(shown)['properties'] as Record<string, JsonObject>;
  const properties = Object.fromEntries(
    shown.map((field) => {
      const { name, type, required } = field;
      const { enum: options, type: given } = whole[name] ?? {};
      if (Array.isArray(options)) return [name, { enum: options.filter((one) => one !== null) }];
      if (type === 'date') return [name, { type: 'string', format: 'date-time' }];
      const plain = Array.isArray(given) && !required ? given[0] : given;
      const inner = type === 'group' || type === 'array' ? (field.fields ?? []) : [];
      const has = inner.length > 0 ? { description: namesOf(inner) } : {};
      return [name, plain === undefined ? has : { type: plain, ...has }];
    }),
  ) as JsonObject;
  const required = shown.filter((f) => f.required && !('default' in f)).map((f) => f.name);
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

export function settable(fields: readonly Field[]): readonly Field[] {
  return fields.filter((field) => !field.readOnly);
}

const limit: JsonObject = { type: 'integer', minimum: 1, maximum: limitMax };

/** Returns the parameters that choose the returned parts of a record. `populate` is left out where there are no relations. */
function showProperties(fields: readonly Field[], detail: Detail): JsonObject {
  const leadsOn = fields.some((field) => field.type === 'relation');
  return {
    fields: said(text, notes.fields, detail),
    ...(leadsOn ? { populate: said(text, notes.populate, detail) } : {}),
  };
}

function listProperties({ fields, searchable = [] }: CollectionDefinition, detail: Detail): JsonObject {
  return {
    where: said(object, detail === 'whole' ? notes.where : notes.briefly, 'whole'),
    ...showProperties(fields, detail),
    sort: said(text, notes.sort, detail),
    limit: detail === 'whole' ? limit : { type: 'integer' },
    cursor: said(text, notes.cursor, detail),
    ...(searchable.length > 0 ? { search: text } : {}),
    ...(detail === 'whole' ? { count: { enum: ['exact', 'estimated'] } } : {}),
  };
}

function closed(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

/** Returns the input of a tool for one verb on one collection, with the definition as the caller may see it. */
export function verbInput(definition: CollectionDefinition, verb: RecordVerb): JsonObject {
  const fields = settable(definition.fields);
  const version = said({ type: 'integer' }, notes.version, 'whole');
  const idempotencyKey = said(text, notes.key, 'whole');
  const must = definition.conditional ? ['version'] : [];
  switch (verb) {
    case 'list':
      return closed(listProperties(definition, 'whole'), []);
    case 'get':
      return closed({ id: text, ...showProperties(definition.fields, 'whole') }, ['id']);
    case 'create':
      return closed({ data: inputSchema(fields), idempotencyKey }, ['data']);
    case 'update':
      return closed({ id: text, data: patchSchema(fields), version }, ['id', 'data', ...must]);
    case 'delete':
      return closed({ id: text, version }, ['id', ...must]);
  }
}

const meta: JsonObject = {
  type: 'object',
  properties: {
    limit: { type: 'integer' },
    hasMore: { type: 'boolean' },
    nextCursor: { type: ['string', 'null'] },
    prevCursor: text,
    total: { type: 'integer' },
  },
};

/** Fields that `fields` leaves out, or a role does not see, are not there: nothing is required but the id. */
function shownRecord(fields: readonly Field[]): JsonObject {
  const { required: _required, ...rest } = recordSchema(fields);
  return { ...rest, required: ['id'] };
}

export function verbOutput({ fields }: CollectionDefinition, verb: RecordVerb): JsonObject {
  const data: JsonObject =
    verb === 'delete'
      ? closed({ id: text }, ['id'])
      : verb === 'list'
        ? { type: 'array', items: shownRecord(fields) }
        : shownRecord(fields);
  return { type: 'object', properties: { data, meta: verb === 'list' ? meta : object }, required: ['data', 'meta'] };
}

/** Actions answer `{data, meta}` or an object of their own; what may be null may also be missing. */
export function actionOutput({ output }: ActionDefinition): JsonObject {
  return output && !('fields' in output) ? { type: 'object', required: ['data'] } : object;
}

export function actionInput(action: ActionDefinition, detail: Detail): JsonObject {
  return detail === 'whole' ? fieldsToJsonSchema(action.input) : briefFields(action.input);
}

/** Returns the input of a tool for all verbs of one collection. */
export function collectionInput({ definition, verbs }: Resource): JsonObject {
  const writes = verbs.some((verb) => verb !== 'list' && verb !== 'get');
  const properties: JsonObject = {
    action: { enum: [...verbs, 'describe'] },
    id: text,
    ...(verbs.includes('create') || verbs.includes('update')
      ? { data: { type: 'object', description: `* to create: ${namesOf(settable(definition.fields))}` } }
      : {}),
    ...listProperties(definition, 'brief'),
    ...(writes ? { version: { type: 'integer' } } : {}),
  };
  return closed(properties, ['action']);
}

/** Returns the input of a module's tool: the words are those of its collections' and actions' tools together. */
export function moduleInput(
  resources: readonly Resource[],
  actions: readonly string[],
  hasWrites: boolean,
): JsonObject {
  const verbs = new Set<string>(resources.flatMap(({ verbs: own }) => own));
  return closed(
    {
      action: { enum: [...new Set([...verbs, 'describe', ...actions])] },
      resource: { enum: resources.map(({ definition }) => definition.name) },
      id: text,
      ...(hasWrites || actions.length > 0
        ? { data: { type: 'object', description: 'A record, or the input of an action.' } }
        : {}),
      where: said(object, notes.where, 'whole'),
      fields: said(text, notes.fields, 'whole'),
      populate: said(text, notes.populate, 'whole'),
      sort: said(text, notes.sort, 'whole'),
      limit,
      cursor: said(text, notes.cursor, 'whole'),
      search: text,
      count: { enum: ['exact', 'estimated'] },
      ...(hasWrites ? { version: { type: 'integer' }, idempotencyKey: text } : {}),
    },
    ['action'],
  );
}
