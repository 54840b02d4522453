/** The file of a locked kiosk: what the kiosk seals, this server alone opens, and takes in as if it had been pushed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealScanFile } from '#kiosk/sync/seal-scan-file.ts';
import { administer } from '#server/operations/administer.ts';
import { createDemo } from '#server/operations/demo/create-demo.ts';
import { assemble } from '#server/start/assemble.ts';
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import { uuidv7 } from '#shared/base/id.ts';
import type { ScanFile } from '#shared/sync/scan-file.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let folder: string;
let event: string;
let tenant: string;
let kiosk: { readonly id: string; readonly sealKey: string; readonly pair: CryptoKeyPair };

beforeAll(async () => {
  house = await openTestServer();
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-scan-file-'));
  const demo = await createDemo(house.admin, { attendees: 20 });
  event = demo.eventId;
  tenant = demo.tenant;
  kiosk = await pairedKiosk();
});

afterAll(async () => {
  await house?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function pairedKiosk() {
  const record = await house.admin.directory.byId(tenant);
  const code = expectOk(
    await house.admin.kiosks.createPairingCode(record!, {
      event,
      gate: 'main-entrance',
      role: 'gate',
    }),
  );
  const pair = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair;
  const publicKey = toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
  const json = { pairingCode: code.pairingCode, publicKey, syncVersion: 1 };
  const { body } = await house.send('POST', '/api/v1/kiosks/pair', { json });
  return { id: String(body['kioskId']), sealKey: String(body['sealKey']), pair };
}

let counter = 0;
function scan(of = kiosk.id): Record<string, unknown> {
  counter += 1;
  return {
    ...{ id: uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10))), event, gate: 'main-entrance' },
    ...{ list: 'default', kiosk: of, counter, ticketNumber: null, registration: null, verdict: 'code_malformed' },
    ...{ direction: 'entry', flags: ['offline'], scannedAt: new Date().toISOString(), ruleVersion: 1, source: 'wedge' },
  };
}

const sealed = (documents: readonly unknown[], to = kiosk.sealKey, by = kiosk.pair): Promise<ScanFile> =>
  sealScanFile(
    { collections: [{ collection: 'scans', documents }] },
    { kioskId: kiosk.id, sealKey: to, deviceKey: by },
  );

interface Imported {
  readonly code: number;
  readonly value: Record<string, unknown> | null;
  readonly said: string;
}

async function importFile(file: unknown): Promise<Imported> {
  const path = join(folder, 'scans.json');
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file));
  let out = '';
  let said = '';
  const code = await administer(['kiosk', 'import-scans', path, '--json'], {
    config: () => house.admin.config,
    // The server runs beside it, on the same data.
    openAssembly: () => assemble(house.admin.config),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      said += text;
    },
  });
  return { code, value: out === '' ? null : (JSON.parse(out) as Record<string, unknown>), said };
}

const stored = async (id: unknown): Promise<unknown> => {
  const record = await house.admin.directory.byId(tenant);
  return (await house.admin.directory.open(record!)).get('scans', String(id));
};

describe('kiosk import-scans', () => {
  test('SY18 takes scans in once, also of a kiosk that was revoked, and says so when they come again', async () => {
    const scans = [scan(), scan(), scan()];
    const file = await sealed(scans);
    expect((await house.admin.kiosks.revoke(kiosk.id)).ok).toBe(true);
    expect(await importFile(file)).toMatchObject({ code: 0, value: { accepted: 3, duplicate: 0, refused: [] } });
    expect(await importFile(file)).toMatchObject({ code: 0, value: { accepted: 0, duplicate: 3, refused: [] } });
    for (const { id, counter: number } of scans) expect(await stored(id)).toMatchObject({ counter: number });
  });

  test('SY10 a scan in the name of another kiosk is refused, and the ones beside it are taken', async () => {
    const [mine, foreign] = [scan(), scan(uuidv7(1, new Uint8Array(10)))];
    const answer = await importFile(await sealed([foreign, mine]));
    expect(answer).toMatchObject({
      code: 1,
      value: { accepted: 1, refused: [{ id: foreign['id'], code: 'not_yours' }] },
    });
    expect(await stored(foreign['id'])).toBeNull();
  });

  test('holds nothing that can be read without the server', async () => {
    const file = await sealed([{ ...scan(), overrideReason: 'Zoë forgot her phone' }]);
    const bytes = Buffer.from(fromBase64url(file.sealed)!).toString('latin1');
    for (const word of ['Zo', 'forgot', 'default', event]) expect(bytes).not.toContain(word);
  });

  test('Q06 a file that was changed, made by another device, or sealed to another server is refused whole', async () => {
    const file = await sealed([scan()]);
    const flipped = fromBase64url(file.sealed)!;
    flipped[5]! ^= 1;
    const stranger = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair;
    const otherServer = (await crypto.subtle.generateKey('X25519', true, ['deriveBits'])) as CryptoKeyPair;
    const otherKey = toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', otherServer.publicKey)));
    const cases: readonly [unknown, RegExp][] = [
      [{ ...file, sealed: toBase64url(flipped) }, /changed/],
      [{ ...file, sender: toBase64url(new Uint8Array(32)) }, /changed/],
      [await sealed([scan()], kiosk.sealKey, stranger), /changed, or was not created by/],
      [{ ...file, kiosk: uuidv7(2, new Uint8Array(10)) }, /is not paired with this server/],
      [await sealed([scan()], otherKey), /another server/],
      [{ ...file, format: 'gatehouse-scans-v2' }, /not a file of unsent scans/],
      ['{"format":"gatehouse-scans-v1"', /not a file of unsent scans/],
      ['[]', /not a file of unsent scans/],
      ['', /not a file of unsent scans/],
    ];
    for (const [given, why] of cases) {
      const answer = await importFile(given);
      expect([answer.code, answer.value]).toEqual([2, null]);
      expect(answer.said).toMatch(why);
      expect(answer.said).not.toMatch(/\bat .*\.ts:/);
    }
  });

  test('only what kiosks append comes in this way', async () => {
    const collections = [{ collection: 'registrations', documents: [{ id: uuidv7(3, new Uint8Array(10)) }] }];
    const file = await sealScanFile(
      { collections },
      { kioskId: kiosk.id, sealKey: kiosk.sealKey, deviceKey: kiosk.pair },
    );
    expect(await importFile(file)).toMatchObject({ code: 2, value: null });
  });
});
