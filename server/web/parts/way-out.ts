/**
 * Links from a refusal to the screen where a person can correct it. The app provides them, because parts do not know its
 * screens.
 */
import { createContext } from 'react';
import type { Refusal } from '#shared/base/result.ts';

export interface WayOut {
  readonly href: string;
  /** The screen, as its navigation names it. */
  readonly page: string;
}

/** Null: there is no such screen, or it is the one that is shown. */
export const WayOutOf = createContext<(refusal: Refusal) => WayOut | null>(() => null);
