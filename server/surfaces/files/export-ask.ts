/** Reads the request of an export, for the download and for the job: which records, which columns, which format. */
import { must } from '#shared/base/assert.ts';
import { zoneOrUtc } from '#shared/base/zoned-time.ts';
import { parseList } from '#shared/query/parse.ts';
import type { Condition } from '#shared/query/query.ts';
import type { ParameterTree, ParameterValue } from '#shared/query/query-string.ts';
import { columnName, type Dataset, type DatasetColumn, type ExportFormat, formatsOf } from '#shared/schema/dataset.ts';
import type { Caller } from '../../core/platform.ts';
import { definitionFor, readableDefinitions } from '../../core/policy/visibility/record-visibility.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import { valueOrRefusal } from '../../http/value-or-refusal.ts';
import { calendarColumns } from './export-formats.ts';
import type { Export } from './export-rows.ts';
import { type Sheet, timeColumns } from './spreadsheet.ts';

const listed = ['where', 'search', 'sort'] as const;

/**
 * @param datasets of the path of the request
 * @param parameters `dataset`, `format`, `columns` (separated by commas), and those of a list
 * @param params of the path
 * @throws RefusalError, also where the caller may not read what the export is within
 */
export async function readExport(
  caller: Caller,
  datasets: readonly Dataset[],
  parameters: ParameterTree,
  params: Readonly<Record<string, string>>,
): Promise<Export> {
  const dataset = datasetOf(datasets, caller, parameters);
  const format = formatOf(dataset, parameters);
  const chosen = columnsOf(dataset, parameters['columns']);
  const columns = format === 'ics' ? calendarColumns(must(dataset.calendar, 'the calendar of a dataset')) : chosen;
  const definition = must(caller.registry.collections.get(dataset.collection), 'a collection of an active module');
  const query = queryOf(caller, dataset, parameters, params);
  const timeZone = await zoneWithin(caller, dataset, params);
  return { dataset, definition, format, columns, query, timeZone };
}

function datasetOf(datasets: readonly Dataset[], { registry }: Caller, { dataset: name }: ParameterTree): Dataset {
  const here = datasets.filter((one) => registry.collections.has(one.collection));
  const allowed = here.map((one) => one.name);
  if (allowed.length === 0) throw refusal('not_found', 'No such path was found. Check that its module is active.');
  const found = here.find((one) => one.name === name);
  if (found) return found;
  throw refusal('dataset_unknown', `\`dataset\` must be one of: ${allowed.join(', ')}.`, {
    path: 'dataset',
    detail: { allowed },
  });
}

function formatOf(dataset: Dataset, { format = 'csv' }: ParameterTree): ExportFormat {
  const allowed = formatsOf(dataset);
  const found = allowed.find((one) => one === format);
  if (found !== undefined) return found;
  throw refusal('format_unsupported', `${dataset.name} can be exported as: ${allowed.join(', ')}.`, {
    path: 'format',
    detail: { allowed },
  });
}

/** Returns the columns in the order in which the request names them. */
function columnsOf({ columns }: Dataset, asked: ParameterValue | undefined): readonly DatasetColumn[] {
  if (asked === undefined || asked === '') return columns;
  const names = typeof asked === 'string' ? asked.split(',') : [];
  const found = names.map((name) => columns.find((column) => columnName(column) === name.trim()));
  const known = found.filter((column) => column !== undefined);
  if (known.length === found.length && new Set(known).size === known.length && known.length > 0) return known;
  const allowed = columns.map(columnName);
  throw refusal('invalid_value', `\`columns\` must name some of: ${allowed.join(', ')}, each once.`, {
    path: 'columns',
    detail: { allowed },
  });
}

function queryOf(
  caller: Caller,
  dataset: Dataset,
  parameters: ParameterTree,
  params: Readonly<Record<string, string>>,
) {
  const { dataset: _dataset, format: _format, columns: _columns, ...asked } = parameters;
  const stranger = Object.keys(asked).find((name) => !(listed as readonly string[]).includes(name));
  if (stranger !== undefined)
    throw refusal('unknown_parameter', `Unknown parameter ${stranger.slice(0, 100)}.`, {
      path: stranger.slice(0, 100),
      detail: { allowed: ['dataset', 'format', 'columns', ...listed] },
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

/** An event of another tenant is answered like one that does not exist. */
async function zoneWithin(caller: Caller, { within }: Dataset, params: Readonly<Record<string, string>>) {
  const id = String(params[within.parameter]);
  const outcome = await caller.run({ verb: 'get', collection: within.collection, id });
  if (outcome.kind === 'refused') throw new RefusalError(outcome.errors);
  const zone = outcome.kind === 'record' && within.timeZone !== undefined ? outcome.record[within.timeZone] : null;
  return zoneOrUtc(typeof zone === 'string' ? zone : 'UTC');
}

/**
 * The columns of the file, with their titles and types.
 *
 * @param columns of the same collection, in place of those that the request names
 */
export function sheetOf(
  { registry }: Caller,
  { columns: asked, definition, timeZone }: Export,
  columns: readonly DatasetColumn[] = asked,
): Sheet {
  return { columns, times: timeColumns(columns, definition, registry.collections), timeZone };
}
