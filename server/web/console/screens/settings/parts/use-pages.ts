/** A list read page by page, kept true while it is shown; another question begins at its first page. */
import { useCallback, useState } from 'react';
import { api } from '../../../api.ts';
import { type Live, useLive } from '../../../use-live.ts';

interface Page<T> {
  readonly data: readonly T[];
  readonly meta: { readonly nextCursor: string | null; readonly total?: number };
}

export interface Pages<T> {
  readonly live: Live<Page<T>>;
  readonly rows: readonly T[] | null;
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
}

/** Many changes a moment are one read. */
const quietMs = 1_000;

/** @param path of the collection, with its question: filter, sort, limit */
export function usePages<T>(path: string): Pages<T> {
  const [place, setPlace] = useState<{ readonly of: string; readonly cursors: readonly string[] }>({
    of: path,
    cursors: [],
  });
  const cursors = place.of === path ? place.cursors : [];
  const cursor = cursors.at(-1);
  const read = useCallback(
    () => api<Page<T>>('GET', cursor === undefined ? path : `${path}&cursor=${encodeURIComponent(cursor)}`),
    [path, cursor],
  );
  const live = useLive(read, quietMs);
  const nextCursor = live.data?.meta.nextCursor ?? null;
  return {
    live,
    rows: live.data?.data ?? null,
    previous: cursors.length === 0 ? null : () => setPlace({ of: path, cursors: cursors.slice(0, -1) }),
    next: nextCursor === null ? null : () => setPlace({ of: path, cursors: [...cursors, nextCursor] }),
  };
}
