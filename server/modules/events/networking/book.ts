/**
 * The people of an event who take part in networking, in memory: derived from the records and brought up to date from
 * them at each request, by what has changed since. Any process has its own; it is lost with the process at no cost.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import {
  type AttendeeProfileRecord,
  attendeeProfiles,
  matches,
  profileVectors,
} from '#shared/modules/events/networking.ts';
import type { Lists } from '#shared/networking/allocate.ts';
import { lexicalProvider, lexicalVector, textOf } from '#shared/networking/lexical.ts';
import { PeopleTable } from '#shared/networking/people-table.ts';
import { traitsOf } from '#shared/networking/profile.ts';
import { type Condition, where } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Reader } from '../../../store/contract.ts';
import { inTurns } from '../../../store/in-turns.ts';
import { isVisible } from './attendee.ts';
import type { Embeddings } from './embeddings.ts';
import { type Semantic, semanticOf, vectorOf } from './semantic.ts';
import { type NetworkingSetting, networkingOf, settingKey } from './setting.ts';

/** Rows that are read at once: a few milliseconds of work. */
const pageRows = 100;
/** A transaction may be stamped so long before others see it. */
const overlapMs = minuteMs;
const booksMax = 16;

/** A pair of which a block was taken back is a suggestion again. */
const closedOrReopened: Condition = {
  kind: 'field',
  path: 'status',
  op: 'in',
  value: ['declined', 'blocked', 'suggested'],
};

/** Lists of all people, from the worker. */
export interface KeptLists {
  readonly ids: readonly string[];
  readonly rowOf: ReadonlyMap<string, number>;
  readonly lists: Lists;
  /** Number of lists that show each person, by row. */
  readonly shown: Int32Array;
  /** Rows that stayed short and were filled up since, with what there was: they are not looked at again. */
  readonly filled: Set<number>;
  /** Version of the book from which the lists were made. */
  readonly version: number;
}

function* eachOf<Row>(rows: readonly Row[], take: (row: Row) => void): Generator<void, void> {
  for (const row of rows) {
    take(row);
    yield;
  }
}

export class Book {
  readonly setting: NetworkingSetting;
  readonly semantic: Semantic;
  readonly table: PeopleTable;
  /** Profiles that have changed since the kept lists were begun: their lists are computed when asked for. */
  readonly changed = new Set<string>();
  /** Pairs that were declined or blocked, as the profiles of both: lists are shared out without them. */
  readonly closed = new Map<string, readonly [string, string]>();
  /** Grows with each change. */
  version = 0;
  lists: KeptLists | null = null;
  readonly #event: string;
  readonly #versions = new Map<string, number>();
  #seenProfiles = '';
  #seenVectors = '';
  /** Profiles that were put in without their vector. */
  readonly #withoutVector = new Set<string>();
  #seenClosed = '';
  #turn: Promise<void> = Promise.resolve();

  constructor(event: string, setting: NetworkingSetting, semantic: Semantic) {
    this.#event = event;
    this.setting = setting;
    this.semantic = semantic;
    this.table = new PeopleTable(semantic.dim, setting.rules);
  }

  /** Refreshes run one after the other, so that each sees all rows that were there when it was requested. */
  refresh(reader: Reader): Promise<void> {
    const turn = this.#turn.catch(() => {}).then(() => this.#refresh(reader));
    this.#turn = turn;
    return turn;
  }

  async #refresh(reader: Reader): Promise<void> {
    this.#seenProfiles = await this.#each(reader, attendeeProfiles, this.#seenProfiles, (row) =>
      this.#take(row as StoredRecord as AttendeeProfileRecord),
    );
    if (this.semantic.provider !== lexicalProvider) await this.#readVectors(reader);
    this.#seenClosed = await this.#each(
      reader,
      matches,
      this.#seenClosed,
      ({ firstProfile, id, secondProfile, status }) => {
        if (status === 'suggested') this.#reopen(id);
        else this.#close(id, String(firstProfile), String(secondProfile));
      },
      [closedOrReopened],
    );
    if ((await reader.count(attendeeProfiles, where({ event: this.#event }))) < this.#versions.size)
      await this.#dropDeleted(reader);
  }

  /** New ones, and those of people whose profile was read again: a vector does not change with every change of a profile. */
  async #readVectors(reader: Reader): Promise<void> {
    const take = ({ profile, provider, vector }: StoredRecord) => {
      if (provider === this.semantic.provider && typeof vector === 'string') this.#setVector(String(profile), vector);
    };
    const isFirst = this.#seenVectors === '';
    this.#seenVectors = await this.#each(reader, profileVectors, this.#seenVectors, take);
    const asked = isFirst ? [] : [...this.#withoutVector];
    for (let from = 0; from < asked.length; from += pageRows) {
      const among = { kind: 'field', path: 'profile', op: 'in', value: asked.slice(from, from + pageRows) } as const;
      const found = await reader.find(profileVectors.name, { where: among, limit: pageRows });
      await inTurns(eachOf(found, take));
    }
    this.#withoutVector.clear();
  }

  /** @returns the time of the last row that was read */
  async #each(
    reader: Reader,
    collection: CollectionDefinition,
    seen: string,
    take: (row: StoredRecord) => void,
    more: readonly Condition[] = [],
  ): Promise<string> {
    const from = seen === '' ? '' : isoTime(Date.parse(seen) - overlapMs);
    const since: Condition = { kind: 'field', path: 'updatedAt', op: 'greater_than_equal', value: from };
    const of = [where({ event: this.#event }), ...more, ...(from === '' ? [] : [since])];
    let after: readonly unknown[] | undefined;
    for (let last = seen; ; ) {
      const query = { where: { kind: 'and', of } as const, sort: [{ path: 'updatedAt', direction: 'asc' } as const] };
      const rows = await reader.find(collection.name, { ...query, limit: pageRows, ...(after && { after }) });
      await inTurns(eachOf(rows, take));
      const end = rows.at(-1);
      if (!end) return last;
      if (end.updatedAt > last) last = end.updatedAt;
      if (rows.length < pageRows) return last;
      // A store that answers at once would let no request in between two pages, and known rows take no time.
      await turn();
      after = [end.updatedAt, end.id];
    }
  }

  #take(profile: AttendeeProfileRecord): void {
    const { id, version } = profile;
    if (this.#versions.get(id) === version) return;
    this.#versions.set(id, version);
    this.#note(id);
    if (!isVisible(profile, this.setting)) {
      this.table.remove(id);
      return;
    }
    const { lexicon, rules } = this.setting;
    const isLexical = this.semantic.provider === lexicalProvider;
    this.table.put(id, traitsOf(profile, rules), isLexical ? lexicalVector(textOf(profile), lexicon) : null);
    if (!isLexical) this.#withoutVector.add(id);
  }

  #setVector(id: string, text: string): void {
    const vector = vectorOf(text);
    if (vector.length === this.semantic.dim && this.table.setVector(id, vector)) this.#note(id);
  }

  /** Does not count as a change of the two people: lists leave the pair out when shown, and the next lists fill its place. */
  #close(pair: string, first: string, second: string): void {
    if (this.closed.has(pair)) return;
    this.closed.set(pair, [first, second]);
    this.version += 1;
  }

  #reopen(pair: string): void {
    if (this.closed.delete(pair)) this.version += 1;
  }

  #note(id: string): void {
    this.version += 1;
    this.changed.add(id);
  }

  async #dropDeleted(reader: Reader): Promise<void> {
    for (const id of this.#versions.keys())
      if (!(await reader.get(attendeeProfiles, id))) {
        this.#versions.delete(id);
        this.table.remove(id);
        this.#note(id);
      }
  }
}

export interface Books {
  of(reader: Reader, event: EventRecord): Promise<Book>;
}

export function createBooks(embeddings: Embeddings | null): Books {
  const books = new Map<string, Book>();
  return {
    async of(reader, event) {
      const setting = networkingOf(event);
      const semantic = await semanticOf(reader, event, setting, embeddings);
      const key = [reader.tenant, event.id, semantic.provider, semantic.dim, settingKey(event)].join('\n');
      const book = books.get(key) ?? new Book(event.id, setting, semantic);
      books.delete(key);
      books.set(key, book);
      for (const oldest of books.keys()) {
        if (books.size <= booksMax) break;
        books.delete(oldest);
      }
      await book.refresh(reader);
      return book;
    },
  };
}
