/**
 * The file by which a locked kiosk hands over scans that never reached the server. Sealed to the server's public key,
 * so that the kiosk itself cannot read it any more, and signed by the device key, so that no one else can make one.
 *
 *   secret     X25519 of a fresh key pair (`sender`) and the server's `sealKey`
 *   key        HKDF-SHA-256 of the secret, salt `sender ‖ sealKey` (raw), info `gatehouse-scans-v1`: 32 bytes
 *   sealed     AES-256-GCM of the contents (JSON, UTF-8), nonce twelve zero bytes (the key is used once), tag at the
 *              end, additional data `scanFilePlace(kiosk)`
 *   signature  Ed25519 by the device key over `scanFileClaim(file)`
 *
 * Every field of bytes is base64url. Pure: kiosk/sync/seal-scan-file.ts writes it, server/identity/kiosks/scan-file.ts
 * reads it.
 */
import type { Field } from '../schema/field.ts';
import type { ValuesOf } from '../schema/infer.ts';

export const scanFileFormat = 'gatehouse-scans-v1';
/** Size of about a hundred thousand scans; a file beyond it is none of ours. */
export const scanFileBytesMax = 128 * 1024 * 1024;

export const scanFile = [
  { name: 'format', type: 'select', options: [scanFileFormat], required: true },
  { name: 'kiosk', type: 'text', required: true, maxLength: 36 },
  { name: 'sender', type: 'text', required: true, maxLength: 64 },
  { name: 'sealed', type: 'text', required: true, maxLength: scanFileBytesMax },
  { name: 'signature', type: 'text', required: true, maxLength: 100 },
] as const satisfies readonly Field[];

export type ScanFile = ValuesOf<typeof scanFile>;

/** Contents of the file: documents as a push carries them, by collection, in the order they are to be pushed. */
export interface ScanFileContents {
  readonly collections: readonly { readonly collection: string; readonly documents: readonly unknown[] }[];
}

export function scanFilePlace(kiosk: string): string {
  return `${scanFileFormat} ${kiosk}`;
}

export function scanFileClaim({ kiosk, sender, sealed }: Pick<ScanFile, 'kiosk' | 'sender' | 'sealed'>): string {
  return `${scanFileFormat}\n${kiosk}\n${sender}\n${sealed}`;
}
