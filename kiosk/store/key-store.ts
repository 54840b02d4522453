/**
 * The port for this device's two keys. In a plain browser they live in IndexedDB as CryptoKeys whose secret parts cannot
 * be exported (`browser-key-store.ts`); under Electron the operating system guards them where it can. Called by the
 * replica (data), by sync and for the venue (device).
 */
export interface KeyStore {
  /** AES-GCM, 256 bits: seals what the replica keeps on disk. Made on the first call. */
  dataKey(): Promise<CryptoKey>;
  /** Ed25519: proves to the server that this is the device that was paired. Made on the first call. */
  deviceKey(): Promise<CryptoKeyPair>;
  /** Both keys are gone; what they sealed can never be read again. */
  forget(): Promise<void>;
}
