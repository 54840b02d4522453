/** A title as the part of an address: accents dropped, words joined by hyphens. */
import { searchWords } from '../query/search-words.ts';

/** Room is left for a number after it. */
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
