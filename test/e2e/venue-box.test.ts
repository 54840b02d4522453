/**
 * A box for the venue between its kiosks and the server upstream, each a process of its own, with a cable in between that is
 * pulled: what kiosks scan is judged at the box, and goes up once.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isoTime } from '#shared/base/time.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { entryClaim } from '#shared/peers/entry.ts';
import { gatehouseHere } from '#test/fixtures/admin-words.ts';
import { type Cable, openCable } from '#test/fixtures/cable.ts';
import { admittedRows, bearer, pairDemoKiosk } from '#test/fixtures/demo-kiosk.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { deviceKey, pairRequest, signBy } from '#test/fixtures/paired-kiosk.ts';
import type { Body } from '#test/fixtures/test-server.ts';
import {
  boxCode,
  type KioskAtBox,
  openVenueBox,
  pairAtBox,
  renewAt,
  type VenueBox,
  walkInAt,
} from '#test/fixtures/venue-box.ts';

const limitMs = 300_000;
const patience = { timeout: 60_000, interval: 200 };

let house: DemoServer;
let cable: Cable;
let box: VenueBox;
let kiosk: KioskAtBox;
/** Its scans reach the box through `kiosk`. */
let otherKiosk: KioskAtBox;
let people: readonly RegistrationRecord[];
let next = 0;

/** One that no other test has let in. */
function person(): RegistrationRecord {
  const one = people[next++];
  if (!one) throw new Error('the demo has too few people for these tests');
  return one;
}

beforeAll(async () => {
  house = await openDemoServer({ attendees: 60 });
  cable = await openCable(Number(new URL(house.url).port));
  box = await openVenueBox(house, `http://127.0.0.1:${cable.port}`);
  await box.loaded();
  kiosk = await pairAtBox(house, box);
  otherKiosk = await pairAtBox(house, box);
  people = await house.places('standard', 30);
}, limitMs);

afterAll(async () => {
  await box?.end();
  await cable?.pull();
  await house?.end();
}, 60_000);

/** What a replica at the box holds. */
async function heldAtBox(collection: string): Promise<readonly Body[]> {
  const documents = new Map<string, Body>();
  for (let seq = 0, head = 1; seq < head; ) {
    const path = `/api/v1/replication/pull?seq=${seq}&limit=1000`;
    const { body } = await box.ask('GET', path, undefined, kiosk.token);
    for (const { collection: name, deleted, id, record } of body['documents'] as Body[])
      if (name === collection && deleted) documents.delete(String(id));
      else if (name === collection) documents.set(String(id), record as Body);
    [seq, head] = [Number(body['seq']), Number(body['head'])];
  }
  return [...documents.values()];
}

const checkinsUp = (registration: string) => house.all('checkins', { registration });
const waiting = async () => (await box.status()).waiting;

describe('down', () => {
  test('the box has the event, its people, gates and keys, under the ids of the server upstream', async () => {
    const { event, reachable, upstream } = await box.status();
    expect({ reachable, upstream }).toEqual({ reachable: true, upstream: `http://127.0.0.1:${cable.port}` });
    expect(event).not.toBe('');
    const ids = (records: readonly Body[]) => records.map(({ id }) => id).toSorted();
    for (const collection of ['registrations', 'gates'] as const)
      expect(ids(await heldAtBox(collection))).toEqual(
        ids((await house.all(collection, { event: house.eventId })) as unknown as Body[]),
      );
    expect((await heldAtBox('ticket_keys')).length).toBeGreaterThan(0);
    expect((await house.all('kiosks')).map(({ id }) => id)).toContain(kiosk.id);
  });

  test('a check-in at another gate upstream is known at the box, by its scan', async () => {
    const one = person();
    const other = await pairDemoKiosk(house);
    await house.ask(
      'POST',
      '/api/v1/replication/scans/push',
      { rows: admittedRows(house, other, [one], 1) },
      bearer(other),
    );
    const known = async () =>
      (await heldAtBox('checkins')).find(({ registration }) => registration === one.id)?.['kiosk'];
    await expect.poll(known, patience).toBe(other.kioskId);
  });
});

describe('up', () => {
  test('SY25 a scan at the box is its check-in there, and goes up once, in the name of its kiosk', async () => {
    const one = person();
    const scan = kiosk.scan(one.id);
    expect(await kiosk.push('scans', [scan])).toEqual(['accepted']);
    expect(await kiosk.push('scans', [scan])).toEqual(['duplicate']);
    await expect.poll(async () => (await checkinsUp(one.id)).map((c) => c.scan), patience).toEqual([scan.id]);
    const [up, ...more] = await house.all('scans', { registration: one.id });
    expect({ up, more }).toMatchObject({ up: { id: scan.id, kiosk: kiosk.id }, more: [] });
    const here = (await heldAtBox('checkins')).filter(({ registration }) => registration === one.id);
    expect(here.map(({ scan: of }) => of)).toEqual([scan.id]);
    await expect.poll(waiting, patience).toBe(0);
  });

  test('SY23 a scan that a kiosk of the box heard on the LAN goes up as its own kiosk signed it', async () => {
    const one = person();
    const scan = { ...kiosk.scan(one.id), kiosk: otherKiosk.id };
    const relay = { previous: 4, signature: signBy(otherKiosk.key, entryClaim(scan, 4)) };
    const rows = [{ newDocumentState: scan, relay }];
    const { body } = await box.ask('POST', '/api/v1/replication/scans/push', { rows }, kiosk.token);
    expect(body['items']).toMatchObject([{ id: scan.id, outcome: 'accepted' }]);
    const up = async () => (await house.all('scans', { registration: one.id })).map(({ id, kiosk: by }) => [id, by]);
    await expect.poll(up, patience).toEqual([[scan.id, otherKiosk.id]]);
  });

  test('SY25 a row that its kiosk did not sign is refused at the box, and nothing of it goes up', async () => {
    const scan = kiosk.scan(person().id);
    const push = async (rows: readonly Body[]) => {
      const { body } = await box.ask('POST', '/api/v1/replication/scans/push', { rows }, kiosk.token);
      return (body['items'] as Body[]).map(({ code }) => code);
    };
    expect(await push([{ newDocumentState: scan }])).toEqual(['row_unsigned']);
    expect(await push([{ newDocumentState: scan, relay: { signature: 'AA' } }])).toEqual(['signature_invalid']);
    expect(await waiting()).toBe(0);
  });
});

/** Upstream, and known at the box. */
async function sellAtGate(ticketType: string): Promise<void> {
  const path = `/api/v1/ticket_types?where[key][equals]=${ticketType}`;
  const [type] = (await house.ask<{ data: Body[] }>('GET', path)).body.data;
  await house.ask('PATCH', `/api/v1/ticket_types/${String(type?.['id'])}`, { walkIn: true });
  const isSold = async () => (await heldAtBox('ticket_types')).some(({ walkIn }) => walkIn === true);
  await expect.poll(isSold, patience).toBe(true);
}

describe('status', () => {
  const report = (more: Body = {}) => {
    const body = { pending: 2, printer: 'ready', knownSeq: 0, softwareVersion: '8.8', ...more };
    return box.ask('POST', '/api/v1/actions/events.kiosk_status', body, kiosk.token);
  };
  const upstream = async () => (await house.ask<{ data: Body }>('GET', `/api/v1/kiosks/${kiosk.id}`)).body.data;
  const peerAddresses = ['10.1.2.3:4011'];

  test('SY27 a kiosk at the box is shown online upstream, by way of the box', async () => {
    expect((await report({ peerAddresses })).status).toBe(200);
    const [self] = (await box.status()).mesh.inReach;
    const shown = { presence: 'online', viaBox: self?.id, pending: 2, printer: 'ready', softwareVersion: '8.8' };
    await expect.poll(upstream, patience).toMatchObject({ ...shown, peerAddresses });
  });

  test('SY26 addresses that a kiosk reports to the box stay when its record changes upstream', async () => {
    await report({ peerAddresses: ['10.1.2.4:4011'] });
    const atBox = async () => (await heldAtBox('kiosks')).find(({ id }) => id === kiosk.id);
    await expect.poll(async () => (await atBox())?.['peerAddresses'], patience).toEqual(['10.1.2.4:4011']);
    await cable.pull();
    await report({ peerAddresses });
    await house.ask('PATCH', `/api/v1/kiosks/${kiosk.id}`, { name: 'Door two' });
    await cable.plugIn();
    await expect.poll(async () => (await atBox())?.['name'], patience).toBe('Door two');
    expect((await atBox())?.['peerAddresses']).toEqual(peerAddresses);
  });
});

describe('without a way up', () => {
  test('scans are judged, a person who was let in at another gate upstream becomes a conflict at both ends, each scan goes up once', async () => {
    const [alone, both] = [person(), person()];
    const other = await pairDemoKiosk(house);
    await cable.pull();
    await expect.poll(async () => (await box.status()).reachable, patience).toBe(false);

    const atOther = admittedRows(house, other, [both], 50);
    await house.ask('POST', '/api/v1/replication/scans/push', { rows: atOther }, bearer(other));
    const later = (ms: number) => ({ scannedAt: isoTime(Date.now() + ms) });
    const [first, second] = [kiosk.scan(alone.id), kiosk.scan(both.id, later(1))];
    const again = kiosk.scan(alone.id, later(2));
    const asked = await kiosk.push('scans', [first, second]);
    expect(asked).toEqual(['accepted', 'accepted']);
    expect(await kiosk.push('scans', [again])).toEqual(['accepted']);
    const conflictsHere = async () => (await heldAtBox('checkin_conflicts')).map(({ scan }) => scan).toSorted();
    await expect.poll(conflictsHere, patience).toEqual([again.id]);
    expect(await waiting()).toBe(3);
    expect(await house.all('scans', { registration: alone.id })).toEqual([]);

    await cable.plugIn();
    await expect.poll(waiting, patience).toBe(0);
    const conflictsUp = async () =>
      [
        ...(await house.all('checkin_conflicts', { registration: both.id })),
        ...(await house.all('checkin_conflicts', { registration: alone.id })),
      ]
        .map(({ scan }) => scan)
        .toSorted();
    await expect.poll(conflictsUp, patience).toEqual([again.id, second.id].toSorted());
    await expect.poll(conflictsHere, patience).toEqual([again.id, second.id].toSorted());
    for (const { id } of [alone, both]) expect(await checkinsUp(id)).toHaveLength(1);
    const up = [
      ...(await house.all('scans', { registration: alone.id })),
      ...(await house.all('scans', { registration: both.id })),
    ];
    expect(up.map(({ id }) => id).toSorted()).toEqual(
      [first.id, second.id, again.id, atOther[0]!.newDocumentState.id].toSorted(),
    );
    const here = (await heldAtBox('checkins')).find(({ registration }) => registration === both.id);
    expect(here?.['kiosk']).toBe(other.kioskId);
  });

  test('a walk-in registered at the box goes up with its scan, and is one registration at both ends', async () => {
    await sellAtGate('standard');
    await cable.pull();
    await expect.poll(async () => (await box.status()).reachable, patience).toBe(false);
    const { scan, walkIn } = await walkInAt(house, kiosk, 'Wanda Walkin');
    expect(await kiosk.push('walk_ins', [walkIn])).toEqual(['accepted']);
    expect(await kiosk.push('scans', [scan])).toEqual(['accepted']);
    const namedHere = async () =>
      (await heldAtBox('registrations')).filter(({ name }) => name === walkIn.name).map(({ id }) => id);
    await expect.poll(namedHere, patience).toEqual([walkIn.registration]);

    await cable.plugIn();
    const checkedIn = async () => (await checkinsUp(walkIn.registration)).map((one) => one.scan);
    await expect.poll(checkedIn, patience).toEqual([scan.id]);
    const up = await house.all('registrations', { name: walkIn.name });
    expect(up.map(({ id }) => id)).toEqual([walkIn.registration]);
    await box.loaded();
    expect(await namedHere()).toEqual([walkIn.registration]);
  });

  test('a kiosk that the replica has proves itself to a box that was killed and reaches no one', async () => {
    await cable.pull();
    await box.restart('kill');
    const one = person();
    expect(await renewAt(box, kiosk)).toBe(200);
    expect(await kiosk.push('scans', [kiosk.scan(one.id)])).toEqual(['accepted']);
    // A kiosk that the box does not know gets no `kiosk_revoked`: it would wipe itself.
    expect(await renewAt(box, { ...kiosk, id: '01900000-0000-7000-8000-000000000001' })).toBe(503);
    const refused = await box.ask('POST', '/api/v1/kiosks/pair', pairRequest('ABCDEFGH', deviceKey()));
    expect(refused).toMatchObject({ status: 503, body: { errors: [{ code: 'upstream_unreachable' }] } });
    await cable.plugIn();
    await expect.poll(async () => (await checkinsUp(one.id)).length, patience).toBe(1);
  });

  test('a box that is killed while it sends loses no scan and doubles none', async () => {
    await cable.pull();
    const group = Array.from({ length: 8 }, person);
    const scans = group.map(({ id }) => kiosk.scan(id));
    expect(new Set(await kiosk.push('scans', scans))).toEqual(new Set(['accepted']));
    await box.restart('kill');
    await cable.plugIn();
    await box.restart('kill');
    await expect.poll(waiting, patience).toBe(0);
    for (const [n, { id }] of group.entries()) {
      expect((await house.all('scans', { registration: id })).map((up) => up.id)).toEqual([scans[n]!.id]);
      await expect.poll(async () => (await checkinsUp(id)).length, patience).toBe(1);
    }
  });
});

describe('what a box leaves to the server upstream', () => {
  test('a new pairing code, a revocation and the code of a kiosk', async () => {
    const code = await boxCode(house);
    const asKiosk = await box.ask('POST', '/api/v1/kiosks/pair', pairRequest(code, deviceKey()));
    expect(asKiosk).toMatchObject({ status: 409, body: { errors: [{ code: 'pairing_code_other_device' }] } });
    const pushed = await house.ask<Body>('POST', '/api/v1/kiosks/pair', {
      ...pairRequest(await house.pairingCode(), deviceKey()),
      device: 'box',
    });
    expect(pushed).toMatchObject({ status: 409, body: { errors: [{ code: 'pairing_code_other_device' }] } });
    const made = await house.ask<Body>('PATCH', `/api/v1/kiosks/${kiosk.id}`, { role: 'box' });
    expect(made).toMatchObject({ status: 422, body: { errors: [{ code: 'field_fixed', path: 'role' }] } });
  });

  test('the code of a kiosk of another event: it stays good, and no kiosk is paired upstream', async () => {
    const tickets = [{ id: 'standard', name: 'Standard', price: 0, currency: 'EUR', quantity: -1 }];
    const times = { startsAt: isoTime(Date.now()), endsAt: isoTime(Date.now() + 3_600_000), timezone: 'UTC' };
    const gates = [{ id: 'side-door', name: 'Side door' }];
    const about = { name: 'Another evening', type: 'conference', venue: 'Elsewhere', ...times, tickets, gates };
    const event = String((await house.ask<Body>('POST', '/events', about)).body['id']);
    const asked = { event, gate: 'side-door' };
    const made = await house.ask<{ data: Body }>('POST', '/api/v1/kiosks/pairing-codes', asked);
    const pairingCode = String(made.body.data['pairingCode']);
    for (const [path, body] of [
      ['/api/v1/kiosks/pairing-preview', { pairingCode }],
      ['/api/v1/kiosks/pair', pairRequest(pairingCode, deviceKey())],
    ] as const)
      expect([path, await box.ask('POST', path, body)]).toMatchObject([
        path,
        { status: 409, body: { errors: [{ code: 'pairing_code_other_device' }] } },
      ]);
    expect(await house.all('kiosks', { event })).toEqual([]);
    const atItsOwn = await house.ask<Body>('POST', '/api/v1/kiosks/pair', pairRequest(pairingCode, deviceKey()));
    expect(atItsOwn).toMatchObject({ status: 200, body: { event } });
  });

  test('an actor that is no kiosk reads at the box, and a write names the server upstream', async () => {
    const words = [
      'key',
      'create',
      '--tenant',
      'venue',
      '--name',
      'desk',
      '--scopes',
      'events:read,events:write,pairing:write',
    ];
    const { apiKey } = await gatehouseHere<{ apiKey: string }>([...words, '--roles', 'supervisor'], box.env);
    const [one] = people;
    const read = await box.ask('GET', `/api/v1/registrations/${one!.id}`, undefined, apiKey);
    expect(read).toMatchObject({ status: 200, body: { data: { id: one!.id, name: one!.name } } });
    const sold = {
      eventId: house.eventId,
      ticketType: 'standard',
      attendee: { name: 'Eve', email: 'eve@example.org' },
    };
    const writes = [
      ['PATCH', `/api/v1/events/${house.eventId}`, { name: 'Other' }],
      ['PATCH', `/api/v1/registrations/${one!.id}`, { name: 'Other' }],
      ['DELETE', `/api/v1/gates/${String((await heldAtBox('gates'))[0]!['id'])}`, undefined],
      ['POST', '/events/registrations', sold],
      [
        'POST',
        '/events/checkin',
        { eventId: house.eventId, gateId: 'main-entrance', qrCode: await house.code(one!.id) },
      ],
      ['POST', '/api/v1/kiosks/pairing-codes', { event: house.eventId, gate: 'main-entrance' }],
    ] as const;
    for (const [method, path, body] of writes) {
      const refused = await box.ask(method, path, body, apiKey);
      const [error] = (refused.body['errors'] ?? []) as Body[];
      expect([path, refused.status, error?.['code']]).toEqual([path, 403, 'upstream_only']);
    }
  });

  test('a kiosk that is revoked upstream is revoked at the box, a box that is revoked serves none', async () => {
    const lost = await pairAtBox(house, box);
    const askedWith = async ({ token }: KioskAtBox) =>
      (await box.ask('GET', '/api/v1/replication/snapshot', undefined, token)).status;
    expect(await askedWith(lost)).toBe(200);
    await house.ask('POST', `/api/v1/kiosks/${lost.id}/revoke`);
    await expect.poll(() => askedWith(lost), patience).toBe(401);
    expect(await askedWith(kiosk)).toBe(200);

    const boxes = (await house.all('kiosks')).filter(({ gate }) => gate === null);
    expect(boxes).toHaveLength(1);
    await house.ask('POST', `/api/v1/kiosks/${boxes[0]!.id}/revoke`);
    await expect.poll(async () => (await box.status()).ended, patience).toBe('kiosk_revoked');
    // Not "revoked": its kiosks are not, and keep what they hold.
    expect(await askedWith(kiosk)).toBe(503);
  });

  test('a revoked box is paired again with a new code, and sends what it still had', async () => {
    const one = person();
    const scan = kiosk.scan(one.id);
    const upstream = `http://127.0.0.1:${cable.port}`;
    await box.restart('stop', { VENUE_UPSTREAM: upstream, VENUE_CODE: await boxCode(house) });
    await box.loaded();
    expect(await kiosk.push('scans', [scan])).toEqual(['accepted']);
    await expect.poll(async () => (await checkinsUp(one.id)).map((c) => c.scan), patience).toEqual([scan.id]);
  });
});
