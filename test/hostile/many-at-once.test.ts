/**
 * One bad one among many, and the same again with another content: R19, R34, W12, W14 of the hostile inputs, where the
 * gate has them (a kiosk's pushes, the import of attendees, places in a log).
 */
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { type KioskAtModule, openKioskAtModule } from '#test/fixtures/kiosk-at-module.ts';
import type { PairedKiosk } from '#test/fixtures/paired-kiosk.ts';
import { type Answer, type Body, isDecent, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents, type TwoEvents } from '#test/fixtures/two-events.ts';
import {
  ada,
  confirmedPlace,
  openEventsModule,
  sampleEvent,
  textAt,
} from '#test/server/modules/events/events-module.ts';

const many = 100;
const bad = 57;

let house: TestServer;
let here: TwoEvents;
let stranger: TwoEvents;
let kiosk: PairedKiosk;
let made = 0;

beforeAll(async () => {
  house = await openTestServer();
  here = await openTwoEvents(house, 'here');
  stranger = await openTwoEvents(house, 'stranger');
  kiosk = await here.kiosk();
});
afterAll(() => house?.close());

function scan(fields: Body = {}): Body & { readonly id: string } {
  made += 1;
  return {
    ...{ id: uuidv7(Date.now(), new Uint8Array(10).fill(made)), event: here.demo.eventId, gate: 'main-entrance' },
    ...{ list: 'default', kiosk: kiosk.id, counter: made, ticketNumber: null, registration: null },
    ...{ verdict: 'code_malformed', flags: ['offline'], scannedAt: isoTime(Date.now()), ruleVersion: 1 },
    ...{ source: 'wedge' },
    ...fields,
  };
}

const outcomes = ({ body }: Answer): string[] =>
  (body['items'] as Body[]).map(({ outcome, code }) => (code === null ? String(outcome) : `${outcome} ${code}`));
const count = async ({ store }: TwoEvents, collection: string): Promise<number> => {
  let rows = 0;
  for await (const page of store.walk(collection)) rows += page.length;
  return rows;
};
const attendee = (n: number, more: Body = {}): Body => ({
  ...{ ticketType: 'standard', name: `Many ${n}`, email: `many${n}@example.org` },
  ...more,
});
const importAll = (eventId: string, attendees: readonly Body[]) =>
  house.send('POST', `/events/${eventId}/registrations/import`, { key: here.apiKey, json: { attendees } });

describe('R19 many at once, and one of them is not ours', () => {
  test('scans of a kiosk: the foreign one is refused by itself, and nothing of the other tenant moves', async () => {
    const theirs = await stranger.kiosk();
    const mine = scan();
    await kiosk.push('scans', [mine]);
    const before = await count(stranger, 'scans');
    for (const foreign of [scan({ kiosk: theirs.id }), scan({ event: stranger.demo.eventId })]) {
      const rows = Array.from({ length: many }, (_, n) => (n === bad ? foreign : scan()));
      const answer = await kiosk.push('scans', rows);
      expect(outcomes(answer)).toEqual(rows.map((row) => (row === foreign ? 'refused not_yours' : 'accepted')));
      expect(await here.store.get('scans', foreign.id)).toBeNull();
    }
    // An id is no key to another tenant: the same one there is another scan.
    await theirs.push('scans', [{ ...mine, kiosk: theirs.id, event: stranger.demo.eventId, counter: 4 }]);
    expect(await here.store.get('scans', mine.id)).toMatchObject({ kiosk: kiosk.id, version: 1 });
    expect(await count(stranger, 'scans')).toBe(before + 1);
  });

  test('attendees: one with a ticket type of another event, and none of them is taken', async () => {
    const before = [await count(here, 'registrations'), await count(stranger, 'registrations')];
    const rows = Array.from({ length: many }, (_, n) => attendee(n, n === bad ? { ticketType: 'vip' } : {}));
    const answer = await importAll(here.otherEvent, rows);
    expect([answer.status, answer.codes, isDecent(answer)]).toEqual([404, ['ticket_type_not_found'], true]);
    expect(answer.text).toContain(`attendees[${bad}].ticketType`);
    const foreign = await importAll(stranger.demo.eventId, [attendee(0)]);
    const nowhere = await importAll(uuidv7(1, new Uint8Array(10).fill(3)), [attendee(0)]);
    expect([foreign.status, foreign.codes]).toEqual([nowhere.status, nowhere.codes]);
    expect(foreign.status).toBe(404);
    expect([await count(here, 'registrations'), await count(stranger, 'registrations')]).toEqual(before);
  });

  test('marking conflicts as reviewed: ids of another tenant are unknown', async () => {
    const ids = [uuidv7(2, new Uint8Array(10).fill(4)), String(stranger.registrations[0]?.id)];
    const path = '/api/v1/actions/events.acknowledge_conflicts';
    const answer = await kiosk.send('POST', path, { json: { conflicts: ids } });
    expect([answer.status < 500, isDecent(answer)]).toEqual([true, true]);
    expect(await stranger.store.get('registrations', String(ids[1]))).toMatchObject({ version: 1 });
  });
});

describe('W12 the same scan with another content', () => {
  test('is refused with id_reused among a hundred others, and what stood stays', async () => {
    const first = scan();
    expect(outcomes(await kiosk.push('scans', [first]))).toEqual(['accepted']);
    const altered = { ...first, verdict: 'admitted', registration: here.registrations[0]?.id };
    const rows = Array.from({ length: many }, (_, n) => (n === bad ? altered : scan()));
    expect(outcomes(await kiosk.push('scans', rows))).toEqual(
      rows.map((row) => (row === altered ? 'refused id_reused' : 'accepted')),
    );
    expect(await here.store.get('scans', first.id)).toMatchObject({ verdict: 'code_malformed', registration: null });
    expect(await here.store.findOne('checkins', { scan: first.id })).toBeNull();
  });

  test('is reported at the kiosk that sent it, with its reason, and delays no scan after it', async () => {
    const events = await openEventsModule();
    const opened: KioskAtModule[] = [];
    try {
      const sample = sampleEvent({ gates: [{ id: 'hall', name: 'Hall' }] });
      const eventId = textAt((await events.act('events.create', sample)).body, 'id');
      await events.follow();
      const [gate] = await events.all('gates', { event: eventId });
      const ids: string[] = [];
      for (const n of [1, 2, 3])
        ids.push((await confirmedPlace(events, eventId, { ...ada, email: `p${n}@example.org` })).id);
      const place = { event: eventId, gate: must(gate, 'a gate').id, name: 'North' };
      const north = await openKioskAtModule(events, { ...place, id: uuidv7(9, new Uint8Array(10).fill(9)) });
      opened.push(north);
      for (const id of ids)
        expect(await north.lab().station.admitRegistration(id)).toMatchObject({
          outcome: { verdict: { code: 'admitted' } },
        });
      // The middle one is on the server under its id already, as something else.
      const { journal, disk } = north.lab();
      const row = must(disk.rows()[1], 'the second scan');
      const other = { ...row.scan, verdict: 'blocked' };
      const actor = events.kiosk(eventId, place.gate, north.id);
      expect(await events.create('scans', row.id, JSON.parse(JSON.stringify(other)), actor)).toMatchObject({
        kind: 'record',
      });
      await north.up();
      expect(journal.pending()).toBe(0);
      expect(north.lab().station.state().parked).toMatchObject([{ scanId: row.id, code: 'id_reused' }]);
      const admitted = (await events.all('checkins', { event: eventId })).map(({ registration }) => registration);
      expect(admitted.toSorted()).toEqual([ids[0], ids[2]].toSorted());
      // It is still there after a restart, and goes nowhere by itself.
      await north.reload();
      expect(north.lab().journal.parked()).toMatchObject([{ scanId: row.id, code: 'id_reused' }]);
      expect(north.lab().journal.unsentIds()).toEqual([row.id]);
    } finally {
      for (const one of opened) await one.close();
      await events.close();
    }
  });
});

describe('W14 a place in the log that is none', () => {
  const pull = (query: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
    kiosk.send('GET', `/api/v1/replication/pull?${new URLSearchParams(query)}`, { headers });

  test.each(['-1', '1e309', 'Infinity', 'NaN', '1.5', '0x10', '9007199254740993', ' ', 'null', '١٢'])(
    'seq=%s is refused before anything is read',
    async (seq) => {
      const answer = await pull({ seq });
      expect([answer.status, isDecent(answer)]).toEqual([400, true]);
      expect(answer.body['documents']).toBeUndefined();
    },
  );

  test('another tenant’s log, or a place beyond the end, sends the kiosk to a new snapshot; a header says nothing', async () => {
    for (const query of [
      { log: stranger.store.logId, seq: '0' },
      { log: stranger.store.logId, seq: '999999999999' },
      { log: here.store.logId, seq: '999999999999' },
    ]) {
      const answer = await pull(query);
      expect([answer.status, answer.codes]).toEqual([409, ['log_changed']]);
      expect(answer.text).not.toContain(stranger.store.logId);
      expect(answer.body['documents']).toBeUndefined();
    }
    const own = { log: here.store.logId, seq: String(await here.store.head()) };
    for (const last of ['-1', '1e309', stranger.store.logId])
      expect((await pull(own, { 'last-event-id': last })).status).toBe(200);
  });
});

describe('R34 a name that a spreadsheet would run', () => {
  const names = ["=cmd|' /C calc'!A0", '+1+1', '-2+3', '@SUM(A1)', '\t=1+1', '\r=1+1'];
  const path = (format: string) => `/events/${here.demo.eventId}/export?dataset=registrations&format=${format}`;

  beforeAll(async () => {
    for (const [n, name] of names.entries()) {
      const attendee = { name, email: `r34-${n}@example.org` };
      const json = { eventId: here.demo.eventId, ticketType: 'standard', attendee };
      const { status, body: place } = await house.send('POST', '/events/registrations', { key: here.apiKey, json });
      expect([name, status]).toEqual([name, 201]);
      expect(await here.store.get('registrations', String(place['id']))).toMatchObject({ name });
    }
  });

  test('REST and the JSON export answer it unchanged, as JSON', async () => {
    for (const at of ['/api/v1/registrations?limit=200', path('json')]) {
      const answer = await house.send('GET', at, { key: here.apiKey, headers: { accept: 'text/csv' } });
      expect([at, answer.status, answer.headers.get('content-type')]).toEqual([
        at,
        200,
        expect.stringContaining('application/json'),
      ]);
      for (const name of names) expect([at, answer.text.includes(JSON.stringify(name))]).toEqual([at, true]);
    }
  });

  test('the CSV export writes it as text', async () => {
    const { headers, status, text } = await house.send('GET', path('csv'), { key: here.apiKey });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    for (const name of names) expect([name, text.includes(`'${name}`)]).toEqual([name, true]);
    // No cell begins with what a spreadsheet calculates, quoted or not; lines end with CR LF.
    expect(text).not.toMatch(/(?:^|,|\n)"?(?:[=+\-@\t]|\r(?!\n))/);
  });

  test('the XLSX export writes it as text, and holds no formula', async () => {
    const response = await fetch(house.url + path('xlsx'), { headers: { authorization: `Bearer ${here.apiKey}` } });
    const workbook = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    const cells = (workbook.sheets[0]?.rows ?? []).flat();
    for (const name of names) expect(cells).toContain(`'${name}`);
    expect(cells.filter((cell) => typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });
});
