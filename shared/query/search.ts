/**
 * Full text as `?search=` and the `search` operator understand it. A word is a run of letters and digits; case and
 * accents do not count; scripts that write no spaces are taken letter by letter. `"a phrase"` asks for words in a row,
 * `-word` for its absence, `word*` for a beginning; the last word is taken as a beginning too, because people search
 * while they type. All terms must be met. Stores index `SearchText`; what is found in it, and its rank, is said here.
 */

export interface SearchTerm {
  /** One word, or several that must follow each other. */
  readonly words: readonly string[];
  /** The last of them may go on. */
  readonly prefix: boolean;
  readonly negated: boolean;
}

/** What is looked into: words with a space on either side of each, so that `includes(' word ')` finds a whole one. */
export interface SearchText {
  /** Of the first searchable field, which names the record. */
  readonly title: string;
  /** Of the others, each behind a `fieldMark`. */
  readonly rest: string;
}

export const searchTermsMax = 32;
/** Of a longer phrase no more is looked at. */
export const searchPhraseMax = 32;
/** Of longer words no more is looked at, in texts and in what is asked. */
export const searchWordMax = 100;
/** Of one record no more is looked at: what stands behind it is not found. Well below what indexes take. */
export const searchTextMax = 200_000;
/** Is in no word: a phrase does not lead from one field into the next. */
const fieldMark = '¦';

const term = /(-?)(?:"([^"]*)"?|([^\s"]+))/gu;
const word =
  /[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]|[[\p{L}\p{N}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]+/gv;

function shortened(one: string): string {
  return one.length <= searchWordMax ? one : [...one].slice(0, searchWordMax).join('');
}

const ascii = /^[\0-\x7f]*$/;
const asciiWord = /[a-z0-9]+/g;

/** Letters and digits only, lower case, without accents and the stroke that stretches Arabic words (U+0640). */
export function searchWords(text: string): string[] {
  // The same, of the commonest texts in a quarter of the time.
  if (ascii.test(text)) return text.toLowerCase().match(asciiWord)?.map(shortened) ?? [];
  const plain = text
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    .replace(/[\p{M}\u0640]+/gu, '');
  return plain.match(word)?.map(shortened) ?? [];
}

/** @param texts of the searchable fields, in their order; null: empty */
export function searchText(texts: readonly (string | null)[]): SearchText {
  let title = ' ';
  let rest = ' ';
  let room = searchTextMax;
  for (const [i, text] of texts.entries()) {
    if (text === null) continue;
    if (i > 0) rest += `${fieldMark} `;
    for (const one of searchWords(text.slice(0, searchTextMax))) {
      room -= one.length + 1;
      if (room < 0) return { title, rest };
      if (i === 0) title += `${one} `;
      else rest += `${one} `;
    }
  }
  return { title, rest };
}

/** At most 32 terms; the rest is not looked at. Text without a word gives none, and none matches everything. */
export function parseSearch(text: string): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  let open = false;
  for (const match of text.matchAll(term)) {
    if (terms.length === searchTermsMax) return terms;
    const words = searchWords(match[2] ?? match[3] ?? '').slice(0, searchPhraseMax);
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

/** What occurs in a text where the term does. @param whole its last word does not go on */
export function searchNeedle({ words, prefix }: SearchTerm, whole: boolean): string {
  return ` ${words.join(' ')}${prefix && !whole ? '' : ' '}`;
}

export function meetsSearch(terms: readonly SearchTerm[], { title, rest }: SearchText): boolean {
  return terms.every((wanted) => {
    const needle = searchNeedle(wanted, false);
    return (title.includes(needle) || rest.includes(needle)) !== wanted.negated;
  });
}

/** The terms that rank; without one, what is found stands in no other order than without a search. */
export function rankingTerms(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  return terms.filter(({ negated }) => !negated);
}

/** Where and how all terms are met, best first; a record has the first of these that holds of it. */
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
    ranking.every((wanted) => {
      const needle = searchNeedle(wanted, whole);
      return title.includes(needle) || (!inTitle && rest.includes(needle));
    }),
  );
  return at === -1 ? searchRanks.length - 1 : at;
}
