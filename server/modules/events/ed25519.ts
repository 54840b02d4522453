/** Ed25519 by node:crypto: the `Signer` that main hands to the events module. Private keys as PKCS #8. */
import { createPrivateKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { keepBounded } from '#shared/base/bounded-map.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import { ed25519PublicKey } from '../../identity/credentials/ed25519-key.ts';
import type { Signer } from './ports.ts';

/** Parsed public keys kept; an event has one or two. */
const keptKeysMax = 512;

export function createEd25519Signer(): Signer {
  const keyOf = keepBounded(keptKeysMax, (name: string) => ed25519PublicKey(Buffer.from(name, 'base64url')));
  const publicKeyOf = (raw: Uint8Array) => keyOf(toBase64url(raw));

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
