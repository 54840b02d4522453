/** Undo and redo over values. Steps of one gesture (a drag, a run of arrow keys) are one step back. */
export interface History<T> {
  readonly now: T;
  readonly past: readonly T[];
  readonly future: readonly T[];
  /** Names the gesture that made `now`; null: the next step stands for itself. */
  readonly gesture: string | null;
}

/** Maximum number of steps that can be undone. */
const stepsMax = 200;

export function startHistory<T>(now: T): History<T> {
  return { now, past: [], future: [], gesture: null };
}

/** @param gesture steps of the same gesture, in a row, are undone together; null: this step is undone alone */
export function record<T>(history: History<T>, next: T, gesture: string | null = null): History<T> {
  if (Object.is(next, history.now)) return history;
  const same = gesture !== null && gesture === history.gesture;
  const past = same ? history.past : [...history.past, history.now].slice(-stepsMax);
  return { now: next, past, future: [], gesture };
}

/** The gesture is over: another of the same name is a step of its own. */
export function endGesture<T>(history: History<T>): History<T> {
  return history.gesture === null ? history : { ...history, gesture: null };
}

export function undo<T>(history: History<T>): History<T> {
  if (history.past.length === 0) return history;
  const now = history.past.at(-1) as T;
  return { now, past: history.past.slice(0, -1), future: [history.now, ...history.future], gesture: null };
}

export function redo<T>(history: History<T>): History<T> {
  if (history.future.length === 0) return history;
  const now = history.future[0] as T;
  return { now, past: [...history.past, history.now], future: history.future.slice(1), gesture: null };
}
