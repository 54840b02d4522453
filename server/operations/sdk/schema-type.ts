/** JSON Schema, as this server writes it, → TypeScript types and the filters of the SDK. Pure. Called by write-client.ts. */
import { isObject, type JsonObject } from '#shared/base/json.ts';
import type { FieldKind } from '#shared/query/operators.ts';

export type TypeUse =
  /** Values as the server sends them: every field is there. */
  | 'record'
  /** Values as the client sends them: what is not required may be left out. */
  | 'input';

const plainName = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

export function property(name: string): string {
  return plainName.test(name) ? name : JSON.stringify(name);
}

/** Returns the text on one line, changed so that it cannot end a comment. */
function said(text: string): string {
  return text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim();
}

/** @returns the lines of a JSDoc comment; none where there is nothing to say */
export function comment(sentences: readonly (string | undefined)[], indent: string): readonly string[] {
  const lines = sentences.filter((one): one is string => one !== undefined && one.trim() !== '').map(said);
  if (lines.length === 0) return [];
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`];
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? (value as JsonObject) : {};
}

export function propertiesOf(schema: JsonObject): readonly (readonly [string, JsonObject])[] {
  return Object.entries(objectOf(schema['properties'])).map(([name, one]) => [name, objectOf(one)]);
}

/** Returns the type without null (`type` null: any), and whether null may stand there. */
function kindsOf(schema: JsonObject): { readonly type: string | null; readonly nullable: boolean } {
  const { type } = schema;
  const all = Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : [];
  return { type: all.find((one) => one !== 'null') ?? null, nullable: all.includes('null') };
}

function optionsOf(schema: JsonObject): readonly string[] | null {
  const { enum: options } = schema;
  return Array.isArray(options) ? options.filter((one): one is string => typeof one === 'string') : null;
}

function isPoint(schema: JsonObject): boolean {
  return schema['minItems'] === 2 && schema['maxItems'] === 2 && objectOf(schema['items'])['type'] === 'number';
}

function bare(schema: JsonObject, use: TypeUse, indent: string): string {
  const options = optionsOf(schema);
  if (options) return options.map((one) => JSON.stringify(one)).join(' | ') || 'never';
  switch (kindsOf(schema).type) {
    case 'string':
      return 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array': {
      if (isPoint(schema)) return 'readonly [longitude: number, latitude: number]';
      const element = typeText(objectOf(schema['items']), use, indent);
      return `readonly ${/[|{ ]/.test(element) ? `(${element})` : element}[]`;
    }
    case 'object':
      return isObject(schema['properties']) ? objectText(schema, use, indent) : '{ readonly [name: string]: Json }';
    default:
      return 'Json';
  }
}

/** @param indent of the line it stands in */
export function typeText(schema: JsonObject, use: TypeUse, indent = ''): string {
  const text = bare(schema, use, indent);
  return kindsOf(schema).nullable && text !== 'Json' ? `${text} | null` : text;
}

function limits(schema: JsonObject): string | undefined {
  const { default: fallback, maxItems, maxLength, maximum, minimum, pattern } = schema;
  const parts = [
    maxLength === undefined ? null : `At most ${maxLength} characters.`,
    minimum === undefined && maximum === undefined ? null : `From ${minimum ?? '…'} to ${maximum ?? '…'}.`,
    maxItems === undefined || isPoint(schema) ? null : `At most ${maxItems} items.`,
    typeof pattern === 'string' ? `Matches ${pattern}` : null,
    fallback === undefined ? null : `Default: ${JSON.stringify(fallback)}.`,
  ];
  return parts.filter((one) => one !== null).join(' ');
}

function relationOf(schema: JsonObject): string | null {
  const { 'x-relation': to } = kindsOf(schema).type === 'array' ? objectOf(schema['items']) : schema;
  return typeof to === 'string' ? to : null;
}

/**
 * Returns the fields of an object type, a line for each.
 *
 * @param top the schema is a record's own: a field that is not required is optional, because not every actor sees it
 */
export function fieldLines(schema: JsonObject, use: TypeUse, indent: string, top = false): readonly string[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return propertiesOf(schema).flatMap(([name, field]) => {
    const optional = use === 'input' || top ? !required.includes(name) : false;
    const to = relationOf(field);
    const { description } = field;
    const words = [
      typeof description === 'string' ? description : undefined,
      to === null ? undefined : `Refers to \`${to}\`.`,
      use === 'input' ? limits(field) : undefined,
    ];
    const type = typeText(field, use, indent);
    const loose = optional ? `${type} | undefined` : type;
    return [...comment(words, indent), `${indent}readonly ${property(name)}${optional ? '?' : ''}: ${loose};`];
  });
}

function objectText(schema: JsonObject, use: TypeUse, indent: string): string {
  const lines = fieldLines(schema, use, `${indent}  `);
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n${indent}}`;
}

function kindOf(schema: JsonObject): FieldKind {
  const { format, type } = { format: schema['format'], type: kindsOf(schema).type };
  if (optionsOf(schema)) return 'choice';
  if (type === 'string') {
    if (format === 'date-time') return 'date';
    if (format === 'uuid') return relationOf(schema) === null ? 'id' : 'relation';
    return 'text';
  }
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'object') return 'group';
  if (type !== 'array') return 'json';
  if (isPoint(schema)) return 'point';
  const element = kindOf(objectOf(schema['items']));
  return element === 'group'
    ? 'rows'
    : element === 'relation'
      ? 'relations'
      : element === 'choice'
        ? 'choices'
        : 'list';
}

/** `Filter<'choice', 'hall' | 'room'>`: what shared/query/target.ts says of the field, read off its schema. */
export function filterText(schema: JsonObject, indent: string): string {
  const kind = kindOf(schema);
  const items = objectOf(schema['items']);
  const of = (): string | null => {
    switch (kind) {
      case 'choice':
        return bare({ enum: [...(optionsOf(schema) ?? [])] }, 'record', indent);
      case 'choices':
      case 'list':
        return bare(items, 'record', indent);
      case 'relation':
      case 'relations':
        return JSON.stringify(relationOf(schema));
      case 'group':
        return filtersText(schema, indent);
      case 'rows':
        return filtersText(items, indent);
      default:
        return null;
    }
  };
  const inner = of();
  return inner === null ? `Filter<'${kind}'>` : `Filter<'${kind}', ${inner}>`;
}

export function filtersText(schema: JsonObject, indent: string): string {
  const deeper = `${indent}  `;
  const lines = propertiesOf(schema).map(
    ([name, field]) => `${deeper}readonly ${property(name)}: ${filterText(field, deeper)};`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}
