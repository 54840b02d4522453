/** Measures how long single tasks held the page's main thread: long tasks make a screen stutter. */

export interface MainThread {
  /** Milliseconds of each task over 50 ms since the last call (Long Tasks API). */
  longTasks(): number[];
}

/** The API reports tasks from 50 ms on; it has no finer setting. */
export function watchMainThread(): MainThread {
  const seen: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.push(entry.duration);
  });
  observer.observe({ type: 'longtask' });
  return {
    longTasks() {
      for (const entry of observer.takeRecords()) seen.push(entry.duration);
      return seen.splice(0);
    },
  };
}
