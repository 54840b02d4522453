/**
 * The texts of all people, one string each: five fields in one string cost a third of what five strings do. An
 * ordinal is a person's number while they are here; a free one is given again.
 */
import { assert } from '../base/assert.ts';
import { createIdSlots } from './id-slots.ts';
import type { SearchablePerson } from './person.ts';

export interface PersonRecords {
  ordinalOf(id: string): number | null;
  read(ordinal: number): SearchablePerson;
  add(person: SearchablePerson): number;
  remove(ordinal: number): void;
  /** Order of names, then ids; by UTF-16 units. */
  compare(a: number, b: number): number;
  /** One above the highest ordinal ever given. */
  end(): number;
  count(): number;
}

const separator = '\0';

export function createPersonRecords(): PersonRecords {
  // Name and id first: comparing two records then is comparing names, then ids.
  const records: string[] = [];
  const free: number[] = [];
  const isAt = (ordinal: number, id: string): boolean => {
    const record = records[ordinal]!;
    const start = record.indexOf(separator) + 1;
    return record.startsWith(id, start) && record[start + id.length] === separator;
  };
  const slots = createIdSlots(isAt);

  function read(ordinal: number): SearchablePerson {
    const [name = '', id = '', company = '', email = '', ticketNumber = ''] = records[ordinal]!.split(separator);
    return { id, name, email, company, ticketNumber };
  }

  return {
    ordinalOf(id) {
      const ordinal = slots.find(id);
      return ordinal < 0 ? null : ordinal;
    },
    read,
    add({ id, name, email, company, ticketNumber }) {
      assert(id !== '' && !id.includes(separator), 'an id is a text without NUL');
      const ordinal = free.pop() ?? records.length;
      const texts = [name, company, email, ticketNumber].map((text) => text.replaceAll(separator, ' '));
      records[ordinal] = [texts[0], id, ...texts.slice(1)].join(separator);
      slots.put(id, ordinal);
      return ordinal;
    },
    remove(ordinal) {
      slots.remove(read(ordinal).id);
      records[ordinal] = '';
      free.push(ordinal);
    },
    compare: (a, b) => (records[a]! < records[b]! ? -1 : records[a] === records[b] ? 0 : 1),
    end: () => records.length,
    count: () => records.length - free.length,
  };
}
