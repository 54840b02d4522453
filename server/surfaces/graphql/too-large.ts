/**
 * Makes the refusal of a document that asks for too much. A file apart from limits.ts: that one needs GraphQL's library, which
 * is loaded with the first socket.
 */
import type { Refusal } from '#shared/base/result.ts';

export function tooLarge(what: string, limit: number): Refusal {
  return {
    code: 'query_too_large',
    message: `A document must have at most ${limit} ${what}. Request less at once.`,
    detail: { limit },
  };
}
