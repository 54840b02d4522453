/** What becomes of an export that is stopped, that cannot be finished, and that a server leaves unfinished when it ends. */
import { afterEach, expect, test } from 'vitest';
import type { ExportPort } from '#server/modules/events/export/export-port.ts';
import { ok } from '#shared/base/result.ts';
import { type EventsModule, openEventsModule, sampleEvent, textAt } from './events-module.ts';

let house: EventsModule;
afterEach(() => house.close());

/** Writes as many rows as are asked for, to nowhere: what is tested is the record. */
function portOf(write: ExportPort['write']): ExportPort & { readonly deleted: string[] } {
  const deleted: string[] = [];
  return {
    deleted,
    write,
    content: async () => ok({ type: 'text/csv', bytes: new Uint8Array() }),
    count: async () => ok(10_000),
    delete: async (_tenant, id) => void deleted.push(id),
    addressOf: () => '/exports/x',
  };
}

const queued = { state: 'queued', rows: 0, tries: 0 } as const;

async function started(port: ExportPort): Promise<string> {
  house = await openEventsModule({ exports: port });
  const eventId = textAt((await house.act('events.create', sampleEvent())).body, 'id');
  const reader = { id: 'organizer', kind: 'key', roles: [], scopes: ['events:read'] };
  const job = {
    event: eventId,
    dataset: 'registrations',
    format: 'csv',
    startedBy: 'key:organizer',
    reader,
    ...queued,
  };
  const made = await house.store.commit('test', async (tx) => ok(await tx.create('exports', job)));
  if (!made.ok) throw new Error(made.errors[0].message);
  return made.value.value.id;
}

test('one that is stopped ends at the next page and keeps no file', async () => {
  let id = '';
  let rows = 0;
  const port = portOf(async (_actor, _id, _asked, onRows) => {
    for (rows = 1; rows <= 10_000; rows++) {
      if (rows === 3_000) await house.update('exports', id, { state: 'stopped' });
      if (!(await onRows(rows))) return ok(null);
    }
    return ok({ rows, size: 1 });
  });
  id = await started(port);
  for (const state of ['running', 'done'])
    expect(await house.update('exports', id, { state })).toMatchObject({ kind: 'refused' });
  await house.follow();
  expect(await house.get('exports', id)).toMatchObject({ state: 'stopped', rows: 2_000 });
  expect(rows).toBeLessThan(5_000);
  expect(port.deleted).toEqual([id]);
});

test('one that the server left in the middle is written again from its beginning', async () => {
  let tries = 0;
  const port = portOf(async (_actor, _id, _asked, onRows) => {
    tries += 1;
    for (let rows = 1; rows <= 5_000; rows++) {
      if (tries === 1 && rows === 4_500) throw new Error('the server is stopping');
      await onRows(rows);
    }
    return ok({ rows: 5_000, size: 77 });
  });
  const id = await started(port);
  await expect(house.follow()).rejects.toThrow('stopping');
  expect(await house.get('exports', id)).toMatchObject({ state: 'running', rows: 4_000 });
  await house.follow();
  expect(await house.get('exports', id)).toMatchObject({ state: 'done', rows: 5_000, size: 77 });
});

test('one that ends the process each time is given up', async () => {
  const port = portOf(async () => {
    throw new Error('killed');
  });
  const id = await started(port);
  for (let n = 0; n < 3; n++) await expect(house.follow()).rejects.toThrow('killed');
  await house.follow();
  expect(await house.get('exports', id)).toMatchObject({ state: 'failed' });
});
