/**
 * Full text as `?search=` and the `search` operator understand it. A word is a run of letters and digits; case and
 * accents do not count. `"a phrase"` asks for words in a row, `-word` for its absence, `word*` for a beginning; the
 * last word is taken as a beginning too, because people search while they type. All terms must be met.
 */

export interface SearchTerm {
  /** One word, or several that must follow each other. */
  readonly words: readonly string[];
  /** The last of them may go on. */
  readonly prefix: boolean;
  readonly negated: boolean;
}

export const searchTermsMax = 32;

const term = /(-?)(?:"([^"]*)"?|([^\s"]+))/gu;

/** Letters and digits only, lower case, accents removed. */
export function searchWords(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** At most 32 terms; the rest is not looked at. Text without a word gives none, and none matches everything. */
export function parseSearch(text: string): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  let open = false;
  for (const match of text.matchAll(term)) {
    if (terms.length === searchTermsMax) return terms;
    const words = searchWords(match[2] ?? match[3] ?? '');
    if (words.length === 0) continue;
    const quoted = match[2] !== undefined;
    const negated = match[1] === '-';
    terms.push({ words, negated, prefix: !quoted && match[3]!.endsWith('*') });
    open = !quoted && !negated;
  }
  const last = terms.at(-1);
  if (last && open) terms[terms.length - 1] = { ...last, prefix: true };
  return terms;
}

function occurs(wanted: SearchTerm, words: readonly string[]): boolean {
  const { length } = wanted.words;
  for (let at = 0; at + length <= words.length; at++) {
    const found = wanted.words.every((word, i) =>
      wanted.prefix && i === length - 1 ? words[at + i]!.startsWith(word) : words[at + i] === word,
    );
    if (found) return true;
  }
  return false;
}

/** A phrase must stand within one text; different terms may be met by different texts. */
export function meetsSearch(terms: readonly SearchTerm[], texts: readonly (string | null)[]): boolean {
  if (terms.length === 0) return true;
  const words = texts.filter((text) => text !== null).map(searchWords);
  return terms.every((wanted) => words.some((list) => occurs(wanted, list)) !== wanted.negated);
}
