/** A collection read page by page, kept current while it is shown; another question begins at its first page. */
import { useState } from 'react';
import type { Page } from '#shared/sdk/collection-client.ts';
import { client } from './client.ts';
import type { CollectionName } from './follow-changes.ts';
import { type LiveQuery, useLiveQuery } from './live-query.ts';

const atMostEveryMs = 1_000;

/** As `client.<collection>.list` takes it. */
export interface Question {
  readonly where?: Readonly<Record<string, unknown>>;
  readonly sort?: string | readonly string[];
  readonly search?: string;
  readonly limit: number;
  readonly count?: 'exact';
}

export interface PageQuery<T> {
  readonly live: LiveQuery<Page<T>>;
  readonly rows: readonly T[] | null;
  readonly total: number | null;
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
}

/** @template T the fields of the collection that the page shows */
export function usePageQuery<T>(collection: CollectionName, question: Question): PageQuery<T> {
  const asked = JSON.stringify([collection, question]);
  const [place, setPlace] = useState<{ readonly asked: string; readonly cursors: readonly string[] }>({
    asked,
    cursors: [],
  });
  const cursors = place.asked === asked ? place.cursors : [];
  const cursor = cursors.at(-1);
  const live = useLiveQuery({
    key: [asked, cursor ?? ''],
    read: () => listPage<T>(collection, cursor === undefined ? question : { ...question, cursor }),
    of: [collection],
    atMostEveryMs,
  });
  const nextCursor = live.data?.nextCursor ?? null;
  return {
    live,
    rows: live.data?.data ?? null,
    total: live.data?.total ?? null,
    previous: cursors.length === 0 ? null : () => setPlace({ asked, cursors: cursors.slice(0, -1) }),
    next: nextCursor === null ? null : () => setPlace({ asked, cursors: [...cursors, nextCursor] }),
  };
}

/** A search field may be empty: then it is no part of the question. */
export async function listPage<T>(
  collection: CollectionName,
  { search, ...question }: Question & { readonly cursor?: string },
): Promise<Page<T>> {
  const list = client.$collection(collection).list as (options: object) => Promise<Page<unknown>>;
  return (await list({ ...question, ...(search && { search }) })) as Page<T>;
}
