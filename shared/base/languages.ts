/**
 * The languages that guests and gate staff read: what Intl and a page need of each, and which one a browser asks for.
 * One list for ticket pages, mails and kiosks.
 */
export const languages = ['en', 'de', 'es', 'fr', 'ar'] as const;
export type Language = (typeof languages)[number];

export interface LanguageTraits {
  /** Its name in itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** BCP 47 tag for Intl. Arabic with Latin digits: the ones on tickets, badges and in times that guests show. */
  readonly tag: string;
}

export const languageTraits: Readonly<Record<Language, LanguageTraits>> = {
  en: { name: 'English', direction: 'ltr', tag: 'en-GB' },
  de: { name: 'Deutsch', direction: 'ltr', tag: 'de-DE' },
  es: { name: 'Español', direction: 'ltr', tag: 'es-ES' },
  fr: { name: 'Français', direction: 'ltr', tag: 'fr-FR' },
  ar: { name: 'العربية', direction: 'rtl', tag: 'ar-u-nu-latn' },
};

export function isLanguage(value: unknown): value is Language {
  return languages.some((known) => known === value);
}

/** @returns the language of a BCP 47 tag, by its first part alone: `de` for `de-AT` */
function languageOf(tag: string): Language | undefined {
  const first = tag.trim().toLowerCase().split('-')[0];
  return languages.find((language) => language === first);
}

/** More than any browser sends; what lies beyond is not read. */
const acceptedMax = 20;

/**
 * @param chosen a language that the reader chose; null: none
 * @param accepted the header Accept-Language (RFC 9110, 12.5.4)
 * @returns English where nothing fits
 */
export function chooseLanguage(chosen: string | null, accepted: string): Language {
  const asked = accepted
    .split(',', acceptedMax)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';');
      const quality = parameters
        .map((one) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(one)?.[1])
        .find((q) => q !== undefined);
      return { language: languageOf(tag), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    // The first of equals wins, because sorting keeps their order.
    .sort((a, b) => b.quality - a.quality);
  return (chosen === null ? undefined : languageOf(chosen)) ?? asked[0]?.language ?? 'en';
}

/**
 * @param preferred BCP 47 tags as a browser lists them, best first
 * @returns the first of them that is known; English where none is
 */
export function languageFor(preferred: readonly string[]): Language {
  return preferred.map(languageOf).find((language) => language !== undefined) ?? 'en';
}
