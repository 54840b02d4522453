/**
 * A word in the forms under which it is kept and asked for: no accents, no case, Latin letters for Cyrillic and Greek.
 * Not a transliteration to show to people. Both searches use it, for texts and for what is asked: the kiosk's
 * (shared/people-search) and the server's (shared/query/search.ts), so that what one finds the other finds.
 */
import { greekPairs, type Spelling, spellings } from './transliteration.ts';

/** Longer words are distinguished by their beginning only. */
export const maxWordChars = 40;

const plain = /^[a-z0-9]+$/;
const greek = /\p{Script=Greek}/u;
// Accents and Arabic or Hebrew vowel points; not the vowel signs of India and Thailand, which make another word.
const accents = /[\p{M}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]]/gv;
const noLetters = /[^\p{L}\p{N}\p{M}]/u;
const allNoLetters = /[^\p{L}\p{N}\p{M}]/gu;
const arabicArticle = 'ال';
/** A rest shorter than this says too little. */
const afterArticleMin = 3;

function unaccented(text: string): string {
  return text.normalize('NFKD').replace(accents, '');
}

function finish(form: string, maxChars: number): string {
  const letters = noLetters.test(form) ? form.replace(allNoLetters, '') : form;
  if (letters.length <= maxChars) return letters;
  // Not in the middle of a character of two units: half a one is no text to a database.
  return letters.slice(0, maxChars).replace(/[\ud800-\udbff]$/, '');
}

/** Both spellings of a word that is composed and lower case. */
function spell(word: string, maxChars: number): Spelling {
  if (greek.test(word)) {
    let usual = unaccented(word).normalize('NFC');
    let other = usual;
    for (const { letters, spelling } of greekPairs) {
      usual = usual.replace(letters, spelling.usual);
      other = other.replace(letters, spelling.other);
    }
    return {
      usual: finish(letterByLetter(usual).usual, maxChars),
      other: finish(letterByLetter(other).other, maxChars),
    };
  }
  const both = letterByLetter(word);
  return { usual: finish(both.usual, maxChars), other: finish(both.other, maxChars) };
}

function letterByLetter(text: string): Spelling {
  let [usual, other] = ['', ''];
  for (const letter of text) {
    const known = letter < '\x80' ? undefined : spellings.get(letter);
    if (known || letter < '\x80') {
      usual += known?.usual ?? letter;
      other += known?.other ?? letter;
      continue;
    }
    for (const bare of unaccented(letter)) {
      usual += spellings.get(bare)?.usual ?? bare;
      other += spellings.get(bare)?.other ?? bare;
    }
  }
  return { usual, other };
}

/** Cache of words with other letters than a–z: José and Müller come by the thousand, and folding one takes microseconds. */
const folded = new Map<string, readonly string[]>();
const foldedMax = 4_096;

/**
 * @param word a word as written, in any script but those that foldIdeographic() takes
 * @param maxChars of each form, in UTF-16 units
 * @returns its forms, the usual one first: at most three, different, none empty; none when nothing is left of it
 */
export function foldForms(word: string, maxChars = maxWordChars): readonly string[] {
  const lower = word.toLowerCase();
  if (lower.length <= maxWordChars && plain.test(lower)) return [lower];
  const known = maxChars === maxWordChars ? folded.get(word) : undefined;
  if (known) return known;
  const forms = foldFully(word, maxChars);
  if (word.length > maxWordChars || maxChars !== maxWordChars) return forms;
  if (folded.size >= foldedMax) folded.clear();
  folded.set(word, forms);
  return forms;
}

function foldFully(word: string, maxChars: number): readonly string[] {
  // Once more lower: İ becomes two characters, and what NFKC brings out may have capitals.
  const composed = word.normalize('NFKC').toLowerCase().normalize('NFC');
  const { usual, other } = spell(composed, maxChars);
  const forms = new Set([usual, other]);
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

const nonAscii = /[^\0-\x7f]/;
/** Ticket numbers as the server issues them: nothing to fold. */
const isFoldedTicket = /^[0-9A-HJKMNP-Z]{0,40}$/;
const crockfordTwins: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/**
 * A ticket number, or the beginning of one, as Crockford base 32 reads it: O is 0, I and L are 1; no dashes, no spaces.
 * Numbers issued by another system fold alike on both sides, so that they are found too.
 */
export function foldTicket(text: string): string {
  if (isFoldedTicket.test(text)) return text;
  const upper = (nonAscii.test(text) ? text.normalize('NFKC') : text).toUpperCase();
  return upper
    .replace(/[^0-9A-Z]+/g, '')
    .replace(/[OIL]/g, (letter) => crockfordTwins[letter]!)
    .slice(0, maxWordChars);
}
