/**
 * Base45 (RFC 9285): bytes in the 45 characters of the QR code's alphanumeric mode, which are also the ones that
 * a keyboard wedge types alike on every layout once its key codes are read as US.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const valueOfChar = new Map([...alphabet].map((char, value) => [char, value]));

/** RFC 9285 section 4: two bytes give three characters, a last single byte gives two; lowest digit first. */
export function toBase45(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i < bytes.length; i += 2) {
    const pair = i + 1 < bytes.length;
    const n = pair ? bytes[i]! * 256 + bytes[i + 1]! : bytes[i]!;
    out += alphabet[n % 45]! + alphabet[Math.floor(n / 45) % 45]!;
    if (pair) out += alphabet[Math.floor(n / 2025)]!;
  }
  return out;
}

/**
 * Strict: refuses other characters (lower case too), impossible lengths, and groups above their bytes' range, so
 * that every byte string has exactly one text.
 */
export function fromBase45(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 3 === 1) return null;
  const out = new Uint8Array(Math.floor(text.length / 3) * 2 + (text.length % 3 === 2 ? 1 : 0));
  let at = 0;
  for (let i = 0; i < text.length; i += 3) {
    const group = text.slice(i, i + 3);
    let n = 0;
    for (let digit = group.length - 1; digit >= 0; digit--) {
      const value = valueOfChar.get(group[digit]!);
      if (value === undefined) return null;
      n = n * 45 + value;
    }
    if (n > (group.length === 3 ? 65_535 : 255)) return null;
    if (group.length === 3) out[at++] = n >> 8;
    out[at++] = n & 255;
  }
  return out;
}
