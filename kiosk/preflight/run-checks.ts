/**
 * Runs checks side by side. Every check ends: with what it found, as `fault` when it throws, as `timeout` when it hangs,
 * and all of them within `runLimitMs` of the start of their run, in any case. Time comes from outside.
 */
import { type Check, type CheckId, type CheckResult, commonFindings } from './check.ts';

/** Longest time from the start of a run to its last result, milliseconds. */
export const runLimitMs = 10_000;
/** Results are out a little before the limit, so that the limit holds on a busy machine too. */
const reserveMs = 500;

export interface CheckTimers {
  /** @returns the function that cancels it */
  after(delayMs: number, callback: () => void): () => void;
}

export interface CheckRun {
  /** Resolves when every check has its result. */
  readonly done: Promise<void>;
  /** Results that come later are not reported any more. */
  stop(): void;
}

/** @param onResult called once per check, in the order in which they end */
export function runChecks(
  checks: readonly Check[],
  timers: CheckTimers,
  onResult: (id: CheckId, result: CheckResult) => void,
): CheckRun {
  const stopping = new AbortController();
  const done = Promise.all(
    checks.map(async (check) => {
      const result = await runCheck(check, timers, stopping.signal);
      if (!stopping.signal.aborted) onResult(check.id, result);
    }),
  ).then(() => undefined);
  return { done, stop: () => stopping.abort() };
}

async function runCheck(check: Check, timers: CheckTimers, stopped: AbortSignal): Promise<CheckResult> {
  const time = new AbortController();
  const timeoutMs = Math.min(check.timeoutMs, runLimitMs - reserveMs);
  let cancel = (): void => {};
  const ended = new Promise<CheckResult>((resolve) => {
    const end = (): void => resolve({ level: commonFindings.timeout, finding: 'timeout', facts: { timeoutMs } });
    cancel = timers.after(timeoutMs, end);
    stopped.addEventListener('abort', end, { once: true });
  });
  try {
    return await Promise.race([began(check, time.signal), ended]);
  } finally {
    cancel();
    time.abort();
  }
}

/** A check that throws, at once or later, has found something: itself. */
async function began(check: Check, signal: AbortSignal): Promise<CheckResult> {
  try {
    return await check.run(signal);
  } catch (error) {
    return { level: commonFindings.fault, finding: 'fault', facts: { error: describe(error) } };
  }
}

const describedChars = 200;

function describe(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, describedChars);
}
