/** The words under which a field of a person is found, with their positions in it. Used to index and to highlight. */
import { foldForms, foldIdeographic, foldTicket } from '../text/fold.ts';
import { type Part, splitIdeographic, splitText } from './split-text.ts';

export interface Word {
  readonly forms: readonly string[];
  /** In UTF-16 units of the field's text. */
  readonly start: number;
  readonly end: number;
}

/** Maximum number of parts of a field that are indexed: a longer name is a mistake or an attack. */
export const maxPartsPerField = 24;
/** A part of so many characters or fewer is also indexed together with the next one: van der Berg, de la Cruz, O Neill, عبد الله. */
export const shortWordChars = 3;
const maxPartsTogether = 4;

function isShort(part: Part): boolean {
  return !part.ideographic && (part.forms[0]?.length ?? 0) <= shortWordChars;
}

/** @returns the index after the last part of a run that people write together, begun by a short word at `first` */
export function endOfRun(parts: readonly Part[], first: number): number {
  let last = first;
  while (isShort(parts[last]!) && last + 1 < parts.length && last + 1 - first < maxPartsTogether) {
    if (parts[last + 1]!.ideographic) break;
    last += 1;
  }
  return last + 1;
}

/** @returns the index after the last part of a chain of hyphens and apostrophes that begins at `first` */
export function endOfChain(parts: readonly Part[], first: number): number {
  let end = first + 1;
  while (parts[end]?.glued && !parts[end]!.ideographic) end += 1;
  return end;
}

/** Adds the parts as one word; a single part adds nothing. */
function addTogether(words: Word[], parts: readonly Part[], first: number, end: number): void {
  if (end - first < 2) return;
  let text = '';
  for (let at = first; at < end; at += 1) text += parts[at]!.text;
  words.push({ forms: foldForms(text), start: parts[first]!.start, end: parts[end - 1]!.end });
}

/** Each character and each pair of neighbours, over spaces too: 田中 太郎 is often written without. */
function ideographicWords(parts: readonly Part[]): Word[] {
  const letters = parts
    .filter((part) => part.ideographic)
    .flatMap(splitIdeographic)
    .map((letter) => ({ ...letter, folded: foldIdeographic(letter.text) }));
  return letters.flatMap(({ folded, start, end }, at) => {
    const next = letters[at + 1];
    const single = { forms: [folded], start, end };
    return next ? [single, { forms: [folded + next.folded], start, end: next.end }] : [single];
  });
}

/** @param text a name, a company, an e-mail address */
export function readWords(text: string): readonly Word[] {
  const all = splitText(text);
  const parts = all.length > maxPartsPerField ? all.slice(0, maxPartsPerField) : all;
  if (parts.length === 1 && !parts[0]!.ideographic) return parts;
  const words: Word[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]!;
    if (part.ideographic) continue;
    words.push(part);
    if (!part.glued) addTogether(words, parts, at, endOfChain(parts, at));
    addTogether(words, parts, at, endOfRun(parts, at));
  }
  if (parts.some((part) => part.ideographic)) words.push(...ideographicWords(parts));
  return words;
}

const onePiece = /^[0-9A-Za-z]+$/;

/** @returns the whole ticket number, and each of its parts where it has dashes or the like */
export function readTicketWords(text: string): readonly Word[] {
  const whole = { forms: [foldTicket(text)], start: 0, end: text.length };
  if (whole.forms[0] === '') return [];
  if (onePiece.test(text)) return [whole];
  const pieces = [...text.matchAll(/[0-9A-Za-z]+/g)].slice(0, maxPartsPerField);
  if (pieces.length < 2) return [whole];
  return [
    whole,
    ...pieces.map((found) => ({
      forms: [foldTicket(found[0])],
      start: found.index,
      end: found.index + found[0].length,
    })),
  ];
}
