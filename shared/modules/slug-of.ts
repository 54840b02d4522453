/** Makes a part of an address of a title: accents and words in other letters than Latin are dropped, hyphens join the words. */
import { searchWords } from '../query/search-words.ts';

/** Leaves room for a number after the slug. */
const slugCharsMax = 80;

/** @returns `fallback` where the title has no word in Latin letters or digits */
export function slugOf(title: string, fallback: string): string {
  const words = searchWords(title).filter((word) => /^[a-z0-9]+$/.test(word));
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word.slice(0, slugCharsMax) : `${slug}-${word}`;
    if (longer.length > slugCharsMax) break;
    slug = longer;
  }
  return slug === '' ? fallback : slug;
}
