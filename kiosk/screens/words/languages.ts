/**
 * The languages a kiosk speaks, and what Intl and the page have to know of each. Which one holds is a preference of the
 * kiosk, else the browser's language; a part of the page may speak another (use-words.tsx).
 */
export const languages = ['en', 'de', 'es', 'fr', 'ar'] as const;
export type Language = (typeof languages)[number];

export interface LanguageTraits {
  /** Its name in itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** BCP 47 tag for Intl. Arabic with Latin digits: the ones on tickets, badges and in times that guests show. */
  readonly tag: string;
  /** A span of time that lies behind or ahead, from its length; Intl.RelativeTimeFormat knows single units only. */
  readonly ago: (length: string) => string;
  readonly ahead: (length: string) => string;
}

export const traitsOf: Readonly<Record<Language, LanguageTraits>> = {
  en: {
    name: 'English',
    direction: 'ltr',
    tag: 'en-GB',
    ago: (length) => `${length} ago`,
    ahead: (length) => `in ${length}`,
  },
  de: {
    name: 'Deutsch',
    direction: 'ltr',
    tag: 'de-DE',
    ago: (length) => `vor ${length}`,
    ahead: (length) => `in ${length}`,
  },
  es: {
    name: 'Español',
    direction: 'ltr',
    tag: 'es-ES',
    ago: (length) => `hace ${length}`,
    ahead: (length) => `dentro de ${length}`,
  },
  fr: {
    name: 'Français',
    direction: 'ltr',
    tag: 'fr-FR',
    ago: (length) => `il y a ${length}`,
    ahead: (length) => `dans ${length}`,
  },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    tag: 'ar-u-nu-latn',
    ago: (length) => `قبل ${length}`,
    ahead: (length) => `خلال ${length}`,
  },
};

export function isLanguage(value: unknown): value is Language {
  return languages.some((known) => known === value);
}

/**
 * @param preferred BCP 47 tags as a browser lists them, best first
 * @returns the first that the kiosk speaks, by its language alone; English where it speaks none
 */
export function languageFor(preferred: readonly string[]): Language {
  const asked = preferred.map((tag) => tag.toLowerCase().split('-')[0]);
  return asked.find(isLanguage) ?? 'en';
}
