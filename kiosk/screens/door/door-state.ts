/**
 * The state of the staff's screen: the verdict that stands, the panel over it, and the notice above it. The next result
 * replaces the last one at once; results that overtake each other never bring an older scan back.
 */
import type { ScanText } from '#kiosk/scanner/scan-text.ts';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import { createObservable, type Observed } from '#shared/base/observable.ts';
import type { OpenPanel, UndoTarget } from './panels/open-panel.ts';
import type { Overruling } from './verdict/verdict-view.ts';

export interface Shown {
  readonly result: AdmitResult;
  /** Number of the scan or act in the order in which they began, from 1. */
  readonly serial: number;
  /** Null: no supervisor has just overridden the verdict on this screen. */
  readonly overruling: Overruling | null;
}

export type Notice =
  /** A result that came after a later scan's: it is not shown on the surface, but must not pass unseen. */
  { readonly kind: 'overtaken'; readonly result: AdmitResult } | { readonly kind: 'undone'; readonly name: string };

export interface DoorView {
  readonly shown: Shown | null;
  readonly panel: OpenPanel | null;
  readonly notice: Notice | null;
}

/** Shows a result in the place that was taken for it; if a later result was shown already, it becomes a notice. */
export type Present = (result: AdmitResult, overruling?: Overruling) => void;

export interface DoorState extends Observed<DoorView> {
  /** A scan takes its place in the order when it is read, not when it is answered. */
  take(scan: ScanText): Present;
  /** Takes a place in the order before the station is asked, for acts that lead to a result. */
  reserve(): Present;
  dismiss(): void;
  openPanel(panel: OpenPanel): void;
  closePanel(): void;
  undone(target: UndoTarget, from: 'verdict' | 'recent'): void;
  reset(): void;
}

export interface DoorStateParts {
  /** Whether staff work here: only they are asked a ticket's questions by a panel. */
  readonly isStaffed: () => boolean;
  /** Called once for each result that is about to be shown, not for an overtaken one. */
  readonly onResult: (result: AdmitResult) => void;
}

const atRest: DoorView = { shown: null, panel: null, notice: null };

export function createDoorState({ isStaffed, onResult }: DoorStateParts): DoorState {
  const view = createObservable(atRest);
  let lastAsked = 0;
  let lastShown = 0;
  const change = (next: Partial<DoorView>): void => view.set({ ...view.get(), ...next });

  function reserve(): Present {
    lastAsked += 1;
    const serial = lastAsked;
    return (result, overruling) => {
      if (serial < lastShown) return change({ notice: { kind: 'overtaken', result } });
      lastShown = serial;
      onResult(result);
      // A result comes first: any open panel gives way to it, and to the questions it brings.
      const panel = isStaffed() ? questionsOf(result) : null;
      change({ shown: { result, serial, overruling: overruling ?? null }, panel, notice: null });
    };
  }

  return {
    get: view.get,
    subscribe: view.subscribe,
    take: () => reserve(),
    reserve,
    dismiss: () => change({ shown: null }),
    openPanel: (panel) => change({ panel }),
    closePanel: () => change({ panel: null }),
    undone: ({ name }, from) =>
      change({ shown: null, notice: { kind: 'undone', name }, panel: from === 'recent' ? { name: 'recent' } : null }),
    reset: () => view.set(atRest),
  };
}

function questionsOf(result: AdmitResult): OpenPanel | null {
  if (result.kind !== 'decided') return null;
  const { outcome } = result;
  const { code, detail } = outcome.verdict;
  const asks = code === 'questions_required' && (detail.questions?.length ?? 0) > 0;
  return asks ? { name: 'questions', outcome } : null;
}
