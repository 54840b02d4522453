/** The peers' cryptography by WebCrypto: HKDF and AES-GCM under the venue key, Ed25519 by this device's own key. */
import type { PeerCrypto, SealingKey } from '#shared/peers/ports.ts';

const tagBits = 128;
/** Maximum number of imported public keys that are kept: more than a large event has kiosks. */
const publicKeysKept = 1_000;

/** WebCrypto wants bytes that no other thread can change. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

export async function webSha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** @param device the key pair that the kiosk was paired with */
export function webCryptoPeers(device: CryptoKeyPair): PeerCrypto {
  const { subtle } = crypto;
  const publicKeys = new Map<string, Promise<CryptoKey>>();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { fatal: true });

  const gcm = (nonce: Uint8Array, additional: Uint8Array) => ({
    name: 'AES-GCM',
    iv: own(nonce),
    additionalData: own(additional),
    tagLength: tagBits,
  });

  function publicKey(raw: Uint8Array): Promise<CryptoKey> {
    const name = raw.join();
    const known = publicKeys.get(name) ?? subtle.importKey('raw', own(raw), 'Ed25519', false, ['verify']);
    if (publicKeys.size >= publicKeysKept) publicKeys.clear();
    publicKeys.set(name, known);
    return known;
  }

  return {
    async deriveKey(secret, salt, info): Promise<SealingKey> {
      const base = await subtle.importKey('raw', own(secret), 'HKDF', false, ['deriveKey']);
      const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: own(salt), info: own(info) };
      return subtle.deriveKey(hkdf, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    },
    seal: async (key, nonce, additional, plain) =>
      new Uint8Array(await subtle.encrypt(gcm(nonce, additional), key as CryptoKey, own(plain))),
    async open(key, nonce, additional, sealed) {
      try {
        return new Uint8Array(await subtle.decrypt(gcm(nonce, additional), key as CryptoKey, own(sealed)));
      } catch {
        return null;
      }
    },
    sign: async (message) => new Uint8Array(await subtle.sign('Ed25519', device.privateKey, own(message))),
    async verify(key, message, signature) {
      try {
        return await subtle.verify('Ed25519', await publicKey(key), own(signature), own(message));
      } catch {
        return false;
      }
    },
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    encode: (text) => encoder.encode(text),
    decode(bytes) {
      try {
        return decoder.decode(bytes);
      } catch {
        return null;
      }
    },
  };
}
