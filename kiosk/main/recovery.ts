/**
 * Brings the page back when its process dies, cannot load or hangs: after 250 ms the first time, after growing delays
 * when it dies again, and with the safe page after too many deaths. Scans and jobs are on disk, so a reload loses nothing.
 */
import type { WebContents } from 'electron';

const firstDelayMs = 250;
const longestDelayMs = 30_000;
/** A page that ran for this long counts as healthy: the next crash begins with the short delay again. */
const healthyMs = 60_000;
/** Number of deaths in a row after which the safe page is shown; it tries the real one again by itself. */
const deathsUntilSafe = 6;

type Watched = Pick<WebContents, 'on' | 'reload' | 'loadURL' | 'forcefullyCrashRenderer' | 'isDestroyed'>;

export interface RecoveryClock {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly after: (delayMs: number, callback: () => void) => void;
}

/** @returns the delay before the next reload, in milliseconds */
export function reloadDelayMs(crashes: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(crashes, 16));
}

/** @param safeUrl address of a static page that needs no script and no data */
export function recoverPage(contents: Watched, clock: RecoveryClock, safeUrl: string): void {
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
      if (contents.isDestroyed()) return;
      // A page that does not load emits did-fail-load.
      if (crashes > deathsUntilSafe) contents.loadURL(safeUrl).catch(() => {});
      else contents.reload();
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
