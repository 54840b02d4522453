/** The scanner's check: waits for a scan of the test code, by keys or another scanner, until it is left out or time is up. */
import type { ScanText } from '#kiosk/scanner/scan-text.ts';
import { secondMs } from '#shared/base/time.ts';
import { type CheckResult, found } from './check.ts';
import type { PreflightPorts } from './ports.ts';
import { isScannerTest, judgeBurst } from './scanner-test.ts';

/** The time for a scan, in a full run and when only the scanner is checked. */
export const scanWaitMs = 9 * secondMs;

export interface ScanWait {
  run(signal: AbortSignal): Promise<CheckResult>;
  skip(): void;
  /** @returns whether the scan is of the test code: then it is not for the station */
  offer(scan: Pick<ScanText, 'source' | 'candidates'>): boolean;
}

export function createScanWait(ports: Pick<PreflightPorts, 'watchKeys' | 'after'>): ScanWait {
  let endScan: ((result: CheckResult) => void) | null = null;
  return {
    run: (signal) =>
      new Promise((resolve) => {
        const endKeys = ports.watchKeys((burst) => {
          const result = judgeBurst(burst);
          if (result !== null) end(result);
        });
        const cancel = ports.after(scanWaitMs, () => end(found('scanner', 'skipped')));
        function end(result: CheckResult): void {
          endKeys();
          cancel();
          if (endScan === end) endScan = null;
          resolve(result);
        }
        endScan = end;
        signal.addEventListener('abort', () => end(found('scanner', 'skipped')), { once: true });
      }),
    skip: () => endScan?.(found('scanner', 'skipped')),
    offer({ source, candidates }) {
      if (!isScannerTest(candidates)) return false;
      // A wedge is judged by its keys, which say more: its scan is only kept from the station.
      if (source === 'camera') endScan?.(found('scanner', 'camera'));
      else if (source === 'serial') endScan?.(found('scanner', 'ok', { layout: 'none', machine: '', end: 'serial' }));
      return true;
    },
  };
}
