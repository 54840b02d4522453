/** The pieces of a list that have been read, in their order. */
import type { Page } from '#shared/sdk/collection-client.ts';

export interface Piece<T> {
  /** Cursor at which the piece begins; null: at the start of the list. */
  readonly cursor: string | null;
  readonly rows: readonly T[];
  /** Cursor at which the next piece begins; null: there is none. */
  readonly next: string | null;
}

export interface PageBook<T> {
  /** Collection and question that the pieces answer, as JSON. */
  readonly asked: string;
  readonly pieces: readonly Piece<T>[];
  /** Null: not counted. */
  readonly total: number | null;
}

export function rowsIn<T>({ pieces }: PageBook<T>): number {
  return pieces.reduce((sum, { rows }) => sum + rows.length, 0);
}

/**
 * The book with a piece that was read. Where the piece ends at another record than before, those after it no longer join
 * it and are left out, to be read again; a piece that begins where none ends is left out itself.
 */
export function withPiece<T>(book: PageBook<T>, at: number, cursor: string | null, page: Page<T>): PageBook<T> {
  const before = book.pieces[at - 1];
  if (at > book.pieces.length || (before && before.next !== cursor)) return book;
  const piece = { cursor, rows: page.data, next: page.nextCursor };
  const after = book.pieces.slice(at + 1);
  const joins = after.length === 0 || after[0]?.cursor === piece.next;
  return {
    ...book,
    pieces: [...book.pieces.slice(0, at), piece, ...(joins ? after : [])],
    total: page.total ?? book.total,
  };
}
