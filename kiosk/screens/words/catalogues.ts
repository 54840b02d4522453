/** All languages' catalogues of the kiosk's words. `en.ts` is the type's source: the others have its keys, no more, no fewer. */

import type { Language } from '#shared/base/languages.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';
import { es } from './es.ts';
import { type Formats, formatsOf } from './formats.ts';
import { fr } from './fr.ts';
import { isolating } from './isolating.ts';

export type { Words };

export const catalogues: Readonly<Record<Language, Words>> = { en, de, es, fr, ar };

/** Input of pure functions that make words: the catalogue, and figures in its language. */
export type Wording = Words & { readonly language: Language; readonly format: Formats };

const wordings = new Map<string, Wording>();

/** @param timeZone of the event; null: this machine's */
export function wordingOf(language: Language, timeZone: string | null = null): Wording {
  const key = `${language} ${timeZone}`;
  const held = wordings.get(key) ?? {
    ...isolating(catalogues[language], language),
    language,
    format: formatsOf(language, timeZone),
  };
  wordings.set(key, held);
  return held;
}
