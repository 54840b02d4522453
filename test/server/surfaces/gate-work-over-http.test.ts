/**
 * The work of staff at a kiosk, over the real server's HTTP with a kiosk's own token: leases, walk-ins, undo,
 * conflicts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerActions } from '#kiosk/station/server-actions.ts';
import type { Link } from '#kiosk/sync/link.ts';
import { offerScans } from '#kiosk/sync/offer-scans.ts';
import { must } from '#shared/base/assert.ts';
import type { PairedKiosk } from '#test/fixtures/paired-kiosk.ts';
import { openStationLab, type StationLab } from '#test/fixtures/station-lab.ts';
import { type Answer, type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents, type TwoEvents } from '#test/fixtures/two-events.ts';

let house: TestServer;
let here: TwoEvents;
let kiosk: PairedKiosk;
let lab: StationLab;

const patience = { timeout: 60_000 };
const event = () => here.demo.eventId;

beforeAll(async () => {
  house = await openTestServer();
  here = await openTwoEvents(house, 'door');
  const change = async (path: string, json: Body) => {
    const answer = await house.send('PATCH', `/api/v1/${path}`, { key: here.apiKey, json });
    if (answer.status !== 200) throw new Error(answer.text);
  };
  await change(`gates/${here.gate.id}`, { capacity: 40 });
  const type = must(await here.store.findOne('ticket_types', { event: event() }), 'a ticket type');
  await change(`ticket_types/${type.id}`, { walkIn: true });
  kiosk = await here.kiosk();
  lab = await openStationLab({
    identity: { kioskId: kiosk.id, event: event(), gate: here.gate.id, role: 'gate', demo: true },
    nowMs: Date.now(),
    records: {},
    online: false,
    act,
  });
  await load();
  lab.setOnline(true);
});
afterAll(async () => {
  await lab?.station.close();
  await lab?.journal.close();
  await house?.close();
});

const act: ServerActions['act'] = async (action, input) => {
  const answer = await kiosk.send('POST', `/api/v1/actions/events.${action}`, { json: input });
  return answer.status < 300
    ? { kind: 'ok', body: answer.body }
    : { kind: 'refused', status: answer.status, code: answer.codes[0] ?? '' };
};

const link: Link = {
  async ask({ method, path, body }) {
    const answer: Answer = await kiosk.send(method, path, { json: body });
    if (answer.status < 300) return { kind: 'ok', body: answer.body };
    return { kind: 'refused', status: answer.status, code: answer.codes[0] ?? '', message: answer.text };
  },
  credentials: () => {
    throw new Error('not asked');
  },
  up: () => true,
  whenUp: async () => undefined,
  renew: async () => undefined,
  close: () => undefined,
};

/** A first load, by its chunks. */
async function load(): Promise<void> {
  const { body } = await kiosk.send('GET', '/api/v1/replication/snapshot');
  for (let n = 0; n < Number(body['chunks']); n++) {
    const chunk = await kiosk.send('GET', `/api/v1/replication/snapshot/${String(body['snapshot'])}/${n}`);
    const { collection, records } = chunk.body as unknown as { collection: string; records: { id: string }[] };
    for (const record of records) lab.apply(collection, record.id, record);
  }
}
const send = async () => offerScans(await lab.journal.byIds(lab.journal.pendingIds()), link, lab.journal);

test('a lease is granted, a walk-in becomes a registration, an undo frees the ticket', async () => {
  await expect.poll(() => lab.station.state().rooms[0]?.left ?? 0, patience).toBeGreaterThan(0);
  const choice = must(lab.station.walkInChoices()[0], 'a type for walk-ins');
  const result = await lab.station.walkIn(
    {
      ticketType: choice.ticketTypeId,
      name: 'Wilma Walk',
      email: 'wilma@example.org',
      company: null,
      role: null,
      payment: choice.amount > 0 ? 'cash' : 'none',
      paymentReference: null,
    },
    {},
  );
  if (result.kind !== 'decided') throw new Error(JSON.stringify(result));
  expect(result.outcome.verdict.code).toBe('admitted');
  const registration = must(result.outcome.person, 'who was let in').registrationId;
  const { leases } = must(lab.disk.rows().at(-1), 'a scan').scan;
  expect(leases).toHaveLength(1);
  await send();
  expect(lab.station.state()).toMatchObject({ pending: 0, parked: [] });
  const at = (collection: string, values: Body) => here.store.findOne(collection, values);
  await expect.poll(() => at('checkins', { registration }), patience).toMatchObject({ kiosk: kiosk.id });
  expect(await at('registrations', { id: registration })).toMatchObject({ name: 'Wilma Walk', status: 'confirmed' });
  await expect
    .poll(() => at('lease_uses', { scan: result.outcome.scanId }), patience)
    .toMatchObject({ lease: leases?.[0] });

  await lab.station.undo(result.outcome.scanId, 'paid twice');
  await send();
  expect(lab.station.state()).toMatchObject({ pending: 0, parked: [] });
  await expect.poll(() => at('checkins', { registration }), patience).toBeNull();
});

test('only a kiosk may mark a conflict as reviewed', async () => {
  const conflicts = ['019c167f-0000-7000-8000-000000000001'];
  expect(await act('acknowledge_conflicts', { conflicts })).toMatchObject({ kind: 'ok', body: { acknowledged: 0 } });
  const path = '/api/v1/actions/events.acknowledge_conflicts';
  const byKey = await house.send('POST', path, { key: here.apiKey, json: { conflicts } });
  expect(byKey.status).toBe(403);
});
