/**
 * The data that a ticket page shows, and the data that it fetches to stay current. `ticket-pages.ts` fills it in and signs the
 * codes; this file reads no store and no clock.
 */
import type { RegistrationFacts } from '#shared/admission/facts.ts';
import type { Language } from '#shared/base/languages.ts';
import { type CodeSeries, codeFor } from '#shared/ticket/series.ts';
import type { AttendeeTab } from '../attendee-page/tab-names.ts';
import { packQr } from './qr-picture.ts';

export const ticketPageStates = [
  'confirmed',
  'pending',
  'waitlisted',
  'expired',
  'cancelled',
  'refunded',
  'revoked',
  'event_cancelled',
] as const;
export type TicketPageState = (typeof ticketPageStates)[number];

/** A code and the text its picture carries: the compact spelling, or JSON for a number issued by another system. */
export interface ShownCode {
  /** Unix seconds. */
  readonly timestamp: number;
  readonly text: string;
}

export interface TicketPageData {
  /** Nonce of this answer's Content-Security-Policy (`ticketPageHeaders`). */
  readonly nonce: string;
  /** Path as the browser sees it, without a slash at the end: `/t/{secret}`, `/sandbox/t/{secret}`. */
  readonly path: string;
  readonly language: Language;
  readonly nowMs: number;
  readonly event: {
    readonly name: string;
    readonly startsAt: string;
    readonly endsAt: string;
    readonly timezone: string;
    readonly venue: string | null;
    /** Null: none is known. */
    readonly organizer: string | null;
  };
  readonly attendee: { readonly name: string; readonly company: string | null };
  readonly ticketTypeName: string;
  readonly ticketNumber: string;
  readonly state: TicketPageState;
  readonly checkedInAt: string | null;
  /** Pages of the attendee that the event uses; fewer than two: there is no navigation. */
  readonly tabs?: readonly AttendeeTab[];
  /** Signed for the times of `codeTimes`; no codes unless `confirmed`, and none where the state alone was asked for. */
  readonly series: CodeSeries<ShownCode>;
}

/**
 * The state in an attendee's words. A registration that staff want to speak to first looks confirmed here: the gate
 * will say so, the page must not.
 */
export function ticketPageState(
  registration: Pick<RegistrationFacts, 'status' | 'paymentStatus' | 'revokedAt'>,
  event: { readonly status: string },
): TicketPageState {
  if (registration.revokedAt !== null) return 'revoked';
  if (registration.paymentStatus === 'refunded') return 'refunded';
  return event.status === 'cancelled' ? 'event_cancelled' : registration.status;
}

/** The body of `GET {path}/codes`, and the data inside the page: the page takes whichever is newer. */
export interface TicketPageCodes {
  /** Trusted time as the answer was made, Unix milliseconds: the page corrects its clock by it. */
  readonly nowMs: number;
  readonly state: TicketPageState;
  readonly checkedInAt: string | null;
  readonly windowMinutes: number;
  /** Unix seconds and the packed picture (`packQr`), ascending. */
  readonly codes: readonly (readonly [number, string])[];
}

export function ticketPageCodes(
  data: Pick<TicketPageData, 'nowMs' | 'state' | 'checkedInAt' | 'series'>,
): TicketPageCodes {
  const { nowMs, state, checkedInAt, series } = data;
  return {
    nowMs,
    state,
    checkedInAt,
    windowMinutes: series.replayWindowMinutes,
    codes: state === 'confirmed' ? series.codes.map(({ timestamp, text }) => [timestamp, packQr(text)] as const) : [],
  };
}

/** Returns the code that the page shows before its script runs, or without a script. */
export function shownAtOnce(data: TicketPageData): ShownCode | null {
  return data.state === 'confirmed' ? codeFor(data.series, data.nowMs) : null;
}
