/** A query that runs once when a screen opens and does not change under it: for the choices of a form. */
import { useQuery } from '@tanstack/react-query';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { asError } from '../../parts/as-error.ts';

export interface OnceQuery<T> {
  readonly data: T | null;
  readonly error: GatehouseError | null;
  readonly again: () => void;
}

export function useOnceQuery<T>(key: readonly unknown[], read: () => Promise<T>): OnceQuery<T> {
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: read, refetchOnWindowFocus: false });
  return { data: data ?? null, error: error === null ? null : asError(error), again: () => void refetch() };
}
