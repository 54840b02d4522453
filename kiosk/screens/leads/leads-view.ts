/**
 * The state of the lead scanner's screen besides the leads themselves: the lead that is open, and the result of the
 * last action.
 */
import type { CaptureResult, EditResult, Leads } from '#kiosk/leads/leads.ts';
import type { ScanText } from '#kiosk/scanner/scan-text.ts';
import { createObservable, type Observed } from '#shared/base/observable.ts';
import type { LeadEditKind } from '#shared/leads/edit.ts';
import type { LeadProblem } from './words/leads-words.ts';

/** `restored`: a discarded lead is one again. */
type CapturedVisit = Extract<CaptureResult, { kind: 'captured' }>['visit'] | 'restored';

export type Said =
  | { readonly kind: 'captured'; readonly badge: string; readonly visit: CapturedVisit }
  | { readonly kind: 'problem'; readonly problem: LeadProblem }
  | { readonly kind: 'undone'; readonly edit: LeadEditKind }
  | { readonly kind: 'discarded'; readonly badge: string };

export interface LeadsScreenState {
  /** Badge of the lead that is open; null: none is. */
  readonly open: string | null;
  readonly said: Said | null;
  /** Rises with each message, so that an unchanged one is announced again. */
  readonly serial: number;
  /** The open lead was new when it was scanned: the card says so. */
  readonly isNew: boolean;
}

export interface LeadsView extends Observed<LeadsScreenState> {
  /** Captures a lead from a scan; it is shown after it has been stored. */
  scan(scan: ScanText): void;
  open(badge: string | null): void;
  /** Takes the result of an entry: a recorded one shows nothing, and clears an earlier message. */
  entered(result: EditResult): void;
  /** Reports that the chosen file is no picture. */
  photoUnreadable(): void;
  undo(badge: string, edit: string, kind: LeadEditKind): void;
  discard(badge: string): void;
  restore(badge: string): void;
  reset(): void;
}

export interface LeadsViewParts {
  readonly leads: Pick<Leads, 'capture' | 'undo' | 'discard' | 'restore'>;
  /** Called once for each scan, when its result is about to be shown. */
  readonly onResult: (kind: 'admitted' | 'attention' | 'error') => void;
}

const atRest: LeadsScreenState = { open: null, said: null, serial: 0, isNew: false };
const storageFailed = { kind: 'not_recorded', reason: 'storage_failed', message: '' } as const;

export function createLeadsView({ leads, onResult }: LeadsViewParts): LeadsView {
  const view = createObservable(atRest);
  const change = (next: Partial<LeadsScreenState>): void => view.set({ ...view.get(), ...next });
  const say = (said: Said, more: Partial<LeadsScreenState> = {}): void =>
    change({ said, serial: view.get().serial + 1, ...more });

  function show(result: CaptureResult): void {
    if (result.kind === 'captured') {
      onResult('admitted');
      const { badge, visit } = result;
      const isNew = visit === 'new' || (visit === 'same' && view.get().open === badge && view.get().isNew);
      say({ kind: 'captured', badge, visit }, { open: badge, isNew });
      return;
    }
    onResult(result.kind === 'not_recorded' ? 'error' : 'attention');
    say({ kind: 'problem', problem: problemOf(result) });
  }

  function entered(result: EditResult, done?: Said): void {
    if (result.kind !== 'recorded') say({ kind: 'problem', problem: problemOf(result) });
    else if (done === undefined) change({ said: null });
    else say(done, done.kind === 'discarded' ? { open: null } : {});
  }

  return {
    get: view.get,
    subscribe: view.subscribe,
    scan: (scan) => void leads.capture(scan).catch(failed).then(show),
    open: (badge) => change({ open: badge, said: null, isNew: false }),
    entered,
    photoUnreadable: () => say({ kind: 'problem', problem: 'photo_unreadable' }),
    undo: (badge, edit, kind) =>
      void leads
        .undo(badge, edit)
        .catch(failed)
        .then((result) => entered(result, { kind: 'undone', edit: kind })),
    discard: (badge) =>
      void leads
        .discard(badge)
        .catch(failed)
        .then((result) => entered(result, { kind: 'discarded', badge })),
    restore: (badge) =>
      void leads
        .restore(badge)
        .catch(failed)
        .then((result) => {
          if (result.kind !== 'recorded') entered(result);
          else say({ kind: 'captured', badge, visit: 'restored' }, { open: badge, isNew: false });
        }),
    reset: () => view.set(atRest),
  };
}

function failed(error: unknown): typeof storageFailed {
  console.error('an entry of a lead failed:', error);
  return storageFailed;
}

function problemOf(
  result: Exclude<CaptureResult, { kind: 'captured' }> | Exclude<EditResult, { kind: 'recorded' }>,
): LeadProblem {
  if (result.kind === 'not_recorded') return result.reason;
  return result.kind === 'not_a_badge' ? result.what : result.kind;
}
