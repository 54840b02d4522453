import { expect, test } from 'vitest';
import type { Caller } from '#server/core/platform.ts';
import { exportRows } from '#server/surfaces/files/export-rows.ts';
import { defineCollection } from '#shared/schema/definition.ts';

const notes = defineCollection({
  name: 'notes',
  module: 'sample',
  labels: { one: 'Note', many: 'Notes' },
  fields: [{ name: 'title', type: 'text' }],
});
const pages = 8;

test('other requests have their turn with each page, also where no page waits for anything', async () => {
  let page = 0;
  const record = { id: 'a', createdAt: '', updatedAt: '', version: 1, title: 'x' };
  const caller = {
    registry: { collections: new Map() },
    // As the store on files answers: without a turn of the event loop.
    run: async () => {
      page += 1;
      return { kind: 'page', records: [record, record], hasMore: page < pages };
    },
  } as unknown as Caller;
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 1_000) setImmediate(count);
  };
  setImmediate(count);
  const asked = { columns: [{ header: 'Title', field: 'title' }], definition: notes, query: {} };
  let rows = 0;
  for await (const _row of exportRows(caller, asked, () => null)) rows += 1;
  expect(rows).toBe(pages * 2);
  expect(turns).toBeGreaterThanOrEqual(pages - 1);
});
