/**
 * Decides when a member requests its credentials again to receive the venue key: each revocation makes a new key, and
 * it comes with them. An answer without a newer key is not the last word: the server or the box may not have the new
 * one yet.
 */
import { minuteMs, secondMs } from '../base/time.ts';

export interface KeyRenewalParts {
  /** Returns the generation of the key that this member has; null: it has none. */
  readonly generation: () => number | null;
  /** It lacks a key, or a member has shown a newer one. */
  readonly isMissing: () => boolean;
  /** Devices of the event as the replica lists them. */
  readonly members: () => readonly { readonly id: string; readonly revoked: boolean }[];
  /** @returns false: no answer came, and it is asked again at the next look */
  readonly renew: () => Promise<boolean>;
  readonly monotonicMs: () => number;
}

const firstWaitMs = 2 * secondMs;
const longestWaitMs = minuteMs;

/** @returns what is called at each look, where the server can be reached: it renews when that is due */
export function createKeyRenewal(parts: KeyRenewalParts): () => Promise<void> {
  const { generation, isMissing, members, monotonicMs } = parts;
  let seen = revokedIn(members());
  /** A device was revoked, and no newer key has come since. */
  let isNews = false;
  let waitMs = firstWaitMs;
  let nextMs = Number.NEGATIVE_INFINITY;

  return async () => {
    const revoked = revokedIn(members());
    if (revoked !== seen) {
      seen = revoked;
      isNews = true;
      waitMs = firstWaitMs;
      nextMs = Number.NEGATIVE_INFINITY;
    }
    if (!(isNews || isMissing()) || monotonicMs() < nextMs) return;
    const before = generation();
    if (!(await parts.renew())) return;
    if (generation() !== before) {
      isNews = false;
      waitMs = firstWaitMs;
    }
    nextMs = monotonicMs() + waitMs;
    // One new key answers for several revocations: then none comes for the last of them.
    if (waitMs === longestWaitMs) isNews = false;
    waitMs = Math.min(2 * waitMs, longestWaitMs);
  };
}

const revokedIn = (members: readonly { readonly id: string; readonly revoked: boolean }[]): string =>
  members
    .filter(({ revoked }) => revoked)
    .map(({ id }) => id)
    .sort()
    .join();
