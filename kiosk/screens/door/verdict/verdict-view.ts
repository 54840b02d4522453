/**
 * A scan's outcome as the screen shows it: kind, words, person, facts and notes. Pure; the words stand in words/. Not
 * here: what can be done about it (verdict-actions.ts), how long it stays, how it looks.
 */

import type { AdmitResult, ScanOutcome } from '#kiosk/station/admit-result.ts';
import type { StationState } from '#kiosk/station/station.ts';
import type { Verdict, VerdictCode, VerdictFlag } from '#shared/admission/verdict.ts';
import { externalSystem } from '#shared/base/external-scheme.ts';
import { kindOf, type ResultKind } from '../../model/result-kind.ts';
import type { Wording, Words } from '../../words/catalogues.ts';
import { type Fact, guestFacts, staffFacts } from './verdict-facts.ts';

/** The supervisor who just overrode a verdict at this kiosk. */
export interface Overruling {
  readonly supervisor: string;
  readonly reason: string;
}

export interface VerdictView {
  /** The verdict's code, or `not_recorded`, which is none. */
  readonly code: VerdictCode | 'not_recorded';
  /** Null: nothing was recorded. */
  readonly scanId: string | null;
  readonly kind: ResultKind;
  readonly title: string;
  readonly sentence: string;
  readonly person: { readonly name: string; readonly lines: readonly string[] } | null;
  readonly ticketTypeName: string | null;
  /** The organizer's note for staff. */
  readonly attention: string | null;
  readonly facts: readonly Fact[];
  readonly notes: readonly string[];
}

export interface ViewContext {
  readonly role: StationState['role'];
  readonly words: Wording;
  /** Unix milliseconds, for ages. */
  readonly nowMs: number;
  readonly overruling?: Overruling | null;
}

export function viewVerdict(result: AdmitResult, context: ViewContext): VerdictView {
  const { role, words, nowMs } = context;
  if (result.kind === 'not_recorded') return viewNotRecorded(result, words);
  const { outcome } = result;
  const { verdict, person } = outcome;
  const isGuest = role === 'self-service';
  const said = isGuest ? guestWords(verdict, words) : staffWords(outcome, words);
  return {
    code: verdict.code,
    scanId: outcome.scanId,
    kind: kindOf(verdict.code),
    ...said,
    person: person === null ? null : { name: person.name, lines: [person.company, person.role].filter(isText) },
    ticketTypeName: person?.ticketTypeName ?? null,
    // The organizer's note and an earlier use are shown to staff only; a guest in front of the screen is sent to them.
    attention: isGuest ? null : (verdict.detail.attention ?? null),
    facts: isGuest ? guestFacts(verdict.detail, words, nowMs) : staffFacts(verdict.code, verdict.detail, words, nowMs),
    notes: isGuest ? [] : notesOf(outcome, context),
  };
}

function isText(line: string | null): line is string {
  return line !== null && line !== '';
}

type Said = Pick<VerdictView, 'title' | 'sentence'>;

function guestWords({ code, detail }: Verdict, { verdicts, guest }: Words): Said {
  const { title } = verdicts[code];
  if (code === 'admitted') return { title, sentence: guest.admitted };
  if (code === 'code_expired' && !detail.external) return { title, sentence: guest.codeExpired };
  if (code === 'code_malformed') return { title, sentence: guest.codeMalformed };
  return { title, sentence: guest.askStaff };
}

function staffWords({ verdict, direction }: ScanOutcome, { verdicts, wayOut, override, notes }: Words): Said {
  if (direction === 'exit' && verdict.code === 'admitted') return wayOut.admitted;
  if (direction === 'exit' && verdict.code === 'wrong_gate') return wayOut.notOut;
  // The overridden reason stays true: the ticket of an admitted person may be unpaid or cancelled.
  if (verdict.code === 'admitted' && verdict.detail.overrode !== undefined)
    return { ...verdicts.admitted, sentence: override.letIn };
  if (verdict.code === 'code_expired' && verdict.detail.external)
    return { ...verdicts.code_expired, sentence: notes.externalEnded };
  return verdicts[verdict.code];
}

function notesOf(outcome: ScanOutcome, { words, overruling }: ViewContext): readonly string[] {
  const { notes, override, verdicts } = words;
  const { flags, detail } = outcome.verdict;
  const overrode = detail.overrode === undefined ? null : verdicts[detail.overrode].title;
  const texts: (string | null)[] = [
    ...flags.map((flag) =>
      flag === 'override' && overruling && overrode !== null ? null : flagNote(flag, outcome, words),
    ),
    overrode === null ? null : overruling ? override.by(overruling.supervisor, overrode) : notes.overrode(overrode),
    overruling ? override.because(overruling.reason) : null,
    detail.badAnswers === undefined ? null : notes.badAnswers(detail.badAnswers.length),
  ];
  return texts.filter((text) => text !== null);
}

function flagNote(flag: VerdictFlag, { verdict }: ScanOutcome, { notes }: Words): string {
  if (flag !== 'external_code') return notes[flag];
  const { external } = verdict.detail;
  return notes.externalCode(external ? externalSystem(external.scheme) : null);
}

function viewNotRecorded(result: Extract<AdmitResult, { kind: 'not_recorded' }>, words: Words): VerdictView {
  return {
    code: 'not_recorded',
    scanId: null,
    kind: 'error',
    ...words.notRecorded[result.reason],
    person: null,
    ticketTypeName: null,
    attention: null,
    facts: [],
    notes: [],
  };
}
