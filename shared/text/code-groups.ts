/**
 * Codes of ours that people read aloud and type, in groups: a ticket number of 22 letters as the ticket page prints it.
 * Crockford base 32 has no I, L, O and U; who types one of the first three means 1, 1 or 0.
 */
export const codeChars = 22;
const firstGroupChars = 6;
const code = /^[0-9a-hjkmnp-tv-z]{22}$/i;
const twins: Readonly<Record<string, string>> = { o: '0', O: '0', i: '1', I: '1', l: '1', L: '1' };

/** `ABCDEF GHJK MNPQ RSTV WXYZ`. @returns the text itself as the only group where it is no code of ours */
export function codeGroups(text: string): readonly string[] {
  if (!code.test(text)) return [text];
  return [text.slice(0, firstGroupChars), ...(text.slice(firstGroupChars).match(/.{4}/g) ?? [])];
}

/** Replaces letters that no code has with the digits that were meant. */
export function asCode(text: string): string {
  return text.replace(/[oil]/gi, (letter) => twins[letter]!);
}

export function isCode(text: string): boolean {
  return code.test(text);
}
