/**
 * The OpenAPI document taken at its word: for every operation requests made from its own schemas, fitting and nearly
 * fitting, to the real server. Never a fault; each answer is one that the document names, and as it says. By hand with
 * `FUZZ_RUNS=200 FUZZ_SEED=7`; what fails prints its seed.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { type Answer, type Body, isDecent } from '#test/fixtures/open-house.ts';
import { fitting, mutated, type SchemaSource } from './from-schema.ts';
import { type MatrixSite, openMatrixSite } from './matrix-site.ts';

const asksForParts = /"(?:fields|populate)"/;
const runs = Number(process.env['FUZZ_RUNS'] ?? 1);
const seed = Number(process.env['FUZZ_SEED'] ?? 4);
const only = process.env['FUZZ_ONLY'];

/** Ends the credential that all of it is asked with, or its account. */
const endsItself = /^auth\./;

interface Operation {
  readonly operationId: string;
  readonly path: string;
  readonly method: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Body;
  }[];
  readonly body: Body | undefined;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Asked {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

let site: MatrixSite;
let operations: readonly Operation[];
let source: SchemaSource;
let ajv: Ajv2020;

/** Each component is a schema of its own to the validator, so that it is compiled once and not wherever it is named. */
const standingAlone = (schema: unknown): Body =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"component:')) as Body;

beforeAll(async () => {
  site = await openMatrixSite({});
  const { components, paths } = site.document as {
    components: Record<'schemas' | 'parameters' | 'responses', Record<string, Body>>;
    paths: Record<string, Record<string, Body>>;
  };
  const found = (kind: 'parameters' | 'responses', one: Body): Body => {
    const name =
      String(one['$ref'] ?? '')
        .split('/')
        .at(-1) ?? '';
    return name === '' ? one : must(components[kind][name], name);
  };
  source = { components: components.schemas, idOf: (collection) => site.ids.get(collection) };
  operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const {
        parameters = [],
        requestBody,
        responses,
      } = operation as {
        parameters?: Body[];
        requestBody?: { content: Record<string, Body> };
        responses: Record<string, Body>;
      };
      return {
        operationId: String(operation['operationId']),
        path,
        method: method.toUpperCase(),
        parameters: parameters.map((one) => found('parameters', one)) as unknown as Operation['parameters'],
        body: requestBody?.content['application/json']?.['schema'] as Body | undefined,
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, one]) => [status, found('responses', one)]),
        ),
      };
    }),
  );
  ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false });
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(standingAlone(schema), `component:${name}`);
});
afterAll(() => site?.close());

function collectionOf({ path }: Operation): string {
  return path.split('/')[3] ?? '';
}

function requestOf(operation: Operation): fc.Arbitrary<Asked> {
  const { body, parameters } = operation;
  const madeFor = ({ name, schema }: Operation['parameters'][number]) => {
    const own =
      name === 'id' || schema['$ref'] === '#/components/schemas/Id' ? site.ids.get(collectionOf(operation)) : undefined;
    const fits = fitting(schema, source);
    return own === undefined ? fits : fc.oneof({ weight: 3, arbitrary: fc.constant(own) }, fits);
  };
  const all = (where: string) => parameters.filter((one) => one.in === where);
  // One or two at a time: of all of them together, one is always refused.
  const needed = all('query').filter((one) => one.required);
  const query = fc.subarray([...all('query')], { maxLength: Math.min(2, all('query').length) }).chain((some) => {
    const chosen = [...new Set([...needed, ...some])];
    return fc.record(Object.fromEntries(chosen.map((one) => [one.name, madeFor(one)])));
  });
  const path = fc.record(Object.fromEntries(all('path').map((one) => [one.name, madeFor(one)])));
  const ifMatch = parameters.some((one) => one.name === 'If-Match')
    ? fc.constantFrom<Record<string, string>>(
        {},
        { 'if-match': '"1"' },
        { 'if-match': '"1"' },
        { 'if-match': '*' },
        { 'if-match': 'x' },
      )
    : fc.constant({});
  const half = (one: fc.Arbitrary<unknown>, sure: number) =>
    fc.oneof({ weight: sure, arbitrary: one }, { weight: 1, arbitrary: mutated(one) });
  return fc.record({
    path: half(path, 5) as fc.Arbitrary<Asked['path']>,
    query: half(query, 3) as fc.Arbitrary<Asked['query']>,
    headers: ifMatch,
    body: body === undefined ? fc.constant(undefined) : half(fitting(body, source), 1),
  });
}

const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 3_000);

/** As forms write what is nested: `where[title][equals]=a`. */
function pairsOf(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (value === null || typeof value !== 'object') return [[name, textOf(value)]];
  if (Array.isArray(value)) return [[name, value.map(textOf).join(',')]];
  return Object.entries(value).flatMap(([inner, one]) => pairsOf(`${name}[${inner}]`, one));
}

async function send(operation: Operation, { body, headers, path, query }: Asked): Promise<Answer> {
  const of = (isObject: unknown) =>
    (isObject !== null && typeof isObject === 'object' ? isObject : {}) as Record<string, unknown>;
  const filled = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => encodeURIComponent(textOf(of(path)[name] ?? 'x')) || 'x',
  );
  const pairs = Object.entries(of(query)).flatMap(([name, value]) => pairsOf(name, value));
  const search = new URLSearchParams(pairs.map(([name, value]) => [name.toWellFormed(), value]))
    .toString()
    .slice(0, 6_000);
  return site.house.send(operation.method, `${filled}${search === '' ? '' : `?${search}`}`, {
    key: site.apiKey,
    headers,
    ...(operation.body === undefined || body === undefined ? {} : { json: body }),
  });
}

const compiled = new Map<unknown, ValidateFunction>();
const compiledParts = new Map<unknown, ValidateFunction>();

/** Whoever asks neither for some fields nor for records inside gets whole records. */
function wholly(schema: unknown): Body {
  const part = /\{"anyOf":\[(\{"\$ref":"[^"]+"\}),\{"\$ref":"#\/components\/schemas\/PartOfARecord"\}\]\}/g;
  return JSON.parse(JSON.stringify(schema).replaceAll(part, '$1')) as Body;
}

/** Null: as the document says. */
function deviation({ responses }: Operation, answer: Answer, isWhole: boolean): string | null {
  // A busy machine may be told so; nothing else is as good as a fault.
  if (answer.status === 503 && ['overloaded', 'query_timeout'].includes(answer.codes[0] ?? '')) return null;
  if (!isDecent(answer)) return 'a fault';
  const said = responses[String(answer.status)];
  if (!said) return `no answer ${answer.status} is described`;
  const media = (said as { content?: Record<string, Body> }).content?.['application/json'];
  if (!media) return answer.text === '' ? null : 'a body where none is described';
  const { schema } = media;
  const kept = isWhole ? compiled : compiledParts;
  const validate = kept.get(schema) ?? ajv.compile(standingAlone(isWhole ? wholly(schema) : schema));
  kept.set(schema, validate);
  return validate(answer.body) ? null : JSON.stringify(validate.errors).slice(0, 500);
}

test(`${runs} requests for each operation, seed ${seed}`, { timeout: 7_200_000 }, async () => {
  const wrong: string[] = [];
  const statuses = new Map<number, number>();
  for (const operation of operations) {
    if (endsItself.test(operation.operationId) || (only !== undefined && !operation.operationId.includes(only)))
      continue;
    for (const asked of fc.sample(requestOf(operation), { numRuns: runs, seed })) {
      const answer = await send(operation, asked);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const why = deviation(operation, answer, !asksForParts.test(JSON.stringify(asked.query)));
      if (why === null) continue;
      wrong.push(
        `${operation.operationId} ${why}\n  ${JSON.stringify(asked).slice(0, 1_000)}\n  ${answer.status} ${answer.text.slice(0, 500)}`,
      );
      break;
    }
  }
  if (process.env['FUZZ_RUNS'])
    console.log(
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, n]) => `${status}: ${n}`)
        .join(', '),
    );
  expect(`${wrong.length} deviations\n${wrong.slice(0, 40).join('\n')}`).toBe('0 deviations\n');
});
