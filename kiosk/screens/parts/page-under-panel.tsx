/**
 * Makes the page inert while a panel is open over it. Not the whole page, as a modal dialog would: the verdict's live
 * region stays active, else a screen reader would not announce the result of a scan.
 */
import type { ReactElement, ReactNode } from 'react';

const parts = new Set<HTMLElement>();
let sheets = 0;

function apply(): void {
  for (const part of parts) part.inert = sheets > 0;
}

/** @returns the function that uncovers the page, at once: focus may go back to it */
export function coverPage(): () => void {
  sheets += 1;
  apply();
  return () => {
    sheets -= 1;
    apply();
  };
}

function join(part: HTMLDivElement | null): (() => void) | undefined {
  if (part === null) return undefined;
  parts.add(part);
  part.inert = sheets > 0;
  return () => parts.delete(part);
}

/** A part of the page that is inert under a panel, so that a live region in it is silent then. It has no box of its own. */
export function PageUnderPanel({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div className="under-panel" ref={join}>
      {children}
    </div>
  );
}
