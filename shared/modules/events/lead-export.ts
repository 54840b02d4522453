/** The columns of an exhibitor's CSV and XLSX files: those it can choose, and the names that two CRMs expect. */
import { questionKeyMax } from '../../leads/edit.ts';
import type { DatasetColumn } from '../../schema/dataset.ts';
import type { Field } from '../../schema/field.ts';
import { eventDatasets } from './export.ts';

const standard = eventDatasets.find(({ name }) => name === 'leads')?.columns ?? [];

const names: readonly DatasetColumn[] = [
  { header: 'First name', field: 'name', part: 'first' },
  { header: 'Last name', field: 'name', part: 'last' },
];

const optionOf = ({ field, part, shows }: DatasetColumn): string =>
  part === undefined ? (shows === 'booth' ? 'booth' : field) : `${part}_name`;

/** Values of `field` in an export column → the standard column with this content. */
export const leadExportFields: ReadonlyMap<string, DatasetColumn> = new Map(
  [...standard, ...names].map((column) => [optionOf(column), column]),
);

/** Maximum number of columns of a file. */
export const exportColumnsMax = 60;
/** In characters. */
export const exportHeaderMax = 100;
/** Value of `field` for a column with the answers to one question of the exhibitor; `question` is the key of that question. */
export const answerField = 'answer';

export const exportColumnFields = [
  {
    name: 'header',
    type: 'text',
    required: true,
    minLength: 1,
    maxLength: exportHeaderMax,
    note: 'The name of the column in the file.',
  },
  {
    name: 'field',
    type: 'select',
    options: [...leadExportFields.keys(), answerField],
    required: true,
    note: '`first_name` and `last_name` split the name before its last word.',
  },
  {
    name: 'question',
    type: 'slug',
    maxLength: questionKeyMax,
    note: `With \`${answerField}\`: the key of the question.`,
  },
] as const satisfies readonly Field[];

export interface ExportColumn {
  readonly header: string;
  readonly field: string;
  readonly question?: string | null | undefined;
}

/** @returns the columns of the file, in the order of the choice, without unknown fields; null where nothing was chosen */
export function leadColumns(chosen: readonly ExportColumn[] | null): readonly DatasetColumn[] | null {
  if (chosen === null || chosen.length === 0) return null;
  return chosen.flatMap(({ field, header, question }): readonly DatasetColumn[] => {
    if (field === answerField) return [{ header, field: 'answers', entry: question ?? '' }];
    const known = leadExportFields.get(field);
    return known === undefined ? [] : [{ ...known, header }];
  });
}

const column = (field: string, header: string): ExportColumn => ({ field, header });

/**
 * Column names that a CRM recognizes by itself when the file is imported (read in November 2026):
 *
 * - HubSpot matches a header with the name of a property; contacts have *First name*, *Last name* and *Email*, a note has
 *   *Activity date* and *Note body* (knowledge.hubspot.com/import-and-export/set-up-your-import-file). *Lead quality* and
 *   *Follow up* are no properties of its own: the import asks which ones they become.
 * - Salesforce: the labels of "Field Mapping for Importing Leads" (help.salesforce.com, xcloud.field_mapping_for_importing_leads)
 *   and of the Lead object (developer.salesforce.com, Field Reference). It takes no lead without *Last Name* and *Company*.
 */
export const crmColumns: Readonly<Record<'HubSpot' | 'Salesforce', readonly ExportColumn[]>> = {
  HubSpot: [
    column('first_name', 'First name'),
    column('last_name', 'Last name'),
    column('email', 'Email'),
    column('phone', 'Phone number'),
    column('company', 'Company name'),
    column('role', 'Job title'),
    column('quality', 'Lead quality'),
    column('followUp', 'Follow up'),
    column('capturedAt', 'Activity date'),
    column('notes', 'Note body'),
  ],
  Salesforce: [
    column('first_name', 'First Name'),
    column('last_name', 'Last Name'),
    column('company', 'Company'),
    column('role', 'Title'),
    column('email', 'Email'),
    column('phone', 'Phone'),
    column('tier', 'Rating'),
    column('notes', 'Description'),
  ],
};
