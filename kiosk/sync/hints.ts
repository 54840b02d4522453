/** The wait of the sync loop: for a time, or until a hint that there is something to do. */
import type { Timers } from '#kiosk/store/timers.ts';

export interface Hints {
  /** Ends a wait that hints may end. */
  hint(): void;
  /** A hint came since `clear`. */
  hinted(): boolean;
  clear(): void;
  /** @param untilHint a hint ends it early */
  wait(delayMs: number, untilHint: boolean): Promise<void>;
  /** Ends the wait that is under way, also one that hints do not end; none that is asked for later takes any time. */
  close(): void;
}

export function createHints(timers: Timers): Hints {
  let hinted = false;
  let closed = false;
  let endWait = (): void => {};

  function hint(): void {
    hinted = true;
    endWait();
  }

  return {
    hint,
    hinted: () => hinted,
    clear() {
      hinted = false;
    },
    wait: (delayMs, untilHint) =>
      new Promise((resolve) => {
        if (closed) return resolve();
        const cancel = timers.after(delayMs, done);
        function done(): void {
          cancel();
          endWait = () => {};
          resolve();
        }
        endWait = () => {
          if (untilHint || closed) done();
        };
      }),
    close() {
      closed = true;
      hint();
    },
  };
}
