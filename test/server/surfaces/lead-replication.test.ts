/** Leads on the wire (shared/sync/SPEC.md LE1 to LE6): edits up, the roster and leads down, and what a withdrawn consent leaves. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { uuidv7 } from '#shared/base/id.ts';
import { isObject } from '#shared/base/json.ts';
import { isoTime } from '#shared/base/time.ts';
import { type PairedKiosk, pairKiosk } from '#test/fixtures/paired-kiosk.ts';
import { answerWith, openReceiver, type Receiver } from '#test/fixtures/receiver.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents, type TwoEvents } from '#test/fixtures/two-events.ts';

let house: TestServer;
let receiver: Receiver;
let here: TwoEvents;
let event: string;
/** Confirmed: each has a badge. */
let people: TwoEvents['registrations'];
let own: string;
let other: string;
let phoneA: PairedKiosk;
let phoneB: PairedKiosk;
let stranger: PairedKiosk;
let made = 0;

const api = (method: string, path: string, json?: object) =>
  house.send(method, `/events/${event}${path}`, { key: here.apiKey, ...(json && { json }) });
const pair = (exhibitor: string) => pairKiosk(house, here.demo.tenant, event, null, 'exhibitor', exhibitor);

beforeAll(async () => {
  house = await openTestServer({ ALLOW_PRIVATE_WEBHOOKS: '1' });
  receiver = await openReceiver();
  here = await openTwoEvents(house, 'fair', 20);
  event = here.demo.eventId;
  people = here.registrations.filter((one) => one['event'] === event && one['status'] === 'confirmed');
  const exhibitor = async (name: string) => String((await api('POST', '/exhibitors', { name })).body['id']);
  [own, other] = [await exhibitor('Nordlicht'), await exhibitor('Riverstone')];
  [phoneA, phoneB, stranger] = [await pair(own), await pair(own), await pair(other)];
});
afterAll(async () => {
  await house?.close();
  await receiver?.close();
});

const newId = () => {
  made += 1;
  return uuidv7(
    Date.now(),
    Uint8Array.from({ length: 10 }, (_, i) => (made * 31 + i * 7) & 255),
  );
};
const badgeOf = (n: number) => String(people[n]?.['badgeCode']);
const edit = (by: PairedKiosk, kind: string, value: unknown = null, more: Body = {}): Body => ({
  ...{ id: newId(), event, exhibitor: own, badge: badgeOf(0), device: by.id },
  ...{ at: isoTime(Date.now()), by: 'Björn', kind, value, ...more },
});
const itemsOf = (body: Body) => body['items'] as readonly Body[];
const outcomes = ({ body }: { body: Body }) =>
  itemsOf(body).map(({ code, outcome }) => (code ? `${outcome} ${code}` : outcome));

interface Held {
  readonly collection: string;
  readonly record: Body;
}

/** A first load and all that came after it, as a device has it then: by id, the latest of each. */
async function replicaOf(device: PairedKiosk): Promise<readonly Held[]> {
  const held = new Map<string, Held>();
  const { body } = await device.send('GET', '/api/v1/replication/snapshot');
  for (let n = 0; n < Number(body['chunks']); n++) {
    const path = `/api/v1/replication/snapshot/${String(body['snapshot'])}/${n}`;
    const chunk = (await device.send('GET', path)).body as unknown as { collection: string; records: Body[] };
    for (const record of chunk.records) held.set(String(record['id']), { collection: chunk.collection, record });
  }
  const { log, seq } = body;
  const pulled = await device.send('GET', `/api/v1/replication/pull?log=${String(log)}&seq=${String(seq)}`);
  for (const { collection, deleted, id, record } of pulled.body['documents'] as readonly Body[]) {
    if (deleted) held.delete(String(id));
    else if (isObject(record)) held.set(String(id), { collection: String(collection), record });
  }
  return [...held.values()];
}
const of = (held: readonly Held[], collection: string) =>
  held.filter((one) => one.collection === collection).map(({ record }) => record);

const until = <T>(look: () => Promise<T>) => vi.waitUntil(look, { timeout: 60_000, interval: 50 });
const leadOn = (device: PairedKiosk, badge: string, holds: (lead: Body) => boolean) =>
  until(async () => of(await replicaOf(device), 'leads').find((lead) => lead['badge'] === badge && holds(lead)));

describe('edits up', () => {
  test('LE2: every row is answered for itself: accepted, the same again duplicate, another under its ID refused', async () => {
    const [first, second] = [edit(phoneA, 'captured'), edit(phoneA, 'note', 'Wants a price')];
    expect(outcomes(await phoneA.push('lead_edits', [first, second]))).toEqual(['accepted', 'accepted']);
    const again = await phoneA.push('lead_edits', [first, { ...second, value: 'Other' }, edit(phoneA, 'rating', 4)]);
    expect(outcomes(again)).toEqual(['duplicate', 'refused id_reused', 'accepted']);
  });

  test('LE1, LE2: of another exhibitor, device, event, badge or value: refused with the reason, beside rows that are taken', async () => {
    const rows = [
      edit(phoneA, 'captured', null, { exhibitor: other }),
      edit(phoneB, 'captured'),
      edit(phoneA, 'captured', null, { event: here.otherEvent }),
      edit(phoneA, 'captured', null, { badge: 'B-NO-ONE' }),
      edit(phoneA, 'rating', 6),
      edit(phoneA, 'questions', 2),
    ];
    expect(outcomes(await phoneA.push('lead_edits', rows))).toEqual([
      ...['refused not_yours', 'refused not_yours', 'refused not_yours'],
      ...['refused badge_unknown', 'refused lead_edit_invalid', 'accepted'],
    ]);
    const [known] = await here.store.find('lead_edits', { limit: 1 });
    const foreign = { ...edit(stranger, 'captured', null, { exhibitor: other }), id: known?.id };
    expect(outcomes(await stranger.push('lead_edits', [foreign]))).toEqual(['refused not_yours']);
  });

  test('LE1: scans, check-ins, leads and exhibitors are not pushed by an exhibitor’s device', async () => {
    for (const collection of ['scans', 'walk_ins', 'leads', 'exhibitors', 'registrations', 'print_jobs'])
      expect((await phoneA.push(collection, [{ id: newId() }])).codes).toEqual(['device_not_allowed']);
  });

  test('LE3, LE4: what two phones wrote apart is one lead on both, and no edit is missing', async () => {
    const badge = badgeOf(1);
    const by = (phone: PairedKiosk, name: string) => [
      edit(phone, 'captured', null, { badge }),
      edit(phone, 'questions', 2, { badge }),
      edit(phone, 'note', `from ${name}`, { badge }),
    ];
    const [a, b] = [by(phoneA, 'A'), by(phoneB, 'B')];
    await Promise.all([phoneA.push('lead_edits', a), phoneB.push('lead_edits', b)]);
    const stored = await until(async () => {
      const lead = await here.store.findOne('leads', { exhibitor: own, badge });
      return lead?.['edits'] === 6 ? lead : null;
    });
    expect(stored).toMatchObject({ captures: 2, questionsAsked: 4, state: 'captured' });
    expect((stored['notes'] as readonly Body[]).map(({ text }) => text).sort()).toEqual(['from A', 'from B']);
    for (const phone of [phoneA, phoneB]) {
      const ids = of(await replicaOf(phone), 'lead_edits').map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining([...a, ...b].map(({ id }) => id)));
    }
  });
});

describe('down', () => {
  test('LE1: another exhibitor’s device sees nothing of it', async () => {
    const held = await replicaOf(stranger);
    expect(of(held, 'leads')).toEqual([]);
    expect(of(held, 'lead_edits')).toEqual([]);
    expect(of(held, 'exhibitors').map(({ id }) => id)).toEqual([other]);
    expect(JSON.stringify(held)).not.toContain(own);
  });

  test('LE5: the roster has names of confirmed attendees alone, and none of people who declined', async () => {
    const registration = people[2]?.id ?? '';
    expect(of(await replicaOf(phoneA), 'registrations').map(({ id }) => id)).toContain(registration);
    const before = (await phoneA.send('GET', '/api/v1/replication/snapshot')).body;
    await api('PUT', `/registrations/${registration}/contact-sharing`, { sharing: 'declined' });
    const after = await phoneA.send(
      'GET',
      `/api/v1/replication/pull?log=${String(before['log'])}&seq=${String(before['seq'])}`,
    );
    const said = (after.body['documents'] as readonly Body[]).filter(({ id }) => id === registration);
    expect(said).toMatchObject([{ deleted: true, record: null }]);
    expect(of(await replicaOf(phoneA), 'registrations').map(({ id }) => id)).not.toContain(registration);
  });

  test('LE6: contact details come with the consent, and are gone from device, export and late webhooks after it was withdrawn', async () => {
    const badge = badgeOf(3);
    const email = String(people[3]?.['email']);
    const exported = async () => (await api('GET', '/export?dataset=leads&format=csv')).text;
    // This receiver repeats what it was sent.
    receiver.answer = answerWith(503, {}, `cannot take ${email}`);
    const hook = await house.send('POST', '/api/v1/webhooks', {
      key: here.apiKey,
      json: { url: receiver.url, events: ['events.lead.*'] },
    });
    expect(hook.status).toBe(201);
    await phoneA.push('lead_edits', [
      edit(phoneA, 'captured', null, { badge }),
      edit(phoneA, 'consent', true, { badge }),
    ]);
    expect(await leadOn(phoneB, badge, (lead) => lead['contactShared'] === true)).toMatchObject({ email });
    expect(await exported()).toContain(email);
    const later = { badge, at: isoTime(Date.now() + 1_000) };
    await phoneB.push('lead_edits', [edit(phoneB, 'consent', false, later)]);
    expect(await leadOn(phoneA, badge, (lead) => lead['contactShared'] === false)).toMatchObject({ email: null });
    expect(await exported()).not.toContain(email);
    for (const phone of [phoneA, phoneB]) expect(JSON.stringify(await replicaOf(phone))).not.toContain(email);
    // What could not be delivered before is sent again now: about the same changes, without what was taken back.
    await until(async () => receiver.received.some(({ text }) => text.includes(email)));
    receiver.answer = answerWith(204);
    const before = receiver.received.length;
    const late = (await house.send('GET', '/api/v1/webhook_deliveries', { key: here.apiKey })).body['data'] as Body[];
    for (const { id } of late)
      await house.send('POST', `/api/v1/webhook-deliveries/${String(id)}/replay`, { key: here.apiKey });
    await until(async () => receiver.received.length >= before + late.length);
    expect(late.length).toBeGreaterThan(0);
    expect(receiver.received.slice(before).filter(({ text }) => text.includes(email))).toEqual([]);
    // Its log has kept no copy, neither of what was sent nor of the answer.
    const attempts = await house.send('GET', '/api/v1/webhook_attempts?limit=200', { key: here.apiKey });
    expect(attempts.text).toContain('cannot take …');
    expect(attempts.text).not.toContain(email);
  });

  test('LE5: a roster that the organizer closes replaces the replica; only scanned people are left, as leads', async () => {
    const { log, seq } = (await phoneA.send('GET', '/api/v1/replication/snapshot')).body;
    const closed = { key: here.apiKey, json: { exhibiting: { roster: 'scanned' } } };
    expect((await house.send('PATCH', `/api/v1/events/${event}`, closed)).status).toBe(200);
    const stale = await phoneA.send('GET', `/api/v1/replication/pull?log=${String(log)}&seq=${String(seq)}`);
    expect(stale.codes).toEqual(['log_changed']);
    const held = await replicaOf(phoneA);
    expect(of(held, 'registrations')).toEqual([]);
    expect(of(held, 'leads').length).toBeGreaterThan(0);
    expect((await phoneA.send('GET', '/api/v1/replication/registrations/pull')).codes).toEqual(['device_not_allowed']);
  });
});

test('the list of leads is filtered and ordered by quality, held to event and exhibitor', async () => {
  const registrationId = people[4]?.id;
  const hot = { dwellSeconds: 900, questionsAsked: 4, demoScheduled: true };
  expect((await api('POST', '/leads', { exhibitorId: own, registrationId, ...hot })).body).toMatchObject({
    quality: 75,
    tier: 'hot',
  });
  const listed = await api('GET', `/leads?exhibitorId=${own}&where[quality][greater_than_equal]=70`);
  expect(listed.status).toBe(200);
  expect((listed.body['leads'] as readonly Body[]).map((lead) => lead['quality'])).toEqual([75]);
  expect((await api('GET', `/leads?exhibitorId=${other}`)).body['leads']).toEqual([]);
  expect((await api('GET', '/leads?exhibitorId=nonsense')).codes).toEqual(['invalid_value']);
});
