/**
 * Writes a search as a query of FTS5. Words are letters and digits only, so nothing in them can be FTS5 syntax; they are
 * quoted all the same, because some words are its operators.
 */
import { rankingTerms, type SearchTerm, searchRanks } from '#shared/query/search.ts';

function termOf({ ways, prefix }: SearchTerm, whole: boolean): string {
  const spelled = ways.map((words) => `"${words.join(' ')}"${prefix && !whole ? ' *' : ''}`);
  return spelled.length === 1 ? spelled[0]! : `(${spelled.join(' OR ')})`;
}

function allOf(terms: readonly SearchTerm[], { inTitle, whole }: (typeof searchRanks)[number]): string {
  const all = terms.map((term) => termOf(term, whole)).join(' AND ');
  return inTitle ? `title : (${all})` : `(${all})`;
}

const without = (match: string, others: readonly string[]) =>
  others.reduce((rest, other) => `(${rest}) NOT (${other})`, match);

/** Text, matched wherever it stands. Null: nothing is asked for but absences, which an index of words cannot answer. */
export function matchAll(terms: readonly SearchTerm[]): string | null {
  const ranking = rankingTerms(terms);
  if (ranking.length === 0) return null;
  const absent = terms.filter(({ negated }) => negated).map((term) => termOf(term, false));
  return without(allOf(ranking, { inTitle: false, whole: false }), absent);
}

/** Returns for each of `searchRanks`, in order, the query for records of this rank and of none before; null: none can match. */
export function matchesByRank(terms: readonly SearchTerm[], hasRest: boolean): readonly (string | null)[] {
  const ranking = rankingTerms(terms);
  const goesOn = ranking.some(({ prefix }) => prefix);
  const absent = terms.filter(({ negated }) => negated).map((term) => termOf(term, false));
  const better: string[] = [];
  return searchRanks.map((rank) => {
    if ((!rank.inTitle && !hasRest) || (!rank.whole && !goesOn)) return null;
    const match = allOf(ranking, rank);
    const alone = without(match, [...absent, ...better]);
    better.push(match);
    return alone;
  });
}
