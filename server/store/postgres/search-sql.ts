/**
 * `?search=` as SQL over the two columns that hold a record's words, folded and cut by `shared/query/search.ts`: the
 * index finds the words, what it cannot tell (a phrase, an absence, the rank) is looked for in the columns. No
 * configuration or extension of the database's own has a part in it.
 */
import { rankingTerms, type SearchTerm, searchNeedles, searchRanks } from '#shared/query/search.ts';
import type { Compiling } from '../compile/dialect.ts';
import { allOf } from '../compile/logic.ts';
import { join, Sql, sql } from '../compile/sql.ts';

/** Expression of the words, for the index and queries alike: PostgreSQL compares it. @param alias of the table, with its dot */
export function wordsOf(alias: string): string {
  return `array_to_tsvector(array_remove(string_to_array(${alias}"_title" || ${alias}"_rest", ' '), ''))`;
}

const words = new Sql(wordsOf('t.'));

function occurs(term: SearchTerm, where: { readonly inTitle: boolean; readonly whole: boolean }): Sql {
  const ways = searchNeedles(term, where.whole).map((needle) => {
    const inTitle = sql`strpos(t."_title", ${needle}) > 0`;
    return where.inTitle ? inTitle : sql`${inTitle} OR strpos(t."_rest", ${needle}) > 0`;
  });
  return sql`(${join(ways, ' OR ')})`;
}

/** Words are letters and digits: nothing in them is quoted twice. */
function asked(terms: readonly SearchTerm[]): string {
  const wayOf = (words: readonly string[], prefix: boolean) =>
    `(${words.map((word, i) => `'${word}'${prefix && i === words.length - 1 ? ':*' : ''}`).join(' & ')})`;
  return terms.map(({ prefix, ways }) => `(${ways.map((words) => wayOf(words, prefix)).join(' | ')})`).join(' & ');
}

/** @param terms at least one */
export function wordsFound(terms: readonly SearchTerm[], state: Compiling): Sql {
  const ranking = rankingTerms(terms);
  const anywhere = { inTitle: false, whole: false };
  const parts = [
    ...(ranking.length > 0 ? [sql`${words} @@ ${asked(ranking)}::tsquery`] : []),
    ...ranking.filter(({ ways }) => ways.some((words) => words.length > 1)).map((term) => occurs(term, anywhere)),
    ...terms.filter((term) => term.negated).map((term) => sql`NOT ${occurs(term, anywhere)}`),
  ];
  return allOf(parts, state);
}

/** The place among `searchRanks` of a row that meets the search. */
export function rankOf(terms: readonly SearchTerm[]): Sql {
  const ranking = rankingTerms(terms);
  const last = searchRanks.length - 1;
  const cases = searchRanks.slice(0, last).map((rank, i) => {
    const all = ranking.map((term) => occurs(term, rank));
    return sql` WHEN ${all.length === 0 ? new Sql('TRUE') : join(all, ' AND ')} THEN ${new Sql(String(i))}`;
  });
  return sql`(CASE${join(cases, '')} ELSE ${new Sql(String(last))} END)`;
}
