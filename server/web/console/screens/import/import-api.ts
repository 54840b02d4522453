/** The import page's requests to the server: files in, files out. */

import { isObject } from '#shared/base/json.ts';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { client, request } from '../../data/client.ts';
import { saveFile } from '../../data/save-file.ts';

export interface RefusedRow {
  readonly row: number;
  readonly errors: readonly { readonly code: string; readonly message: string; readonly column?: string }[];
}

export interface FileColumn {
  readonly column: number;
  readonly header: string;
  readonly field: string | null;
  readonly samples: readonly string[];
}

/** Columns that the server found in a file; its whole answer while there is no usable mapping. */
export interface FileColumns {
  readonly preset: string;
  readonly notes: readonly string[];
  readonly columns: readonly FileColumn[];
  /** Field → how people read it. */
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
  readonly takenBack: number;
  readonly kept: number;
  readonly codes: 'accepted' | 'off';
  readonly codesUntil: string | null;
  readonly problem: string | null;
  readonly problems: readonly RefusedRow[] | null;
  readonly createdAt: string;
}

export type Mapping = Readonly<Record<number, string | null>>;

export interface Choices {
  readonly mapping: Mapping;
  readonly createTicketTypes: boolean;
  readonly checkIns: boolean;
  readonly sendMail: boolean;
  readonly codes: 'accepted' | 'off';
  readonly dateOrder: '' | 'day_first' | 'month_first';
}

/** A file of the largest size over a slow line. */
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

/** A file whose columns mean nothing yet is refused with its columns, so that they can be chosen. */
export function columnsIn({ errors }: GatehouseError): FileColumns | null {
  const detail = errors.find(({ code }) => code === 'mapping_invalid')?.detail;
  return isObject(detail) && Array.isArray(detail['columns']) ? (detail as unknown as FileColumns) : null;
}

export const takeBack = (event: string, id: string) => request('DELETE', `/events/${event}/imports/${id}`);

export const change = (id: string, patch: Partial<Pick<ImportRecord, 'state' | 'codes'>>) =>
  request('PATCH', `/api/v1/attendee_imports/${id}`, patch);

/** One line for each problem, for the person who corrects the file. */
export function saveProblems(refused: readonly RefusedRow[]): void {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = refused.flatMap(({ row, errors }) =>
    errors.map(({ column = '', message }) => [String(row), quoted(column), quoted(message)].join(',')),
  );
  saveFile(new Blob(['\uFEFF', ['Row,Column,Problem', ...lines].join('\r\n')], { type: 'text/csv' }), 'problems.csv');
}
