/** Exports in the background over HTTP: their file, who gets it, their end, and a restart in the middle. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import { type Answer, type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const patience = { timeout: 60_000, interval: 50 };

let house: TestServer;
let tenant: CreatedTenant;
let event: string;

beforeAll(async () => {
  house = await openTestServer();
  tenant = await house.tenant('harbour', 'enterprise');
  const json = {
    name: 'Harbour Conference',
    summary: 'Ships, sails, harbours',
    type: 'conference',
    startsAt: '2027-05-04T08:00:00Z',
    endsAt: '2027-05-06T18:00:00Z',
    tickets: [{ id: 'standard', name: 'Standard', price: 0, currency: 'EUR' }],
  };
  event = String((await send('POST', '/events', json)).body['id']);
  const attendees = Array.from({ length: 60 }, (_, n) => ({
    ...{ ticketType: 'standard', name: `Person ${String(n).padStart(2, '0')}`, email: `p${n}@example.org` },
  }));
  const made = await send('POST', '/api/v1/actions/events.import_attendees', { eventId: event, attendees });
  expect(made.status).toBeLessThan(300);
});
afterAll(() => house?.close());

const send = (method: string, path: string, json?: unknown, key: string = tenant.apiKey): Promise<Answer> =>
  house.send(method, path, { key, ...(json !== undefined && { json }) });

const start = (more: Body = {}, key?: string) =>
  send('POST', `/events/${event}/exports`, { dataset: 'registrations', ...more }, key);

async function ended(id: unknown, key?: string): Promise<Body> {
  return await vi.waitFor(async () => {
    const { body } = await send('GET', `/events/${event}/exports/${String(id)}`, undefined, key);
    expect(['queued', 'running']).not.toContain(body['state']);
    return body;
  }, patience);
}

const linkOf = (job: Body) => (job['link'] as Body)['url'] as string;

test('its file is the direct export, filtered, sorted and with the columns that are asked for', async () => {
  const query = 'where[name][contains]=Person 1&sort=-name';
  const columns = ['name', 'ticketType.name'];
  const started = await start({ query, columns });
  expect(started.status).toBe(202);
  const done = await ended(started.body['id']);
  expect(done).toMatchObject({ state: 'done', rows: 10, total: 10 });
  const file = await house.send('GET', linkOf(done), {});
  expect(file.headers.get('content-disposition')).toContain('attachment; filename="registrations.csv"');
  const direct = await send('GET', `/events/${event}/export?dataset=registrations&columns=${columns}&${query}`);
  expect(file.text).toBe(direct.text);
  expect(direct.text.replace('\uFEFF', '').split('\r\n').slice(0, 2)).toEqual([
    'Name,Ticket type',
    'Person 19,Standard',
  ]);
});

test('one line of the audit log says who exported what', async () => {
  const started = await start();
  const subject = String(started.body['id']);
  const lines = await send('GET', `/api/v1/audit_entries?where[subject][equals]=${subject}`);
  expect(lines.body['data']).toMatchObject([{ action: 'export.started', detail: { event, dataset: 'registrations' } }]);
});

test('only who started it gets the address, which no one can make or stretch', async () => {
  const other = await house.admin.credentials.createKey((await house.admin.directory.byId(tenant.tenant.id))!, {
    name: 'another',
    scopes: ['events:read'],
    roles: [],
  });
  const job = await ended((await start()).body['id']);
  const theirs = await ended(job['id'], other.apiKey);
  expect(theirs).toMatchObject({ state: 'done' });
  expect(theirs).not.toHaveProperty('link');
  const generic = await send('GET', `/api/v1/exports/${String(job['id'])}`);
  expect(generic.text).not.toMatch(/reader|scopes|proof/);
  const url = new URL(linkOf(job), house.url);
  const until = Number(url.searchParams.get('until'));
  url.searchParams.set('until', String(until + 3_600));
  expect((await house.send('GET', url.pathname + url.search, {})).status).toBe(404);
});

test('reads with the rights of who started it', async () => {
  const live = (await house.admin.directory.byId(tenant.tenant.id))!;
  const narrow = await house.admin.credentials.createKey(live, { name: 'narrow', scopes: ['crm:read'], roles: [] });
  expect((await start({}, narrow.apiKey)).status).toBe(403);
});

test('the file goes when its time is over', async () => {
  const job = await ended((await start()).body['id']);
  const url = linkOf(job);
  const store = await house.admin.directory.open((await house.admin.directory.byId(tenant.tenant.id))!);
  await store.commit('test', async (tx) => ({
    ok: true,
    value: await tx.update('exports', String(job['id']), { expiresAt: isoTime(Date.now() - hourMs) }),
  }));
  const expire = house.admin.modules.all
    .flatMap(({ jobs }) => jobs ?? [])
    .find(({ name }) => name === 'events.expire-exports');
  await expire?.run({
    ...{ tenant: tenant.tenant.id, clock: house.admin.clock, newId: house.admin.newId, reader: store },
    commit: async (plan) => {
      const done = await store.commit('test', plan);
      return done.ok ? { ok: true, value: done.value.value } : done;
    },
  });
  expect(await ended(job['id'])).toMatchObject({ state: 'expired' });
  expect((await house.send('GET', url, {})).status).toBe(404);
});

test('says what it cannot do, before anything is written', async () => {
  expect((await start({ dataset: 'shoes' })).codes).toEqual(['dataset_unknown']);
  expect((await start({ format: 'ics' })).codes).toEqual(['format_unsupported']);
  expect((await start({ columns: ['shoeSize'] })).codes).toEqual(['invalid_value']);
  expect((await start({ query: 'where[colour][equals]=red' })).status).toBe(400);
  expect((await start({ query: 'limit=5' })).codes).toEqual(['unknown_parameter']);
  const done = await ended((await start()).body['id']);
  const again = await send('PATCH', `/api/v1/exports/${String(done['id'])}`, { state: 'running' });
  expect(again.codes).toEqual(['transition_not_allowed']);
});

test('a dataset with times is a calendar', async () => {
  const direct = await send('GET', `/events/${event}/export?dataset=event&format=ics`);
  expect(direct.headers.get('content-type')).toContain('text/calendar');
  const lines = direct.text.trim().split('\r\n');
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  expect(lines).toEqual(
    expect.arrayContaining([`UID:${event}@gatehouse`, 'SUMMARY:Harbour Conference', 'DTSTART:20270504T080000Z']),
  );
  expect(lines).toContain('DESCRIPTION:Ships\\, sails\\, harbours');
  const refused = await send('GET', `/events/${event}/export?dataset=registrations&format=ics`);
  expect([refused.status, ...refused.codes]).toEqual([422, 'format_unsupported']);
});
