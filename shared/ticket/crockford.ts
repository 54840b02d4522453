/**
 * Crockford's base 32 (crockford.com/base32.html): no I, L, O, U, so that a code can be read aloud and typed.
 * Five bits a character; no check symbol, because what carries these characters is signed.
 */
export const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const valueOfChar = new Map([...crockfordAlphabet].map((char, value) => [char, value]));
const lookalikes: ReadonlyMap<string, string> = new Map([
  ['O', '0'],
  ['I', '1'],
  ['L', '1'],
]);

/** @returns 0..31, or null for a character outside the canonical alphabet (lower case included) */
export function crockfordValue(char: string): number | null {
  return valueOfChar.get(char) ?? null;
}

/**
 * Returns the canonical form of a typed text, which may have lower case, O for 0, I or L for 1, dashes and spaces.
 *
 * @returns null when a character cannot be meant
 */
export function readCrockford(text: string): string | null {
  let out = '';
  for (const typed of text) {
    // Not toUpperCase on the whole text: it makes ASCII letters out of others (ſ, ı).
    const char = typed >= 'a' && typed <= 'z' ? typed.toUpperCase() : typed;
    if (char === '-' || char === ' ') continue;
    const meant = lookalikes.get(char) ?? char;
    if (!valueOfChar.has(meant)) return null;
    out += meant;
  }
  return out;
}
