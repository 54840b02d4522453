/**
 * Writes the text of a typed client for a tenant: a pure function of `/api/schema/collections` and `/api/openapi.json`, the
 * same text for the same schema. Called by the command `sdk`.
 */
import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '#shared/base/json.ts';
import { comment, fieldLines, filtersText, property, typeText } from './schema-type.ts';

export interface DescribedCollection {
  readonly name: string;
  readonly module: string;
  readonly labels: { readonly one: string; readonly many: string };
  readonly note?: string;
  readonly schema: JsonObject;
  readonly input: JsonObject;
}

export interface ClientText {
  readonly text: string;
  readonly collections: number;
  readonly actions: number;
}

interface Action {
  readonly name: string;
  readonly summary: string;
  readonly input: JsonObject;
  readonly output: JsonObject;
}

const methods = ['get', 'post', 'patch', 'delete'] as const;

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), value);
}

function objectAt(value: unknown, ...path: readonly string[]): JsonObject {
  const found = at(value, ...path);
  return isObject(found) ? (found as JsonObject) : {};
}

/** Path, query and body are one input: the SDK sends it as one. */
function inputOf(operation: JsonObject): JsonObject {
  const given = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  const parameters = given.flatMap((one) => (isObject(one) && typeof one['name'] === 'string' ? [one] : []));
  const body = objectAt(operation, 'requestBody', 'content', 'application/json', 'schema');
  const properties = {
    ...Object.fromEntries(parameters.map((one) => [String(one['name']), objectAt(one, 'schema')])),
    ...objectAt(body, 'properties'),
  };
  const required = [
    ...parameters.filter((one) => one['required'] === true).map((one) => String(one['name'])),
    ...(Array.isArray(body['required']) ? body['required'] : []),
  ];
  const optional = parameters.map((one) => objectAt(one, 'schema')).filter((schema) => 'default' in schema);
  const filled = Object.entries(properties).filter(([, schema]) => optional.includes(schema as JsonObject));
  const needed = required.filter((name) => !filled.some(([other]) => other === name));
  return { type: 'object', properties, required: needed } as JsonObject;
}

function outputOf(operation: JsonObject): JsonObject {
  const [, answer] = Object.entries(objectAt(operation, 'responses')).find(([status]) => status.startsWith('2')) ?? [];
  const schema = objectAt(answer, 'content', 'application/json', 'schema');
  const names = Object.keys(objectAt(schema, 'properties'));
  const isEnvelope = names.length === 2 && names.includes('data') && names.includes('meta');
  return isEnvelope ? objectAt(schema, 'properties', 'data') : schema;
}

/** @param document OpenAPI, where an action's operations carry its name */
export function actionsOf(document: unknown): readonly Action[] {
  const found = Object.values(objectAt(document, 'paths')).flatMap((item) =>
    methods.flatMap((method): readonly Action[] => {
      const operation = objectAt(item, method);
      const name = operation['x-action'];
      if (typeof name !== 'string' || operation['operationId'] !== name) return [];
      return [
        { name, summary: String(operation['summary'] ?? ''), input: inputOf(operation), output: outputOf(operation) },
      ];
    }),
  );
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `order_lines` → `OrderLines`; of two that come to the same the later gets an underscore. */
function typeNames(collections: readonly DescribedCollection[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { name } of collections) {
    const words = name.split('_').filter((word) => word !== '');
    let made = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
    while (taken.has(made)) made += '_';
    taken.add(made);
    names.set(name, made);
  }
  return names;
}

function outputText({ output }: Action, names: ReadonlyMap<string, string>): string {
  // Where the output is a record or a stand-in for callers who may not read it, the type is that of the record.
  const [whole = output] = Array.isArray(output['anyOf']) ? (output['anyOf'] as readonly JsonObject[]) : [];
  const reference = whole['$ref'];
  if (typeof reference === 'string') {
    const record = names.get(reference.split('/').at(-1) ?? '');
    return record === undefined ? 'unknown' : `${record}Record`;
  }
  return 'type' in output ? typeText(output, 'record', '    ') : 'unknown';
}

function inputText({ input }: Action): string {
  const lines = fieldLines(input, 'input', '      ');
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n    }`;
}

function collectionTypes({ input, labels, module, name, note, schema }: DescribedCollection, type: string): string {
  return [
    ...comment([`${labels.one}, a record of \`${name}\` (${module}).`, note], ''),
    `export interface ${type}Record {`,
    ...fieldLines(schema, 'record', '  ', true),
    '}',
    '',
    ...comment([`The input for a new record of \`${name}\`.`], ''),
    `export interface ${type}Create {`,
    ...fieldLines(input, 'input', '  '),
    '}',
  ].join('\n');
}

function collectionEntry({ labels, name, schema }: DescribedCollection, type: string): string {
  return [
    ...comment([`${labels.many}.`], '    '),
    `    readonly ${property(name)}: {`,
    `      readonly record: ${type}Record;`,
    `      readonly create: ${type}Create;`,
    `      readonly filters: ${filtersText(schema, '      ')};`,
    '    };',
  ].join('\n');
}

function actionEntry(action: Action, names: ReadonlyMap<string, string>): string {
  return [
    ...comment([action.summary], '    '),
    `    readonly ${JSON.stringify(action.name)}: {`,
    `    readonly input: ${inputText(action)};`,
    `    readonly output: ${outputText(action, names)};`,
    '    };',
  ].join('\n');
}

/**
 * @param from the package the client itself comes from
 * @returns TypeScript; its header says how it was made and what it was made of, and no time, so that it can be compared
 */
export function clientText(
  described: readonly DescribedCollection[],
  document: unknown,
  { from, url }: { readonly from: string; readonly url: string },
): ClientText {
  const collections = described.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const actions = actionsOf(document);
  const names = typeNames(collections);
  const nameOf = ({ name }: DescribedCollection): string => names.get(name) ?? name;
  const body = [
    ...collections.map((one) => collectionTypes(one, nameOf(one))),
    [
      '/** The collections and actions by name. */',
      'export interface TenantSchema {',
      '  readonly collections: {',
      ...collections.map((one) => collectionEntry(one, nameOf(one))),
      '  };',
      '  readonly actions: {',
      ...actions.map((one) => actionEntry(one, names)),
      '  };',
      '}',
    ].join('\n'),
    [
      '/** The client with this schema: `createClient({baseUrl, apiKey})`. */',
      'export function createClient(options: ClientOptions): Client<TenantSchema> {',
      '  return createTypedClient<TenantSchema>(options);',
      '}',
    ].join('\n'),
  ].join('\n\n');
  const json = /\bJson\b/.test(body) ? ', type Json' : '';
  const filter = collections.length > 0 ? ', type Filter' : '';
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  const header = [
    '/**',
    ` * Written by \`gatehouse sdk --url ${url}\`; do not edit; run it again after a change of the schema.`,
    ` * ${collections.length} collections, ${actions.length} actions, schema ${hash}.`,
    ' */',
    `import { type Client, type ClientOptions, createClient as createTypedClient${filter}${json} } from ${JSON.stringify(from)};`,
  ].join('\n');
  return { text: `${header}\n\n${body}\n`, collections: collections.length, actions: actions.length };
}
