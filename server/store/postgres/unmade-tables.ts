/**
 * Creates the table of a collection at the first write to it, so that a tenant costs the tables that it uses, not those of all
 * its modules. A statement that reads a missing table finds no rows and creates nothing. Another process may have created the
 * table in the meantime; therefore each statement that names a missing table first looks into `_meta`.
 */
import { quoteName } from '../compile/name.ts';
import { marksKey } from '../move-rows.ts';
import { declaredType } from './column.ts';
import type { Statement } from './compile-query.ts';
import type { Session } from './connection.ts';
import { isAsKept, printKeys } from './migrate.ts';
import { searchColumns, type Table } from './table.ts';

export type MakeTables = (tables: readonly Table[]) => Promise<void>;

/** Matches a statement that only reads; any other may write. */
const isRead = /^\s*(SELECT|DECLARE)\b/;

/** Replaces the table in a statement by no rows, under the table's name or the one that the statement gives it. */
function withoutRows(text: string, { columns, name, place }: Table): string {
  const typed = [
    ...columns.map((column) => `NULL::${declaredType(column)} AS ${quoteName(column.name)}`),
    ...searchColumns.map((column) => `NULL::text COLLATE "C" AS ${quoteName(column)}`),
  ];
  const nothing = `(SELECT ${typed.join(', ')} WHERE false) AS `;
  const named = new RegExp(`${place.replaceAll('.', '\\.')}(?: /\\*\\w+\\*/)?( AS )?`, 'g');
  return text.replaceAll(named, (_, as?: string) => (as ? nothing : `${nothing}${quoteName(name)}`));
}

export class UnmadeTables {
  readonly #make: MakeTables;
  readonly #schema: string;
  /** Text that precedes the name of a collection's table in a statement. */
  readonly #before: string;
  readonly #tables = new Map<string, Table>();
  readonly #coming = new Map<string, Promise<void>>();
  #hasMade = false;
  /** Asked for in this turn of the event loop: made in one transaction. */
  #next: { readonly tables: Table[]; readonly made: Promise<void> } | null = null;

  /** @param schema quoted */
  constructor(schema: string, make: MakeTables) {
    this.#schema = schema;
    this.#before = `${schema}."`;
    this.#make = make;
  }

  /** The names of the tables that are still to be made, as far as this process knows. */
  get names(): ReadonlySet<string> {
    return new Set(this.#tables.keys());
  }

  has(name: string): boolean {
    return this.#tables.has(name);
  }

  /** Whether a table was made meanwhile, so that what was read of `_meta` before is incomplete. */
  get hasMade(): boolean {
    return this.#hasMade;
  }

  add(tables: readonly Table[]): void {
    for (const table of tables) this.#tables.set(table.name, table);
  }

  /** Forgets a table that was made in another way, or whose collection was deleted. */
  forget(name: string): void {
    this.#tables.delete(name);
  }

  /** Creates the table of this collection if it is missing, and resolves when the table exists. */
  async made(name: string): Promise<void> {
    const table = this.#tables.get(name);
    if (table) await this.#made(table);
  }

  /**
   * Prepares a statement that names missing tables. A writing statement waits until the tables exist.
   *
   * @param session sees all that the statement will
   * @param rowless collections known to have no rows for as long as the set is kept; it grows
   * @returns the statement to send instead; null: send the statement as it is
   */
  readied(asked: Statement, session: Session, rowless: Set<string> = new Set()): Promise<Statement> | null {
    if (this.#tables.size === 0) return null;
    const named = this.#namedIn(asked.text);
    return named.length === 0 ? null : this.#ready(asked, named, session, rowless);
  }

  /** @returns the same session with each of its statements prepared by `readied` */
  over(session: Session): Session {
    return {
      signal: session.signal,
      rows: (asked) => {
        const ready = this.readied(asked, session);
        return ready ? ready.then((statement) => session.rows(statement)) : session.rows(asked);
      },
      moment: (work) => session.moment((inner) => work(this.over(inner))),
    };
  }

  #namedIn(text: string): readonly Table[] {
    const named = new Set<Table>();
    const { length } = this.#before;
    for (let at = text.indexOf(this.#before); at >= 0; at = text.indexOf(this.#before, at)) {
      const end = text.indexOf('"', at + length);
      const table = this.#tables.get(text.slice(at + length, end));
      if (table) named.add(table);
      at = end;
    }
    return [...named];
  }

  async #ready(asked: Statement, named: readonly Table[], session: Session, rowless: Set<string>): Promise<Statement> {
    await this.#look(
      named.filter(({ name }) => !rowless.has(name)),
      session,
      rowless,
    );
    // One of them may have been given another definition meanwhile.
    const missing = named.map(({ name }) => this.#tables.get(name)).filter((table) => table !== undefined);
    const isReading = isRead.test(asked.text);
    // One that was made by another release is brought to this one.
    const needed = missing.filter(({ name }) => !isReading || !rowless.has(name));
    await Promise.all(needed.map((table) => this.#made(table)));
    if (!isReading || needed.length === missing.length) return asked;
    const text = missing.filter((table) => !needed.includes(table)).reduce(withoutRows, asked.text);
    return { text, values: asked.values };
  }

  /** Finds which of the tables another process has made, and which do not exist. */
  async #look(tables: readonly Table[], session: Session, rowless: Set<string>): Promise<void> {
    if (tables.length === 0) return;
    const keys = tables.flatMap(({ name }) => [...printKeys(name), marksKey(name)]);
    const text = `SELECT key, value FROM ${this.#schema}._meta WHERE key = ANY($1)`;
    const rows = await session.rows({ text, values: [keys] });
    const meta = new Map(rows.map(([key, value]) => [String(key), String(value)]));
    for (const table of tables) {
      if (isAsKept(meta, table)) this.#isMade(table);
      else if (!meta.has(`schema:${table.name}`)) rowless.add(table.name);
    }
  }

  /** One that took another definition meanwhile is looked at once more. */
  #isMade(table: Table): void {
    this.#hasMade = true;
    if (this.#tables.get(table.name) === table) this.#tables.delete(table.name);
  }

  #made(table: Table): Promise<void> {
    const known = this.#coming.get(table.name);
    if (known) return known;
    const next = this.#next ?? this.#begin();
    next.tables.push(table);
    this.#coming.set(table.name, next.made);
    return next.made;
  }

  #begin() {
    const tables: Table[] = [];
    const made = Promise.resolve().then(async () => {
      this.#next = null;
      this.#hasMade = true;
      try {
        await this.#make(tables);
        for (const table of tables) this.#isMade(table);
      } finally {
        for (const { name } of tables) this.#coming.delete(name);
      }
    });
    this.#next = { tables, made };
    return this.#next;
  }
}
