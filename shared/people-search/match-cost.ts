/**
 * The cost of a match; people are ranked by the sum over the words typed, the lowest first. Anything without a typo
 * comes before anything with one; then the field; then whole words before beginnings.
 */
import type { Match } from './near-words.ts';
import { type SearchField, searchFields } from './person.ts';

/** More than eight words cost without a typo. */
const typoCost = 64;

/** @param field its place in `searchFields` */
export function matchCost(field: number, match: Match): number {
  const beginning = match === 'prefix' || match === 'typo-prefix' ? 1 : 0;
  return field * 2 + beginning + (match === 'typo' || match === 'typo-prefix' ? typoCost : 0);
}

/** Every way a word may match, the cheapest first. Ticket numbers are found by their beginning, never by a typo. */
export const matchSteps: readonly { readonly field: SearchField; readonly match: Match; readonly cost: number }[] =
  searchFields
    .flatMap((field, at) =>
      (['exact', 'prefix', 'typo', 'typo-prefix'] as const)
        .filter((match) => field !== 'ticketNumber' || match === 'exact' || match === 'prefix')
        .map((match) => ({ field, match, cost: matchCost(at, match) })),
    )
    .sort((a, b) => a.cost - b.cost);
