/** Languages in which this kiosk would stay silent or spell wrongly: words missing, or unknown to this browser's Intl. */

import { type Language, languages, languageTraits } from '#shared/base/languages.ts';
import { catalogues } from '../words/catalogues.ts';

/** @returns the name of each such language in the language itself */
export function incompleteLanguages(): readonly string[] {
  const wanted = pathsOf(catalogues.en);
  const complete = (language: Language): boolean => {
    const held = new Set(pathsOf(catalogues[language]));
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0 && wanted.every((path) => held.has(path));
  };
  return languages.filter((language) => !complete(language)).map((language) => languageTraits[language].name);
}

/** Returns the paths of everything that is said: texts that are not empty, and functions that make texts. */
function pathsOf(words: object, above = ''): string[] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) => {
    const path = `${above}.${name}`;
    if (typeof value === 'object' && value !== null) return pathsOf(value, path);
    return typeof value === 'function' || (typeof value === 'string' && value.trim() !== '') ? [path] : [];
  });
}
