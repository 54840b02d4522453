/** Reads the log under today's names: changes from before a release moved values, as that release would have made them. */
import type { Change } from '../contract.ts';
import { changeToday, type MoveMarks, marksKey, marksOf } from '../move-rows.ts';
import type { Session } from './connection.ts';
import type { Tables } from './reader.ts';

export class MovedLog {
  readonly #session: Session;
  readonly #schema: string;
  readonly #tables: Tables;
  /** Asked for at the first change of a collection that has moves; most have none. */
  #marks: Promise<ReadonlyMap<string, MoveMarks>> | null = null;

  constructor(session: Session, schema: string, tables: Tables) {
    this.#session = session;
    this.#schema = schema;
    this.#tables = tables;
  }

  async today(changes: readonly Change[]): Promise<readonly Change[]> {
    const definitionOf = ({ collection }: Change) => this.#tables.get(collection)?.definition ?? null;
    if (!changes.some((change) => definitionOf(change)?.moves)) return changes;
    const marks = await this.#known();
    return changes.map((change) => changeToday(change, definitionOf(change), marks.get(change.collection) ?? []));
  }

  /** Returns the number of steps that a collection has made. */
  async applied(collection: string): Promise<number> {
    return (await this.#known()).get(collection)?.length ?? 0;
  }

  /** The tables were migrated. */
  forget(): void {
    this.#marks = null;
  }

  #known(): Promise<ReadonlyMap<string, MoveMarks>> {
    if (this.#marks) return this.#marks;
    const marks = this.#read();
    // A read that failed is repeated for the next reader.
    marks.catch(() => this.#marks === marks && this.forget());
    this.#marks = marks;
    return marks;
  }

  async #read(): Promise<ReadonlyMap<string, MoveMarks>> {
    const moving = [...this.#tables.values()].map(({ definition }) => definition).filter(({ moves }) => moves);
    const text = `SELECT key, value FROM ${this.#schema}._meta WHERE key = ANY($1)`;
    const values = [moving.map(({ name }) => marksKey(name))];
    const rows = await this.#session.rows({ text, values });
    const meta = new Map(rows.map(([key, value]) => [String(key), String(value)]));
    return new Map(moving.map((definition) => [definition.name, marksOf(meta, definition)]));
  }
}
