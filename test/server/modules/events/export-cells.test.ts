/** People read exports in a spreadsheet: no column shows a list as JSON. */
import { expect, test } from 'vitest';
import { createEventsModule } from '#server/modules/events/module.ts';
import { eventDatasets } from '#shared/modules/events/export.ts';
import { openEventsModule } from './events-module.ts';

test('every column of a list says how its items become one text', async () => {
  const { close, ports } = await openEventsModule();
  try {
    const typeOf = new Map(
      createEventsModule(ports).collections.flatMap(({ fields, name }) =>
        fields.map((field) => [`${name}.${field.name}`, field.type] as const),
      ),
    );
    const unsaid = eventDatasets.flatMap(({ collection, columns, name }) =>
      columns
        .filter(({ field, list }) => typeOf.get(`${collection}.${field}`) === 'array' && list === undefined)
        .map(({ field }) => `${name}: ${field}`),
    );
    expect(unsaid).toEqual([]);
  } finally {
    await close();
  }
});
