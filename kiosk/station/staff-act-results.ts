/**
 * The results of what staff do beyond scanning: closed lists of refusals, and the records that a person looks up. Types
 * only.
 */
import type { Direction, VerdictCode } from '#shared/admission/verdict.ts';
import type { WalkInProblem } from '#shared/admission/walk-in.ts';
import type { AdmitResult } from './admit-result.ts';

export interface Supervisor {
  readonly id: string;
  readonly name: string;
}

export interface Override {
  readonly supervisorId: string;
  readonly pin: string;
  readonly reason: string;
}

/** An act that was not done, and why; nothing was recorded. */
export type NotDone<Reason extends string> = { readonly kind: 'refused'; readonly reason: Reason };

export type OverrideRefusal =
  /** The attempt is gone, or its verdict may not be overridden. */
  | 'not_overridable'
  | 'reason_missing'
  | 'supervisor_unknown'
  /** The PIN was set before approvals were signed. */
  | 'pin_outdated';

export type OverrideResult =
  | AdmitResult
  | NotDone<OverrideRefusal>
  | { readonly kind: 'wrong_pin'; readonly attemptsLeft: number }
  /** Too many wrong ones in a row. */
  | { readonly kind: 'pin_locked'; readonly waitMs: number };

/** Result of a staff PIN at a self-service kiosk: it opens nothing but the way to its settings. */
export type UnlockResult =
  | { readonly kind: 'right' }
  /** No supervisor of this event has a PIN. */
  | NotDone<'no_supervisor'>
  /** A kiosk without staff has it checked by the server, which cannot be reached. */
  | NotDone<'offline'>
  | Exclude<OverrideResult, AdmitResult | NotDone<OverrideRefusal>>;

export type UndoRefusal = 'not_admitted' | 'undo_too_late' | 'already_undone' | 'reason_missing' | 'unknown_scan';

export type UndoResult =
  | { readonly kind: 'undone'; readonly scanId: string }
  | NotDone<UndoRefusal>
  | Extract<AdmitResult, { kind: 'not_recorded' }>;

/** A scan of this kiosk, newest first in lists. Name and company are null where the person is not known here. */
export interface RecentScan {
  readonly scanId: string;
  readonly verdict: VerdictCode;
  readonly direction: Direction;
  readonly registrationId: string | null;
  readonly name: string | null;
  readonly company: string | null;
  /** ISO 8601. */
  readonly scannedAt: string;
  readonly overridden: boolean;
  /** It was taken back. */
  readonly undone: boolean;
  /** Time until which it can be taken back, ISO 8601; null: it cannot. */
  readonly undoableUntil: string | null;
}

export interface WalkInChoice {
  readonly ticketTypeId: string;
  readonly name: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

export type WalkInResult =
  | AdmitResult
  /** Nothing recorded yet: what is missing in the entry. */
  | { readonly kind: 'incomplete'; readonly problems: readonly WalkInProblem[] };

export interface PartyMember {
  readonly registrationId: string;
  readonly name: string;
  readonly company: string | null;
  readonly ticketTypeName: string | null;
  /** Time of entry through this gate's list; null: not yet. */
  readonly checkedInAt: string | null;
}

/** The others who share the holder's group. */
export interface Party {
  readonly group: string;
  readonly others: readonly PartyMember[];
  /** More than are listed. */
  readonly more: boolean;
}

export interface PartyResult {
  /** Results in the order of the people; the first one that could not be recorded is the last. */
  readonly results: readonly AdmitResult[];
}
