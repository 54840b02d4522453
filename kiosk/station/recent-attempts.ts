/**
 * The latest attempts, so that one can be repeated with answers or by a supervisor. In memory: after a restart the
 * person in front of the station is scanned again. Not the journal, which keeps what was decided.
 */

import type { Verdict } from '#shared/admission/verdict.ts';
import { setBounded } from '#shared/base/bounded-map.ts';
import type { Attempt } from './attempt-input.ts';

export interface DecidedAttempt extends Attempt {
  readonly verdict: Verdict;
}

export interface RecentAttempts {
  keep(scanId: string, attempt: DecidedAttempt): void;
  get(scanId: string): DecidedAttempt | null;
  /** It was settled otherwise: not to be repeated. */
  drop(scanId: string): void;
}

/** Maximum number of attempts: more than are made during any conversation at a gate. */
const attemptsMax = 200;

export function createRecentAttempts(): RecentAttempts {
  const attempts = new Map<string, DecidedAttempt>();
  return {
    keep: (scanId, attempt) => setBounded(attempts, scanId, attempt, attemptsMax),
    get: (scanId) => attempts.get(scanId) ?? null,
    drop: (scanId) => {
      attempts.delete(scanId);
    },
  };
}
