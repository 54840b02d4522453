/** The draft of a form while it is filled in, and whether it holds something to lose. */
import { useState } from 'react';
import { canonicalJson } from '#shared/base/json.ts';

export interface Draft<T> {
  readonly value: T;
  readonly isDirty: boolean;
  readonly set: (patch: Partial<T>) => void;
}

/** @param start the first value; a later `start` is ignored */
export function useDraft<T extends object>(start: T): Draft<T> {
  const [first] = useState(start);
  const [value, setValue] = useState(start);
  return {
    value,
    isDirty: canonicalJson(value) !== canonicalJson(first),
    set: (patch) => setValue((before) => ({ ...before, ...patch })),
  };
}
