/** What the ticket page says, in every language. */
import type { Language } from '#shared/base/languages.ts';
import type { TicketPageState } from './page-data.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';

export interface StateNote {
  readonly title: string;
  readonly text: string;
}

/** Said by the page's script: `{time}`, `{h}` and `{min}` are filled in there. */
export interface ScriptWords {
  readonly renewsIn: string;
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

export const stateTones: Readonly<Record<Exclude<TicketPageState, 'confirmed'>, 'wait' | 'stop'>> = {
  pending: 'wait',
  waitlisted: 'wait',
  expired: 'stop',
  cancelled: 'stop',
  refunded: 'stop',
  revoked: 'stop',
  event_cancelled: 'stop',
};

export const pageWords: Readonly<Record<Language, PageWords>> = { en, de, es, fr, ar };
