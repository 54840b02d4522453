/** The type of the panel that is open over the page, with the scan it is about. */
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

/** A locked kiosk, or one that has no list yet, opens none of these. */
export const needsScanning: ReadonlySet<OpenPanel['name']> = new Set([
  'search',
  'recent',
  'walk-in',
  'override',
  'questions',
  'party',
  'undo',
]);
