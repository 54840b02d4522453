/** Files in and out of modules as operations of the OpenAPI document, generated from their intakes and datasets. */
import type { JsonObject } from '#shared/base/json.ts';
import { type Dataset, type ExportFormat, formatsOf } from '#shared/schema/dataset.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { fieldsToJsonSchema } from '#shared/schema/json-schema.ts';
import type { Intake, Registry } from '../../core/platform.ts';
import { scopesOf } from '../../core/policy/policy.ts';
import { actionAnswer, describedAction, parameterOf } from './action-operations.ts';
import { answer, type Described, openApiPath, pathNames, ref, refusals } from './document.ts';

/** Returns the operation twice: at the path itself, and below `/api/v1`. */
function atBoth(path: string, method: 'get' | 'post', id: string, operation: JsonObject): readonly Described[] {
  return [path, `/api/v1${path}`].map((one, n) => ({
    path: openApiPath(one),
    method,
    operation: { operationId: n === 0 ? id : `${id}.${n + 1}`, ...operation },
  }));
}

function intakeOperations({ action, path, fields, bytesMax }: Intake): readonly Described[] {
  const form = fieldsToJsonSchema(action.input.filter(({ name }) => fields.includes(name)));
  const file: JsonObject = { type: 'string', format: 'binary', description: `At most ${bytesMax} bytes.` };
  const schema: JsonObject = {
    ...form,
    properties: { file, ...(form['properties'] as JsonObject) },
    required: ['file', ...((form['required'] ?? []) as readonly string[])],
  };
  const find = (name: string) => action.input.find((field) => field.name === name);
  return atBoth(path, 'post', action.name, {
    ...describedAction(action),
    parameters: pathNames(path).map((name) => parameterOf(find(name), name, 'path')),
    requestBody: { required: true, content: { 'multipart/form-data': { schema } } },
    responses: {
      200: answer('The file was read.', actionAnswer(action)),
      ...refusals(401, 403, 404, 408, 409, 413, 415, 422, 507),
    },
  });
}

const cell: JsonObject = { type: ['string', 'number', 'boolean', 'null'] };
const bytes: JsonObject = { type: 'string', format: 'binary' };

const media: Readonly<Record<ExportFormat, readonly [string, JsonObject]>> = {
  csv: ['text/csv', { type: 'string' }],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', bytes],
  json: ['application/json', { type: 'array', items: { type: 'object', additionalProperties: cell } }],
  ics: ['text/calendar', { type: 'string' }],
};

function exportParameters(datasets: readonly Dataset[], formats: readonly (keyof typeof media)[]) {
  const wheres = [...new Set(datasets.map(({ collection }) => collection))].map((name) =>
    ref('schemas', `${name}.where`),
  );
  return [
    {
      name: 'dataset',
      in: 'query',
      required: true,
      schema: { type: 'string', enum: datasets.map(({ name }) => name) },
    },
    { name: 'format', in: 'query', schema: { type: 'string', enum: [...formats], default: 'csv' } },
    {
      name: 'columns',
      in: 'query',
      description:
        'Columns in their order, separated by commas, as the JSON format names them. If omitted, all of them.',
      schema: { type: 'string' },
    },
    {
      name: 'where',
      in: 'query',
      description: '`where[field][operator]=value`, with the fields of the dataset’s collection.',
      style: 'deepObject',
      explode: true,
      schema: { anyOf: wheres },
    },
    ref('parameters', 'Search'),
    ref('parameters', 'Sort'),
  ] as readonly JsonObject[];
}

/** One operation for all datasets of a path. */
function exportOperations(
  path: string,
  datasets: readonly [Dataset, ...Dataset[]],
  collections: ReadonlyMap<string, CollectionDefinition>,
): readonly Described[] {
  const [{ module, within }] = datasets;
  const formats = (Object.keys(media) as (keyof typeof media)[]).filter((one) =>
    datasets.some((dataset) => formatsOf(dataset).includes(one)),
  );
  const read = datasets.map(({ collection }) => collections.get(collection)).filter((one) => one !== undefined);
  const scopes = [...new Set(read.flatMap((one) => scopesOf(one, 'read')))];
  const parent = { name: within.parameter, type: 'relation', to: within.collection, required: true } as const;
  return atBoth(path, 'get', `${module}.export`, {
    summary: 'Export records as CSV, XLSX, JSON or iCalendar',
    description: `All records that match, as one file. Cells that a spreadsheet would calculate are written as text in CSV and XLSX. Needs ${scopes.map((scope) => `\`${scope}\``).join(' or ')}, as the dataset’s collection does.`,
    tags: [module],
    security: [{ apiKey: [] }, { accessToken: [] }, { oauth: [] }],
    'x-scopes': scopes,
    parameters: [parameterOf(parent, within.parameter, 'path'), ...exportParameters(datasets, formats)],
    responses: {
      200: answer(
        'The file, as an attachment.',
        Object.fromEntries(formats.map((one) => [media[one][0], { schema: media[one][1] }])),
        { 'Content-Disposition': { schema: { type: 'string' } } },
      ),
      ...refusals(401, 403, 404, 422),
    },
  });
}

/** @returns what the active modules take and answer as files */
export function transferOperations({ intakes = [], datasets = [], collections }: Registry): readonly Described[] {
  const known = datasets.filter(({ collection }) => collections.has(collection));
  return [
    ...intakes.flatMap(intakeOperations),
    ...[...Map.groupBy(known, ({ path }) => path)].flatMap(([path, [first, ...more]]) =>
      first ? exportOperations(path, [first, ...more], collections) : [],
    ),
  ];
}
