/**
 * The different words of one field in order, each with its people. Order is that of UTF-16 units, which packing keeps.
 */
import { packText } from './packed-text.ts';
import { PostingLists } from './posting-lists.ts';
import { eachOrdinal, isLong, type LongPostings, withOrdinal, withoutOrdinal } from './postings.ts';
import { compareAt, flat, startsAt, unitAt } from './word-block.ts';
import { WordCursor } from './word-cursor.ts';

export type VisitOrdinal = (ordinal: number) => void;

export interface WordTable {
  /** Adding twice is adding once. */
  add(word: string, ordinal: number): void;
  remove(word: string, ordinal: number): void;
  eachOf(word: string, visit: VisitOrdinal): void;
  /** Also the people of the word `prefix` itself. */
  eachWithPrefix(prefix: string, visit: VisitOrdinal): void;
  /** The different characters (UTF-16 units) that follow `prefix` in words here, in order; null: no word begins so. */
  unitsAfter(prefix: string): readonly string[] | null;
  wordCount(): number;
}

export function createWordTable(): WordTable {
  const cursor = new WordCursor();
  const lists = new PostingLists();
  // The words of many people, which most additions are about, without a search for their place.
  const longLists = new Map<string, LongPostings>();

  return {
    add(word, ordinal) {
      const long = longLists.get(word);
      if (long) {
        withOrdinal(long, ordinal);
        return;
      }
      const packed = packText(word);
      const block = cursor.find(packed);
      if (!block) {
        cursor.insert(packed, ordinal);
        return;
      }
      const head = block.heads[cursor.slot]!;
      const postings = withOrdinal(lists.read(head), ordinal);
      block.heads[cursor.slot] = lists.write(head, postings);
      if (isLong(postings)) longLists.set(flat(word), postings);
    },

    remove(word, ordinal) {
      const block = cursor.find(packText(word));
      if (!block) return;
      const head = block.heads[cursor.slot]!;
      // The last person of a word is never in a list: a list of one has become a bare number.
      const kept = withoutOrdinal(lists.read(head), ordinal);
      if (kept === null || !isLong(kept)) longLists.delete(word);
      if (kept === null) cursor.drop();
      else block.heads[cursor.slot] = lists.write(head, kept);
    },

    eachOf(word, visit) {
      const block = cursor.find(packText(word));
      if (block) eachOrdinal(lists.read(block.heads[cursor.slot]!), visit);
    },

    eachWithPrefix(prefix, visit) {
      const packed = packText(prefix);
      for (let block = cursor.seek(packed); block && startsAt(block, cursor.slot, packed); block = cursor.next())
        eachOrdinal(lists.read(block.heads[cursor.slot]!), visit);
    },

    unitsAfter(prefix) {
      const packed = packText(prefix);
      let block = cursor.seek(packed);
      if (!block || !startsAt(block, cursor.slot, packed)) return null;
      if (compareAt(block, cursor.slot, packed) === 0) block = cursor.next();
      const units: string[] = [];
      while (block && startsAt(block, cursor.slot, packed)) {
        const unit = unitAt(block, cursor.slot, packed.length);
        units.push(unit);
        block = cursor.seek(packed + packText(String.fromCharCode(unit.charCodeAt(0) + 1)));
      }
      return units;
    },

    wordCount: () => cursor.wordCount(),
  };
}
