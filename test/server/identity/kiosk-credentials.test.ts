/** Kiosk credentials over HTTP: pairing codes, challenge and token with real Ed25519 keys, revocation, lease. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDeviceProof } from '#server/identity/kiosks/device-proof.ts';
import { leaseMs } from '#server/identity/kiosks/kiosk-tokens.ts';
import { must } from '#shared/base/assert.ts';
import { hourMs, isoTime } from '#shared/base/time.ts';
import { validate } from '#shared/schema/validate.ts';
import { credentials } from '#shared/sync/down.ts';
import { deviceKey, type PairedKiosk, pairingCode, pairRequest, signBy } from '#test/fixtures/paired-kiosk.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents, type TwoEvents } from '#test/fixtures/two-events.ts';

let house: TestServer;
let here: TwoEvents;
let stranger: TwoEvents;

beforeAll(async () => {
  house = await openTestServer();
  here = await openTwoEvents(house, 'here', 2);
  stranger = await openTwoEvents(house, 'stranger', 2);
});
afterAll(() => house.close());

const codeFor = () => pairingCode(house, here.demo.tenant, here.demo.eventId, here.gate.id);
const pair = (json: unknown) => house.send('POST', '/api/v1/kiosks/pair', { json });
const ask = (kiosk: PairedKiosk) => kiosk.send('GET', '/api/v1/replication/pull');
const change = (kioskId: string, values: Record<string, unknown>) =>
  here.store.commit('system:test', async (tx) => ({ ok: true, value: await tx.update('kiosks', kioskId, values) }));

describe('pairing', () => {
  test('a code, typed as people type, makes a kiosk of its gate; the answer is the wire’s', async () => {
    const code = await codeFor();
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/);
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4).toLowerCase()}`;
    const { status, body } = await pair(pairRequest(typed, deviceKey()));
    expect(status).toBe(200);
    expect(validate(credentials, body, { mode: 'create' }).ok).toBe(true);
    expect(body).toMatchObject({ event: here.demo.eventId, gate: here.gate.id, role: 'gate', demo: true });
    const stored = must(await here.store.get('kiosks', String(body['kioskId'])), 'the kiosk');
    expect(stored).toMatchObject({ event: here.demo.eventId, revokedAt: null });
    expect(String(stored['name'])).toContain(String(here.gate['name']));
  });

  test('a code is good once, also where several kiosks use it at the same time', async () => {
    const code = await codeFor();
    const answers = await Promise.all(Array.from({ length: 8 }, () => pair(pairRequest(code, deviceKey()))));
    expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array<number>(7).fill(410)]);
    expect((await pair(pairRequest(code, deviceKey()))).codes).toEqual(['pairing_code_used']);
  });

  test('a code that is unknown, too old, or used by a kiosk too old is refused with its reason', async () => {
    expect((await pair(pairRequest('ZZZZ2222', deviceKey()))).codes).toEqual(['pairing_code_unknown']);
    const tenant = must(await house.admin.directory.byId(here.demo.tenant), 'the tenant');
    const old = await house.admin.kiosks.createPairingCode(tenant, {
      event: here.demo.eventId,
      gate: here.gate.id,
      lifetimeMs: -1,
    });
    const expired = await pair(pairRequest(old.ok ? old.value.pairingCode : '', deviceKey()));
    expect([expired.status, expired.codes]).toEqual([410, ['pairing_code_expired']]);
    const request = pairRequest(await codeFor(), deviceKey());
    for (const broken of [
      { ...request, publicKey: 'AAAA' },
      { ...request, syncVersion: 0 },
      { ...request, publicKey: 7 },
      { pairingCode: 'x' },
      [],
      null,
    ])
      expect([400, 422]).toContain((await pair(broken)).status);
    // None of those used the code up.
    expect((await pair(request)).status).toBe(200);
  });

  test('a code that pairs no kiosk stays good, and leaves nothing of a kiosk', async () => {
    const { control } = house.admin.directory;
    const json = { event: here.demo.eventId, name: 'Crane & Sons' };
    const made = await house.send('POST', '/api/v1/exhibitors', { key: here.apiKey, json });
    const { id } = made.body['data'] as { id: string };
    const code = await pairingCode(house, here.demo.tenant, here.demo.eventId, null, 'exhibitor', id);
    const remove = (removedAt: string | null) =>
      here.store.commit('system:test', async (tx) => ({
        ok: true,
        value: await tx.update('exhibitors', id, { removedAt }),
      }));
    const homes = await control.count('kiosk_homes');
    await remove(isoTime(Date.now()));
    for (const _ of [1, 2])
      expect((await pair(pairRequest(code, deviceKey()))).codes).toEqual(['pairing_code_expired']);
    expect(await control.count('kiosk_homes')).toBe(homes);
    await remove(null);
    expect((await pair(pairRequest(code, deviceKey()))).status).toBe(200);
    expect(await control.count('kiosk_homes')).toBe(homes + 1);
  });

  test('organizers make codes for their own gates only, with the scope of pairing only', async () => {
    const make = (key: string, json: unknown) => house.send('POST', '/api/v1/kiosks/pairing-codes', { key, json });
    const made = await make(here.apiKey, { event: here.demo.eventId, gate: 'main-entrance', role: 'self-service' });
    expect(made.status).toBe(201);
    const { pairingCode: code } = made.body['data'] as { pairingCode: string };
    expect((await pair(pairRequest(code, deviceKey()))).body).toMatchObject({ role: 'self-service' });
    expect((await make(stranger.apiKey, { event: here.demo.eventId, gate: 'main-entrance' })).status).toBe(404);
    expect((await make(here.apiKey, { event: here.demo.eventId, gate: here.otherGate.id })).codes).toEqual([
      'not_found',
    ]);
    expect((await make(here.apiKey, { event: here.demo.eventId })).codes).toEqual(['required']);
    expect((await make(here.apiKey, { event: here.demo.eventId, gate: 'x', role: 'owner' })).codes).toEqual([
      'invalid_option',
    ]);
    const tenant = must(await house.admin.directory.byId(here.demo.tenant), 'the tenant');
    const { apiKey } = await house.admin.credentials.createKey(tenant, { name: 'k', scopes: ['events:write'] });
    const denied = await make(apiKey, { event: here.demo.eventId, gate: 'main-entrance' });
    expect([denied.status, denied.body['errors']]).toEqual([
      403,
      [expect.objectContaining({ detail: { scope: 'pairing:write' } })],
    ]);
  });
});

describe('challenge and token', () => {
  test('the device key brings a new token; the kiosk counts as seen', async () => {
    const kiosk = await here.kiosk();
    await change(kiosk.id, { lastSeenAt: isoTime(Date.now() - leaseMs + hourMs) });
    const begun = Date.now();
    const before = kiosk.token;
    expect((await kiosk.renew()).status).toBe(200);
    expect(kiosk.token).not.toBe(before);
    expect((await ask(kiosk)).status).toBe(200);
    const { lastSeenAt } = must(await here.store.get('kiosks', kiosk.id), 'the kiosk') as unknown as {
      lastSeenAt: string;
    };
    expect(Date.parse(lastSeenAt)).toBeGreaterThanOrEqual(begun);
  });

  test('another key, another kiosk’s nonce, a nonce used before, a changed or made-up one → signature_invalid', async () => {
    const kiosk = await here.kiosk();
    const other = await here.kiosk();
    const nonceOf = async (id: string) =>
      String((await house.send('POST', '/api/v1/kiosks/challenge', { json: { kioskId: id } })).body['nonce']);
    const token = (nonce: string, signature: string) =>
      house.send('POST', '/api/v1/kiosks/token', { json: { kioskId: kiosk.id, nonce, signature } });
    const signed = (nonce: string, key = kiosk.key, id = kiosk.id) =>
      signBy(key, `gatehouse-kiosk-v1\n${id}\n${nonce}`);
    const table: readonly (readonly [string, () => Promise<readonly [string, string]>])[] = [
      [
        'another key',
        async () => {
          const n = await nonceOf(kiosk.id);
          return [n, signed(n, other.key)];
        },
      ],
      [
        'signed for another kiosk',
        async () => {
          const n = await nonceOf(kiosk.id);
          return [n, signed(n, kiosk.key, other.id)];
        },
      ],
      [
        'the nonce of another',
        async () => {
          const n = await nonceOf(other.id);
          return [n, signed(n)];
        },
      ],
      ['a made-up nonce', async () => ['AAAA.BBBB', signed('AAAA.BBBB')]],
      [
        'a changed nonce',
        async () => {
          const n = `${await nonceOf(kiosk.id)}A`;
          return [n, signed(n)];
        },
      ],
      ['no signature', async () => [await nonceOf(kiosk.id), 'AAAA']],
      ['zeros', async () => [await nonceOf(kiosk.id), Buffer.alloc(64).toString('base64url')]],
      [
        'the signature in hex',
        async () => {
          const n = await nonceOf(kiosk.id);
          return [n, Buffer.from(signed(n), 'base64url').toString('hex').slice(0, 100)];
        },
      ],
    ];
    for (const [what, made] of table) {
      const answer = await token(...(await made()));
      expect([what, answer.status, answer.codes]).toEqual([what, 401, ['signature_invalid']]);
    }
    const nonce = await nonceOf(kiosk.id);
    expect((await token(nonce, signed(nonce))).status).toBe(200);
    expect((await token(nonce, signed(nonce))).codes).toEqual(['signature_invalid']);
  });

  test('a nonce is good for a minute, and used ones are forgotten after it', () => {
    let now = 1_000_000;
    const stamps = {
      stamp: (_purpose: string, payload: string) => payload,
      unstamp: (_purpose: string, text: string) => text,
    };
    const proof = createDeviceProof(stamps, () => now);
    const old = proof.challenge('a');
    now += 60_001;
    expect(proof.use('a', old)).toBe(false);
    const fresh = proof.challenge('a');
    now += 59_000;
    expect([proof.use('a', fresh), proof.use('a', fresh)]).toEqual([true, false]);
    now += 200_000;
    expect([proof.use('a', proof.challenge('a')), proof.use('a', fresh)]).toEqual([true, false]);
  });

  test('A02 A12 tokens that are changed, cut, of other purposes or written otherwise → 401', async () => {
    const kiosk = await here.kiosk();
    const [payload = '', signature = ''] = kiosk.token.slice('gate_kt_'.length).split('.');
    const longer = Buffer.from(JSON.stringify({ k: kiosk.id, e: Date.now() + 1e12 })).toString('base64url');
    const nonce = String(
      (await house.send('POST', '/api/v1/kiosks/challenge', { json: { kioskId: kiosk.id } })).body['nonce'],
    );
    for (const token of [
      `gate_kt_${longer}.${signature}`,
      `gate_kt_${payload}.`,
      `gate_kt_${payload}`,
      `gate_kt_${payload}.${signature}.${signature}`,
      `gate_kt_${payload}=.${signature}`,
      `gate_kt_${payload}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
      `gate_kt_${nonce}`,
      `gate_kt_.`,
      `gate_kt_${Buffer.from('null').toString('base64url')}.${signature}`,
      kiosk.token.toUpperCase(),
    ]) {
      const answer = await house.send('GET', '/api/v1/replication/pull', { key: token });
      expect([token.length, answer.status]).toEqual([token.length, 401]);
    }
  });

  test('a kiosk away for longer than its lease must be paired again', async () => {
    const kiosk = await here.kiosk();
    await change(kiosk.id, { lastSeenAt: isoTime(Date.now() - leaseMs - 60_000) });
    const answer = await kiosk.renew();
    expect([answer.status, answer.codes]).toEqual([401, ['lease_expired']]);
  });
});

describe('SY14 revocation', () => {
  test('works at the next request, and no new token comes', async () => {
    const kiosk = await here.kiosk();
    expect((await ask(kiosk)).status).toBe(200);
    expect((await house.send('POST', `/api/v1/kiosks/${kiosk.id}/revoke`, { key: here.apiKey })).status).toBe(200);
    const answers = [await ask(kiosk), await kiosk.push('scans', []), await kiosk.renew()];
    for (const answer of answers) expect([answer.status, answer.codes]).toEqual([401, ['kiosk_revoked']]);
    expect((await house.send('POST', `/api/v1/kiosks/${kiosk.id}/revoke`, { key: here.apiKey })).status).toBe(200);
  });

  test('A20 another tenant cannot: to it the kiosk is not there', async () => {
    const kiosk = await here.kiosk();
    const theirs = await house.send('POST', `/api/v1/kiosks/${kiosk.id}/revoke`, { key: stranger.apiKey });
    const nobodys = await house.send('POST', `/api/v1/kiosks/${here.demo.eventId}/revoke`, { key: stranger.apiKey });
    expect([theirs.status, theirs.body]).toEqual([404, nobodys.body]);
    expect((await ask(kiosk)).status).toBe(200);
    expect((await house.send('POST', '/api/v1/kiosks/__proto__/revoke', { key: here.apiKey })).status).toBe(404);
  });

  test('R17 a kiosk is not unlocked, moved or given another key by hand', async () => {
    const kiosk = await here.kiosk();
    await house.send('POST', `/api/v1/kiosks/${kiosk.id}/revoke`, { key: here.apiKey });
    const patch = (json: unknown) => house.send('PATCH', `/api/v1/kiosks/${kiosk.id}`, { key: here.apiKey, json });
    for (const json of [{ revokedAt: null }, { event: here.otherEvent }, { lastSeenAt: isoTime(Date.now()) }])
      expect((await patch(json)).codes).toEqual(['read_only']);
    expect((await patch({ publicKey: deviceKey().publicKey })).codes).toEqual(['unknown_field']);
    expect((await patch({ name: 'Renamed' })).status).toBe(200);
    expect((await ask(kiosk)).codes).toEqual(['kiosk_revoked']);
  });
});
