/** What is read once when a screen opens and does not change under it: choices of a form. */
import { useCallback, useEffect, useState } from 'react';
import { type ApiError, asApiError } from '../../../api.ts';

export interface Once<T> {
  readonly data: T | null;
  readonly error: ApiError | null;
  readonly again: () => void;
}

/** @param read must be stable */
export function useOnce<T>(read: () => Promise<T>): Once<T> {
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const again = useCallback(() => {
    setError(null);
    read().then(setData, (fault: unknown) => setError(asApiError(fault)));
  }, [read]);
  useEffect(again, [again]);
  return { data, error, again };
}
