/** One shape for each level, distinct without colour: circle, triangle, octagon; dots while it is not known. */
import type { ReactElement } from 'react';
import type { CheckLevel } from '#kiosk/preflight/check.ts';

export function LevelIcon({ level }: { readonly level: CheckLevel | null }): ReactElement {
  return (
    <svg className="level-icon" viewBox="0 0 32 32" aria-hidden="true" focusable="false" data-level={level ?? 'none'}>
      {level === 'ok' && (
        <>
          <circle className="level-shape" cx="16" cy="16" r="14" />
          <path className="level-sign" d="m9.500 16.500 4.500 4.500 8.500-9.500" />
        </>
      )}
      {level === 'warn' && (
        <>
          <path className="level-shape" d="M16 2.500 31 29H1z" />
          <path className="level-sign" d="M16 12v8M16 24.500v.1" />
        </>
      )}
      {level === 'fail' && (
        <>
          <path className="level-shape" d="M10 2h12l8 8v12l-8 8H10l-8-8V10z" />
          <path className="level-sign" d="m11 11 10 10M21 11 11 21" />
        </>
      )}
      {level === null && <path className="level-dots" d="M7 16h.1M16 16h.1M25 16h.1" />}
    </svg>
  );
}
