/** Bytes to text and back, without Node's Buffer or the DOM's btoa, so that every wing can use it. */
const hexDigits = '0123456789abcdef';
const base64urlAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const base64urlValue = new Map([...base64urlAlphabet].map((c, i) => [c, i]));

export function toHex(bytes: Uint8Array): string {
  let out = '';
  for (const b of bytes) out += hexDigits[b >> 4]! + hexDigits[b & 15]!;
  return out;
}

/** RFC 4648 section 5, without padding. */
export function toBase64url(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const n = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    out += base64urlAlphabet[n >> 18]! + base64urlAlphabet[(n >> 12) & 63]!;
    if (i + 1 < bytes.length) out += base64urlAlphabet[(n >> 6) & 63]!;
    if (i + 2 < bytes.length) out += base64urlAlphabet[n & 63]!;
  }
  return out;
}

/** Strict: refuses other alphabets, padding, impossible lengths and stray bits (non-canonical text). */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 === 1) return null;
  const out = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const char of text) {
    const value = base64urlValue.get(char);
    if (value === undefined) return null;
    held = (held << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out[at++] = (held >> bits) & 255;
      held &= (1 << bits) - 1;
    }
  }
  return held === 0 ? out : null;
}
