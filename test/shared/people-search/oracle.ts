/** The rules of the search by a plain scan: the same words, but every person compared with every word typed. */
import type { SearchablePerson } from '#shared/people-search/person.ts';
import { readQuery } from '#shared/people-search/read-query.ts';
import { readTicketWords, readWords } from '#shared/people-search/read-words.ts';

/** Damerau-Levenshtein distance (optimal string alignment) by the textbook's matrix. */
export function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i && j ? 0 : i + j)),
  );
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2]![j - 2]! + 1 : 99;
      const changed = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, changed, swapped);
    }
  }
  return rows[a.length]![b.length]!;
}

function isTypo(typed: string, word: string): boolean {
  return word.length >= 4 && !/\p{N}/u.test(typed + word) && distance(typed, word) === 1;
}

/** Least cost of one typed form against one word, without the field's weight. */
function cost(typed: string, word: string, forgives: boolean): number {
  if (typed === word) return 0;
  if (word.startsWith(typed)) return 1;
  if (!forgives) return Number.POSITIVE_INFINITY;
  if (isTypo(typed, word)) return 64;
  const beginnings = [-1, 0, 1].map((more) => word.slice(0, typed.length + more));
  return typed.length >= 5 && beginnings.some((part) => isTypo(typed, part)) ? 65 : Number.POSITIVE_INFINITY;
}

/** @returns the cost of a person for a query, Infinity when not found */
export function naiveCost(person: SearchablePerson, text: string): number {
  const fields = [person.name, person.company, person.email].map((field) =>
    readWords(field).flatMap((word) => word.forms),
  );
  const tickets = readTicketWords(person.ticketNumber).flatMap((word) => word.forms);
  const costs = readQuery(text).map((reading) =>
    reading
      .map((typed) => {
        const byField = fields.flatMap((words, at) =>
          words.flatMap((word) => typed.forms.map((form) => at * 2 + cost(form, word, !typed.ideographic))),
        );
        const byTicket = typed.ticket === '' ? [] : tickets.map((word) => 6 + cost(typed.ticket, word, false));
        return Math.min(...byField, ...byTicket);
      })
      .reduce((sum, each) => sum + each, 0),
  );
  return Math.min(...costs);
}
