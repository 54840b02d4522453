/**
 * The server supports kiosks that communicate with each other: the venue key, their public keys, and scans that come by
 * another kiosk.
 */
import { sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeviceRole } from '#server/core/policy/device-rights.ts';
import { fromBase64url } from '#shared/base/bytes.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import { entryClaim } from '#shared/peers/entry.ts';
import { type BoxedCollection, rowClaim } from '#shared/sync/signed-row.ts';
import { type DeviceKey, deviceKey, pairingCode, pairRequest, signBy } from '#test/fixtures/paired-kiosk.ts';
import type { Body, TestServer } from '#test/fixtures/test-server.ts';
import { openTestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents, type TwoEvents } from '#test/fixtures/two-events.ts';

interface Paired {
  readonly id: string;
  readonly token: string;
  readonly key: DeviceKey;
  readonly credentials: Body;
}

let house: TestServer;
let here: TwoEvents;
let count = 0;

beforeAll(async () => {
  house = await openTestServer();
  here = await openTwoEvents(house, 'here');
});
afterAll(() => house.close());

async function pair(role: DeviceRole = 'gate', eventId = here.demo.eventId, gate = 'main-entrance'): Promise<Paired> {
  const key = deviceKey();
  const isBox = role === 'box';
  const asked = pairRequest(await pairingCode(house, here.demo.tenant, eventId, isBox ? null : gate, role), key);
  const json = isBox ? { ...asked, device: 'box' } : asked;
  const { body } = await house.send('POST', '/api/v1/kiosks/pair', { json });
  return { id: String(body['kioskId']), token: String(body['token']), key, credentials: body };
}

function venueKeyOf({ credentials }: Paired): Body | null {
  return credentials['venueKey'] as Body | null;
}

async function revoke({ id }: Paired): Promise<void> {
  expect((await house.admin.kiosks.revoke(id)).ok).toBe(true);
}

function scanOf({ id: kiosk }: Paired, fields: Body = {}): Body & { readonly id: string } {
  count += 1;
  return {
    id: uuidv7(
      Date.now(),
      Uint8Array.from({ length: 10 }, (_, n) => (count * 37 + n * 11) & 255),
    ),
    event: here.demo.eventId,
    gate: 'main-entrance',
    list: 'default',
    kiosk,
    counter: count,
    ticketNumber: null,
    registration: here.registrations[count % here.registrations.length]!.id,
    direction: 'entry',
    verdict: 'admitted',
    undoes: null,
    undoReason: null,
    flags: ['offline'],
    scannedAt: isoTime(Date.now()),
    issuedAt: null,
    clockOffsetMs: 0,
    knownSeq: null,
    ruleVersion: 1,
    source: 'wedge',
    staff: null,
    overrideReason: null,
    overrideBy: null,
    overrode: null,
    answers: null,
    leases: null,
    durationMs: 3,
    ...fields,
  };
}

/** As a kiosk of a box signs it. */
function signedRow(document: Body, { key }: Paired, collection: BoxedCollection = 'scans'): Body {
  return { newDocumentState: document, relay: { signature: signBy(key, rowClaim(collection, document)) } };
}

function relayOf(scan: Body, by: DeviceKey, previous = 0): Body {
  const claim = Buffer.from(entryClaim(scan, previous));
  return { previous, signature: sign(null, claim, by.privateKey).toString('base64url') };
}

async function push(by: Paired, rows: readonly Body[], collection = 'scans'): Promise<readonly string[]> {
  const { body } = await house.send('POST', `/api/v1/replication/${collection}/push`, {
    key: by.token,
    json: { rows },
  });
  const items = (body['items'] ?? []) as readonly Body[];
  return items.map(({ outcome, code }) => [outcome, code].filter(Boolean).join(' '));
}

describe('the venue key', () => {
  test('SY24 comes with the credentials of kiosks that admit people, the same for all of the event', async () => {
    const [one, two, exhibitor, other] = [
      await pair(),
      await pair('self-service'),
      await pair('exhibitor'),
      await pair('gate', here.otherEvent, here.otherGate.id),
    ];
    const given = venueKeyOf(one);
    expect(fromBase64url(String(given?.['key']))).toHaveLength(32);
    expect(venueKeyOf(two)).toEqual(given);
    expect(venueKeyOf(exhibitor)).toBeNull();
    expect(venueKeyOf(other)?.['key']).not.toBe(given?.['key']);
  });

  test('SY24 is made again at a revocation, the one before given beside it for an hour', async () => {
    const [one, lost] = [await pair(), await pair()];
    const before = venueKeyOf(one)!;
    await revoke(lost);
    await revoke(lost);
    const after = venueKeyOf(await pair())!;
    expect(after['generation']).toBe(Number(before['generation']) + 1);
    expect(after['key']).not.toBe(before['key']);
    expect(after['previousKey']).toBe(before['key']);
    const until = Date.parse(String(after['previousUntil'])) - Date.now();
    expect(until).toBeGreaterThan(0);
    expect(until).toBeLessThanOrEqual(hourMs);
  });

  test('SY24 is the new one as soon as the revocation can be heard of', async () => {
    const [one, two] = [await pair(), await pair()];
    const before = Number(venueKeyOf(two)?.['generation']);
    let asked: ReturnType<typeof house.admin.kiosks.credentialsOf> | null = null;
    const end = here.store.onCommit(() => {
      asked ??= house.admin.kiosks.credentialsOf(two.id);
    });
    await revoke(one);
    end();
    expect((await asked!)?.venueKey?.generation).toBe(before + 1);
  });

  test('SY24 a revocation that was cut off after its first half locks the kiosk out, and is finished by the next attempt', async () => {
    const [one, two] = [await pair(), await pair()];
    const { control } = house.admin.directory;
    await control.commit('system:test', async (tx) => {
      await tx.update('kiosk_homes', one.id, { revokedAt: tx.now });
      return ok(null);
    });
    const pull = () => house.send('GET', '/api/v1/replication/pull', { key: one.token });
    expect((await pull()).codes).toEqual(['kiosk_revoked']);
    expect(await house.admin.kiosks.credentialsOf(one.id)).toBeNull();
    expect(await here.store.get('kiosks', one.id)).toMatchObject({ revokedAt: null });
    await revoke(one);
    expect(await here.store.get('kiosks', one.id)).toMatchObject({ revokedAt: expect.any(String) });
    expect(await house.admin.kiosks.credentialsOf(two.id)).not.toBeNull();
  });

  test('SY24 lies sealed where it is stored', async () => {
    const { key } = venueKeyOf(await pair())! as { key: string };
    const rows = await house.admin.directory.control.find('venue_keys', { limit: 10 });
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  test('SY1 the replica of a gate lists the public keys of the event’s kiosks, that of an exhibitor does not', async () => {
    const [gate, exhibitor] = [await pair(), await pair('exhibitor')];
    const kiosksAt = async ({ token }: Paired) => {
      const { body } = await house.send('GET', '/api/v1/replication/snapshot', { key: token });
      const chunks = await Promise.all(
        Array.from({ length: Number(body['chunks']) }, (_, n) =>
          house.send('GET', `/api/v1/replication/snapshot/${String(body['snapshot'])}/${n}`, { key: token }),
        ),
      );
      return chunks.flatMap(({ body: chunk }) =>
        chunk['collection'] === 'kiosks' ? (chunk['records'] as Body[]) : [],
      );
    };
    const listed = await kiosksAt(gate);
    expect(listed.find(({ id }) => id === gate.id)).toMatchObject({ publicKey: gate.key.publicKey });
    expect(listed.every(({ event }) => event === here.demo.eventId)).toBe(true);
    expect((await kiosksAt(exhibitor)).every((kiosk) => !('publicKey' in kiosk))).toBe(true);
  });

  test('SY26 a kiosk’s addresses on the LAN reach the replicas of gates, and no others do', async () => {
    const [gate, other, exhibitor] = [await pair(), await pair(), await pair('exhibitor')];
    const tell = (json: Body) =>
      house.send('POST', '/api/v1/actions/events.kiosk_status', {
        key: other.token,
        json: { pending: 0, printer: 'none', knownSeq: 0, ...json },
      });
    /** What comes down of the other kiosk from now on. */
    async function follow({ token: key }: Paired): Promise<() => Promise<Body | undefined>> {
      const { body } = await house.send('GET', '/api/v1/replication/snapshot', { key });
      const path = `/api/v1/replication/pull?log=${String(body['log'])}&seq=${String(body['seq'])}&limit=100`;
      return async () => {
        const pulled = await house.send('GET', path, { key });
        expect(pulled.status, pulled.text).toBe(200);
        const documents = pulled.body['documents'] as readonly Body[];
        return documents.find(({ id }) => id === other.id)?.['record'] as Body | undefined;
      };
    }
    const [atGate, atExhibitor] = [await follow(gate), await follow(exhibitor)];
    const foreign = ['8.8.8.8:4011', '192.168.1.9:22', 'gate.example:4011', '[fd00::1]:4011', '10.0.0.256:4011', 'x'];
    const sent = await tell({ peerAddresses: ['192.168.7.20:4011', ...foreign, '192.168.7.20:4011'] });
    expect(sent.status, sent.text).toBe(200);
    expect((await atGate())?.['peerAddresses']).toEqual(['192.168.7.20:4011']);
    expect(JSON.stringify((await atExhibitor()) ?? null)).not.toContain('192.168');
    expect((await tell({ peerAddresses: Array.from({ length: 9 }, () => '10.0.0.1:4011') })).status).toBe(422);
    await tell({});
    expect((await atGate())?.['peerAddresses']).toBeNull();
  });
});

describe('SY27 a box speaks for the kiosks that are online at it', () => {
  const status = ({ token }: Paired, json: Body = {}) =>
    house.send('POST', '/api/v1/actions/events.kiosk_status', {
      key: token,
      json: { pending: 0, printer: 'none', knownSeq: 0, ...json },
    });
  const recordOf = async ({ id }: Pick<Paired, 'id'>) =>
    (await house.send('GET', `/api/v1/kiosks/${id}`, { key: here.apiKey })).body['data'] as Body;
  const shown = async (kiosk: Pick<Paired, 'id'>) => {
    const { pending, presence, softwareVersion, viaBox } = await recordOf(kiosk);
    return { pending, presence, softwareVersion, viaBox };
  };

  test('and they are shown online by it, until they speak for themselves', async () => {
    const [box, quiet, direct] = [await pair('box'), await pair(), await pair()];
    expect((await status(direct, { pending: 3 })).status).toBe(200);
    const before = await recordOf(quiet);
    const said = (kiosk: Paired) => ({ kiosk: kiosk.id, pending: 7, softwareVersion: '9.9', printer: 'ready' });
    const sent = await status(box, { kiosks: [said(quiet), said(direct)] });
    expect(sent.status, sent.text).toBe(200);
    expect(await shown(quiet)).toEqual({ pending: 7, presence: 'online', softwareVersion: '9.9', viaBox: box.id });
    // By it a lease runs out: a box keeps none alive.
    expect((await recordOf(quiet))['lastSeenAt']).toBe(before['lastSeenAt']);
    expect(await shown(direct)).toMatchObject({ pending: 3, presence: 'online', viaBox: null });
    expect((await status(quiet, { pending: 1 })).status).toBe(200);
    expect(await shown(quiet)).toMatchObject({ pending: 1, presence: 'online', viaBox: null });
  });

  test('and of nothing else: another event, a revoked kiosk, an exhibitor, a box, an unknown one', async () => {
    const box = await pair('box');
    const others = [
      await pair('exhibitor'),
      await pair('box'),
      await pair(),
      await pair('gate', here.otherEvent, String(here.otherGate['key'])),
    ];
    await revoke(others[2]!);
    const before = await Promise.all(others.map(recordOf));
    const unknown = { id: '01900000-0000-7000-8000-000000000001' };
    const kiosks = [...others, unknown].map(({ id }) => ({ kiosk: id, pending: 7 }));
    expect((await status(box, { kiosks })).status).toBe(200);
    expect(await Promise.all(others.map(recordOf))).toEqual(before);
    const asKiosk = await status(await pair(), { kiosks: kiosks.slice(0, 1) });
    expect(asKiosk).toMatchObject({ status: 403, body: { errors: [{ code: 'not_yours' }] } });
  });
});

describe('SY23 a scan that comes by another kiosk', () => {
  test('counts once, by any kiosk and in any order', async () => {
    const [maker, bringer, third] = [await pair(), await pair(), await pair('self-service')];
    const scan = scanOf(maker);
    const row = { newDocumentState: scan, relay: relayOf(scan, maker.key) };
    expect(await push(bringer, [row, row])).toEqual(expect.arrayContaining(['accepted', 'duplicate']));
    expect(await push(third, [row])).toEqual(['duplicate']);
    expect(await push(maker, [{ newDocumentState: scan }])).toEqual(['duplicate']);
    expect(await here.store.get('scans', scan.id)).toMatchObject({ kiosk: maker.id, counter: scan['counter'] });
    const next = scanOf(maker);
    expect(await push(maker, [{ newDocumentState: next }])).toEqual(['accepted']);
    expect(await push(bringer, [{ newDocumentState: next, relay: relayOf(next, maker.key, 1) }])).toEqual([
      'duplicate',
    ]);
  });

  test('is refused where its own kiosk did not sign exactly this', async () => {
    const [maker, bringer] = [await pair(), await pair()];
    const scan = scanOf(maker);
    const relay = relayOf(scan, maker.key);
    const rows = [
      { newDocumentState: scan, relay: relayOf(scan, bringer.key) },
      { newDocumentState: { ...scan, registration: here.registrations[0]!.id, counter: 9 }, relay },
      { newDocumentState: scan, relay: { ...relay, previous: 7 } },
      { newDocumentState: scan, relay: { previous: 0, signature: 'AA' } },
    ];
    expect(new Set(await push(bringer, rows))).toEqual(new Set(['refused signature_invalid']));
    expect(await push(bringer, [{ newDocumentState: scan }])).toEqual(['refused not_yours']);
    expect(await here.store.get('scans', scan.id)).toBeNull();
  });

  test('of another event, of a revoked kiosk, of an exhibitor or of no kiosk is refused', async () => {
    const [bringer, other, lost, booth] = [
      await pair(),
      await pair('gate', here.otherEvent, here.otherGate.id),
      await pair(),
      await pair('exhibitor'),
    ];
    await revoke(lost);
    const cases = [
      [scanOf(other, { event: here.otherEvent, registration: null }), other, 'not_yours'],
      [scanOf(other), other, 'not_yours'],
      [scanOf(lost), lost, 'kiosk_revoked'],
      [scanOf(booth), booth, 'device_not_allowed'],
      [scanOf({ ...bringer, id: '01900000-0000-7000-8000-000000000001' }), bringer, 'not_yours'],
    ] as const;
    for (const [scan, maker, code] of cases) {
      const row = { newDocumentState: scan, relay: relayOf(scan, maker.key) };
      expect(await push(bringer, [row])).toEqual([`refused ${code}`]);
      expect(await here.store.get('scans', scan.id)).toBeNull();
    }
  });

  test('is judged by its own kiosk’s role, and no walk-in comes that way', async () => {
    const [guests, bringer] = [await pair('self-service'), await pair()];
    const scan = scanOf(guests, { source: 'search' });
    expect(await push(bringer, [{ newDocumentState: scan, relay: relayOf(scan, guests.key) }])).toEqual([
      'refused role_may_not',
    ]);
    const walkIn = { id: scan.id, event: here.demo.eventId, kiosk: guests.id };
    const row = { newDocumentState: walkIn, relay: relayOf(walkIn, guests.key) };
    expect(await push(bringer, [row], 'walk_ins')).toEqual(['refused not_yours']);
  });

  test('V5 two parts of a venue admitted the same people: once the server is reached, each scan is there once, with one check-in a person', async () => {
    const [left, right, phone] = [await pair(), await pair(), await pair()];
    const people = here.registrations.slice(0, 3).map(({ id }) => id);
    const madeBy = (kiosk: Paired, offsetMs: number) =>
      people.map((registration) => scanOf(kiosk, { registration, scannedAt: isoTime(Date.now() + offsetMs) }));
    const [early, late] = [madeBy(left, -60_000), madeBy(right, -30_000)];
    const heard = (scans: readonly Body[], { key }: Paired) =>
      scans.map((scan, n) => ({
        newDocumentState: scan,
        relay: relayOf(scan, key, n === 0 ? 0 : Number(scans[n - 1]?.['counter'])),
      }));
    const own = (scans: readonly Body[]) => scans.map((newDocumentState) => ({ newDocumentState }));
    // The phone finds a way first, and brings what it heard of both; then each brings its own, and what it heard of the other.
    const ways = [
      await push(phone, [...heard(late, right), ...heard(early, left)]),
      await push(right, [...own(late), ...heard(early, left)]),
      await push(left, [...heard(late, right), ...own(early)]),
    ];
    expect(ways.map((said) => new Set(said))).toEqual([
      new Set(['accepted']),
      new Set(['duplicate']),
      new Set(['duplicate']),
    ]);
    // Other tests of this file scan the same people, later.
    const mine: ReadonlySet<unknown> = new Set([...early, ...late].map(({ id }) => id));
    const where = { kind: 'field', path: 'registration', op: 'in', value: people } as const;
    const found = async (collection: string, field: string) => {
      const values = (await here.store.find(collection, { where, limit: 100 })).map((record) => record[field]);
      return values.filter((value) => mine.has(value)).toSorted();
    };
    const idsOf = (scans: readonly { readonly id: string }[]) => scans.map(({ id }) => id).toSorted();
    await expect.poll(() => found('checkin_conflicts', 'scan'), { timeout: 20_000 }).toEqual(idsOf(late));
    expect(await found('checkins', 'scan')).toEqual(idsOf(early));
    expect(await here.store.count('checkins', where)).toBe(people.length);
    expect(await found('scans', 'id')).toEqual(idsOf([...early, ...late]));
  });
});

describe('SY25 rows that a box brings', () => {
  test('are pushed as the kiosk that signed them, once; what that kiosk did not sign is refused', async () => {
    const [box, maker, other] = [await pair('box'), await pair(), await pair()];
    const scan = scanOf(maker);
    expect(await push(box, [signedRow(scan, maker)])).toEqual(['accepted']);
    expect(await push(box, [signedRow(scan, maker)])).toEqual(['duplicate']);
    expect(await push(maker, [{ newDocumentState: scan }])).toEqual(['duplicate']);
    expect(await here.store.get('scans', scan.id)).toMatchObject({ kiosk: maker.id });
    const forged = scanOf(maker);
    const asWalkIn = { newDocumentState: forged, relay: signedRow(forged, maker, 'walk_ins')['relay'] };
    const asEntry = { newDocumentState: forged, relay: { ...relayOf(forged, maker.key), previous: null } };
    expect(await push(box, [signedRow(forged, other), asWalkIn, asEntry])).toEqual(
      Array.from({ length: 3 }, () => 'refused signature_invalid'),
    );
    expect(await here.store.get('scans', forged.id)).toBeNull();
  });

  test('are never its own', async () => {
    const [box, maker] = [await pair('box'), await pair()];
    const own = scanOf(box);
    expect(await push(box, [{ newDocumentState: scanOf(maker) }])).toEqual(['refused row_unsigned']);
    expect(await push(box, [{ newDocumentState: own }])).toEqual(['refused row_unsigned']);
    expect(await push(maker, [signedRow(own, box)])).toEqual(['refused device_not_allowed']);
    expect(await here.store.get('scans', own.id)).toBeNull();
  });

  test('are of kiosks of its event that were not revoked', async () => {
    const [box, lost] = [await pair('box'), await pair()];
    const other = await pair('gate', here.otherEvent, here.otherGate.id);
    await revoke(lost);
    const scan = scanOf(other, { event: here.otherEvent, registration: null });
    const stale = scanOf(lost);
    expect(await push(box, [signedRow(scan, other), signedRow(stale, lost)])).toEqual([
      'refused not_yours',
      'refused kiosk_revoked',
    ]);
  });

  test('SY24 it gets the venue key for its kiosks, and SY1 holds the scans instead of what follows from them', async () => {
    const [box, gate] = [await pair('box'), await pair()];
    expect(venueKeyOf(box)?.['key']).toBe(venueKeyOf(gate)?.['key']);
    const pulled = async (collection: string, { token }: Paired) =>
      (await house.send('GET', `/api/v1/replication/${collection}/pull?limit=1000`, { key: token })).body;
    const scans = (await pulled('scans', box))['documents'] as Body[];
    expect(scans.length).toBeGreaterThan(0);
    expect(await pulled('checkins', box)).toMatchObject({ errors: [{ code: 'device_not_allowed' }] });
    expect(await pulled('scans', gate)).toMatchObject({ errors: [{ code: 'device_not_allowed' }] });
  });
});
