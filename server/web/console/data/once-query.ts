/** A query that runs when a component with it opens, and at no interval: for the choices of a form. */
import { useQuery } from '@tanstack/react-query';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { asError } from '../../parts/as-error.ts';

export interface OnceQuery<T> {
  /** Null: not read yet, or the first read failed. */
  readonly data: T | null;
  readonly error: GatehouseError | null;
  /** Reads again. */
  readonly again: () => void;
}

export function useOnceQuery<T>(key: readonly unknown[], read: () => Promise<T>): OnceQuery<T> {
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: read, refetchOnWindowFocus: false });
  return { data: data ?? null, error: error === null ? null : asError(error), again: () => void refetch() };
}
