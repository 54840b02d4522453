/** The timer as a port, so that tests and simulations own the time. */
export interface Timers {
  /** @returns the function that cancels it */
  after(delayMs: number, callback: () => void): () => void;
}

export const realTimers: Timers = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
