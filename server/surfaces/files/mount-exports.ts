/** Datasets of modules as files, streamed: the filter, the search and the order are those of the collection's list. */
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { must } from '#shared/base/assert.ts';
import { parseList } from '#shared/query/parse.ts';
import type { Condition } from '#shared/query/query.ts';
import { type ParameterTree, parseQueryString } from '#shared/query/query-string.ts';
import type { Dataset, ExportFormat } from '#shared/schema/dataset.ts';
import type { Caller } from '../../core/platform.ts';
import { definitionFor, readableDefinitions } from '../../core/policy/visibility/record-visibility.ts';
import { callerOf } from '../../http/caller-of.ts';
import { queryTextOf } from '../../http/query-of.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { disposition } from '../../modules/media/files/clean-name.ts';
import { exportBytes, exportTypes } from './export-formats.ts';
import { type DecimalsOf, exportRows } from './export-rows.ts';

const listed = ['where', 'search', 'sort'] as const;

export interface ExportParts {
  readonly datasets: readonly Dataset[];
  readonly decimalsOf: DecimalsOf;
}

export function mountExports({ datasets, decimalsOf }: ExportParts): Mount {
  async function send(path: string, request: Request, response: Response): Promise<void> {
    const caller = await callerOf(request);
    const parameters = valueOrRefusal(parseQueryString(queryTextOf(request)));
    const dataset = datasetOf(path, caller, parameters);
    const format = formatOf(dataset, parameters);
    const definition = must(caller.registry.collections.get(dataset.collection), 'a collection of an active module');
    const query = queryOf(caller, dataset, parameters, request.params as Record<string, string>);
    await checkWithin(caller, dataset, request.params as Record<string, string>);

    const rows = exportRows(caller, dataset, definition, query, decimalsOf);
    // A refusal is an answer, not half a file: the first page is read before the head is sent.
    const first = await rows.next();
    response.setHeader('Content-Type', exportTypes[format]);
    response.setHeader('Content-Disposition', disposition('attachment', `${dataset.name}.${format}`));
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    try {
      await pipeline(exportBytes(format, dataset.columns, withFirst(first, rows)), response);
    } catch (fault) {
      response.destroy();
      const gone = fault instanceof Error && 'code' in fault && fault.code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (!gone) throw fault;
    }
  }

  function datasetOf(path: string, { registry }: Caller, { dataset: name }: ParameterTree): Dataset {
    const here = datasets.filter((one) => one.path === path && registry.collections.has(one.collection));
    const allowed = here.map((one) => one.name);
    if (allowed.length === 0) throw refusal('not_found', 'No such path was found. Check that its module is active.');
    const found = here.find((one) => one.name === name);
    if (found) return found;
    throw refusal('dataset_unknown', `\`dataset\` must be one of: ${allowed.join(', ')}.`, {
      path: 'dataset',
      detail: { allowed },
    });
  }

  return {
    name: 'exports',
    mount(app, steps) {
      for (const path of new Set(datasets.map((one) => one.path)))
        app.get([path, `/api/v1${path}`], steps.identified, (request: Request, response: Response) =>
          send(path, request, response),
        );
    },
  };
}

async function* withFirst<T>(first: IteratorResult<T, unknown>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

function formatOf({ formats, name }: Dataset, { format = 'csv' }: ParameterTree): keyof typeof exportTypes {
  const found = formats.find((one) => one === format);
  if (found !== undefined && found !== 'ics') return found;
  const allowed: readonly ExportFormat[] = formats;
  throw refusal('format_unsupported', `${name} can be exported as: ${allowed.join(', ')}.`, {
    path: 'format',
    detail: { allowed },
  });
}

function queryOf(
  caller: Caller,
  dataset: Dataset,
  parameters: ParameterTree,
  params: Readonly<Record<string, string>>,
) {
  const { dataset: _dataset, format: _format, ...asked } = parameters;
  const stranger = Object.keys(asked).find((name) => !(listed as readonly string[]).includes(name));
  if (stranger !== undefined)
    throw refusal('unknown_parameter', `Unknown parameter ${stranger.slice(0, 100)}.`, {
      path: stranger.slice(0, 100),
      detail: { allowed: ['dataset', 'format', ...listed] },
    });
  const { actor, registry } = caller;
  const definition = must(registry.collections.get(dataset.collection), 'a collection of an active module');
  const lookup = readableDefinitions(actor, registry.collections);
  const { query } = valueOrRefusal(parseList(definitionFor(actor, definition), asked, { lookup }));
  const { field, parameter } = dataset.within;
  const own: Condition = { kind: 'field', path: field, op: 'equals', value: params[parameter] };
  const { limit: _limit, where, ...rest } = query;
  return { ...rest, where: where ? ({ kind: 'and', of: [own, where] } as const) : own };
}

/** An event of another tenant is as absent as one that never was. */
async function checkWithin(caller: Caller, { within }: Dataset, params: Readonly<Record<string, string>>) {
  const id = String(params[within.parameter]);
  const outcome = await caller.run({ verb: 'get', collection: within.collection, id });
  if (outcome.kind === 'refused') throw new RefusalError(outcome.errors);
}
