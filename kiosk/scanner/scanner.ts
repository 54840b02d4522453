/**
 * One stream of scans out of all sources, repeats removed. Knows no device and no ticket.
 * Made in kiosk/start/page-devices.ts, run by wire-scans.ts.
 */
import { createRepeats, REPEAT_WINDOW_MS } from './repeats.ts';
import type { OnScan, ScanSource } from './scan-text.ts';

export interface Scanner extends ScanSource {
  /**
   * @param onRepeat called with each dropped repeat: a panel may begin to wait while a code is already held before the camera
   * @throws AggregateError when a source could not be started; the other sources run
   */
  start(onScan: OnScan, onRepeat?: OnScan): Promise<void>;
}

/**
 * @param sources wedge, typed field, camera: any number, each started and stopped with the scanner
 * @param repeatWindowMs milliseconds within which the same text is one event
 */
export function createScanner(sources: readonly ScanSource[], repeatWindowMs: number = REPEAT_WINDOW_MS): Scanner {
  const repeats = createRepeats(repeatWindowMs);
  return {
    async start(onScan: OnScan, onRepeat: OnScan = () => {}) {
      const started = await Promise.allSettled(
        sources.map(async (source) =>
          source.start((scan) => {
            if (repeats.isRepeat(scan)) onRepeat(scan);
            else onScan(scan);
          }),
        ),
      );
      // Every source gets its chance first: a broken one must not take the others with it.
      const faults = started.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      if (faults.length > 0) throw new AggregateError(faults, 'a scan source could not be started');
    },
    stop() {
      for (const source of sources) source.stop();
      repeats.forget();
    },
  };
}
