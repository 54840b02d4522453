/** The texts of the registration page, the order page and the waiting list in every language. */
import type { Language } from '#shared/base/languages.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en, type PageWords } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';

export const pageWords: Readonly<Record<Language, PageWords>> = { en, de, es, fr, ar };
export type { PageWords };

/** Puts values in the place of `{name}`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
