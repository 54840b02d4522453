/** What the ticket page says, in every language it speaks, and which of them a visitor reads. */
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
  /** Its name in itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** BCP 47, for dates. Arabic with Latin digits: the ones on the ticket and at the door. */
  readonly tag: string;
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

export const pageWords = { en, de, es, fr, ar } as const satisfies Readonly<Record<string, PageWords>>;
export type PageLanguage = keyof typeof pageWords;
export const pageLanguages = Object.keys(pageWords) as PageLanguage[];

/** More than any browser sends; what lies beyond is not read. */
const acceptedMax = 20;

/**
 * @param chosen by the switch on the page; null: none
 * @param accepted the header Accept-Language (RFC 9110, 12.5.4)
 * @returns English where nothing fits
 */
export function choosePageLanguage(chosen: string | null, accepted: string): PageLanguage {
  const known = (tag: string): PageLanguage | undefined =>
    pageLanguages.find((language) => language === tag.trim().toLowerCase().split('-')[0]);
  const asked = accepted
    .split(',', acceptedMax)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';');
      const quality = parameters
        .map((one) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(one)?.[1])
        .find((q) => q !== undefined);
      return { language: known(tag), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    // Of equals the first: sorting keeps their order.
    .sort((a, b) => b.quality - a.quality);
  return (chosen === null ? undefined : known(chosen)) ?? asked[0]?.language ?? 'en';
}
