/**
 * The filters of a list as schemas of the OpenAPI document: one for each kind of field, from the table of operators; each
 * collection refers to them.
 */
import type { JsonObject } from '#shared/base/json.ts';
import { type FieldKind, type OperandKind, operandOf, operators, operatorsFor } from '#shared/query/operators.ts';
import { resolvePath, systemFields } from '#shared/query/target.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';

const names: Readonly<Record<FieldKind, string>> = {
  id: 'FilterOnId',
  text: 'FilterOnText',
  number: 'FilterOnNumber',
  boolean: 'FilterOnBoolean',
  date: 'FilterOnDate',
  choice: 'FilterOnChoice',
  choices: 'FilterOnChoices',
  json: 'FilterOnJson',
  list: 'FilterOnList',
  rows: 'FilterOnRows',
  group: 'FilterOnGroup',
  point: 'FilterOnPoint',
  relation: 'FilterOnRelation',
  relations: 'FilterOnRelations',
};

const plainValue: JsonObject = { type: ['string', 'number', 'boolean', 'null'] };
const valueSchemas: Partial<Record<FieldKind, JsonObject>> = {
  number: { type: ['number', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  date: { type: ['string', 'null'], description: 'ISO 8601, or `now`, `now-P7D`, `now+PT1H`.' },
  text: { type: ['string', 'null'] },
  choice: { type: ['string', 'null'] },
  id: { type: ['string', 'null'] },
  relation: { type: ['string', 'null'] },
};

function operandSchema(operand: OperandKind, kind: FieldKind): JsonObject {
  const value = valueSchemas[kind] ?? plainValue;
  // In an address a list is text with commas. The schema has both forms, because tools that take it for the parameter's
  // (Prism) otherwise look for an array, find none, and refuse the request.
  const list = (items: JsonObject, more: JsonObject = {}): JsonObject => ({
    type: ['array', 'string'],
    items,
    ...more,
  });
  switch (operand) {
    case 'value':
    case 'bound':
      return value;
    case 'element':
      return plainValue;
    case 'values':
      return list(value, { maxItems: 500 });
    case 'elements':
      return list(plainValue, { maxItems: 500 });
    case 'range':
      return list(value, { minItems: 2, maxItems: 2 });
    case 'divisor':
      return list({ type: 'integer' }, { minItems: 2, maxItems: 2 });
    case 'text':
      return { type: 'string', maxLength: 1_000 };
    case 'pattern':
      return { type: 'string', maxLength: 200 };
    case 'words':
    case 'key':
    case 'duration':
      return { type: 'string' };
    case 'flag':
      return { type: 'boolean' };
    case 'count':
      return { type: 'integer', minimum: 0 };
    case 'year':
      return { type: 'integer' };
    case 'month':
      return { type: 'integer', minimum: 1, maximum: 12 };
    case 'weekday':
      return { type: 'integer', minimum: 1, maximum: 7 };
    case 'keys':
      return list({ type: 'string' });
    case 'box':
      return list({ type: 'number' }, { minItems: 4, maxItems: 4 });
    case 'nested':
    case 'near':
    case 'area':
    case 'shape':
    case 'condition':
      return { type: 'object' };
    case 'day':
      return { type: ['string', 'object'] };
    case 'json':
      return {};
    case 'conditions':
      return { type: 'array', items: { type: 'object' } };
  }
}

function filterSchema(kind: FieldKind): JsonObject {
  const properties = operatorsFor(kind).map((name) => {
    const schema = operandSchema(operandOf(name, kind), kind);
    const said = [operators[name].meaning, schema['description']].filter(Boolean).join(' ');
    return [name, { ...schema, description: said }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

export function filterSchemas(): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries((Object.keys(names) as FieldKind[]).map((kind) => [names[kind], filterSchema(kind)]));
}

/** Dotted paths (`address.city`, `owner.name`) are names, too; no other name is allowed: generated types would not fit. */
export function whereSchema(definition: CollectionDefinition): JsonObject {
  const shown = [...systemFields, ...definition.fields.filter((field) => !field.hidden)];
  const properties = shown.flatMap((field) => {
    const kind = resolvePath({ of: 'record', definition }, field.name)?.kind;
    return kind ? [[field.name, { $ref: `#/components/schemas/${names[kind]}` }] as const] : [];
  });
  const logic = {
    and: { type: 'array', items: { type: 'object' }, description: operators.and.meaning },
    or: { type: 'array', items: { type: 'object' }, description: operators.or.meaning },
    not: { type: 'object', description: operators.not.meaning },
  };
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), ...logic } as JsonObject,
    patternProperties: { '\\.': { type: 'object' } },
    additionalProperties: false,
  };
}
