/** A value that calls its listeners each time it is set. */

export interface Observed<T> {
  get(): T;
  /** @returns the function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

export interface Observable<T> extends Observed<T> {
  set(value: T): void;
}

export function createObservable<T>(first: T): Observable<T> {
  let value = first;
  const listeners = createListeners();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      listeners.notify();
    },
    subscribe: listeners.subscribe,
  };
}

export interface Listeners<Args extends readonly unknown[] = []> {
  notify(...args: Args): void;
  /** @returns the function that ends the subscription */
  subscribe(listener: (...args: Args) => void): () => void;
}

/** A set of functions to call, in the order in which they were added. */
export function createListeners<Args extends readonly unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    notify: (...args) => {
      for (const listener of listeners) listener(...args);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
