/** The refusal of what asks for too much; apart from the limits, because these need GraphQL's library, which sockets wait for. */
import type { Refusal } from '#shared/base/result.ts';

export function tooLarge(what: string, limit: number): Refusal {
  return {
    code: 'query_too_large',
    message: `A document must have at most ${limit} ${what}. Request less at once.`,
    detail: { limit },
  };
}
