/** Shares as a language writes them: `50%` in English, `50 %` with a narrow space in German. */
import { setBounded } from '../base/bounded-map.ts';
import { type Language, languageTraits } from '../base/languages.ts';

/** Made once: a formatter costs more than what it formats. */
const formats = new Map<Language, Intl.NumberFormat>();

/** @returns a formatter of shares from 0 to 1, with one decimal at most */
export function percentFormat(language: Language): Intl.NumberFormat {
  const known = formats.get(language);
  if (known) return known;
  const made = new Intl.NumberFormat(languageTraits[language].tag, { style: 'percent', maximumFractionDigits: 1 });
  formats.set(language, made);
  return made;
}

/** @param percent from 0 to 100 */
export const percentText = (language: Language, percent: number): string =>
  percentFormat(language).format(percent / 100);

const ranges = new Map<string, string>();

/** Writing a range takes ten times as long as writing a number, and there are few: those of the rarities. */
const rangesMax = 100;

/** @param min from 0 to 100, as `max` */
export function percentRange(language: Language, min: number, max: number): string {
  const key = `${language} ${min} ${max}`;
  const known = ranges.get(key);
  if (known !== undefined) return known;
  const text = percentFormat(language).formatRange(min / 100, max / 100);
  setBounded(ranges, key, text, rangesMax);
  return text;
}
