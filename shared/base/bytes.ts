/** Bytes to text and back, without Node's Buffer or the DOM's btoa, so that every wing can use it. */
const hexDigits = '0123456789abcdef';
const base64urlAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const notBase64url = 255;
/** The value of each letter, by its code: a kiosk seals every scan into such texts, and one look-up a letter is fast enough. */
const base64urlValue = new Uint8Array(128).fill(notBase64url);
for (let value = 0; value < base64urlAlphabet.length; value += 1)
  base64urlValue[base64urlAlphabet.charCodeAt(value)] = value;
/** The two letters for each value of twelve bits. */
const base64urlPairs = Array.from({ length: 4_096 }, (_, n) => base64urlAlphabet[n >> 6]! + base64urlAlphabet[n & 63]!);

export function toHex(bytes: Uint8Array): string {
  let out = '';
  for (const b of bytes) out += hexDigits[b >> 4]! + hexDigits[b & 15]!;
  return out;
}

/** RFC 4648 section 5, without padding. */
export function toBase64url(bytes: Uint8Array): string {
  let out = '';
  const whole = bytes.length - (bytes.length % 3);
  for (let i = 0; i < whole; i += 3) {
    const n = (bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!;
    out += base64urlPairs[n >> 12]! + base64urlPairs[n & 4_095]!;
  }
  if (whole === bytes.length) return out;
  const n = (bytes[whole]! << 16) | ((bytes[whole + 1] ?? 0) << 8);
  out += base64urlPairs[n >> 12]!;
  return whole + 1 < bytes.length ? out + base64urlAlphabet[(n >> 6) & 63]! : out;
}

/** Strict: refuses other alphabets, padding, impossible lengths and stray bits (non-canonical text). */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 === 1) return null;
  const out = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let index = 0; index < text.length; index += 1) {
    const value = base64urlValue[text.charCodeAt(index)] ?? notBase64url;
    if (value === notBase64url) return null;
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

/** Number of bytes of a text as UTF-8; a lone surrogate counts as U+FFFD, which an encoder writes in its place. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) bytes += 1;
    if (unit >= 0x800) bytes += 1;
    // The second unit of a pair is the fourth byte, which the length has counted.
    if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at += 1;
  }
  return bytes;
}
