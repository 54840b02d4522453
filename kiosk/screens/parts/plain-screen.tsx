/** A screen with one thing to say or ask: starting, open in another window, pairing, failed, broken. */
import type { ReactElement, ReactNode } from 'react';
import { Mark } from './icons.tsx';

export interface PlainScreenProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Trouble is announced to screen readers at once. */
  readonly urgent?: boolean;
}

/** A name: the same in every language. */
const productName = 'Gatehouse';

export function PlainScreen({ title, children, urgent = false }: PlainScreenProps): ReactElement {
  return (
    <main className="plain">
      <div className="plain-sheet" {...(urgent ? { role: 'alert' } : {})}>
        <p className="plain-brand">
          <Mark />
          {productName}
        </p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
