/**
 * Reads a typed query in every way it may be meant: word by word; with what belongs together written together; and as a
 * ticket number with spaces in it. A person is found when every word of one reading finds a word of theirs.
 */
import { foldForms, foldIdeographic, foldTicket } from '../text/fold.ts';
import { endOfChain, endOfRun } from './read-words.ts';
import { type Part, splitIdeographic, splitText } from './split-text.ts';

export interface QueryWord {
  readonly forms: readonly string[];
  /** Empty: no ticket number begins like this. */
  readonly ticket: string;
  /** The word is Chinese, Japanese or Korean: nothing is forgiven. */
  readonly ideographic: boolean;
}

export type Reading = readonly QueryWord[];

/** Longer text is cut. */
export const maxQueryChars = 120;
export const maxQueryWords = 8;
/** Length from which a query is answered. One is enough where a character is a word. */
export const queryCharsMin = 2;
/** A number in groups; shorter ones would be names. */
const groupedTicketCharsMin = 4;

function wordOf(text: string, forms: readonly string[]): QueryWord {
  const ticket = foldTicket(text);
  return {
    forms,
    ticket: ticket.length >= queryCharsMin && /^[\x21-\x7e]+$/.test(text.normalize('NFKC')) ? ticket : '',
    ideographic: false,
  };
}

function ideographicWordsOf(part: Part): QueryWord[] {
  const letters = splitIdeographic(part).map((letter) => foldIdeographic(letter.text));
  const pairs = letters.length === 1 ? letters : letters.slice(1).map((letter, at) => letters[at]! + letter);
  return pairs.map((form) => ({ forms: [form], ticket: '', ideographic: true }));
}

function readApart(parts: readonly Part[]): Reading {
  return parts.flatMap((part) => (part.ideographic ? ideographicWordsOf(part) : [wordOf(part.text, part.forms)]));
}

function readTogether(parts: readonly Part[]): Reading {
  const words: QueryWord[] = [];
  for (let at = 0; at < parts.length; ) {
    const part = parts[at]!;
    const chain = part.ideographic ? at + 1 : endOfChain(parts, at);
    const end = chain > at + 1 || part.ideographic ? chain : endOfRun(parts, at);
    const text = parts
      .slice(at, end)
      .map((each) => each.text)
      .join('');
    words.push(
      ...(part.ideographic ? ideographicWordsOf(part) : [wordOf(text, end === at + 1 ? part.forms : foldForms(text))]),
    );
    at = end;
  }
  return words;
}

function isLongEnough(reading: Reading): boolean {
  return reading.some((word) => word.ideographic || word.forms.some((form) => form.length >= queryCharsMin));
}

/** @returns one to three readings, none empty; none at all where too little was typed */
export function readQuery(text: string): readonly Reading[] {
  const typed = text.slice(0, maxQueryChars);
  const parts = splitText(typed);
  const apart = readApart(parts);
  const readings: Reading[] = [apart];
  const joined = readTogether(parts);
  if (joined.length < apart.length) readings.push(joined);
  const ticket = foldTicket(typed);
  if (parts.length > 1 && ticket.length >= groupedTicketCharsMin && /^[0-9A-Za-z\s-]+$/.test(typed)) {
    readings.push([{ forms: [], ticket, ideographic: false }]);
  }
  return readings
    .map((reading) => reading.filter((word) => word.forms.length > 0 || word.ticket !== '').slice(0, maxQueryWords))
    .filter((reading) => isLongEnough(reading) || (reading.length === 1 && reading[0]!.ticket !== ''));
}
