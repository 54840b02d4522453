/** A state as a pill: its colour says how it is, its text what it is. */
import type { ReactNode } from 'react';

export type Tone = 'success' | 'warn' | 'danger' | 'plain';

export function StatePill({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={`pill ${tone}`}>{children}</span>;
}
