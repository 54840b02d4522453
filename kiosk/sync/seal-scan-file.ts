/**
 * Makes the file of scans that never reached the server (shared/sync/scan-file.ts): from then on only the server can
 * read them. Called when a kiosk is locked. Knows neither disk nor screen.
 */
import { fromBase64url, toBase64url } from '#shared/base/bytes.ts';
import {
  type ScanFile,
  type ScanFileContents,
  scanFileClaim,
  scanFileFormat,
  scanFilePlace,
} from '#shared/sync/scan-file.ts';

export interface SealScanFileOptions {
  readonly kioskId: string;
  /** Key from the credentials: raw X25519, base64url. */
  readonly sealKey: string;
  readonly deviceKey: CryptoKeyPair;
}

const utf8 = new TextEncoder();
/** A key that is used once needs no nonce of its own. */
const nonce = new Uint8Array(12);

/** @throws where `sealKey` is no X25519 key */
export async function sealScanFile(contents: ScanFileContents, options: SealScanFileOptions): Promise<ScanFile> {
  const { kioskId, deviceKey } = options;
  const recipient = fromBase64url(options.sealKey);
  if (recipient?.length !== 32) throw new Error('the key that scans are sealed to is no X25519 key');
  const pair = (await crypto.subtle.generateKey('X25519', false, ['deriveBits'])) as CryptoKeyPair;
  const sender = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const key = await agreedKey(pair.privateKey, sender, recipient);
  const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: utf8.encode(scanFilePlace(kioskId)) };
  const sealed = await crypto.subtle.encrypt(algorithm, key, utf8.encode(JSON.stringify(contents)));
  const unsigned = { kiosk: kioskId, sender: toBase64url(sender), sealed: toBase64url(new Uint8Array(sealed)) };
  const claim = utf8.encode(scanFileClaim(unsigned));
  const signature = toBase64url(new Uint8Array(await crypto.subtle.sign('Ed25519', deviceKey.privateKey, claim)));
  return { format: scanFileFormat, ...unsigned, signature };
}

async function agreedKey(
  privateKey: CryptoKey,
  sender: Uint8Array<ArrayBuffer>,
  recipient: Uint8Array<ArrayBuffer>,
): Promise<CryptoKey> {
  const theirs = await crypto.subtle.importKey('raw', recipient, 'X25519', false, []);
  const secret = await crypto.subtle.deriveBits({ name: 'X25519', public: theirs }, privateKey, 256);
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const salt = new Uint8Array([...sender, ...recipient]);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8.encode(scanFileFormat) };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt']);
}
