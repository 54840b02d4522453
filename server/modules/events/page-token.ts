/**
 * The address of a page that is public for everyone who has its link: tenant and record by their ids, 32 bytes in base64url.
 * The address is not secret, but it cannot be found by counting up.
 */
import { assert } from '#shared/base/assert.ts';
import { fromBase64url, toBase64url, toHex } from '#shared/base/bytes.ts';
import { isId } from '#shared/base/id.ts';

const idBytes = 16;

function bytesOf(id: string): Uint8Array {
  assert(isId(id), 'an id is a UUID');
  return Uint8Array.from(id.replaceAll('-', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function idOf(bytes: Uint8Array): string | null {
  const hex = toHex(bytes);
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return isId(id) ? id : null;
}

/** @throws where either is no id */
export function makePageToken(tenant: string, record: string): string {
  const bytes = new Uint8Array(2 * idBytes);
  bytes.set(bytesOf(tenant));
  bytes.set(bytesOf(record), idBytes);
  return toBase64url(bytes);
}

/** @returns null where it does not hold two ids */
export function readPageToken(token: string): { readonly tenant: string; readonly record: string } | null {
  const bytes = fromBase64url(token);
  if (bytes?.length !== 2 * idBytes) return null;
  const [tenant, record] = [idOf(bytes.subarray(0, idBytes)), idOf(bytes.subarray(idBytes))];
  return tenant !== null && record !== null ? { tenant, record } : null;
}
