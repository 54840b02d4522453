/** Remembers between two attempts at a print job when it may be tried again and which printers failed it. */
import type { Timing } from './ports.ts';

export interface AttemptMemory {
  /** Job id → earliest time of its next attempt, Unix milliseconds. */
  readonly notBefore: ReadonlyMap<string, number>;
  /** Jobs that may come out although they have waited too long. */
  readonly released: ReadonlySet<string>;
  putOff(jobId: string, delayMs: number): void;
  release(jobIds: readonly string[]): void;
  /** Printers that failed the job in the present round. */
  failedOn(jobId: string): ReadonlySet<string>;
  /**
   * An attempt failed on this printer.
   *
   * @param well ids of the printers that could take the job now
   * @returns whether another printer of them is left in this round, and the number of failed attempts
   */
  failed(
    jobId: string,
    printerId: string,
    well: readonly string[],
  ): { readonly others: boolean; readonly times: number };
  forget(jobId: string): void;
  /** Forgets every job that is not among the open ones, which must be all. */
  keepOnly(openIds: ReadonlySet<string>): void;
}

export function createAttemptMemory(timing: Pick<Timing, 'nowMs'>): AttemptMemory {
  const notBefore = new Map<string, number>();
  const failedOn = new Map<string, Set<string>>();
  const tries = new Map<string, number>();
  const released = new Set<string>();

  function forget(jobId: string): void {
    notBefore.delete(jobId);
    failedOn.delete(jobId);
    tries.delete(jobId);
    released.delete(jobId);
  }

  return {
    notBefore,
    released,
    putOff(jobId, delayMs) {
      notBefore.set(jobId, timing.nowMs() + delayMs);
    },
    release(jobIds) {
      for (const id of jobIds) released.add(id);
    },
    failedOn: (jobId) => failedOn.get(jobId) ?? new Set(),
    failed(jobId, printerId, well) {
      const tried = failedOn.get(jobId) ?? new Set<string>();
      failedOn.set(jobId, tried.add(printerId));
      const others = well.some((id) => !tried.has(id));
      if (!others) tried.clear();
      const times = (tries.get(jobId) ?? 0) + 1;
      tries.set(jobId, times);
      return { others, times };
    },
    forget,
    keepOnly(openIds) {
      for (const id of [...notBefore.keys(), ...released]) if (!openIds.has(id)) forget(id);
    },
  };
}
