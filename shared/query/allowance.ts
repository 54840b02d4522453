/**
 * The budget of one request for all its questions: a list and its total, every field of a GraphQL document, the
 * populated relations. Made by a surface for each request and passed to the platform with each question; the platform
 * makes one where a surface has none, so that no kind of question is without it.
 */
import { ok, type Result, refuse } from '../base/result.ts';
import type { QuestionCost } from './cost.ts';
import type { RecordCost } from './record-cost.ts';

/** Steps of about three seconds of one core, by estimates that are rounded up; reading itself ends after two. */
export const allowedSteps = 30_000_000;

export class Allowance {
  #left = allowedSteps;
  /** Whether a client still waits for the answer. */
  readonly isWanted: () => boolean;

  constructor(isWanted: () => boolean = () => true) {
    this.isWanted = isWanted;
  }

  /** Begins again: what is asked from here on belongs to another event of a subscription. */
  renew(): void {
    this.#left = allowedSteps;
  }

  get left(): number {
    return this.#left;
  }

  /**
   * @param indexed fields that a narrower query may begin with, of those that the caller may see
   * @returns `query_too_costly`, with the condition that costs most
   */
  spend({ records, steps, worst }: QuestionCost, indexed: readonly string[]): Result<null> {
    if (steps <= this.#left) {
      this.#left -= steps;
      return ok(null);
    }
    const spent = allowedSteps - this.#left;
    const narrower =
      indexed.length > 0
        ? `Filter by an indexed field first (${indexed.slice(0, 5).join(', ')})`
        : 'Filter by id first';
    const before = spent > 0 ? ` Earlier parts of this request have used ${percent(spent)}.` : '';
    const dearest = worst ? ` ${worst.path} costs most: ${percent(worst.steps)}.` : '';
    return refuse({
      code: 'query_too_costly',
      message: `This request would read about ${records} records and cost ${percent(steps)} of the limit for one request.${dearest}${before} ${narrower}. Use fewer conditions, or send several requests.`,
      path: worst?.path ?? 'where',
      detail: {
        cost: steps,
        spent,
        limit: allowedSteps,
        records,
        indexed,
        ...(worst ? { condition: worst.path } : {}),
      },
    });
  }
}

function percent(steps: number): string {
  return `${Math.max(1, Math.round((steps / allowedSteps) * 100))} %`;
}

/**
 * Checks the cost of a filter over changes, which is asked of every change for as long as a client follows.
 *
 * @param limit in steps for one record
 * @returns `query_too_costly`, with the condition that costs most
 */
export function spendOnWatch({ conditions, steps }: RecordCost, limit: number): Result<null> {
  if (steps <= limit) return ok(null);
  const worst = conditions.reduce((one, next) => (next.steps > one.steps ? next : one));
  return refuse({
    code: 'query_too_costly',
    message: `This filter costs ${Math.ceil((steps / limit) * 100)}% of the limit for a filter over changes. ${worst.path} costs most. Use fewer or simpler conditions, and filter the rest in the client.`,
    path: worst.path,
    detail: { cost: Math.ceil(steps), limit, condition: worst.path },
  });
}
