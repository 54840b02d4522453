/** Data that stays current: read, read again when a collection it is made of changes, and at least every 20 seconds. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { asError } from '../../parts/as-error.ts';
import { type CollectionName, followChanges } from './follow-changes.ts';
import { createRefresher, type Refresher } from './refresher.ts';

const pollMs = 20_000;
/** A gate makes many changes a second; a page shows them together. */
const atMostEveryDefaultMs = 500;

export interface LiveQuery<T> {
  /** The latest that was read, also after a read that failed; null: nothing was read yet. */
  readonly data: T | null;
  readonly error: GatehouseError | null;
  readonly refresh: () => void;
}

export interface LiveQueryOptions<T> {
  /** Names what is read. A new key starts a read at once; the former data stays until it is answered. */
  readonly key: readonly unknown[];
  readonly read: () => Promise<T>;
  /** The collections that the data is made of. */
  readonly of: readonly CollectionName[];
  /** Least time from one read for changes to the next; absent: 500. */
  readonly atMostEveryMs?: number;
}

export function useLiveQuery<T>({
  key,
  read,
  of,
  atMostEveryMs = atMostEveryDefaultMs,
}: LiveQueryOptions<T>): LiveQuery<T> {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: read,
    refetchInterval: pollMs,
    // A board that is not looked at still sounds its alarm.
    refetchIntervalInBackground: true,
    placeholderData: keepPreviousData,
  });
  const refresher = useRef<Refresher | null>(null);
  const names = of.join(' ');
  useEffect(() => {
    const made = createRefresher(() => refetch(), atMostEveryMs);
    refresher.current = made;
    const stop = followChanges(names.split(' ') as CollectionName[], made.hint);
    return () => {
      stop();
      made.stop();
    };
  }, [refetch, atMostEveryMs, names]);
  const refresh = useRef(() => refresher.current?.now()).current;
  return { data: data ?? null, error: error === null ? null : asError(error), refresh };
}
