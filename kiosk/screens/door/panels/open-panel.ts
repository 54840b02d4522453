/** Which sheet is open over the page, and about which scan. Types only. */
import type { ScanOutcome } from '#kiosk/station/admit-result.ts';
import type { StatusPanelName } from '../status/status-bar.tsx';

/** A scan that may be taken back. */
export interface UndoTarget {
  readonly scanId: string;
  readonly name: string;
}

export type OpenPanel =
  | { readonly name: StatusPanelName | 'preflight' | 'board' | 'search' | 'recent' | 'walk-in' | 'keys' }
  | { readonly name: 'override' | 'questions' | 'party'; readonly outcome: ScanOutcome }
  /** `from`: where to go back to. */
  | { readonly name: 'undo'; readonly target: UndoTarget; readonly from: 'verdict' | 'recent' };
