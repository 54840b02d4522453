/**
 * Search over the people of an event by name, company, e-mail and ticket number, as someone types at a gate. Holds
 * its own copy of their texts, compact, and nothing of removed people. Every call is short; to add many,
 * add them in slices. Pure: nothing is stored, no clock.
 */
import { assert } from '../base/assert.ts';
import { highlight, type MatchedRanges } from './highlight.ts';
import { type SearchablePerson, type SearchField, searchFields } from './person.ts';
import { createPersonRecords } from './person-records.ts';
import { costsOf, createScratch, firstFew, type WordTables } from './rank-people.ts';
import { readQuery } from './read-query.ts';
import { readTicketWords, readWords, type Word } from './read-words.ts';
import { createWordTable } from './word-table.ts';

export interface PeopleHit {
  readonly id: string;
  /** Ranges to mark in each text of the person. */
  readonly matched: MatchedRanges;
}

export interface PeopleHits {
  readonly hits: readonly PeopleHit[];
  /** There are people beyond the limit. */
  readonly more: boolean;
}

export interface PeopleIndex {
  /** Replaces a person with the same id. Some 20 µs; a slice of 500 stays below one frame. */
  add(person: SearchablePerson): void;
  /** Removes all text and words of the person. @returns whether the index had them */
  remove(id: string): boolean;
  /**
   * @param text as typed; below two letters (one where a character is a word) no one is found
   * @param limit how many at most, 1 to `searchLimitMax`, absent: 20; more are taken as the maximum
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
function nameKeyOf(words: readonly Word[]): number {
  let letters = '';
  let end = 0;
  for (const word of words) {
    if (word.start < end || letters.length >= nameKeyLetters) continue;
    letters += word.forms[0] ?? '';
    end = word.end;
  }
  let key = 0;
  for (let at = 0; at < nameKeyLetters; at += 1) {
    const code = at < letters.length ? letters.charCodeAt(at) : 0;
    const isLatin = code >= 0x61 && code <= 0x7a;
    const rank = code === 0 ? 0 : code < 0x61 ? 1 : isLatin ? code - 0x61 + 2 : 31;
    key = (key << bitsPerLetter) | rank;
  }
  return key;
}

function wordsOf(person: SearchablePerson, field: SearchField): readonly Word[] {
  return field === 'ticketNumber' ? readTicketWords(person[field]) : readWords(person[field]);
}

export function createPeopleIndex(): PeopleIndex {
  const records = createPersonRecords();
  const tables: WordTables = {
    name: createWordTable(),
    company: createWordTable(),
    email: createWordTable(),
    ticketNumber: createWordTable(),
  };
  const scratch = createScratch();
  let nameKeys = new Uint32Array(1024);

  function setNameKey(ordinal: number, key: number): void {
    if (ordinal >= nameKeys.length) {
      const wider = new Uint32Array(Math.ceil(nameKeys.length * 1.5));
      wider.set(nameKeys);
      nameKeys = wider;
    }
    nameKeys[ordinal] = key;
  }

  function forget(person: SearchablePerson, ordinal: number): void {
    for (const field of searchFields) {
      for (const { forms } of wordsOf(person, field)) for (const form of forms) tables[field].remove(form, ordinal);
    }
    setNameKey(ordinal, 0);
  }

  const isBefore = (a: number, b: number): boolean =>
    nameKeys[a]! < nameKeys[b]! || (nameKeys[a] === nameKeys[b] && records.compare(a, b) < 0);

  return {
    add(person) {
      const { ordinal, before } = records.put(person);
      if (before) forget(before, ordinal);
      for (const field of searchFields) {
        const words = wordsOf(person, field);
        if (field === 'name') setNameKey(ordinal, nameKeyOf(words));
        for (const { forms } of words) for (const form of forms) tables[field].add(form, ordinal);
      }
    },

    remove(id) {
      const removed = records.remove(id);
      if (removed) forget(removed.before, removed.ordinal);
      return removed !== null;
    },

    search(text, { limit = searchLimitDefault } = {}) {
      assert(Number.isInteger(limit) && limit >= 1, 'a limit is a whole number from 1');
      const readings = readQuery(text);
      if (readings.length === 0) return { hits: [], more: false };
      const costs = costsOf(tables, readings, records.end(), scratch);
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
    wordCount: () => searchFields.reduce((sum, field) => sum + tables[field].wordCount(), 0),
  };
}
