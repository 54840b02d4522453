/** Time as a port, so that tests and simulations own it. */
export interface Timers {
  /** Never set, never jumps; milliseconds from any beginning. */
  monotonicMs(): number;
  /** @returns the function that cancels it */
  after(delayMs: number, callback: () => void): () => void;
}

export const realTimers: Timers = {
  monotonicMs: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
