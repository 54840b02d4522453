/** A title as the part of an address: accents dropped, words joined by hyphens. */
import { searchWords } from '../query/search.ts';

/** Room is left for a number behind it. */
const slugCharsMax = 80;
/** Letters that do not fall apart into a Latin one and an accent. */
const spelled: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', þ: 'th' };

/** @returns `fallback` where the title has no word in Latin letters or digits */
export function slugOf(title: string, fallback: string): string {
  const words = searchWords(title)
    .map((word) => word.replace(/[ßæœøłđþ]/gu, (letter) => spelled[letter] ?? letter))
    .filter((word) => /^[a-z0-9]+$/.test(word));
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word.slice(0, slugCharsMax) : `${slug}-${word}`;
    if (longer.length > slugCharsMax) break;
    slug = longer;
  }
  return slug === '' ? fallback : slug;
}
