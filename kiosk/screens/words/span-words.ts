/**
 * The words for a time span in the past and in the future, in the kiosk's languages: Intl.RelativeTimeFormat knows
 * single units only. The language is a preference of the kiosk, else the browser's; a part of the page may use another
 * (use-words.tsx).
 */
import type { Language } from '#shared/base/languages.ts';

export interface SpanWords {
  /** @param length a duration in this language, e.g. `2 hr, 5 min` */
  readonly ago: (length: string) => string;
  readonly ahead: (length: string) => string;
}

export const spanWords: Readonly<Record<Language, SpanWords>> = {
  en: { ago: (length) => `${length} ago`, ahead: (length) => `in ${length}` },
  de: { ago: (length) => `vor ${length}`, ahead: (length) => `in ${length}` },
  es: { ago: (length) => `hace ${length}`, ahead: (length) => `dentro de ${length}` },
  fr: { ago: (length) => `il y a ${length}`, ahead: (length) => `dans ${length}` },
  ar: { ago: (length) => `قبل ${length}`, ahead: (length) => `خلال ${length}` },
};
