/**
 * One guest's visit at a self-service kiosk, as a state that events move on. Pure: no clock, no station, no screen. What
 * a guest may learn of a refusal is decided here too, and it is little: the rest is for staff.
 */

import type { AdmitResult, ScanOutcome } from '#kiosk/station/admit-result.ts';
import type { NotDone } from '#kiosk/station/staff-act-results.ts';
import type { Answers } from '#shared/admission/questions.ts';
import type { QuestionAsked, VerdictCode } from '#shared/admission/verdict.ts';
import { firstNameOf } from './first-name.ts';
import { type Hint, type StaffReason, staffCodeOf } from './staff-code.ts';

/** Good ends of a visit. `later`: let in, and the badge is for the help desk; `unsure`: it may have come out. */
export type Ending = 'badge' | 'later' | 'unsure' | 'welcome' | 'goodbye';

export type Visit =
  | { readonly at: 'attract' }
  | {
      readonly at: 'questions';
      readonly scanId: string;
      readonly firstName: string | null;
      readonly questions: readonly QuestionAsked[];
      readonly answers: Answers;
      readonly index: number;
      /** The last answer is in, and the station is being asked. */
      readonly sending: boolean;
    }
  | { readonly at: 'badge'; readonly scanId: string; readonly registrationId: string; readonly firstName: string }
  | { readonly at: 'printing'; readonly scanId: string; readonly registrationId: string; readonly firstName: string }
  | {
      readonly at: 'done';
      readonly ending: Ending;
      readonly scanId: string | null;
      readonly firstName: string | null;
      /** Code for the help desk; null where nothing is to be said there. */
      readonly staffCode: string | null;
    }
  | {
      readonly at: 'staff';
      readonly hint: Hint;
      readonly scanId: string | null;
      /** That of the recorded scan, also where staff are asked for another reason; `not_recorded`: there is none. */
      readonly verdict: VerdictCode | 'not_recorded';
      readonly staffCode: string;
      /** Names of gates that the guest may use instead; never whose ticket it is, nor why it was refused. */
      readonly gates: readonly string[];
      /** ISO 8601; null: not said. */
      readonly opensAt: string | null;
    };

export type VisitEvent =
  /** @param printers false: no badge comes out here */
  | { readonly kind: 'scanned'; readonly result: AdmitResult; readonly printers: boolean }
  | { readonly kind: 'answered'; readonly question: string; readonly answer: string | boolean | null }
  | { readonly kind: 'back' }
  | {
      readonly kind: 'sent';
      readonly result: AdmitResult | NotDone<'unknown_scan' | 'bad_answers'>;
      readonly printers: boolean;
    }
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'printed'; readonly ending: Extract<Ending, 'badge' | 'later' | 'unsure'> }
  | { readonly kind: 'reset' };

export const atRest: Visit = { at: 'attract' };

export function moveOn(visit: Visit, event: VisitEvent): Visit {
  switch (event.kind) {
    case 'scanned':
      return afterResult(visit, event.result, event.printers);
    case 'answered':
      return visit.at === 'questions' ? afterAnswer(visit, event.question, event.answer) : visit;
    case 'back':
      return visit.at === 'questions' ? { ...visit, index: Math.max(0, visit.index - 1) } : visit;
    case 'sent':
      if (visit.at !== 'questions') return visit;
      if (event.result.kind === 'refused') return toStaff({ kind: 'answers' }, visit.scanId);
      return afterResult(visit, event.result, event.printers);
    case 'confirmed':
      return visit.at === 'badge' ? { ...visit, at: 'printing' } : visit;
    case 'declined':
      return visit.at === 'badge' ? toStaff({ kind: 'badge_wrong' }, visit.scanId) : visit;
    case 'printed':
      return visit.at === 'printing' ? ended(visit, event.ending) : visit;
    case 'reset':
      return atRest;
  }
}

/** @returns the scan and its answers while the station is to be asked, which is after the last one; else null */
export function answersToSend(visit: Visit): { readonly scanId: string; readonly answers: Answers } | null {
  return visit.at === 'questions' && visit.sending ? { scanId: visit.scanId, answers: visit.answers } : null;
}

function afterResult(visit: Visit, result: AdmitResult, printers: boolean): Visit {
  if (result.kind === 'not_recorded') return toStaff({ kind: 'not_recorded', reason: result.reason }, null);
  const { outcome } = result;
  const { code } = outcome.verdict;
  if (code === 'admitted') return afterAdmission(outcome, printers);
  if (code === 'questions_required') return toQuestions(outcome);
  // The ticket is held there still, by the person whose visit this is.
  if (code === 'already_checked_in' && isTheirs(visit, outcome)) return visit;
  return toStaff({ kind: 'verdict', code }, outcome.scanId, outcome);
}

function afterAdmission(outcome: ScanOutcome, printers: boolean): Visit {
  const { scanId, person } = outcome;
  const firstName = person === null ? null : firstNameOf(person.name);
  if (outcome.direction === 'exit') return { at: 'done', ending: 'goodbye', scanId, firstName, staffCode: null };
  if (person === null || firstName === null || !printers)
    return { at: 'done', ending: 'welcome', scanId, firstName, staffCode: null };
  return { at: 'badge', scanId, registrationId: person.registrationId, firstName };
}

function toQuestions({ scanId, person, verdict }: ScanOutcome): Visit {
  const questions = verdict.detail.questions ?? [];
  if (questions.length === 0) return toStaff({ kind: 'verdict', code: verdict.code }, scanId);
  const firstName = person === null ? null : firstNameOf(person.name);
  return { at: 'questions', scanId, firstName, questions, answers: {}, index: 0, sending: false };
}

/** @param answer null: left out */
function afterAnswer(
  visit: Extract<Visit, { at: 'questions' }>,
  question: string,
  answer: string | boolean | null,
): Visit {
  if (visit.sending || visit.questions[visit.index]?.id !== question) return visit;
  const { [question]: _before, ...others } = visit.answers;
  const answers = answer === null ? others : { ...others, [question]: answer };
  const last = visit.index === visit.questions.length - 1;
  return { ...visit, answers, index: last ? visit.index : visit.index + 1, sending: last };
}

function isTheirs(visit: Visit, { person }: ScanOutcome): boolean {
  const theirs = visit.at === 'badge' || visit.at === 'printing';
  return theirs && person !== null && visit.registrationId === person.registrationId;
}

function ended({ scanId, firstName }: Extract<Visit, { at: 'printing' }>, ending: Ending): Visit {
  const staffCode = ending === 'badge' ? null : staffCodeOf({ kind: 'badge_later' }, scanId);
  return { at: 'done', ending, scanId, firstName, staffCode };
}

const hints: Readonly<Partial<Record<VerdictCode, Hint>>> = {
  code_malformed: 'show_ticket',
  code_expired: 'reload_ticket',
  code_from_future: 'reload_ticket',
  wrong_gate: 'other_gate',
  too_early: 'not_open',
};

function toStaff(reason: StaffReason, scanId: string | null, outcome: ScanOutcome | null = null): Visit {
  const detail = outcome?.verdict.detail;
  const hint = (reason.kind === 'verdict' ? hints[reason.code] : undefined) ?? 'ask_staff';
  return {
    at: 'staff',
    hint,
    scanId,
    verdict: verdictOf(reason),
    staffCode: staffCodeOf(reason, scanId),
    gates: hint === 'other_gate' ? (detail?.gates ?? []) : [],
    opensAt: hint === 'not_open' ? (detail?.opensAt ?? null) : null,
  };
}

/** The scan of a guest who is asked questions stands as recorded, and so does that of one who is shown a badge. */
function verdictOf(reason: StaffReason): VerdictCode | 'not_recorded' {
  switch (reason.kind) {
    case 'verdict':
      return reason.code;
    case 'not_recorded':
      return 'not_recorded';
    case 'answers':
      return 'questions_required';
    case 'badge_wrong':
    case 'badge_later':
      return 'admitted';
  }
}
