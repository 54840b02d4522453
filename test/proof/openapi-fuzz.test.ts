/**
 * The OpenAPI document taken at its word: for every operation requests made from its own schemas, fitting and nearly
 * fitting, to the real server. Never a fault; each answer is one that the document names, and as it says. By hand with
 * `FUZZ_RUNS=200 FUZZ_SEED=7`; what fails prints its seed.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '#test/fixtures/test-server.ts';
import { type Judge, judgeOf, type Operation, operationsOf, schemasOf } from './api-document.ts';
import { fitting, mutated, type SchemaSource } from './from-schema.ts';
import { type MatrixSite, openMatrixSite } from './matrix-site.ts';

const asksForParts = /"(?:fields|populate)"/;
const runs = Number(process.env['FUZZ_RUNS'] ?? 1);
const seed = Number(process.env['FUZZ_SEED'] ?? 4);
const only = process.env['FUZZ_ONLY'];

/** Ends the credential that all of it is asked with, or its account. */
const endsItself = /^auth\./;

interface Asked {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

let site: MatrixSite;
let operations: readonly Operation[];
let source: SchemaSource;
let deviation: Judge;

beforeAll(async () => {
  site = await openMatrixSite({});
  source = { components: schemasOf(site.document), idOf: (collection) => site.ids.get(collection) };
  operations = operationsOf(site.document);
  deviation = judgeOf(site.document);
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
