/**
 * A list that is read in pieces by cursor, as far as someone looks: its pieces are kept, those that are looked at stay
 * current, and another question begins at the first. Its order stands in the address.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Page } from '#shared/sdk/collection-client.ts';
import type { Pieces } from '../../parts/table/data-table.tsx';
import { client } from './client.ts';
import type { CollectionName } from './follow-changes.ts';
import { type LiveQuery, useLiveQuery } from './live-query.ts';
import { type PageBook, rowsIn, withPiece } from './page-book.ts';
import { useSorting } from './use-sorting.ts';

const atMostEveryMs = 1_000;
/** Number of rows in each piece after the first one; the largest page that the server gives. */
const furtherLimit = 200;

/** Query as `client.<collection>.list` takes it. */
export interface Question {
  readonly where?: Readonly<Record<string, unknown>>;
  readonly sort?: string | readonly string[];
  readonly search?: string;
  /** Number of rows, for `usePageQuery` in the first piece. */
  readonly limit: number;
  readonly count?: 'exact';
}

export interface PageQuery<T> extends Pieces {
  readonly live: LiveQuery<PageBook<T>>;
  /** Rows of all pieces that were read; null: nothing was read yet. */
  readonly rows: readonly T[] | null;
}

/** @template T the fields of the collection that the page shows */
export function usePageQuery<T>(collection: CollectionName, given: Question): PageQuery<T> {
  const usual = typeof given.sort === 'string' ? given.sort : (given.sort?.[0] ?? '');
  const sorting = useSorting(collection, usual);
  const sort = sorting.value;
  const question: Question = sort === usual ? given : { ...given, sort };
  const asked = JSON.stringify([collection, question]);
  const { count, ...further } = question;

  const book = useRef<PageBook<T>>({ asked, pieces: [], total: null });
  const shown = useRef({ from: 0, to: 0 });
  const [, draw] = useState(0);
  if (book.current.asked !== asked) {
    book.current = { asked, pieces: [], total: null };
    shown.current = { from: 0, to: 0 };
  }

  /** Reads one piece, and draws it unless another question was asked meanwhile. */
  async function readPiece(at: number, cursor: string | null, isCounted: boolean): Promise<void> {
    const page = await listPage<T>(collection, {
      ...further,
      ...(at > 0 && { limit: furtherLimit }),
      ...(cursor !== null && { cursor }),
      ...(isCounted && count && { count }),
    });
    if (book.current.asked === asked) book.current = withPiece(book.current, at, cursor, page);
    draw((n) => n + 1);
  }

  const live = useLiveQuery<PageBook<T>>({
    key: [asked],
    async read() {
      const { from, to } = shown.current;
      let rows = 0;
      let isFirst = true;
      for (let at = 0; at === 0 || at < book.current.pieces.length; at += 1) {
        const piece = book.current.pieces[at];
        const size = piece?.rows.length ?? 0;
        const isSeen = rows <= to && rows + size >= from;
        rows += size;
        if (piece && !isSeen) continue;
        await readPiece(at, piece?.cursor ?? null, isFirst);
        isFirst = false;
        if (book.current.asked !== asked) break;
      }
      return book.current;
    },
    of: [collection],
    atMostEveryMs,
  });

  const isReading = useRef(false);
  const readOn = useRef(async () => {});
  readOn.current = async () => {
    if (isReading.current) return;
    isReading.current = true;
    try {
      for (;;) {
        const { pieces } = book.current;
        const next = pieces.at(-1)?.next ?? null;
        if (book.current.asked !== asked || next === null || rowsIn(book.current) > shown.current.to) return;
        await readPiece(pieces.length, next, false);
      }
    } catch {
      // The rows on screen are read again on their own, and that read reports the error.
    } finally {
      isReading.current = false;
    }
  };
  const show = useCallback((from: number, to: number) => {
    shown.current = { from, to };
    void readOn.current();
  }, []);
  // A piece that no longer joins the one before it was dropped: the rows in view are read again.
  useEffect(() => void readOn.current());

  // While another question is read, the answer to the former one stays.
  const drawn = book.current.pieces.length > 0 ? book.current : live.data;
  const rows = useMemo(() => drawn?.pieces.flatMap((piece) => piece.rows) ?? null, [drawn]);
  return {
    live,
    rows,
    total: drawn?.total ?? null,
    isMore: (drawn?.pieces.at(-1)?.next ?? null) !== null,
    show,
    sorting,
  };
}

/** Reads all records that match, page by page. @throws GatehouseError */
export async function listAll<T>(
  collection: CollectionName,
  question: Omit<Question, 'limit' | 'count'>,
): Promise<readonly T[]> {
  const all: T[] = [];
  const pages = client.$collection(collection).pages as (options: object) => AsyncIterable<Page<T>>;
  for await (const { data } of pages({ ...question, limit: furtherLimit })) all.push(...data);
  return all;
}

/** Reads one page of a collection; an empty search is left out. @throws GatehouseError */
export async function listPage<T>(
  collection: CollectionName,
  { search, ...question }: Question & { readonly cursor?: string },
): Promise<Page<T>> {
  const list = client.$collection(collection).list as (options: object) => Promise<Page<unknown>>;
  return (await list({ ...question, ...(search && { search }) })) as Page<T>;
}
