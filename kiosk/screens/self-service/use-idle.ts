/** Counts the whole seconds in which screen and keys are untouched; every touch resets the count to zero. */
import { useEffect, useState } from 'react';

const touches = ['pointerdown', 'keydown', 'input'] as const;

/** @param watching false: always zero @param key a change of it counts as a touch */
export function useIdleSeconds(watching: boolean, key: unknown): number {
  const [idle, setIdle] = useState({ key, seconds: 0 });
  useEffect(() => {
    if (!watching) return;
    let sinceMs = performance.now();
    const tell = (): void => setIdle({ key, seconds: Math.floor((performance.now() - sinceMs) / 1_000) });
    const touched = (): void => {
      sinceMs = performance.now();
      tell();
    };
    tell();
    const timer = setInterval(tell, 1_000);
    // Not in the capture phase: a render before React has handled the key would remove the typed letter.
    for (const name of touches) window.addEventListener(name, touched);
    return () => {
      clearInterval(timer);
      for (const name of touches) window.removeEventListener(name, touched);
    };
  }, [watching, key]);
  return watching && idle.key === key ? idle.seconds : 0;
}
