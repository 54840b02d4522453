/** The peers' cryptography by node:crypto: HKDF and AES-GCM under the venue key, Ed25519 by this device's own key. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import type { PeerCrypto, SealingKey } from '#shared/peers/ports.ts';

const tagBytes = 16;
/** Keyed by the array that a list of members holds, and collected together with it. */
const publicKeys = new WeakMap<Uint8Array, KeyObject>();

function keyOf(publicKey: Uint8Array): KeyObject {
  const known = publicKeys.get(publicKey);
  if (known) return known;
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  publicKeys.set(publicKey, key);
  return key;
}

/** All but random bytes and signing, which needs the device's key. */
export const nodeSealing: Omit<PeerCrypto, 'sign' | 'randomBytes'> = {
  deriveKey: async (secret, salt, info) => Buffer.from(hkdfSync('sha256', secret, salt, info, 32)),
  async seal(key: SealingKey, nonce, additional, plain) {
    const cipher = createCipheriv('aes-256-gcm', key as Buffer, nonce);
    cipher.setAAD(additional);
    return new Uint8Array(Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]));
  },
  async open(key, nonce, additional, sealed) {
    const decipher = createDecipheriv('aes-256-gcm', key as Buffer, nonce, { authTagLength: tagBytes });
    decipher.setAAD(additional);
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    try {
      return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]));
    } catch {
      return null;
    }
  },
  async verify(publicKey, message, signature) {
    try {
      return verify(null, message, keyOf(publicKey), signature);
    } catch {
      return false;
    }
  },
  encode: (text) => new TextEncoder().encode(text),
  decode(bytes) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return null;
    }
  },
};

/** @param privateKey Ed25519, of the device */
export function nodePeerCrypto(privateKey: KeyObject): PeerCrypto {
  return {
    ...nodeSealing,
    sign: async (message) => new Uint8Array(sign(null, message, privateKey)),
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
  };
}

export async function nodeSha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(createHash('sha256').update(text).digest());
}
