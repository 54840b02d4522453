/** Fields as JSON Schema 2020-12: for OpenAPI, tools, documentation. The meaning is that of `validate`. */

import { unreachable } from '../base/assert.ts';
import type { JsonObject } from '../base/json.ts';
import type { Field } from './field.ts';

function present(values: Record<string, unknown>): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, v]) => v !== undefined)) as JsonObject;
}

function schemaOf(field: Field): JsonObject {
  switch (field.type) {
    case 'text':
    case 'richText':
    case 'slug':
      return present({
        type: 'string',
        minLength: field.minLength,
        maxLength: field.maxLength,
        pattern: field.pattern,
        writeOnly: field.secret,
      });
    case 'email':
      return present({ type: 'string', format: 'email', maxLength: field.maxLength });
    case 'url':
      return present({ type: 'string', format: 'uri', maxLength: field.maxLength });
    case 'number':
      return present({ type: 'number', minimum: field.min, maximum: field.max });
    case 'integer':
    case 'money':
      return present({ type: 'integer', minimum: field.min, maximum: field.max });
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', format: 'date-time' };
    case 'select': {
      const one: JsonObject = { type: 'string', enum: [...field.options] };
      return field.many ? present({ type: 'array', items: one, maxItems: field.maxItems }) : one;
    }
    case 'json':
      if (field.fields) return fieldsToJsonSchema(field.fields);
      return field.entries ? { type: 'object', additionalProperties: schemaOf(field.entries) } : {};
    case 'point':
      return { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 };
    case 'file':
      return { type: 'string', format: 'uuid' };
    case 'relation': {
      const one: JsonObject = { type: 'string', format: 'uuid', 'x-relation': field.to };
      return field.many ? present({ type: 'array', items: one, maxItems: field.maxItems }) : one;
    }
    case 'group':
      return fieldsToJsonSchema(field.fields);
    case 'array': {
      const items: JsonObject =
        field.of === 'group'
          ? fieldsToJsonSchema(field.fields ?? [])
          : field.of === 'date'
            ? { type: 'string', format: 'date-time' }
            : present({ type: field.of === 'text' ? 'string' : field.of, pattern: field.pattern });
      return present({ type: 'array', items, maxItems: field.maxItems });
    }
    default:
      return unreachable(field);
  }
}

function orNull(schema: JsonObject): JsonObject {
  if (!('type' in schema)) return schema;
  const { enum: options } = schema;
  const type = [schema['type'] as string, 'null'];
  return Array.isArray(options) ? { ...schema, type, enum: [...options, null] } : { ...schema, type };
}

/** An object schema of these fields; hidden ones are left out. */
export function fieldsToJsonSchema(fields: readonly Field[]): JsonObject {
  const shown = fields.filter((f) => !f.hidden);
  const properties = Object.fromEntries(
    shown.map((f) => {
      const schema = schemaOf(f);
      const nullable = f.required ? schema : orNull(schema);
      const said = 'default' in f ? { ...nullable, default: f.default as JsonObject } : nullable;
      return [f.name, f.note ? { ...said, description: f.note } : said];
    }),
  ) as JsonObject;
  const required = shown.filter((f) => f.required && !('default' in f)).map((f) => f.name);
  return { type: 'object', properties, required, additionalProperties: false };
}
