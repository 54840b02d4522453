/** SY25: the signature of a row that goes up by way of a box. The same key that proves the kiosk at every renewal. */
import type { KeyStore } from '#kiosk/store/key-store.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import { type BoxedCollection, rowClaim } from '#shared/sync/signed-row.ts';
import type { EntryOf } from './own-entries.ts';

export interface RowSignature {
  /** Counter of the movement before this one, where it goes up as an entry of this kiosk's log (PE22). */
  readonly previous?: number;
  readonly signature: string;
}

export async function signRow(
  keyStore: Pick<KeyStore, 'deviceKey'>,
  collection: BoxedCollection,
  row: unknown,
  entryOf: EntryOf | null,
): Promise<RowSignature> {
  const entry = collection === 'scans' ? await entryOf?.(row) : null;
  if (entry) return { previous: entry.previous, signature: entry.signature };
  const { privateKey } = await keyStore.deviceKey();
  const claim = new TextEncoder().encode(rowClaim(collection, row));
  return { signature: toBase64url(new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, claim))) };
}
