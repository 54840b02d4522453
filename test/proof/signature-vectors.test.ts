/**
 * Wycheproof's vectors against every way a signature is looked at: ticket codes at server and kiosk, devices, tokens,
 * stamps, payment webhooks. Its RSA and EC signatures of JWS are of algorithms that are refused by their name.
 */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWebCryptoVerifier } from '#kiosk/station/web-crypto-verifier.ts';
import { looksLikeJwt, openAccessTokens } from '#server/identity/credentials/access-tokens.ts';
import { secretsOf } from '#server/identity/credentials/secrets.ts';
import { isSignedBy } from '#server/identity/kiosks/device-proof.ts';
import { createEd25519Signer } from '#server/modules/events/ed25519.ts';
import { checkWebhookSignature, signWebhook } from '#server/modules/events/payments/webhook-signature.ts';
import { signedHeaders } from '#server/modules/webhooks/sign.ts';
import { toBase64url } from '#shared/base/bytes.ts';

interface Vectors {
  readonly ed25519: readonly { tcId: number; pk: string; msg: string; sig: string; valid: boolean }[];
  readonly hmacSha256: readonly { tcId: number; key: string; msg: string; tag: string; valid: boolean }[];
  readonly jws: readonly { tcId: number; jws: string }[];
}
const file = new URL('../fixtures/wycheproof.json', import.meta.url);
const { ed25519, hmacSha256, jws } = JSON.parse(readFileSync(file, 'utf8')) as Vectors;
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

test('Q04 Ed25519: no signature that is cut, lengthened, raised by the order or spelled otherwise is taken', async () => {
  const signer = createEd25519Signer();
  const kiosk = createWebCryptoVerifier();
  expect([ed25519.length, ed25519.filter(({ valid }) => !valid).length]).toEqual([151, 63]);
  for (const { tcId, pk, msg, sig, valid } of ed25519) {
    const given = [bytes(pk), bytes(msg), bytes(sig)] as const;
    const said = {
      tcId,
      server: signer.verify(...given),
      aside: await signer.verifyAside(...given),
      kiosk: await kiosk.verify(...given),
    };
    expect(said).toEqual({ tcId, server: valid, aside: valid, kiosk: valid });
    // A device's message is text.
    if (/^(?:[0-7][\da-f])*$/.test(msg)) {
      const device = isSignedBy(toBase64url(bytes(pk)), textOf(msg), toBase64url(bytes(sig)));
      expect([tcId, device]).toEqual([tcId, valid]);
    }
  }
});

test('HMAC-SHA256: a tag that is true is ours, and no change or cut of ours is taken', () => {
  const changes: Buffer[] = [];
  let [whole, cut] = [0, 0];
  for (const { tcId, key, msg, tag, valid } of hmacSha256) {
    const ours = createHmac('sha256', bytes(key)).update(bytes(msg)).digest();
    const given = Buffer.from(tag, 'hex');
    const same = ours.subarray(0, given.length);
    expect([tcId, same.equals(given)]).toEqual([tcId, valid]);
    if (given.length === ours.length) whole += 1;
    else cut += 1;
    // What was done to their tag, to be done to ours; half a tag is too little even where it is true.
    if (!valid || given.length < ours.length) changes.push(Buffer.from(same.map((byte, n) => byte ^ given[n]!)));
  }
  expect([whole, cut]).toEqual([87, 87]);

  const secret = 'whsec_of_the_processor';
  const header = signWebhook(secret, '{}', 0);
  const secrets = secretsOf(Buffer.alloc(32, 7));
  const stamped = secrets.stamp('vectors', 'payload');
  expect([checkWebhookSignature('{}', header, [secret], 0), secrets.unstamp('vectors', stamped)]).toEqual([
    'valid',
    'payload',
  ]);
  const changed = (tag: Buffer, by: Buffer) => Buffer.from(tag.subarray(0, by.length).map((byte, n) => byte ^ by[n]!));
  const [payload = '', mac = ''] = stamped.split('.');
  for (const change of changes) {
    const v1 = changed(Buffer.from(header.slice(-64), 'hex'), change).toString('hex');
    expect(checkWebhookSignature('{}', `t=0,v1=${v1}`, [secret], 0)).toBe('signature_invalid');
    const other = changed(Buffer.from(mac, 'base64url'), change);
    expect(secrets.unstamp('vectors', `${payload}.${toBase64url(other)}`)).toBeNull();
  }
  // Keys shorter and longer than a block, as receivers of ours may have them.
  for (const { key } of hmacSha256.filter(({ key: { length } }) => length !== 64)) {
    const signature = createHmac('sha256', bytes(key)).update('id.0.{}').digest('base64');
    expect(signedHeaders('id', 0, '{}', [bytes(key)])['webhook-signature']).toBe(`v1,${signature}`);
  }
});

const textOf = (hex: string) => Buffer.from(hex, 'hex').toString('latin1');

test('A02 A05 A12 JWS: foreign, malformed, confused or with a key of their own, none is an access token', async () => {
  const asked: string[] = [];
  const keys = {
    current: () => Promise.reject(new Error('nothing is signed here')),
    publicKey: async (kid: string) => {
      asked.push(kid);
      return null;
    },
    published: async () => [],
    rotate: () => Promise.reject(new Error('nothing is signed here')),
  };
  const tokens = openAccessTokens(keys, 'https://gate.example', () => Date.parse('2026-01-01T00:00:00Z'));
  for (const { tcId, jws: text } of jws) {
    const read = await tokens.read(text);
    expect([tcId, read.ok ? 'taken' : read.errors[0].code]).toEqual([tcId, 'unauthenticated']);
  }
  // No key is looked for by a name that could not be one of ours.
  expect(asked).toEqual([]);
  const shaped = jws.filter(({ jws: text }) => looksLikeJwt(text)).map(({ tcId }) => tcId);
  expect(shaped).toEqual([1, 2, 5, 8, 31, 32]);
});

test('A02 A03 a token of any other algorithm is refused by its name, even where our own key made its signature', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const kid = crypto.randomUUID();
  const keys = {
    current: async () => ({ kid, privateKey }),
    publicKey: async (asked: string) => (asked === kid ? publicKey : null),
    published: async () => [],
    rotate: () => Promise.reject(new Error('nothing is rotated here')),
  };
  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  const tokens = openAccessTokens(keys, 'https://gate.example', () => nowMs);
  const subject = { tenant: crypto.randomUUID(), member: crypto.randomUUID(), session: crypto.randomUUID() };
  const { accessToken } = await tokens.issue(subject);
  expect(await tokens.read(accessToken)).toEqual({ ok: true, value: subject });
  const [, payload = ''] = accessToken.split('.');
  const said = async (header: object) => {
    const head = toBase64url(Buffer.from(JSON.stringify({ typ: 'at+jwt', kid, ...header })));
    const signature = toBase64url(sign(null, Buffer.from(`${head}.${payload}`), privateKey));
    const read = await tokens.read(`${head}.${payload}.${signature}`);
    return read.ok ? 'taken' : read.errors[0].code;
  };
  expect(await said({ alg: 'EdDSA' })).toBe('taken');
  const hashes = ['256', '384', '512'];
  const names = ['HS', 'RS', 'PS', 'ES'].flatMap((family) => hashes.map((bits) => family + bits));
  const more = ['ES256K', 'Ed25519', 'Ed448', 'ML-DSA-44', 'A256GCM', 'dir', 'eddsa', 'EDDSA', 'EdDSA ', '', 'none'];
  for (const alg of [...names, ...more, null, 1, ['EdDSA'], undefined])
    expect([alg, await said({ alg })]).toEqual([alg, 'unauthenticated']);
  // Nor one that asks for something to be understood (RFC 7515, 4.1.11), or for an unencoded payload (RFC 7797).
  for (const header of [{ crit: ['exp'], exp: 0 }, { crit: [] }, { crit: ['b64'], b64: false }])
    expect([header, await said({ alg: 'EdDSA', ...header })]).toEqual([header, 'unauthenticated']);
});
