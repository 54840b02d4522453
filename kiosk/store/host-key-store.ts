/**
 * Stores the kiosk's keys through the host, which encrypts them with the machine's key store (Electron's safeStorage).
 * The secret ones are used as CryptoKeys that cannot be exported. `choose-key-store.ts` chooses between this store and
 * the browser's.
 */
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import type { KeyStore } from './key-store.ts';

/** The part of the host that keeps secrets; saving an empty text removes one. */
export interface SecretHost {
  loadSecret(name: string): Promise<string | null>;
  saveSecret(name: string, value: string): Promise<void>;
}

const aes = { name: 'AES-GCM', length: 256 } as const;

/** @param databaseName prefix of the secrets' names: two kiosks on one machine have keys of their own */
export function openHostKeyStore(host: SecretHost, databaseName: string): KeyStore {
  const dataName = `${databaseName}.data-key`;
  const deviceName = `${databaseName}.device-key`;
  let data: Promise<CryptoKey> | null = null;
  let device: Promise<CryptoKeyPair> | null = null;

  async function parts(name: string, count: number): Promise<Uint8Array<ArrayBuffer>[] | null> {
    const kept = await host.loadSecret(name);
    if (kept === null || kept === '') return null;
    const bytes = kept.split('.').map(fromBase64url);
    if (bytes.length !== count || bytes.includes(null))
      throw new Error(`the key store holds something else as ${name}`);
    return bytes as Uint8Array<ArrayBuffer>[];
  }

  async function loadOrMakeData(): Promise<CryptoKey> {
    const kept = await parts(dataName, 1);
    const raw = kept?.[0] ?? crypto.getRandomValues(new Uint8Array(aes.length / 8));
    // The key is stored before it encrypts anything, because data of a lost key is lost.
    if (kept === null) await host.saveSecret(dataName, toBase64url(raw));
    return crypto.subtle.importKey('raw', raw, aes, false, ['encrypt', 'decrypt']);
  }

  async function loadOrMakeDevice(): Promise<CryptoKeyPair> {
    let kept = await parts(deviceName, 2);
    if (kept === null) {
      const made = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
      const priv = new Uint8Array(await crypto.subtle.exportKey('pkcs8', made.privateKey));
      const pub = new Uint8Array(await crypto.subtle.exportKey('raw', made.publicKey));
      await host.saveSecret(deviceName, `${toBase64url(priv)}.${toBase64url(pub)}`);
      kept = [priv, pub];
    }
    const [priv, pub] = kept as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
    const privateKey = await crypto.subtle.importKey('pkcs8', priv, 'Ed25519', false, ['sign']);
    // The public half is what pairing shows to the server.
    const publicKey = await crypto.subtle.importKey('raw', pub, 'Ed25519', true, ['verify']);
    return { privateKey, publicKey };
  }

  return {
    dataKey() {
      data ??= loadOrMakeData();
      return data;
    },
    deviceKey() {
      device ??= loadOrMakeDevice();
      return device;
    },
    async forget() {
      data = null;
      device = null;
      await host.saveSecret(dataName, '');
      await host.saveSecret(deviceName, '');
    },
  };
}
