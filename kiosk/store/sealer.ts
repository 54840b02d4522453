/**
 * Seals what lies on the disk: AES-GCM with the kiosk's data key, a random nonce of 12 bytes in front. Each value is
 * bound to its place (additional data), so that one sealed value cannot stand in for another.
 */
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import type { KeyStore } from './key-store.ts';

const nonceBytes = 12;

/** Thrown for data that is damaged, was moved, or was sealed with a key that is gone. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

export interface Sealer {
  seal(plain: Uint8Array<ArrayBuffer>, place: string): Promise<ArrayBuffer>;
  /** @throws SealBroken */
  open(sealed: ArrayBuffer | Uint8Array<ArrayBuffer>, place: string): Promise<Uint8Array<ArrayBuffer>>;
  /** JSON, sealed, as base64url: for documents that can hold text only. */
  sealJson(value: unknown, place: string): Promise<string>;
  /** @throws SealBroken */
  openJson(sealed: string, place: string): Promise<unknown>;
  /** Takes a new key from the key store, after the old one was forgotten. */
  renew(): Promise<void>;
}

export async function createSealer(keyStore: KeyStore): Promise<Sealer> {
  let key = await keyStore.dataKey();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  async function seal(plain: Uint8Array<ArrayBuffer>, place: string): Promise<ArrayBuffer> {
    const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
    const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(place) };
    const cipher = await crypto.subtle.encrypt(algorithm, key, plain);
    const sealed = new Uint8Array(nonceBytes + cipher.byteLength);
    sealed.set(iv);
    sealed.set(new Uint8Array(cipher), nonceBytes);
    return sealed.buffer;
  }

  async function open(sealed: ArrayBuffer | Uint8Array<ArrayBuffer>, place: string): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = sealed instanceof Uint8Array ? sealed : new Uint8Array(sealed);
    const iv = bytes.subarray(0, nonceBytes);
    const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(place) };
    try {
      return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, bytes.subarray(nonceBytes)));
    } catch (cause) {
      throw new SealBroken(`what is kept as ${place} cannot be opened`, { cause });
    }
  }

  return {
    seal,
    open,
    sealJson: async (value, place) =>
      toBase64url(new Uint8Array(await seal(encoder.encode(JSON.stringify(value)), place))),
    openJson: async (sealed, place) => {
      const bytes = fromBase64url(sealed);
      if (bytes === null) throw new SealBroken(`what is kept as ${place} is not base64url`);
      return JSON.parse(decoder.decode(await open(bytes, place))) as unknown;
    },
    renew: async () => {
      key = await keyStore.dataKey();
    },
  };
}
