/** Raw Ed25519 public keys as key objects of node:crypto. */
import { createPublicKey, type KeyObject } from 'node:crypto';

/** SubjectPublicKeyInfo of Ed25519 (RFC 8410) before the 32 bytes of the key. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** A public key of Ed25519 as node:crypto takes it. @param raw 32 bytes */
export function ed25519PublicKey(raw: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([spkiPrefix, raw]), format: 'der', type: 'spki' });
}
