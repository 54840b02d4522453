/** Focuses the list when a row is removed with the button that had the focus, so that the next Tab goes on from there. */
import { type RefObject, useEffect, useRef } from 'react';

/** @param rows checked for when they change. @returns a ref for the list's element, which needs `tabIndex={-1}` */
export function useKeptFocus<E extends HTMLElement>(rows: unknown): RefObject<E | null> {
  const list = useRef<E>(null);
  const isHere = useRef(false);
  useEffect(() => {
    const moved = ({ target }: FocusEvent) => {
      isHere.current = target instanceof Node && (list.current?.contains(target) ?? false);
    };
    document.addEventListener('focusin', moved);
    return () => document.removeEventListener('focusin', moved);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the rows have changed
  useEffect(() => {
    if (isHere.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [rows]);
  return list;
}
