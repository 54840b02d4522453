/** Does work a few pieces at a time; a bounded number of others wait. */
import { ok, type Result, refuse } from './result.ts';

/** Gives what the work gives, or `overloaded` where too many wait already. */
export type FewAtOnce = <T>(work: () => Promise<T>) => Promise<Result<T>>;

export interface FewAtOnceSetting {
  /** Maximum number of pieces in progress. */
  readonly atOnce: number;
  /** Maximum number of pieces that wait. */
  readonly waitingMax: number;
  /** Message of the refusal. */
  readonly message: string;
  /** Begins the next piece; at once unless given. */
  readonly begin?: (next: () => void) => void;
}

export function fewAtOnce({ atOnce, begin, message, waitingMax }: FewAtOnceSetting): FewAtOnce {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free === 0 && waiting.length >= waitingMax) return refuse({ code: 'overloaded', message });
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return ok(await work());
    } finally {
      const next = waiting.shift();
      if (!next) free += 1;
      else if (begin) begin(next);
      else next();
    }
  };
}
