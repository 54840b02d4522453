/** The rows of a dataset, page by page: what the actor sees of the collection, with the names that its relations lead to. */
import { setImmediate as turn } from 'node:timers/promises';
import { isObject } from '#shared/base/json.ts';
import { sortValues } from '#shared/query/order.ts';
import type { Query } from '#shared/query/query.ts';
import type { Dataset, DatasetColumn, ExportFormat } from '#shared/schema/dataset.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Caller } from '../../core/platform.ts';
import { RefusalError } from '../../http/refusal-error.ts';

const pageRows = 500;

/** An export as it was requested. */
export interface Export {
  readonly dataset: Dataset;
  readonly definition: CollectionDefinition;
  readonly format: ExportFormat;
  readonly columns: readonly DatasetColumn[];
  readonly query: Omit<Query, 'limit' | 'after'>;
  /** IANA name: of what the export is within, UTC where that has none. */
  readonly timeZone: string;
}

/** Money in currency units. A workbook shows it with the decimals of its currency; in other formats it is its number. */
export class Amount {
  readonly value: number;
  readonly decimals: number;

  constructor(value: number, decimals: number) {
    this.value = value;
    this.decimals = decimals;
  }

  toJSON(): number {
    return this.value;
  }

  toString(): string {
    return String(this.value);
  }
}

/** JSON with entries. People read it as text, in CSV and workbooks; programs get what it is. */
export class Entries {
  readonly value: object;
  readonly separator: string;

  constructor(value: object, separator: string) {
    this.value = value;
    this.separator = separator;
  }

  toJSON(): string {
    return JSON.stringify(this.value);
  }

  toString(): string {
    return Object.entries(this.value)
      .map(([key, one]) => `${key}: ${plain(one) ?? ''}`)
      .join(this.separator);
  }
}

export type ExportCell = string | number | boolean | null | Amount | Entries;

/** Returns the number of decimals that the minor unit of a currency has; null: it is no known currency. */
export type DecimalsOf = (currency: string) => number | null;

/** @throws RefusalError where the actor may not read, at the first page */
export async function* exportRows(
  caller: Caller,
  { columns, definition, query: asked }: Pick<Export, 'columns' | 'definition' | 'query'>,
  decimalsOf: DecimalsOf,
): AsyncGenerator<readonly ExportCell[]> {
  const related = relationsOf(caller, columns, definition);
  let query: Query = { ...asked, limit: pageRows };
  for (;;) {
    const { records, hasMore } = await pageOf(caller, definition.name, query);
    const names = await relatedRecords(caller, related, records);
    for (const record of records) yield columns.map((column) => cellOf(record, column, names, decimalsOf));
    // A page of a file and a socket that takes all at once wait for nothing: no other request would have its turn.
    await turn();
    const last = records.at(-1);
    if (!hasMore || !last) return;
    query = { ...query, after: sortValues(definition, query, last) };
  }
}

/** Maximum number of attempts: a busy server ends a slow query, and the next attempt finds more in memory. */
const triesMax = 6;
const pauseMs = 1_000;

async function listed(caller: Caller, collection: string, query: Query) {
  let outcome = await caller.run({ verb: 'list', collection, query });
  for (let n = 1; n < triesMax && outcome.kind === 'refused' && isPassing(outcome.errors[0].code); n++) {
    await new Promise((resolve) => setTimeout(resolve, n * pauseMs));
    outcome = await caller.run({ verb: 'list', collection, query });
  }
  return outcome;
}

async function pageOf(caller: Caller, collection: string, query: Query) {
  const outcome = await listed(caller, collection, query);
  if (outcome.kind === 'refused') throw new RefusalError(outcome.errors);
  if (outcome.kind !== 'page') throw new Error('a list answers a page');
  return outcome;
}

function isPassing(code: string): boolean {
  return code === 'query_timeout' || code === 'overloaded';
}

type Relations = ReadonlyMap<string, string>;
type Related = ReadonlyMap<string, ReadonlyMap<string, StoredRecord>>;

/** Field → collection, of the columns that show a related record’s field. */
function relationsOf(
  { registry }: Caller,
  columns: readonly DatasetColumn[],
  { fields }: CollectionDefinition,
): Relations {
  const shown = new Set(columns.filter(({ shows }) => shows !== undefined).map(({ field }) => field));
  return new Map(
    fields.flatMap((field) =>
      field.type === 'relation' && shown.has(field.name) && registry.collections.has(field.to)
        ? [[field.name, field.to] as const]
        : [],
    ),
  );
}

/** Runs one query for each relation and page. What the actor may not read stays empty. */
async function relatedRecords(
  caller: Caller,
  relations: Relations,
  records: readonly StoredRecord[],
): Promise<Related> {
  const found = new Map<string, Map<string, StoredRecord>>();
  for (const [field, collection] of relations) {
    const ids = [...new Set(records.map((record) => record[field]).filter((id) => typeof id === 'string'))];
    if (ids.length === 0) continue;
    const where = { kind: 'field', path: 'id', op: 'in', value: ids } as const;
    const outcome = await listed(caller, collection, { where, limit: pageRows });
    if (outcome.kind === 'page') found.set(field, new Map(outcome.records.map((record) => [record.id, record])));
    // Names that are missing because the server is busy would look like names that are not there.
    else if (outcome.kind === 'refused' && isPassing(outcome.errors[0].code)) throw new RefusalError(outcome.errors);
  }
  return found;
}

function cellOf(record: StoredRecord, column: DatasetColumn, names: Related, decimalsOf: DecimalsOf): ExportCell {
  const { field, shows, money } = column;
  if (shows !== undefined) return plain(names.get(field)?.get(String(record[field]))?.[shows]);
  const value = record[field];
  if (column.entries !== undefined && isObject(value)) return new Entries(value, column.entries);
  const decimals = money && typeof value === 'number' ? decimalsOf(String(record['currency'])) : null;
  if (decimals === null) return plain(partOf(value, column));
  return new Amount(Number((Number(value) / 10 ** decimals).toFixed(decimals)), decimals);
}

/** Returns the part of a value that a column shows; a value without parts is returned as it is. */
function partOf(value: unknown, { entry, list, part }: DatasetColumn): unknown {
  if (entry !== undefined) return isObject(value) && Object.hasOwn(value, entry) ? value[entry] : null;
  if (part !== undefined && typeof value === 'string') {
    const words = value.trim().split(/\s+/);
    return part === 'last' ? words.at(-1) : words.slice(0, -1).join(' ');
  }
  if (list === undefined || !Array.isArray(value)) return value;
  const items = value.map((item) => (list.of !== undefined && isObject(item) ? item[list.of] : item));
  return items.map((item) => String(plain(item) ?? '')).join(list.separator);
}

function plain(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}
