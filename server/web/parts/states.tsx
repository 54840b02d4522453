/** The messages of a page: while it reads, where there is nothing, and after an action. */

import type { ReactNode } from 'react';
import { t } from './text/text.ts';

export function Loading() {
  return (
    <p role="status" className="loading">
      {t('loading')}
    </p>
  );
}

/** Says what will be here, and how it comes. */
export function EmptyState({ children }: { readonly children: ReactNode }) {
  return <div className="card empty">{typeof children === 'string' ? <p>{children}</p> : children}</div>;
}

/** The outcome of the last action. It is there before it says something, so that it is read aloud. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className="notice">
      {children}
    </p>
  );
}
