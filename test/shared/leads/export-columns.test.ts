/** The columns of an exhibitor's file: every field that can be chosen is one of the export, and presets name only such. */
import { expect, test } from 'vitest';
import { eventDatasets } from '#shared/modules/events/export.ts';
import { answerField, crmColumns, leadColumns, leadExportFields } from '#shared/modules/events/lead-export.ts';

test('every column of the standard export can be chosen, and keeps what it shows under another name', () => {
  const standard = eventDatasets.find(({ name }) => name === 'leads')?.columns ?? [];
  expect(leadExportFields.size).toBe(standard.length + 2);
  for (const [field, column] of leadExportFields)
    expect(leadColumns([{ field, header: 'X' }])).toEqual([{ ...column, header: 'X' }]);
  for (const { field, shows } of standard)
    expect([...leadExportFields.values()]).toContainEqual(expect.objectContaining({ field, ...(shows && { shows }) }));
});

test('without a choice there is none; the answer to a question is an entry of the answers', () => {
  expect([leadColumns(null), leadColumns([])]).toEqual([null, null]);
  expect(leadColumns([{ field: answerField, header: 'Budget', question: 'budget' }])).toEqual([
    { header: 'Budget', field: 'answers', entry: 'budget' },
  ]);
});

test.each(Object.entries(crmColumns))('the columns for %s are known fields, each name once', (_crm, columns) => {
  expect(columns.filter(({ field }) => !leadExportFields.has(field))).toEqual([]);
  expect(new Set(columns.map(({ header }) => header)).size).toBe(columns.length);
});
