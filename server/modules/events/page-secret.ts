/**
 * The secret of a ticket page names its tenant, because the page is opened without a credential:
 * 16 bytes tenant id, 18 random bytes, base64url. 144 random bits: no one guesses one.
 */

import { assert } from '#shared/base/assert.ts';
import { fromBase64url, toBase64url, toHex } from '#shared/base/bytes.ts';
import { isId } from '#shared/base/id.ts';

const tenantBytes = 16;
export const pageSecretRandomBytes = 18;

/** @param random `pageSecretRandomBytes` bytes from a cryptographic source */
export function makePageSecret(tenantId: string, random: Uint8Array): string {
  assert(isId(tenantId), 'a tenant id is a UUID');
  const bytes = new Uint8Array(tenantBytes + random.length);
  for (let i = 0; i < tenantBytes; i += 1)
    bytes[i] = Number.parseInt(tenantId.replaceAll('-', '').slice(i * 2, i * 2 + 2), 16);
  bytes.set(random, tenantBytes);
  return toBase64url(bytes);
}

export function tenantOfPageSecret(secret: string): string | null {
  const bytes = fromBase64url(secret);
  if (bytes?.length !== tenantBytes + pageSecretRandomBytes) return null;
  const hex = toHex(bytes.subarray(0, tenantBytes));
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return isId(id) ? id : null;
}
