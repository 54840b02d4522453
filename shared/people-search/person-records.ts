/**
 * The texts of all people, one string each: five fields in one string cost a third of what five strings do. An
 * ordinal is a person's number while they are here; a free one is given again.
 */
import { assert } from '../base/assert.ts';
import { createIdSlots } from './id-slots.ts';
import { packId, packText, unpackId, unpackText } from './packed-text.ts';
import type { SearchablePerson } from './person.ts';

export interface PersonRecords {
  read(ordinal: number): SearchablePerson;
  /** @returns the person's ordinal, and what stood there under the same id */
  put(person: SearchablePerson): { readonly ordinal: number; readonly before: SearchablePerson | null };
  /** @returns who it was and under which ordinal; null: no one has the id */
  remove(id: string): { readonly ordinal: number; readonly before: SearchablePerson } | null;
  /** Order of names, then ids; by UTF-16 units. */
  compare(a: number, b: number): number;
  /** One above the highest ordinal ever given. */
  end(): number;
  count(): number;
}

const separator = '\0';

function packField(text: string): string {
  return packText(text.includes(separator) ? text.replaceAll(separator, ' ') : text);
}

function write({ name, email, company, ticketNumber }: SearchablePerson, packedId: string): string {
  const fields = [packField(name), separator, packedId, packField(company), separator, packField(email), separator];
  // join(), not +: a flat string that holds no reference to what it was made of.
  return [...fields, packField(ticketNumber)].join('');
}

export function createPersonRecords(): PersonRecords {
  // Name and id first: comparing two records then is comparing names, then ids.
  const records: string[] = [];
  const free: number[] = [];
  const idStart = (record: string): number => record.indexOf(separator) + 1;
  const slots = createIdSlots((ordinal, packedId) => {
    const record = records[ordinal]!;
    return record.startsWith(packedId, idStart(record));
  });

  function read(ordinal: number): SearchablePerson {
    const record = records[ordinal]!;
    const { id, end } = unpackId(record, idStart(record));
    const name = record.slice(0, idStart(record) - 1);
    const texts = [name, ...record.slice(end).split(separator)].map(unpackText);
    return { id, name: texts[0]!, company: texts[1]!, email: texts[2]!, ticketNumber: texts[3]! };
  }

  return {
    read,
    put(person) {
      assert(person.id !== '' && !person.id.includes(separator), 'an id is a text without NUL');
      const packedId = packId(person.id);
      const held = slots.find(packedId);
      const before = held < 0 ? null : read(held);
      const ordinal = held < 0 ? (free.pop() ?? records.length) : held;
      records[ordinal] = write(person, packedId);
      if (held < 0) slots.put(packedId, ordinal);
      return { ordinal, before };
    },
    remove(id) {
      const packedId = packId(id);
      const ordinal = slots.find(packedId);
      if (ordinal < 0) return null;
      const before = read(ordinal);
      slots.remove(packedId);
      records[ordinal] = '';
      free.push(ordinal);
      return { ordinal, before };
    },
    compare: (a, b) => (records[a]! < records[b]! ? -1 : records[a] === records[b] ? 0 : 1),
    end: () => records.length,
    count: () => records.length - free.length,
  };
}
