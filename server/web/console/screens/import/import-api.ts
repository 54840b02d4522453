/** The import page's requests to the server, and the file of problems that it saves. */

import { isObject } from '#shared/base/json.ts';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { client, request } from '../../data/client.ts';
import { saveFile } from '../../data/save-file.ts';

export interface RefusedRow {
  /** Number of the row in the file. */
  readonly row: number;
  readonly errors: readonly { readonly code: string; readonly message: string; readonly column?: string }[];
}

export interface FileColumn {
  /** Index in the file, from 0. */
  readonly column: number;
  readonly header: string;
  /** Field that the column means; null: not imported. */
  readonly field: string | null;
  readonly samples: readonly string[];
}

/** Columns that the server found in a file; its whole answer while there is no usable mapping. */
export interface FileColumns {
  readonly preset: string;
  readonly notes: readonly string[];
  readonly columns: readonly FileColumn[];
  /** Label of each field that a column can mean, by the name of the field. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface Preview extends FileColumns {
  readonly id: string | null;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly leftOut: number;
  readonly refusedCount: number;
  readonly refused: readonly RefusedRow[];
  readonly preview: readonly {
    readonly row: number;
    readonly name: string;
    readonly email: string;
    readonly company: string | null;
    readonly ticketType: string | null;
    readonly status: string;
  }[];
  readonly ticketTypes: readonly { readonly name: string; readonly rows: number; readonly exists: boolean }[];
}

export interface ImportRecord {
  readonly id: string;
  readonly fileName: string;
  readonly preset: string;
  readonly state: string;
  readonly rows: number;
  readonly processed: number;
  readonly created: number;
  readonly updated: number;
  readonly refused: number;
  readonly externalCodes: number;
  /** People who were deleted when the import was undone, and those who were kept because they had come. */
  readonly takenBack: number;
  readonly kept: number;
  readonly codes: 'accepted' | 'off';
  /** ISO 8601: until when codes of the other system open a gate. */
  readonly codesUntil: string | null;
  readonly problem: string | null;
  readonly problems: readonly RefusedRow[] | null;
  readonly createdAt: string;
}

/** Field by the index of its column; null: not imported. */
export type Mapping = Readonly<Record<number, string | null>>;

export interface Choices {
  readonly mapping: Mapping;
  readonly createTicketTypes: boolean;
  readonly checkIns: boolean;
  readonly sendMail: boolean;
  readonly codes: 'accepted' | 'off';
  readonly dateOrder: '' | 'day_first' | 'month_first';
}

/** Long enough for a file of the largest size over a slow line. */
const uploadTimeoutMs = 600_000;

export async function sendFile(event: string, file: File, choices: Choices, dryRun: boolean): Promise<Preview> {
  const form = new FormData();
  form.set('dryRun', String(dryRun));
  for (const [name, value] of Object.entries(choices))
    if (name !== 'mapping' && value !== '') form.set(name, String(value));
  if (Object.keys(choices.mapping).length > 0) form.set('mapping', JSON.stringify(choices.mapping));
  form.set('file', file, file.name);
  const path = `/events/${event}/imports`;
  const timeoutMs = uploadTimeoutMs;
  return (await client.$request({ method: 'POST', path, body: form, repeatable: 'refused', timeoutMs })) as Preview;
}

/**
 * Returns the columns in a refusal: a file whose columns mean nothing yet is refused with them, so that they can be chosen.
 *
 * @returns null: another refusal
 */
export function columnsIn({ errors }: GatehouseError): FileColumns | null {
  const detail = errors.find(({ code }) => code === 'mapping_invalid')?.detail;
  return isObject(detail) && Array.isArray(detail['columns']) ? (detail as unknown as FileColumns) : null;
}

export const takeBack = (event: string, id: string) => request('DELETE', `/events/${event}/imports/${id}`);

export const change = (id: string, patch: Partial<Pick<ImportRecord, 'state' | 'codes'>>) =>
  request('PATCH', `/api/v1/attendee_imports/${id}`, patch);

/** Saves a CSV file with a line for each problem, for the person who corrects the imported file. */
export function saveProblems(refused: readonly RefusedRow[]): void {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = refused.flatMap(({ row, errors }) =>
    errors.map(({ column = '', message }) => [String(row), quoted(column), quoted(message)].join(',')),
  );
  saveFile(new Blob(['\uFEFF', ['Row,Column,Problem', ...lines].join('\r\n')], { type: 'text/csv' }), 'problems.csv');
}
