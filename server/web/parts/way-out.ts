/** Where a person puts right what was refused: the app knows its screens, the parts that show refusals do not. */
import { createContext } from 'react';
import type { Refusal } from '#shared/base/result.ts';

export interface WayOut {
  readonly href: string;
  /** The screen, as its navigation names it. */
  readonly page: string;
}

/** Null: there is no such screen, or it is the one that is shown. */
export const WayOutOf = createContext<(refusal: Refusal) => WayOut | null>(() => null);
