/**
 * Selects the rows of a long list that are drawn: blocks of 25 that lie within one screen of the visible part. The others are
 * two empty stretches as high as those rows were, or as rows usually are.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

export const blockRows = 25;
/** Height of a row that is assumed before the first row was measured. */
const usualRowPx = 56;

export interface RowWindow {
  /** Indices of the first and the last block that is drawn. */
  readonly from: number;
  readonly to: number;
  readonly beforePx: number;
  readonly afterPx: number;
}

interface Shown {
  readonly from: number;
  readonly to: number;
}

/**
 * @param loaded number of rows that are read
 * @param count number of rows of the list, also those that are not read yet
 * @param onShow called with the index of the first row near the view and the one after the last, counted from 0
 */
export function useRowWindow(
  table: RefObject<HTMLTableElement | null>,
  loaded: number,
  count: number,
  onShow: ((from: number, to: number) => void) | undefined,
): RowWindow {
  const heights = useRef<number[]>([]);
  const [shown, setShown] = useState<Shown>({ from: 0, to: 1 });
  const blocks = Math.ceil(count / blockRows);
  const rowPx = rowHeight(heights.current);
  const heightOf = (block: number) => heights.current[block] ?? Math.min(blockRows, count - block * blockRows) * rowPx;

  const look = useRef<() => void>(() => {});
  look.current = () => {
    const body = table.current?.tBodies[0];
    if (!body) return;
    const top = body.getBoundingClientRect().top;
    const next = blocksBetween(blocks, heightOf, -top - innerHeight, -top + 2 * innerHeight);
    if (next.from !== shown.from || next.to !== shown.to) setShown(next);
    onShow?.(next.from * blockRows, (next.to + 1) * blockRows);
  };
  useEffect(() => {
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => look.current());
    };
    // Captured: the page scrolls, or a part of it.
    document.addEventListener('scroll', later, { capture: true, passive: true });
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', later, { capture: true });
      removeEventListener('resize', later);
    };
  }, []);
  useLayoutEffect(() => {
    for (const body of table.current?.tBodies ?? []) {
      const block = Number(body.dataset['block'] ?? -1);
      if (block >= 0 && body.rows.length >= blockRows) heights.current[block] = body.offsetHeight;
    }
    look.current();
  });

  const last = Math.max(0, Math.ceil(loaded / blockRows) - 1);
  const from = Math.min(shown.from, last);
  const to = Math.min(shown.to, last);
  let beforePx = 0;
  let afterPx = 0;
  for (let block = 0; block < from; block += 1) beforePx += heightOf(block);
  for (let block = to + 1; block < blocks; block += 1) afterPx += heightOf(block);
  return { from, to, beforePx, afterPx };
}

function rowHeight(heights: readonly number[]): number {
  const known = heights.filter((height) => height > 0);
  return known.length === 0 ? usualRowPx : known.reduce((sum, height) => sum + height, 0) / (known.length * blockRows);
}

function blocksBetween(blocks: number, heightOf: (block: number) => number, topPx: number, endPx: number): Shown {
  let from = 0;
  let at = 0;
  while (from < blocks - 1 && at + heightOf(from) < topPx) {
    at += heightOf(from);
    from += 1;
  }
  let to = from;
  at += heightOf(to);
  while (to < blocks - 1 && at < endPx) {
    to += 1;
    at += heightOf(to);
  }
  return { from, to };
}
