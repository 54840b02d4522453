/** A value that tells its listeners when it was set. Held by app.tsx and by stores of the screen. */
import type { Observed } from './kiosk-model.ts';

export interface Observable<T> extends Observed<T> {
  set(value: T): void;
}

export function createObservable<T>(first: T): Observable<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
