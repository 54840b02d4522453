/**
 * Tables of collections that a tenant has not used yet. Each is made when a statement first names it, so that a tenant
 * costs the tables that it uses, not those of all its modules. Another process may have made one meanwhile: the process that makes
 * tables looks first.
 */
import type { Session } from './connection.ts';
import type { Table } from './table.ts';

export type MakeTables = (tables: readonly Table[]) => Promise<void>;

export class UnmadeTables {
  readonly #make: MakeTables;
  /** What stands before the name of a collection's table in a statement. */
  readonly #before: string;
  readonly #tables = new Map<string, Table>();
  readonly #coming = new Map<string, Promise<void>>();
  #hasMade = false;
  /** Asked for in this turn of the event loop: made in one transaction. */
  #next: { readonly tables: Table[]; readonly made: Promise<void> } | null = null;

  /** @param schema quoted */
  constructor(schema: string, make: MakeTables) {
    this.#before = `${schema}."`;
    this.#make = make;
  }

  /** Of the tables that are still to be made, as far as this process knows. */
  get names(): ReadonlySet<string> {
    return new Set(this.#tables.keys());
  }

  /** What was read of `_meta` before is no longer all. */
  get hasMade(): boolean {
    return this.#hasMade;
  }

  add(tables: readonly Table[]): void {
    for (const table of tables) this.#tables.set(table.name, table);
  }

  /** It was made in another way, or its collection is gone. */
  forget(name: string): void {
    this.#tables.delete(name);
  }

  /** @returns when all tables that the statement names are there; null: they are */
  madeFor(text: string): Promise<void> | null {
    if (this.#tables.size === 0) return null;
    let made: Promise<unknown> | null = null;
    const { length } = this.#before;
    for (let at = text.indexOf(this.#before); at >= 0; at = text.indexOf(this.#before, at)) {
      const end = text.indexOf('"', at + length);
      const table = this.#tables.get(text.slice(at + length, end));
      if (table) made = made ? Promise.all([made, this.#made(table)]) : this.#made(table);
      at = end;
    }
    return made?.then(() => {}) ?? null;
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
        // One that took another definition meanwhile is looked at once more.
        for (const table of tables) if (this.#tables.get(table.name) === table) this.#tables.delete(table.name);
      } finally {
        for (const { name } of tables) this.#coming.delete(name);
      }
    });
    this.#next = { tables, made };
    return this.#next;
  }

  /** The same session; its statements wait for their tables. */
  over(session: Session): Session {
    return {
      signal: session.signal,
      rows: (asked) => {
        const made = this.madeFor(asked.text);
        return made ? made.then(() => session.rows(asked)) : session.rows(asked);
      },
      moment: (work) => session.moment((inner) => work(this.over(inner))),
    };
  }
}
