/** The form of the ticket page's words: each language fills it. */
import type { TicketPageState } from '../page-data.ts';

export interface StateNote {
  readonly title: string;
  readonly text: string;
}

/** Said by the page's script: `{time}`, `{h}` and `{min}` are filled in there. */
export interface ScriptWords {
  readonly renewsIn: string;
  /** Remaining validity of a code that the next one will replace. */
  readonly goodUntilRenewed: string;
  /** Remaining validity of a code that is the only one. */
  readonly goodFor: string;
  readonly hoursAndMinutes: string;
  readonly appears: string;
  readonly usedUp: string;
  readonly noNetwork: string;
  readonly looksForNews: string;
  readonly saved: string;
  readonly keepOpen: string;
}

export interface PageWords {
  readonly ticket: string;
  readonly ticketCode: string;
  readonly qrCode: string;
  readonly reload: string;
  readonly noCode: string;
  readonly checkedIn: string;
  /** `{time}` is filled in. */
  readonly enjoy: string;
  readonly attendee: string;
  readonly ticketNumber: string;
  readonly language: string;
  readonly states: Readonly<Record<Exclude<TicketPageState, 'confirmed'>, StateNote>>;
  readonly script: ScriptWords;
}
