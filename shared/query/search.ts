/**
 * Full text as `?search=` and the `search` operator understand it. A word is a run of letters and digits, folded as the
 * kiosk's search folds it (search-words.ts); scripts that write no spaces are taken letter by letter. `"a phrase"` asks
 * for words in a row, `-word` for its absence, `word*` for a beginning; the last word is taken as a beginning too, because
 * people search while they type. All terms must be met. Stores index `SearchText`; what is found in it, and its rank, is
 * said here.
 */
import { otherSpellings, readSearchWords, waysToSpell, wholeCode } from './search-words.ts';

export interface SearchTerm {
  /** One of them is enough: spellings, the usual one first. Each is a word, or several that must follow each other. */
  readonly ways: readonly (readonly string[])[];
  /** The last word of each may go on. */
  readonly prefix: boolean;
  readonly negated: boolean;
}

/** Searched text: words with a space on either side of each, so that `includes(' word ')` finds a whole one. */
export interface SearchText {
  /** Text of the first searchable field, which names the record. */
  readonly title: string;
  /** Text of the other fields, each after a `fieldMark`. */
  readonly rest: string;
}

export const searchTermsMax = 32;
/** Maximum number of words of a phrase that are looked at. */
export const searchPhraseMax = 32;
/** Length of the text of one record that is looked at: what follows it is not found. Well below what indexes take. */
export const searchTextMax = 200_000;
/** A character of no word, so that a phrase does not lead from one field into the next. */
const fieldMark = '¦';

const term = /(-?)(?:"([^"]*)"?|([^\s"]+))/gu;

/** @param texts of the searchable fields, in their order; null: empty */
export function searchText(texts: readonly (string | null)[]): SearchText {
  let title = ' ';
  let rest = ' ';
  let room = searchTextMax;
  for (const [i, text] of texts.entries()) {
    if (text === null) continue;
    if (i > 0) rest += `${fieldMark} `;
    const read = readSearchWords(text.slice(0, searchTextMax));
    const others = otherSpellings(read).map((phrase) => `${fieldMark} ${phrase}`);
    for (const one of [...read.map(({ forms }) => forms[0]!), ...others]) {
      room -= one.length + 1;
      if (room < 0) return { title, rest };
      if (i === 0) title += `${one} `;
      else rest += `${one} `;
    }
  }
  return { title, rest };
}

/** Returns at most 32 terms; the rest is not looked at. Text without a word gives none, and none matches everything. */
export function parseSearch(text: string): readonly SearchTerm[] {
  const code = wholeCode(text);
  if (code !== null) return [{ ways: [[code]], negated: false, prefix: true }];
  const terms: SearchTerm[] = [];
  let open = false;
  for (const match of text.matchAll(term)) {
    if (terms.length === searchTermsMax) return terms;
    const quoted = match[2] !== undefined;
    const ways = waysToSpell(readSearchWords(match[2] ?? match[3] ?? '').slice(0, searchPhraseMax), quoted);
    if (ways.length === 0) continue;
    const negated = match[1] === '-';
    terms.push({ ways, negated, prefix: !quoted && match[3]!.endsWith('*') });
    open = !quoted && !negated;
  }
  const last = terms.at(-1);
  if (last && open) terms[terms.length - 1] = { ...last, prefix: true };
  return terms;
}

/** One of these occurs in a text where the term does. @param whole its last word does not go on */
export function searchNeedles({ ways, prefix }: SearchTerm, whole: boolean): readonly string[] {
  return ways.map((words) => ` ${words.join(' ')}${prefix && !whole ? '' : ' '}`);
}

export function meetsSearch(terms: readonly SearchTerm[], { title, rest }: SearchText): boolean {
  return terms.every((wanted) => {
    const needles = searchNeedles(wanted, false);
    return needles.some((needle) => title.includes(needle) || rest.includes(needle)) !== wanted.negated;
  });
}

/** The terms that rank; without one, what is found stands in no other order than without a search. */
export function rankingTerms(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  return terms.filter(({ negated }) => !negated);
}

/** Ranks of a match by field and by whole words, best first; a record has the first of these that holds of it. */
export const searchRanks = [
  { inTitle: true, whole: true },
  { inTitle: true, whole: false },
  { inTitle: false, whole: true },
  { inTitle: false, whole: false },
] as const;

/** The place in `searchRanks` of a text that meets the search. */
export function searchRank(terms: readonly SearchTerm[], { title, rest }: SearchText): number {
  const ranking = rankingTerms(terms);
  const at = searchRanks.findIndex(({ inTitle, whole }) =>
    ranking.every((wanted) =>
      searchNeedles(wanted, whole).some((needle) => title.includes(needle) || (!inTitle && rest.includes(needle))),
    ),
  );
  return at === -1 ? searchRanks.length - 1 : at;
}
