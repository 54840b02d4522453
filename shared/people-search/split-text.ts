/**
 * Finds the words in a text. Chinese, Japanese and Korean come as runs, which have no words to split. Called by
 * read-words.ts and read-query.ts.
 */
import { foldForms, maxWordChars } from '../text/fold.ts';

export interface Part {
  readonly text: string;
  /** In UTF-16 units of the whole text. */
  readonly start: number;
  readonly end: number;
  /** Joined to the part before by a hyphen or an apostrophe only: O’Neill, Jean-Luc. */
  readonly glued: boolean;
  readonly ideographic: boolean;
  /** Folded; empty for a run, whose characters are the words. */
  readonly forms: readonly string[];
}

// Soft hyphen, zero-width joiners: inside a word they are nothing. Modifier apostrophes are letters to Unicode, not here.
const pieces =
  /(?<ideographic>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ーｰﾞﾟ]\p{M}*)+|(?:[[\p{L}\p{N}\p{M}\u00ad\u200c\u200d]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ーｰﾞﾟʹʺʻʼʽʾʿˈ]])+/gv;
const glue = /^['’‘`´′＇ʹʺʻʼʽʾʿˈ‐‑–−－-]$/;

const isAscii = /^[\0-\x7f]*$/;
const asciiPieces = /[0-9a-z]+/g;

/** The same as below for the many texts that are plain, in a third of the time. */
function splitAscii(text: string): readonly Part[] {
  const parts: Part[] = [];
  let before = -2;
  asciiPieces.lastIndex = 0;
  const lower = text.toLowerCase();
  for (let found = asciiPieces.exec(lower); found; found = asciiPieces.exec(lower)) {
    const start = found.index;
    const end = asciiPieces.lastIndex;
    const glued = start === before + 1 && glue.test(text[before]!);
    parts.push({
      text: found[0],
      start,
      end,
      glued,
      ideographic: false,
      forms: [found[0].length > maxWordChars ? found[0].slice(0, maxWordChars) : found[0]],
    });
    before = end;
  }
  return parts;
}

// `latinPieces` matches the characters of `pieces` up to U+024F; neither matches the dashes and apostrophes of `isLatin`.
const isLatin = /^[\0-\u024f\u2010-\u2019]*$/;
const latinPieces =
  /[0-9A-Za-z\u00aa\u00ad\u00b2\u00b3\u00b5\u00b9\u00ba\u00bc-\u00be\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]+/g;

/** José Müller-Łukasiewicz: no look at the tables of all scripts. */
function splitLatin(text: string): readonly Part[] {
  const parts: Part[] = [];
  let before = -2;
  latinPieces.lastIndex = 0;
  for (let found = latinPieces.exec(text); found; found = latinPieces.exec(text)) {
    const start = found.index;
    const end = latinPieces.lastIndex;
    const glued = start === before + 1 && glue.test(text[before]!);
    parts.push({ text: found[0], start, end, glued, ideographic: false, forms: foldForms(found[0]) });
    before = end;
  }
  return parts;
}

export function splitText(text: string): readonly Part[] {
  if (isAscii.test(text)) return splitAscii(text);
  return isLatin.test(text) ? splitLatin(text) : splitAny(text);
}

/** Splits any text, as the quick functions split some. */
export function splitAny(text: string): readonly Part[] {
  const parts: Part[] = [];
  let before = -2;
  for (const found of text.matchAll(pieces)) {
    const start = found.index;
    const end = start + found[0].length;
    const ideographic = found.groups?.['ideographic'] !== undefined;
    parts.push({
      text: found[0],
      start,
      end,
      glued: start === before + 1 && glue.test(text[before]!),
      ideographic,
      forms: ideographic ? [] : foldForms(found[0]),
    });
    before = end;
  }
  return parts;
}

// A base with what belongs to it: voicing marks, and the vowels and finals of a Korean syllable spelled apart.
const letters = /[^\u1160-\u11ff]?[\p{M}ﾞﾟ\u1160-\u11ff]*/gu;

/** The characters of a run, each with its marks. */
export function splitIdeographic(part: Part): readonly { readonly text: string; start: number; end: number }[] {
  return [...part.text.matchAll(letters)]
    .filter((found) => found[0] !== '')
    .map((found) => ({
      text: found[0],
      start: part.start + found.index,
      end: part.start + found.index + found[0].length,
    }));
}
