/** Ed25519 by node:crypto: the `Signer` that main hands to the events module. Private keys as PKCS #8. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { toBase64url } from '#shared/base/bytes.ts';
import type { Signer } from './ports.ts';

/** SubjectPublicKeyInfo of Ed25519 (RFC 8410) before the 32 bytes of the key. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');
/** Parsed public keys kept; an event has one or two. */
const keptKeysMax = 512;

export function createEd25519Signer(): Signer {
  const kept = new Map<string, KeyObject>();

  function publicKeyOf(raw: Uint8Array): KeyObject {
    const name = toBase64url(raw);
    const known = kept.get(name);
    if (known) return known;
    const key = createPublicKey({ key: Buffer.concat([spkiPrefix, raw]), format: 'der', type: 'spki' });
    if (kept.size >= keptKeysMax) kept.clear();
    kept.set(name, key);
    return key;
  }

  return {
    makeKeyPair() {
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      return {
        publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
        privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
      };
    },
    sign: (privateKey, message) =>
      sign(null, message, createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' })),
    verify: (publicKey, message, signature) => verify(null, message, publicKeyOf(publicKey), signature),
    verifyAside: (publicKey, message, signature) =>
      new Promise((resolve, reject) => {
        verify(null, message, publicKeyOf(publicKey), signature, (fault, verified) =>
          fault ? reject(fault) : resolve(verified),
        );
      }),
  };
}
