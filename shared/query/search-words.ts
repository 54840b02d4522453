/**
 * The words of a text as searches know them, folded by shared/text/fold.ts: without accents and case, in Latin letters
 * where they are Cyrillic or Greek (ł is l, ß is ss, ø is o or oe). What may be spelled otherwise is found by either:
 * ue for ü, one word for what a hyphen or an apostrophe joins, a ticket number in the groups in which it is printed.
 */
import { asCode, codeGroups, isCode } from '../text/code-groups.ts';
import { foldForms, foldIdeographic } from '../text/fold.ts';

export interface SearchWord {
  /** The usual one first; at least one. */
  readonly forms: readonly string[];
  /** Joined to the word before by a single hyphen or apostrophe. */
  readonly glued: boolean;
}

/** Length up to which a word is looked at, in texts and in what is asked, in UTF-16 units. */
export const searchWordMax = 100;
/** Shorter ones with a digit in them are seats and years, not codes. */
const codeCharsMin = 4;

const ascii = /^[\0-\x7f]*$/;
const asciiWord = /[a-z0-9]+/g;
const word =
  /(?<alone>[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]\p{M}*)|[[\p{L}\p{N}\p{M}\u0640]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]+/gv;
const glue = /^['’‘`´ʼʹ‐‑–-]$/;
const marks = /[\p{M}\u0640]+/gu;

function bare(form: string): string {
  return form
    .normalize('NFD')
    .replace(marks, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function formsOf(text: string, alone: boolean): readonly string[] {
  const folded = alone ? [foldIdeographic(text)] : foldForms(text, searchWordMax);
  const forms = new Set(folded.map(bare));
  forms.delete('');
  return [...forms];
}

/** The same, of the commonest texts in a quarter of the time. */
function readAscii(text: string): readonly SearchWord[] {
  const words: SearchWord[] = [];
  const lower = text.toLowerCase();
  let before = -2;
  asciiWord.lastIndex = 0;
  for (let found = asciiWord.exec(lower); found; found = asciiWord.exec(lower)) {
    const glued = found.index === before + 1 && glue.test(lower[before]!);
    words.push({ forms: [found[0].slice(0, searchWordMax)], glued });
    before = asciiWord.lastIndex;
  }
  return words;
}

export function readSearchWords(text: string): readonly SearchWord[] {
  if (ascii.test(text)) return readAscii(text);
  const composed = text.normalize('NFC');
  const words: SearchWord[] = [];
  let before = -2;
  for (const found of composed.matchAll(word)) {
    const alone = found.groups?.['alone'] !== undefined;
    const forms = formsOf(found[0], alone);
    if (forms.length > 0)
      words.push({ forms, glued: !alone && found.index === before + 1 && glue.test(composed[before]!) });
    before = alone ? -2 : found.index + found[0].length;
  }
  return words;
}

/** Letters and digits only, lower case; the usual form of each word. */
export function searchWords(text: string): string[] {
  return readSearchWords(text).map(({ forms }) => forms[0]!);
}

/** The chains of words that are glued, of at least two each, as one word. */
function chainsOf(words: readonly SearchWord[]): string[] {
  const chains: string[] = [];
  for (let at = 0; at < words.length; ) {
    let end = at + 1;
    while (words[end]?.glued) end += 1;
    if (end > at + 1) {
      const chain = words.slice(at, end).map(({ forms }) => forms[0]!);
      chains.push(chain.join('').slice(0, searchWordMax).toWellFormed().replace('\ufffd', ''));
    }
    at = end;
  }
  return chains;
}

/** Returns other spellings by which a text is found: words, and phrases of words. */
export function otherSpellings(words: readonly SearchWord[]): readonly string[] {
  const others = new Set<string>(chainsOf(words));
  for (const { forms } of words) {
    for (const form of forms.slice(1)) others.add(form);
    if (isCode(forms[0]!)) others.add(codeGroups(forms[0]!).join(' '));
  }
  return [...others];
}

/** A term in the ways in which a text may spell it; none for a term without a word. */
export function waysToSpell(words: readonly SearchWord[], quoted: boolean): readonly (readonly string[])[] {
  if (words.length === 0) return [];
  const usual = words.map(({ forms }) => forms[0]!);
  const depth = Math.max(...words.map(({ forms }) => forms.length));
  const ways = [usual];
  for (let n = 1; n < depth; n += 1) ways.push(words.map(({ forms }) => forms[n] ?? forms[0]!));
  if (!quoted) {
    const [chain, ...more] = chainsOf(words);
    const isChain = chain !== undefined && more.length === 0 && words.slice(1).every(({ glued }) => glued);
    if (isChain) ways.push([chain]);
    const joined = usual.join('');
    if (joined.length >= codeCharsMin && /^(?=.*\d)(?=.*[oil])[0-9a-z]+$/.test(joined)) {
      ways.push(usual.map(asCode));
      if (isChain) ways.push([asCode(chain)]);
    }
  }
  const seen = new Set<string>();
  return ways.filter((way) => {
    const key = way.join(' ');
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** A whole code of ours, however it is grouped and whichever letters stand for digits in it. @returns null for all else */
export function wholeCode(text: string): string | null {
  if (text.length > 2 * searchWordMax || !/^[0-9A-Za-z\s-]+$/.test(text)) return null;
  const joined = asCode(text.replace(/[\s-]+/g, '').toLowerCase());
  return isCode(joined) && /\d/.test(joined) ? joined : null;
}
