/**
 * Reads the log under current field names: changes from before a release that renamed fields or moved values are
 * converted as that release does.
 */
import type { Change } from '../contract.ts';
import { changeToday, type MoveMarks, marksOf } from '../move-rows.ts';
import type { Connection } from './connection.ts';
import { readMeta } from './migrate.ts';
import type { Tables } from './reader.ts';

export class MovedLog {
  readonly #connection: Connection;
  readonly #tables: Tables;
  /** Read at the first change of a collection that has moves; most have none. */
  #marks: Map<string, MoveMarks> | null = null;

  constructor(connection: Connection, tables: Tables) {
    this.#connection = connection;
    this.#tables = tables;
  }

  today(changes: readonly Change[]): readonly Change[] {
    return changes.map((change) => {
      const definition = this.#tables.get(change.collection)?.definition;
      return definition?.moves ? changeToday(change, definition, this.#marksOf(definition.name)) : change;
    });
  }

  /** Returns the number of its moves that a collection has made. */
  applied(collection: string): number {
    return this.#marksOf(collection).length;
  }

  /** Forgets the marks; to be called after the tables were migrated. */
  forget(): void {
    this.#marks = null;
  }

  #marksOf(collection: string): MoveMarks {
    if (this.#marks === null) {
      const meta = readMeta(this.#connection);
      const moving = [...this.#tables.values()].filter(({ definition }) => definition.moves);
      this.#marks = new Map(moving.map(({ definition, name }) => [name, marksOf(meta, definition)]));
    }
    return this.#marks.get(collection) ?? [];
  }
}
