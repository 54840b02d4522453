/**
 * Brings the page back when its process dies, cannot load or hangs: at once the first time, slower and slower when
 * it keeps dying. Scans and jobs are on disk, so a reload loses nothing.
 */
import type { WebContents } from 'electron';

const firstDelayMs = 250;
const longestDelayMs = 30_000;
/** A page that lived so long counts as healthy: the next crash starts over with the short delay. */
const healthyMs = 60_000;

type Watched = Pick<WebContents, 'on' | 'reload' | 'forcefullyCrashRenderer' | 'isDestroyed'>;

export interface RecoveryClock {
  /** Milliseconds that only grow. */
  readonly now: () => number;
  readonly after: (delayMs: number, callback: () => void) => void;
}

/** @returns the delay before the next reload, in milliseconds */
export function reloadDelayMs(crashes: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(crashes, 16));
}

export function recoverPage(contents: Watched, clock: RecoveryClock): void {
  let crashes = 0;
  let lastReload = -healthyMs;
  let planned = false;

  function plan(): void {
    if (planned) return;
    planned = true;
    if (clock.now() - lastReload > healthyMs) crashes = 0;
    clock.after(reloadDelayMs(crashes), () => {
      planned = false;
      crashes += 1;
      lastReload = clock.now();
      if (!contents.isDestroyed()) contents.reload();
    });
  }
  contents.on('render-process-gone', (_event, details) => {
    console.error(`kiosk page gone: ${details.reason}`);
    if (details.reason !== 'clean-exit') plan();
  });
  contents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    console.error(`kiosk page failed to load: ${description} (${code})`);
    // -3 is a navigation that was stopped, by lockDown for one.
    if (isMainFrame && code !== -3) plan();
  });
  contents.on('unresponsive', () => contents.forcefullyCrashRenderer());
}
