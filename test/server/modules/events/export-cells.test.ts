/** People read exports in a spreadsheet: no column shows a list, or entries, as JSON. */
import { expect, test } from 'vitest';
import { createEventsModule } from '#server/modules/events/module.ts';
import { eventDatasets } from '#shared/modules/events/export.ts';
import { openEventsModule } from './events-module.ts';

test('every column of a list, or of entries, says how it becomes one text', async () => {
  const { close, ports } = await openEventsModule();
  try {
    const typeOf = new Map(
      createEventsModule(ports).collections.flatMap(({ fields, name }) =>
        fields.map((field) => [`${name}.${field.name}`, field.type] as const),
      ),
    );
    const unsaid = eventDatasets.flatMap(({ collection, columns, name }) =>
      columns
        .filter(({ entries, field, list }) => {
          const type = typeOf.get(`${collection}.${field}`);
          return (type === 'array' && list === undefined) || (type === 'json' && (entries ?? list) === undefined);
        })
        .map(({ field }) => `${name}: ${field}`),
    );
    expect(unsaid).toEqual([]);
  } finally {
    await close();
  }
});
