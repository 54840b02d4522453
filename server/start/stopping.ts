/** The first half of a stop: the server still answers, and `/readyz` says 503 so that others pass it over. */
export interface Stopping {
  begin(): void;
  /** Asked by `/readyz`; from then on the stop is known outside. */
  isStopping(): boolean;
  isKnown(): boolean;
}

export function trackStopping(): Stopping {
  let begun = false;
  let known = false;
  return {
    begin() {
      begun = true;
    },
    isStopping() {
      known ||= begun;
      return begun;
    },
    isKnown: () => known,
  };
}
