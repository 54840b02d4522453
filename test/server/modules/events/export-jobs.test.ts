/**
 * An export that is stopped keeps no file, one that a server left unfinished is written again, and one that cannot be
 * finished is given up.
 */
import { afterEach, expect, test } from 'vitest';
import type { ExportPort } from '#server/modules/events/export/export-port.ts';
import { ok } from '#shared/base/result.ts';
import { ada, confirmedPlace, type EventsModule, openEventsModule, sampleEvent, textAt } from './events-module.ts';

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
  return start(textAt((await house.act('events.create', sampleEvent())).body, 'id'), 'registrations');
}

async function start(eventId: string, dataset: string): Promise<string> {
  const reader = { id: 'organizer', kind: 'key', roles: [], scopes: ['events:read'] };
  const job = {
    event: eventId,
    dataset,
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

test('a visitor who takes contact details back is in no stored file of leads, and other files stay', async () => {
  const port = portOf(async () => ok({ rows: 1, size: 1 }));
  const people = await started(port);
  const eventId = String((await house.get('exports', people))['event']);
  const act = (action: string, input: object) => house.act(`events.${action}`, { eventId, ...input });
  const registrationId = (await confirmedPlace(house, eventId, ada)).id;
  const exhibitorId = textAt((await act('create_exhibitor', { name: 'Nordlicht' })).body, 'id');
  const leadId = textAt((await act('capture_lead', { exhibitorId, registrationId, consent: true })).body, 'id');
  const leadsBefore = await start(eventId, 'leads');
  // More than the follower reads at a time.
  for (let n = 0; n < 510; n++) await start(eventId, 'leads');
  await house.follow();
  expect(await house.get('exports', leadsBefore)).toMatchObject({ state: 'done', problem: null });
  // Something else about the lead takes no file away.
  await act('update_lead', { leadId, rating: 4 });
  await house.follow();
  expect(port.deleted).toEqual([]);

  house.nowMs += 1_000;
  await act('update_lead', { leadId, consent: false });
  await house.follow();
  expect(await house.get('exports', leadsBefore)).toMatchObject({ state: 'expired' });
  expect(String((await house.get('exports', leadsBefore))['problem'])).toContain('withdrawn');
  expect(await house.get('exports', people)).toMatchObject({ state: 'done' });
  expect(port.deleted).toContain(leadsBefore);
  expect(port.deleted).toHaveLength(511);
  expect(await house.all('exports', { state: 'done' })).toHaveLength(1);
});
