/**
 * A word in the forms under which it is kept and asked for: no accents, no case, Latin letters for Cyrillic and Greek.
 * Not a transliteration to show anybody. Used on both sides, by read-words.ts (people) and read-query.ts (queries).
 */
import { greekPairs, spellings } from './transliteration.ts';

/** Longer words are told apart by their beginning only. */
export const maxWordChars = 40;

const plain = /^[a-z0-9]+$/;
const greek = /\p{Script=Greek}/u;
// Accents and Arabic or Hebrew vowel points; not the vowel signs of India and Thailand, which make another word.
const accents = /[\p{M}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]]/gv;
const noLetters = /[^\p{L}\p{N}\p{M}]/gu;
const arabicArticle = 'ال';
/** A rest shorter than this says too little. */
const afterArticleMin = 3;

function unaccented(text: string): string {
  return text.normalize('NFKD').replace(accents, '');
}

function spell(word: string, choice: 'usual' | 'other'): string {
  let text = word;
  if (greek.test(text)) {
    text = unaccented(text).normalize('NFC');
    for (const { letters, spelling } of greekPairs) text = text.replace(letters, spelling[choice]);
  }
  let out = '';
  for (const letter of text) {
    const known = letter < '\x80' ? undefined : spellings.get(letter);
    if (known) out += known[choice];
    else if (letter < '\x80') out += letter;
    else for (const bare of unaccented(letter)) out += spellings.get(bare)?.[choice] ?? bare;
  }
  return out.replace(noLetters, '').slice(0, maxWordChars);
}

/**
 * @param word a word as written, in any script but those that foldIdeographic() takes
 * @returns its forms, the usual one first: at most three, different, none empty; none when nothing is left of it
 */
export function foldForms(word: string): readonly string[] {
  const lower = word.toLowerCase();
  if (lower.length <= maxWordChars && plain.test(lower)) return [lower];
  // Once more lower: İ becomes two characters, and what NFKC brings out may have capitals.
  const composed = word.normalize('NFKC').toLowerCase().normalize('NFC');
  const forms = new Set([spell(composed, 'usual'), spell(composed, 'other')]);
  for (const form of [...forms]) {
    if (form.startsWith(arabicArticle) && form.length >= arabicArticle.length + afterArticleMin) {
      forms.add(form.slice(arabicArticle.length));
    }
  }
  forms.delete('');
  return [...forms];
}

const katakanaFirst = 0x30a1;
const katakanaLast = 0x30f6;
const katakanaToHiragana = 0x60;

/** @param letter one character of Chinese, Japanese or Korean with its marks; both kana, of either width, become one */
export function foldIdeographic(letter: string): string {
  let out = '';
  for (const char of letter.normalize('NFKC')) {
    const code = char.codePointAt(0)!;
    const isKatakana = code >= katakanaFirst && code <= katakanaLast;
    out += isKatakana ? String.fromCodePoint(code - katakanaToHiragana) : char;
  }
  return out;
}

const crockfordTwins: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/**
 * A ticket number, or the beginning of one, as Crockford base 32 reads it: O is 0, I and L are 1; no dashes, no spaces.
 * Numbers issued elsewhere fold alike on both sides, so that they are found too.
 */
export function foldTicket(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[OIL]/g, (letter) => crockfordTwins[letter]!)
    .slice(0, maxWordChars);
}
