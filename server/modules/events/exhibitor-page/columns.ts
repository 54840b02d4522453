/** The form in which an exhibitor chooses the columns of its CSV and XLSX files, and what it sends. */
import { type Html, html } from '#shared/base/html.ts';
import type { ExhibitorRecord } from '#shared/modules/events/exhibitor.ts';
import {
  answerField,
  crmColumns,
  type ExportColumn,
  exportColumnsMax,
  exportHeaderMax,
  leadExportFields,
} from '#shared/modules/events/lead-export.ts';
import { fill } from '../registration-page/page-words.ts';
import { isDone, saidDone } from './done.ts';
import { type ExhibitorScene, ownForm } from './scene.ts';

type Row = ExportColumn & { readonly label: string };
type Own = Pick<ExhibitorRecord, 'exportColumns' | 'questions'>;

const isSame = (a: ExportColumn, b: ExportColumn) =>
  a.field === b.field && (a.question ?? null) === (b.question ?? null);

/** Returns the columns in use, in their order, then the other possible ones; a column that is left out has an empty header. */
function rowsOf({ exportColumns, questions }: Own): readonly Row[] {
  const chosen = exportColumns ?? [];
  const isStandard = chosen.length === 0;
  const possible: Row[] = [
    ...[...leadExportFields].map(([field, { header, part }]) => ({
      ...{ field, label: header },
      header: isStandard && part === undefined ? header : '',
    })),
    ...(questions ?? []).map(({ key, text }) => ({ field: answerField, question: key, header: '', label: text })),
  ];
  const labelOf = (column: ExportColumn) => possible.find((row) => isSame(row, column))?.label ?? column.field;
  const unused = possible.filter((row) => !chosen.some((column) => isSame(row, column)));
  return [...chosen.map((column) => ({ ...column, label: labelOf(column) })), ...unused];
}

export function columnForm(scene: ExhibitorScene): Html {
  const { data, words } = scene;
  const own = (data.exhibitor.exportColumns ?? []).length > 0;
  const rows = rowsOf(data.exhibitor).map(
    ({ field, header, label, question }, n) =>
      html`<div class="field"><label for="column-${n}"><bdi>${label}</bdi></label><input type="hidden" name="field-${n}" value="${field}"><input type="hidden" name="question-${n}" value="${question ?? ''}"><input id="column-${n}" name="header-${n}" maxlength="${exportHeaderMax}" value="${header}" autocomplete="off" dir="auto" aria-describedby="columns-hint"></div>`,
  );
  const presets = Object.keys(crmColumns).map(
    (crm) =>
      html` <button class="btn quiet" name="preset" value="${crm}">${fill(words.columns.preset, { crm })}</button>`,
  );
  const inside = html`<div class="f2">${rows}<p class="acts"><button class="btn">${words.save}</button>${presets}${own && html` <button class="btn quiet" name="preset" value="standard">${words.columns.standard}</button>`}</p></div>`;
  return html`<details id="columns"${isDone(scene, ['columns']) && html` open`}><summary>${words.columns.title}${own && html` <span class="soft">${words.columns.own}</span>`}</summary>${saidDone(scene, ['columns'])}<p class="soft" id="columns-hint">${words.columns.hint}</p>${ownForm(scene, { do: 'columns' }, inside)}</details>`;
}

/** Reads the columns from the form; an empty list stands for all standard columns. */
export function columnsSent(fields: ReadonlyMap<string, string>): readonly ExportColumn[] {
  const preset = fields.get('preset') ?? '';
  if (preset === 'standard') return [];
  if (Object.hasOwn(crmColumns, preset)) return crmColumns[preset as keyof typeof crmColumns];
  const rows = Array.from({ length: exportColumnsMax }, (_, n) => ({
    header: (fields.get(`header-${n}`) ?? '').trim(),
    field: fields.get(`field-${n}`) ?? '',
    ...(fields.get(`question-${n}`) && { question: fields.get(`question-${n}`) }),
  }));
  return rows.filter(({ header }) => header !== '');
}
