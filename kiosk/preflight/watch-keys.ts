/**
 * Sees the keys of a burst as the machine got them, before the wedge takes them away from the page: for the scanner's
 * check alone. Must be made before the wedge is started, because listeners of one target are called in their order.
 */
import { usCharacter } from '#kiosk/scanner/wedge/us-keymap.ts';
import type { KeyBurst } from './ports.ts';

/** A pause between two keys, as the system saw them, that begins a new burst; the wedge's is the same. */
const pauseMs = 500;
/** Pause that ends a burst without an end key. Longer than the wedge's, because a busy page gets its keys late. */
const silenceMs = 2_000;
const maxChars = 1_024;

export interface KeyWatch {
  /** @returns the function that ends it */
  watch(listener: (burst: KeyBurst) => void): () => void;
}

export function createKeyWatch(target: Window): KeyWatch {
  let listener: ((burst: KeyBurst) => void) | null = null;
  let byCode = '';
  let byKey = '';
  let lastMs = Number.NEGATIVE_INFINITY;
  let silence: ReturnType<typeof setTimeout> | undefined;

  function end(by: KeyBurst['end']): void {
    clearTimeout(silence);
    const burst = { byCode, byKey, end: by };
    byCode = '';
    byKey = '';
    if (burst.byCode !== '') listener?.(burst);
  }

  target.addEventListener(
    'keydown',
    ({ key, code, shiftKey, repeat, timeStamp }) => {
      if (listener === null || repeat) return;
      if (timeStamp - lastMs > pauseMs) end(null);
      lastMs = timeStamp;
      if (key === 'Enter' || key === 'Tab') return end(key === 'Enter' ? 'enter' : 'tab');
      const meant = usCharacter(code, shiftKey);
      if (meant === null && [...key].length !== 1) return;
      if (byCode.length >= maxChars) return;
      byCode += meant ?? key;
      if ([...key].length === 1) byKey += key;
      clearTimeout(silence);
      silence = setTimeout(() => end(null), silenceMs);
    },
    { capture: true },
  );

  return {
    watch(next) {
      listener = next;
      byCode = '';
      byKey = '';
      return () => {
        if (listener === next) listener = null;
      };
    },
  };
}
