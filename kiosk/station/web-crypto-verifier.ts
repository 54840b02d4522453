/** Ed25519 by the browser's WebCrypto. Keys are imported once: an event has a handful of them. */
import { setBounded } from '#shared/base/bounded-map.ts';
import { toBase64url } from '#shared/base/bytes.ts';
import type { SignatureVerifier } from '#shared/ticket/ticket-signature.ts';

const keysMax = 64;

export function createWebCryptoVerifier(): SignatureVerifier {
  const imported = new Map<string, Promise<CryptoKey | null>>();

  /** Null for bytes that are no point on the curve: such a key verifies nothing. */
  function importKey(publicKey: Uint8Array): Promise<CryptoKey | null> {
    const name = toBase64url(publicKey);
    const known = imported.get(name);
    if (known) return known;
    const key = crypto.subtle
      .importKey('raw', new Uint8Array(publicKey), 'Ed25519', false, ['verify'])
      .catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'DataError') return null;
        throw error;
      });
    setBounded(imported, name, key, keysMax);
    return key;
  }

  return {
    async verify(publicKey, message, signature) {
      const key = await importKey(publicKey);
      if (key === null) return false;
      return crypto.subtle.verify('Ed25519', key, new Uint8Array(signature), new Uint8Array(message));
    },
  };
}
