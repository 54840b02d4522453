/** PBKDF2-SHA256 by the browser's WebCrypto. Runs off this thread: six hundred thousand rounds take a while. */
import { type DerivePin, pinHashBytes } from '#shared/admission/supervisor-pin.ts';

export const deriveByWebCrypto: DerivePin = async (pin, salt, iterations) => {
  const key = await crypto.subtle.importKey('raw', pin, 'PBKDF2', false, ['deriveBits']);
  const derived = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    key,
    pinHashBytes * 8,
  );
  return new Uint8Array(derived);
};
