/** The wire between kiosk and server (shared/sync/SPEC.md) against the real server: snapshot, pull, push. */

import { createPublicKey, verify } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '#server/core/policy/actor.ts';
import { deviceRights } from '#server/core/policy/device-rights.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { validate } from '#shared/schema/validate.ts';
import { pullAnswer, pushAnswer, snapshotManifest } from '#shared/sync/down.ts';
import { type DeviceKey, deviceKey, type PairedKiosk, pairingCode, pairRequest } from '#test/fixtures/paired-kiosk.ts';
import type { Body, TestServer } from '#test/fixtures/test-server.ts';
import { openTestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents, type TwoEvents } from '#test/fixtures/two-events.ts';

interface Document {
  readonly collection: string;
  readonly id: string;
  readonly seq: number;
  readonly deleted: boolean;
  readonly record: Body | null;
}

let house: TestServer;
let here: TwoEvents;
let stranger: TwoEvents;
let kiosk: PairedKiosk;
let counter = 0;

beforeAll(async () => {
  house = await openTestServer();
  here = await openTwoEvents(house, 'here');
  stranger = await openTwoEvents(house, 'stranger');
  kiosk = await here.kiosk();
});
afterAll(() => house.close());

const newId = () => {
  counter += 1;
  return uuidv7(
    Date.now(),
    Uint8Array.from({ length: 10 }, (_, i) => (counter * 31 + i * 7) & 255),
  );
};

function scan(fields: Body = {}): Body & { readonly id: string } {
  return {
    id: newId(),
    event: here.demo.eventId,
    gate: 'main-entrance',
    list: 'default',
    kiosk: kiosk.id,
    counter,
    ticketNumber: null,
    registration: null,
    verdict: 'code_malformed',
    flags: [],
    scannedAt: isoTime(Date.now()),
    issuedAt: null,
    clockOffsetMs: 0,
    knownSeq: 0,
    ruleVersion: 1,
    source: 'wedge',
    overrideReason: null,
    durationMs: 3,
    ...fields,
  };
}

function job(fields: Body = {}): Body & { readonly id: string } {
  return {
    id: newId(),
    event: here.demo.eventId,
    registration: here.registrations[0]!.id,
    scan: null,
    gate: 'main-entrance',
    kiosk: kiosk.id,
    printer: null,
    state: 'queued',
    attempts: 0,
    reason: null,
    problem: null,
    queuedAt: isoTime(Date.now()),
    printedAt: null,
    ...fields,
  };
}

const itemsOf = (body: Body) => body['items'] as readonly Body[];
const documentsOf = (body: Body) => body['documents'] as readonly Document[];
const outcomes = (body: Body) => itemsOf(body).map((i) => (i['code'] ? `${i['outcome']} ${i['code']}` : i['outcome']));
const pull = (query: Readonly<Record<string, string | number>>, by = kiosk, path = 'pull') =>
  by.send(
    'GET',
    `/api/v1/replication/${path}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
  );
const headOf = () => here.store.head();

async function snapshotOf(
  by: PairedKiosk,
): Promise<{ manifest: Body; chunks: { collection: string; records: Body[] }[] }> {
  const { body } = await by.send('GET', '/api/v1/replication/snapshot');
  const chunks = [];
  for (let n = 0; n < Number(body['chunks']); n += 1) {
    const chunk = await by.send('GET', `/api/v1/replication/snapshot/${String(body['snapshot'])}/${n}`);
    // It holds every attendee: no browser keeps it.
    expect(chunk.headers.get('cache-control')).toBe('no-store');
    chunks.push(chunk.body as unknown as { collection: string; records: Body[] });
  }
  return { manifest: body, chunks };
}

describe('snapshot', () => {
  test('SY1 holds only replicated collections, only their fields, only the kiosk’s event', async () => {
    const { manifest, chunks } = await snapshotOf(kiosk);
    expect(validate(snapshotManifest, manifest, { mode: 'create' }).ok).toBe(true);
    const { modules } = house.admin;
    const replicated = [...modules.registryOf(['events']).collections.values()].filter((d) => d.replicated?.boundBy);
    expect(chunks.map((c) => c.collection).every((name) => replicated.some((d) => d.name === name))).toBe(true);
    for (const { collection, records } of chunks) {
      const { replicated: held, fields } = replicated.find((d) => d.name === collection)!;
      const secrets = (held as { readonly secrets?: readonly string[] }).secrets ?? [];
      const hidden = fields.filter((f) => f.hidden && !secrets.includes(f.name)).map((f) => f.name);
      for (const record of records) {
        const names = Object.keys(record).filter((n) => n !== 'id' && n !== 'version');
        expect(names.filter((n) => hidden.includes(n))).toEqual([]);
        const listed: readonly string[] = deviceRights.gate.holds[collection] ?? [];
        if (held?.fields) expect(names.sort()).toEqual(held.fields.filter((name) => listed.includes(name)).sort());
        expect(record[held!.boundBy === 'id' ? 'id' : held!.boundBy!]).toBe(here.demo.eventId);
      }
    }
    const people = chunks.filter((c) => c.collection === 'registrations').flatMap((c) => c.records);
    expect(people.length).toBe(here.registrations.length);
  });

  test('SY1 a key without the module’s scope holds no more than its own collections, also of a snapshot built for another', async () => {
    const tenant = (await house.admin.directory.byId(here.demo.tenant))!;
    const narrow = await house.admin.credentials.createKey(tenant, {
      name: 'narrow',
      scopes: ['gates:read'],
      roles: [],
    });
    const wide = await house.send('GET', '/api/v1/replication/snapshot', { key: here.apiKey });
    const asked = await house.send('GET', '/api/v1/replication/snapshot', { key: narrow.apiKey });
    expect(asked.body['snapshot']).not.toBe(wide.body['snapshot']);
    expect(
      (await house.send('GET', `/api/v1/replication/snapshot/${wide.body['snapshot']}/0`, { key: narrow.apiKey }))
        .codes,
    ).toEqual(['snapshot_gone']);
    const all = await house.send('GET', '/api/v1/replication/pull?seq=0', { key: narrow.apiKey });
    expect(new Set(documentsOf(all.body).map((d) => d.collection))).toEqual(new Set(['gates']));
    expect(
      (await house.send('GET', '/api/v1/replication/registrations/pull?seq=0', { key: narrow.apiKey })).codes,
    ).toEqual(['collection_unknown']);
  });

  test('SY4 a chunk does not change with later writes; a snapshot of another kiosk or an unknown one is gone', async () => {
    const { body } = await kiosk.send('GET', '/api/v1/replication/snapshot');
    const path = `/api/v1/replication/snapshot/${body['snapshot']}`;
    const before = await kiosk.send('GET', `${path}/0`);
    await here.store.commit('system:test', async (tx) => ({
      ok: true,
      value: await tx.update('gates', here.gate.id, { name: 'Renamed' }),
    }));
    expect((await kiosk.send('GET', `${path}/0`)).text).toBe(before.text);
    expect((await kiosk.send('GET', `${path}/0`, { headers: { 'accept-encoding': 'identity' } })).text).toBe(
      before.text,
    );
    for (const n of [body['chunks'], '-1', '1e0', '00x', '999999999999999999999'])
      expect((await kiosk.send('GET', `${path}/${n}`)).status).toBe(404);
    const otherTenant = await (await stranger.kiosk()).send('GET', `${path}/0`);
    const sameTenant = await (await here.kiosk(here.otherGate)).send('GET', `${path}/0`);
    const unknown = await kiosk.send('GET', `/api/v1/replication/snapshot/${newId()}/0`);
    for (const answer of [otherTenant, sameTenant, unknown])
      expect([answer.status, answer.codes]).toEqual([410, ['snapshot_gone']]);
  });
});

describe('pull', () => {
  test('SY2 another log, or a place beyond its end, is log_changed', async () => {
    const head = await headOf();
    // Followers may still be writing.
    const beyond = head + 1_000;
    for (const query of [{ log: 'another', seq: 0 }, { log: here.store.logId, seq: beyond }, { seq: beyond }]) {
      const answer = await pull(query as Record<string, string | number>);
      expect([answer.status, answer.codes]).toEqual([409, ['log_changed']]);
    }
    expect((await pull({ log: here.store.logId, seq: head })).status).toBe(200);
  });

  test('parameters that are none, or no numbers, are refused', async () => {
    for (const query of [
      { seq: -1 },
      { seq: '1.5' },
      { seq: '1e309' },
      { seq: 'NaN' },
      { limit: 0 },
      { limit: 'x' },
      { since: 1 },
      { __proto__x: 1 },
    ]) {
      const answer = await pull(query as Record<string, string | number>);
      expect([query, answer.status]).toEqual([query, 400]);
    }
  });

  test('SY5 changes in order, of several to one record the last, and the place moves past what the kiosk may not see', async () => {
    const from = await headOf();
    const rename = (id: string, name: string) =>
      here.store.commit('system:test', async (tx) => ({ ok: true, value: await tx.update('gates', id, { name }) }));
    const second = (await here.store.findOne('gates', { event: here.demo.eventId, key: String(here.demo.gates[1]) }))!;
    await rename(here.gate.id, 'one');
    await rename(second.id, 'between');
    for (const name of ['two', 'three']) await rename(here.gate.id, name);
    const last = await rename(here.otherGate.id, 'of the other event');
    const answer = await pull({ log: here.store.logId, seq: from });
    expect(validate(pullAnswer, answer.body, { mode: 'create' }).ok).toBe(true);
    const documents = documentsOf(answer.body).filter((d) => d.collection === 'gates');
    expect(documents.map((d) => [d.id, d.record?.['name']])).toEqual([
      [second.id, 'between'],
      [here.gate.id, 'three'],
    ]);
    // Followers may still be writing: it has come to the last of these at least, and not past the log.
    expect(answer.body['seq']).toBeGreaterThanOrEqual(last.ok ? last.value.seq : Number.POSITIVE_INFINITY);
    expect(answer.body['seq']).toBeLessThanOrEqual(await headOf());
    const all = documentsOf(answer.body).map((d) => d.seq);
    expect(all).toEqual([...all].sort((a, b) => a - b));
    const small = await pull({ log: here.store.logId, seq: from, limit: 1 }, kiosk, 'gates/pull');
    expect(documentsOf(small.body)[0]?.record?.['name']).toBe('one');
    expect(small.body['seq']).toBe(documentsOf(small.body)[0]?.seq);
  });

  test('SY15 what is deleted, and what leaves the event, arrives as deleted; what comes in arrives whole', async () => {
    const actor = systemActor(here.demo.tenant, 'test');
    const { platform } = house.admin;
    const { list } = here.gate as unknown as { list: string };
    const values = { event: here.demo.eventId, key: 'short-lived', name: 'Short', list };
    const made = await platform.run(actor, { verb: 'create', collection: 'gates', input: values });
    if (made.kind !== 'record') throw new Error('no gate');
    const { id } = made.record;
    const changesAfter = async (work: () => Promise<unknown>) => {
      const seq = await headOf();
      await work();
      const { body } = await pull({ log: here.store.logId, seq });
      return documentsOf(body)
        .filter((d) => d.id === id)
        .map(({ deleted, record }) => [deleted, record?.['name'] ?? null]);
    };
    const move = (event: string) =>
      here.store.commit('system:test', async (tx) => ({ ok: true, value: await tx.update('gates', id, { event }) }));
    expect(await changesAfter(() => move(here.otherEvent))).toEqual([[true, null]]);
    expect(await changesAfter(() => move(here.demo.eventId))).toEqual([[false, 'Short']]);
    expect(await changesAfter(() => platform.run(actor, { verb: 'delete', collection: 'gates', id }))).toEqual([
      [true, null],
    ]);
  });

  test('SY1 a kiosk pulls no journal, not its own either', async () => {
    await kiosk.push('scans', [scan()]);
    const all = await pull({ log: here.store.logId, seq: 0 });
    expect(documentsOf(all.body).some((d) => d.collection === 'scans')).toBe(false);
    for (const name of ['scans', 'walk_ins', 'payment_events', 'refunds']) {
      const answer = await pull({ log: here.store.logId, seq: 0 }, kiosk, `${name}/pull`);
      expect([name, answer.status, answer.codes]).toEqual([name, 403, ['device_not_allowed']]);
    }
    expect((await pull({ seq: 0 }, kiosk, 'events_nothing/pull')).codes).toEqual(['collection_unknown']);
    expect((await pull({ seq: 0 }, kiosk, '__proto__/pull')).codes).toEqual(['collection_unknown']);
  });

  test('SY12 every answer carries the server’s time, signed for this kiosk by the key from pairing', async () => {
    const begun = Date.now();
    const own = await here.kiosk();
    const x = String(own.credentials['serverKey']);
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const answers = [
      own.credentials,
      (await own.send('GET', '/api/v1/replication/snapshot')).body,
      (await pull({ seq: 0 }, own)).body,
      (await own.push('scans', [])).body,
    ];
    const ended = Date.now();
    for (const { time } of answers) {
      const { now, sig } = time as { now: number; sig: string };
      const said = Buffer.from(`gatehouse-time-v1\n${own.id}\n${now}`);
      expect(verify(null, said, key, Buffer.from(sig, 'base64url'))).toBe(true);
      expect(
        verify(null, Buffer.from(`gatehouse-time-v1\n${own.id}\n${now + 1}`), key, Buffer.from(sig, 'base64url')),
      ).toBe(false);
      expect(now).toBeGreaterThanOrEqual(begun);
      expect(now).toBeLessThanOrEqual(ended);
    }
  });
});

/** By a connection of its own, past the server. */
async function scansOnDisk(id: string): Promise<number> {
  const question = 'SELECT count(*) AS n FROM';
  if (house.databaseUrl === null) {
    const file = new DatabaseSync(join(house.dataDir, 'tenants', `${here.demo.tenant}.db`), { readOnly: true });
    const found = file.prepare(`${question} scans WHERE id = ?`).get(id);
    file.close();
    return Number(found?.['n']);
  }
  const client = new pg.Client(house.databaseUrl);
  await client.connect();
  const asked = client.query(`${question} "gatehouse_${here.demo.tenant}".scans WHERE id = $1`, [id]);
  const { rows } = await asked.finally(() => client.end());
  return Number(rows[0].n);
}

describe('push of scans', () => {
  test('SY6 every row gets its item in order, and a refused one harms no other', async () => {
    const good = [scan(), scan(), scan()];
    const rows = [
      good[0],
      'no document',
      scan({ id: 'not-an-id' }),
      scan({ id: '' }),
      good[1],
      scan({ verdict: 'invented' }),
      scan({ event: here.otherEvent }),
      good[2],
      good[0],
      { ...scan(), _deleted: true },
    ];
    const answer = await kiosk.push('scans', rows);
    expect(validate(pushAnswer, answer.body, { mode: 'create' }).ok).toBe(true);
    expect(outcomes(answer.body)).toEqual([
      'accepted',
      'refused invalid_body',
      'refused invalid_id',
      'refused invalid_id',
      'accepted',
      'refused invalid_option',
      'refused not_yours',
      'accepted',
      'duplicate',
      'refused not_writable',
    ]);
    for (const { id } of good) expect(await here.store.get('scans', id)).toMatchObject({ kiosk: kiosk.id });
  });

  test('SY6 SY7 a row sent again is a duplicate, also many times at once; with other content it is id_reused, and what stands stays', async () => {
    const row = scan();
    const answers = await Promise.all(Array.from({ length: 10 }, () => kiosk.push('scans', [row])));
    expect(answers.map(({ body }) => outcomes(body)[0]).sort()).toEqual([
      'accepted',
      ...Array<string>(9).fill('duplicate'),
    ]);
    expect(outcomes((await kiosk.push('scans', [{ ...row, verdict: 'wrong_event' }])).body)).toEqual([
      'refused id_reused',
    ]);
    expect(outcomes((await kiosk.push('scans', [{ ...row, counter: 7_777 }])).body)).toEqual(['refused id_reused']);
    expect(await here.store.get('scans', row.id)).toMatchObject({ verdict: 'code_malformed', version: 1 });
    const twins = scan();
    const both = outcomes((await kiosk.push('scans', [twins, { ...twins, verdict: 'wrong_event' }])).body);
    expect(both.sort()).toEqual(['accepted', 'refused id_reused']);
  });

  test('SY8 an accepted row is durable and visible to all readers when the answer arrives', async () => {
    const row = scan();
    expect(outcomes((await kiosk.push('scans', [row])).body)).toEqual(['accepted']);
    expect(await scansOnDisk(row.id)).toBe(1);
  });

  test('SY10 W15 a scan of another kiosk or event is not_yours, and stands nowhere', async () => {
    const second = await here.kiosk();
    const otherKiosk = await here.kiosk(here.otherGate);
    const foreign = [
      scan({ kiosk: second.id }),
      scan({ kiosk: null }),
      scan({ kiosk: otherKiosk.id, event: here.otherEvent }),
      scan({ event: stranger.demo.eventId }),
      scan({ registration: stranger.registrations[0]!.id, event: here.otherEvent }),
    ];
    expect(new Set(outcomes((await kiosk.push('scans', foreign)).body))).toEqual(new Set(['refused not_yours']));
    for (const { id } of foreign) {
      expect(await here.store.get('scans', id)).toBeNull();
      expect(await stranger.store.get('scans', id)).toBeNull();
    }
    const mine = scan();
    await kiosk.push('scans', [mine]);
    const taken = await otherKiosk.push('scans', [{ ...mine, kiosk: otherKiosk.id, event: here.otherEvent }]);
    expect(outcomes(taken.body)).toEqual(['refused not_yours']);
    expect(itemsOf(taken.body)[0]?.['record']).toBeNull();
  });

  test('SY10 a device that was paired again brings what it kept from before; with another key it does not', async () => {
    const key = deviceKey();
    const pairAs = async (by: DeviceKey) => {
      const json = pairRequest(await pairingCode(house, here.demo.tenant, here.demo.eventId, 'main-entrance'), by);
      return (await house.send('POST', '/api/v1/kiosks/pair', { json })).body;
    };
    const before = await pairAs(key);
    const kept = scan({ kiosk: before['kioskId'] });
    const push = (by: Body) =>
      house.send('POST', '/api/v1/replication/scans/push', {
        key: String(by['token']),
        json: { rows: [{ newDocumentState: kept, assumedMasterState: null }] },
      });
    expect(outcomes((await push(await pairAs(deviceKey()))).body)).toEqual(['refused not_yours']);
    expect(await here.store.get('scans', kept.id)).toBeNull();
    expect(outcomes((await push(await pairAs(key))).body)).toEqual(['accepted']);
    expect(await here.store.get('scans', kept.id)).toMatchObject({ kiosk: before['kioskId'] });
  });

  test('W13 a scan that names an unknown or deleted registration is kept: it happened', async () => {
    expect(outcomes((await kiosk.push('scans', [scan({ registration: newId() })])).body)).toEqual(['accepted']);
  });

  test('SY10 between two tenants there is no way: their ids mean nothing to each other', async () => {
    const theirs = await stranger.kiosk();
    const row = scan();
    await kiosk.push('scans', [row]);
    const asTheirs = { ...row, kiosk: theirs.id, event: stranger.demo.eventId };
    expect(outcomes((await theirs.push('scans', [asTheirs])).body)).toEqual(['accepted']);
    expect(await here.store.get('scans', row.id)).toMatchObject({ kiosk: kiosk.id });
    const seen = documentsOf((await pull({ seq: 0 }, theirs, 'registrations/pull')).body).map((d) => d.id);
    const own = new Set(stranger.registrations.map((r) => r.id));
    expect(seen.length > 0 && seen.every((id) => own.has(id))).toBe(true);
  });

  test('pushes that are none: too many rows, no rows, other collections, no fields', async () => {
    const many = Array.from({ length: 201 }, () => scan());
    expect((await kiosk.push('scans', many)).codes).toEqual(['too_many_items']);
    expect((await kiosk.send('POST', '/api/v1/replication/scans/push', { json: {} })).codes).toEqual(['required']);
    expect((await kiosk.send('POST', '/api/v1/replication/scans/push', { json: { rows: [{}] } })).codes).toEqual([
      'required',
    ]);
    expect((await kiosk.push('registrations', [])).codes).toEqual(['device_not_allowed']);
    expect((await kiosk.push('payment_events', [])).codes).toEqual(['device_not_allowed']);
    expect((await kiosk.push('no_such_thing', [])).codes).toEqual(['collection_unknown']);
    expect((await house.send('POST', '/api/v1/replication/scans/push', { json: { rows: [] } })).status).toBe(401);
  });

  test('a kiosk reads and writes nothing else', async () => {
    const table: readonly (readonly [string, string, unknown])[] = [
      ['GET', '/api/v1/registrations', undefined],
      ['GET', `/api/v1/registrations/${here.registrations[0]!.id}`, undefined],
      ['OPTIONS', '/api/v1/registrations', undefined],
      ['PATCH', `/api/v1/registrations/${here.registrations[0]!.id}`, { name: 'x' }],
      ['PATCH', `/api/v1/kiosks/${kiosk.id}`, { role: 'exhibitor' }],
      ['DELETE', `/api/v1/gates/${here.gate.id}`, undefined],
      ['POST', '/events', { name: 'x' }],
      ['GET', `/events/${here.demo.eventId}/checkin/stats`, undefined],
      ['POST', '/api/v1/kiosks/pairing-codes', { event: here.demo.eventId, gate: 'main-entrance' }],
      ['POST', `/api/v1/kiosks/${kiosk.id}/revoke`, {}],
    ];
    for (const [method, path, json] of table) {
      const answer = await kiosk.send(method, path, json === undefined ? {} : { json });
      expect([method, path, answer.status, answer.codes]).toEqual([method, path, 403, ['device_not_allowed']]);
    }
  });
});

describe('push of print jobs', () => {
  const push = (state: unknown, assumed: unknown) =>
    kiosk.send('POST', '/api/v1/replication/print_jobs/push', {
      json: { rows: [{ newDocumentState: state, assumedMasterState: assumed }] },
    });

  test('SY11 taken where the kiosk knew the state; else conflict with the server’s record', async () => {
    const queued = job();
    const sent = { ...queued, state: 'sent', attempts: 1 };
    expect(outcomes((await push(queued, null)).body)).toEqual(['accepted']);
    expect(outcomes((await push(queued, null)).body)).toEqual(['duplicate']);
    expect(outcomes((await push(sent, queued)).body)).toEqual(['accepted']);
    expect(outcomes((await push(sent, queued)).body)).toEqual(['duplicate']);
    const late = { ...queued, state: 'failed', problem: 'no paper' };
    for (const assumed of [queued, null, {}, { id: queued.id }, 'sent', { ...sent, attempts: 2 }]) {
      const answer = await push(late, assumed);
      expect(outcomes(answer.body)).toEqual(['refused conflict']);
      expect(itemsOf(answer.body)[0]?.['record']).toMatchObject({ id: queued.id, state: 'sent', attempts: 1 });
    }
    expect(outcomes((await push(late, sent)).body)).toEqual(['accepted']);
    // A kiosk of an older release knows fewer fields: what it names is compared.
    const { problem: _problem, ...older } = late;
    expect(outcomes((await push({ ...late, state: 'queued' }, older)).body)).toEqual(['accepted']);
  });

  test('SY11 of two that know the same state one is taken', async () => {
    const queued = job();
    await push(queued, null);
    const answers = await Promise.all(
      ['sent', 'failed', 'printed', 'unknown'].map((state) => push({ ...queued, state }, queued)),
    );
    expect(answers.map(({ body }) => outcomes(body)[0]).sort()).toEqual([
      'accepted',
      ...Array<string>(3).fill('refused conflict'),
    ]);
  });

  test('SY10 a job of another event is neither made nor changed', async () => {
    expect(outcomes((await push(job({ event: here.otherEvent }), null)).body)).toEqual(['refused not_yours']);
    const theirs = job({ event: here.otherEvent, kiosk: null, registration: newId() });
    await here.store.commit('system:test', async (tx) => {
      const { id, ...values } = theirs;
      return { ok: true, value: await tx.create('print_jobs', values, id) };
    });
    expect(outcomes((await push({ ...theirs, state: 'printed' }, theirs)).body)).toEqual(['refused not_yours']);
    expect((await kiosk.send('PATCH', `/api/v1/print_jobs/${theirs.id}`, { json: { state: 'printed' } })).status).toBe(
      403,
    );
    expect(await here.store.get('print_jobs', theirs.id)).toMatchObject({ state: 'queued' });
    const own = job();
    await push(own, null);
    const moved = outcomes((await push({ ...own, event: here.otherEvent }, own)).body)[0];
    expect(['refused not_yours', 'refused field_fixed']).toContain(moved);
  });
});
