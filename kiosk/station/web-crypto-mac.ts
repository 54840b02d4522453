/** HMAC-SHA256 by the browser's WebCrypto. */
import type { Mac } from '#shared/ticket/external-code.ts';

const encoder = new TextEncoder();
const algorithm = { name: 'HMAC', hash: 'SHA-256' };

export const webCryptoMac: Mac = async (key, message) => {
  const imported = await crypto.subtle.importKey('raw', new Uint8Array(key), algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(message)));
};
