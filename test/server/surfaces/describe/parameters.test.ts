/**
 * The OpenAPI document describes query parameters as proxies read them (Prism): no parameter with a default is
 * required, and a filter by every operator, as it stands in an address, fits the schema that describes it.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { type FieldOperator, type OperandKind, operandOf, operatorsFor } from '#shared/query/operators.ts';
import { resolvePath } from '#shared/query/target.ts';
import type { Field } from '#shared/schema/field.ts';
import { notes } from '#test/fixtures/sample-module.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let key: string;
let document: Body;

beforeAll(async () => {
  house = await openTestServer();
  key = (await house.tenant('parameters')).apiKey;
  document = (await house.send('GET', '/api/openapi.json', { key })).body;
});
afterAll(() => house.close());

function target(pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((node, step) => (node as Body)[step], document);
}

/** Without references, as the tools work on it. */
function whole(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(whole);
  if (!isObject(node)) return node;
  const { $ref } = node;
  if (typeof $ref === 'string') return whole(target($ref));
  return Object.fromEntries(Object.entries(node).map(([name, one]) => [name, whole(one)]));
}

function queryParameters(path: string): readonly Body[] {
  const item = (document['paths'] as Record<string, Record<string, Body>>)[path];
  const { parameters } = must(item?.['get'], path);
  return (whole(parameters) as Body[]).filter((one) => one['in'] === 'query');
}

test('what has a default is not required', () => {
  const paths = document['paths'] as Record<string, Record<string, Body>>;
  const wrong = Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item).flatMap(({ parameters = [] }) =>
      (whole(parameters) as Body[])
        .filter((one) => one['required'] === true && isObject(one['schema']) && 'default' in one['schema'])
        .map((one) => `${path} ${String(one['name'])}`),
    ),
  );
  expect(wrong).toEqual([]);
});

/** The style deepObject as Prism reads it: it looks for objects and lists as the schema has them, for any request. */
function deepObject(path: string, schema: Body, sent: Readonly<Record<string, string>>): unknown {
  if (schema['type'] === 'object') {
    const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Body>);
    const found = properties.map(([name, one]) => [name, deepObject(`${path}[${name}]`, one, sent)] as const);
    return Object.fromEntries(found.filter(([, value]) => value !== undefined));
  }
  if (schema['type'] === 'array') {
    const indexes = Object.keys(sent)
      .filter((name) => name.startsWith(`${path}[`))
      .map((name) => /^\[(\d+)\]/.exec(name.slice(path.length))?.[1]);
    const items = [...new Set(indexes)].filter((index) => index !== undefined);
    return items.map((index) => deepObject(`${path}[${index}]`, (schema['items'] ?? {}) as Body, sent));
  }
  return sent[path];
}

const samples: Partial<Record<OperandKind, string>> = {
  divisor: '4,1',
  flag: 'true',
  count: '2',
  year: '2026',
  month: '5',
  weekday: '1',
  box: '1,2,3,4',
  near: '10.7,59.9,5000',
  duration: 'P7D',
  day: '2026-05-04',
  json: '{"a":1}',
  shape: '{"type":"Point","coordinates":[1,2]}',
  area: '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}',
};
const values: Readonly<Record<string, string>> = {
  number: '1',
  boolean: 'true',
  date: '2026-05-04T09:00:00Z',
  id: '019c167f-0000-7000-8000-000000000000',
  relation: '019c167f-0000-7000-8000-000000000000',
  relations: '019c167f-0000-7000-8000-000000000000',
};

function sampleOf(operator: FieldOperator, kind: Parameters<typeof operandOf>[1], field: Field): string | null {
  const operand = operandOf(operator, kind);
  const value = (field.type === 'select' && field.options[0]) || (values[kind] ?? 'one');
  if (operand === 'nested') return null;
  if (operand === 'range') return `${value},${value}`;
  if (operand === 'values' || operand === 'elements' || operand === 'keys') return `${value},${value}`;
  return samples[operand] ?? value;
}

test('a filter by every operator fits, and the server takes the same address', async () => {
  const where = must(
    queryParameters('/api/v1/notes').find((one) => one['name'] === 'where'),
    'where',
  );
  const schema = where['schema'] as Body;
  const fits = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true }).compile(schema);
  let tried = 0;
  for (const field of notes.fields.filter((one) => !('hidden' in one))) {
    const kind = must(resolvePath({ of: 'record', definition: notes }, field.name), field.name).kind;
    for (const operator of operatorsFor(kind) as readonly FieldOperator[]) {
      const sample = sampleOf(operator, kind, field);
      if (sample === null) continue;
      const sent = { [`where[${field.name}][${operator}]`]: sample };
      expect([sent, fits(deepObject('where', schema, sent)), fits.errors]).toEqual([sent, true, null]);
      const answer = await house.send('GET', `/api/v1/notes?${new URLSearchParams(sent)}`, { key });
      expect([sent, answer.status, answer.codes]).toEqual([sent, 200, []]);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(100);
});
