/**
 * The interface of the acts of staff beyond scanning, for screens: ask questions, override, undo, let out, register,
 * admit a party. Types only. Every act is on disk before its answer, like a scan. At a kiosk without staff `answer` and
 * `unlock` alone work: there `override`, `undo` and `walkIn` answer `not_allowed`, `admitParty` answers `unknown_scan`,
 * `recent` and `party` find nothing, and `setDirection` does nothing.
 */

import type { Answers } from '#shared/admission/questions.ts';
import type { Direction } from '#shared/admission/verdict.ts';
import type { WalkInEntry } from '#shared/admission/walk-in.ts';
import type { AdmitResult } from './admit-result.ts';
import type {
  NotDone,
  Override,
  OverrideResult,
  Party,
  PartyResult,
  RecentScan,
  Supervisor,
  UndoResult,
  UnlockResult,
  WalkInChoice,
  WalkInResult,
} from './staff-act-results.ts';

export interface StaffActs {
  /** The way people go at this kiosk now. Kept over restarts. */
  setDirection(direction: Direction): Promise<void>;
  /** Repeats the attempt that came to `questions_required`, with these and what was answered before. */
  answer(scanId: string, answers: Answers): Promise<AdmitResult | NotDone<'unknown_scan' | 'bad_answers'>>;
  supervisors(): readonly Supervisor[];
  /** Whether it is any supervisor's PIN; there at every kiosk. @throws where the disk does not take the count of attempts */
  unlock(pin: string): Promise<UnlockResult>;
  override(scanId: string, by: Override): Promise<OverrideResult>;
  /** Newest first, at most `limit` and at most 200. */
  recent(limit: number): Promise<readonly RecentScan[]>;
  undo(scanId: string, reason: string): Promise<UndoResult>;
  walkInChoices(): readonly WalkInChoice[];
  /** Registers and admits at once, without a network too. */
  walkIn(entry: WalkInEntry, answers: Answers): Promise<WalkInResult>;
  /** Null: the person is not known here, in no group, or alone in it. */
  party(registrationId: string): Party | null;
  /** Lets others of the holder's group in; the holder's own scan stands already and speaks for them. */
  admitParty(
    holderScanId: string,
    registrationIds: readonly string[],
  ): Promise<PartyResult | NotDone<'not_of_this_group' | 'unknown_scan'>>;
}
