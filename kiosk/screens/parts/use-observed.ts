/** React's view of the model: a value that notifies its subscribers, and the time that passes by itself. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Observed } from '#shared/base/observable.ts';

export function useObserved<T>(observed: Observed<T>): T {
  return useSyncExternalStore(observed.subscribe, observed.get);
}

/** Reads a face whose reader is called `state`: station, printing, leads, camera and others. */
export function useStateOf<T>(face: { state(): T; subscribe(listener: () => void): () => void }): T {
  return useSyncExternalStore(face.subscribe, face.state);
}

/** The time now in Unix milliseconds, renewed every `everyMs`: ages on the screen must not stand still. */
export function useNow(model: { nowMs(): number }, everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => model.nowMs());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(model.nowMs()), everyMs);
    return () => clearInterval(timer);
  }, [model, everyMs]);
  return nowMs;
}
