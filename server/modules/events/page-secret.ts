/**
 * Makes and reads the secret in the address of a person's page: ticket, order, waiting list, exhibitor, message. The secret
 * names its tenant, because the page is opened without a credential: it is 16 bytes of tenant id and 18 random bytes, in
 * base64url. 144 random bits cannot be guessed.
 */

import { assert } from '#shared/base/assert.ts';
import { fromBase64url, toBase64url, toHex } from '#shared/base/bytes.ts';
import { isId } from '#shared/base/id.ts';

const tenantBytes = 16;
export const pageSecretRandomBytes = 18;

/** Returns the 16 bytes of an id. @throws where the text is no id */
export function bytesOfId(id: string): Uint8Array {
  assert(isId(id), 'an id is a UUID');
  const hex = id.replaceAll('-', '');
  return Uint8Array.from({ length: tenantBytes }, (_, i) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16));
}

/** @param bytes the 16 bytes of an id; @returns null where they are no id */
export function idOfBytes(bytes: Uint8Array): string | null {
  const hex = toHex(bytes);
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return isId(id) ? id : null;
}

/** @param random `pageSecretRandomBytes` bytes from a cryptographic source */
export function makePageSecret(tenantId: string, random: Uint8Array): string {
  const bytes = new Uint8Array(tenantBytes + random.length);
  bytes.set(bytesOfId(tenantId));
  bytes.set(random, tenantBytes);
  return toBase64url(bytes);
}

/** @returns the tenant's id; null where it is no secret of a page */
export function tenantOfPageSecret(secret: string): string | null {
  const bytes = fromBase64url(secret);
  if (bytes?.length !== tenantBytes + pageSecretRandomBytes) return null;
  return idOfBytes(bytes.subarray(0, tenantBytes));
}
