/** Wycheproof's vectors against every way a signature is looked at: ticket codes at server and kiosk, devices, tokens. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWebCryptoVerifier } from '#kiosk/station/web-crypto-verifier.ts';
import { looksLikeJwt, openAccessTokens } from '#server/access/access-tokens.ts';
import { isSignedBy } from '#server/access/device-proof.ts';
import { createEd25519Signer } from '#server/events/ed25519.ts';
import { toBase64url } from '#shared/base/bytes.ts';

interface Vectors {
  readonly ed25519: readonly { tcId: number; pk: string; msg: string; sig: string; valid: boolean }[];
  readonly jws: readonly { tcId: number; jws: string }[];
}
const file = new URL('../fixtures/wycheproof.json', import.meta.url);
const { ed25519, jws } = JSON.parse(readFileSync(file, 'utf8')) as Vectors;
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

test('Q04 Ed25519: no signature that is cut, lengthened, raised by the order or spelled otherwise is taken', async () => {
  const signer = createEd25519Signer();
  const kiosk = createWebCryptoVerifier();
  expect(ed25519.filter(({ valid }) => !valid).length).toBeGreaterThan(60);
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
