/**
 * Search over the people of an event by name, company, e-mail and ticket number, as somebody types at a gate. Holds
 * its own copy of their texts, compact, and nothing of anybody who was removed. Every call is short; to add many,
 * add them in slices. Pure: nothing is stored, no clock.
 */
import { assert } from '../base/assert.ts';
import { foldForms, foldIdeographic } from './fold.ts';
import { highlight, type MatchedRanges } from './highlight.ts';
import type { SearchablePerson, SearchField } from './person.ts';
import { createPersonRecords } from './person-records.ts';
import { costsOf, firstFew, type WordTables } from './rank-people.ts';
import { readQuery } from './read-query.ts';
import { readTicketWords, readWords } from './read-words.ts';
import { splitText } from './split-text.ts';
import { createWordTable } from './word-table.ts';

export interface PeopleHit {
  readonly id: string;
  /** What to mark in which text of the person. */
  readonly matched: MatchedRanges;
}

export interface PeopleHits {
  readonly hits: readonly PeopleHit[];
  /** There are people beyond the limit. */
  readonly more: boolean;
}

export interface PeopleIndex {
  /** Takes the place of whoever has the same id. Some 20 µs; a slice of 500 stays below one frame. */
  add(person: SearchablePerson): void;
  /** Leaves no text and no word of the person behind. @returns whether they were here */
  remove(id: string): boolean;
  /**
   * @param text as typed; below two letters (one where a character is a word) nobody is found
   * @param limit how many at most, 1 to `searchLimitMax`; more are taken as that
   * @returns the best first: no typo before a typo, name before company before e-mail before ticket number, whole
   *   words before beginnings; equals by the first letters of the name, then by name, then by id
   */
  search(text: string, options?: { readonly limit?: number }): PeopleHits;
  readonly size: number;
  /** Different words held, over all fields. */
  wordCount(): number;
}

export const searchLimitMax = 50;
const searchLimitDefault = 20;

const nameKeyLetters = 6;
const bitsPerLetter = 5;

/** The first letters of a name folded, five bits each: orders Łukasz among L and zoë among Z without folding again. */
function nameKeyOf(name: string): number {
  const letters = splitText(name)
    .slice(0, nameKeyLetters)
    .map((part) => (part.ideographic ? foldIdeographic(part.text) : (foldForms(part.text)[0] ?? '')))
    .join('');
  let key = 0;
  for (let at = 0; at < nameKeyLetters; at += 1) {
    const code = at < letters.length ? letters.charCodeAt(at) : 0;
    const isLatin = code >= 0x61 && code <= 0x7a;
    const rank = code === 0 ? 0 : code < 0x61 ? 1 : isLatin ? code - 0x61 + 2 : 31;
    key = (key << bitsPerLetter) | rank;
  }
  return key;
}

function wordsOf(person: SearchablePerson, field: SearchField): ReadonlySet<string> {
  const text = person[field];
  const words = field === 'ticketNumber' ? readTicketWords(text) : readWords(text);
  return new Set(words.flatMap((word) => word.forms));
}

export function createPeopleIndex(): PeopleIndex {
  const records = createPersonRecords();
  const tables: WordTables = {
    name: createWordTable(),
    company: createWordTable(),
    email: createWordTable(),
    ticketNumber: createWordTable(),
  };
  const fields = Object.keys(tables) as SearchField[];
  let nameKeys = new Uint32Array(1024);

  function setNameKey(ordinal: number, key: number): void {
    if (ordinal >= nameKeys.length) {
      const wider = new Uint32Array(Math.ceil(nameKeys.length * 1.5));
      wider.set(nameKeys);
      nameKeys = wider;
    }
    nameKeys[ordinal] = key;
  }

  function remove(id: string): boolean {
    const ordinal = records.ordinalOf(id);
    if (ordinal === null) return false;
    const person = records.read(ordinal);
    for (const field of fields) for (const word of wordsOf(person, field)) tables[field].remove(word, ordinal);
    setNameKey(ordinal, 0);
    records.remove(ordinal);
    return true;
  }

  const isBefore = (a: number, b: number): boolean =>
    nameKeys[a]! < nameKeys[b]! || (nameKeys[a] === nameKeys[b] && records.compare(a, b) < 0);

  return {
    add(person) {
      remove(person.id);
      const ordinal = records.add(person);
      setNameKey(ordinal, nameKeyOf(person.name));
      for (const field of fields) for (const word of wordsOf(person, field)) tables[field].add(word, ordinal);
    },

    remove,

    search(text, { limit = searchLimitDefault } = {}) {
      assert(Number.isInteger(limit) && limit >= 1, 'a limit is a whole number from 1');
      const readings = readQuery(text);
      if (readings.length === 0) return { hits: [], more: false };
      const costs = costsOf(tables, readings, records.end());
      const { ordinals, more } = firstFew(costs, Math.min(limit, searchLimitMax), isBefore);
      const hits = ordinals.map((ordinal) => {
        const person = records.read(ordinal);
        return { id: person.id, matched: highlight(person, readings) };
      });
      return { hits, more };
    },

    get size() {
      return records.count();
    },
    wordCount: () => fields.reduce((sum, field) => sum + tables[field].wordCount(), 0),
  };
}
