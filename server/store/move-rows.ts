/**
 * The common part of both stores when a new release opens a database of an earlier one: finds the missing steps of a
 * definition, the table before them and what each row becomes, and reads the log from before. Knows no SQL.
 */
import { assert } from '#shared/base/assert.ts';
import { isObject } from '#shared/base/json.ts';
import { ok, type Refused } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { describeMove, fieldsAfter, moveValues } from '#shared/schema/moves.ts';
import type { Change, MovedCollection, Reshape } from './contract.ts';

/**
 * Number at which the log ended before each step that a collection has made; 0 for a table that was made with the step.
 */
export type MoveMarks = readonly number[];

/** Returns the key in `_meta` of a collection's move marks. */
export function marksKey(collection: string): string {
  return `moves:${collection}`;
}

/** @param meta all of `_meta`. @throws where a newer release has made steps that this one does not know */
export function marksOf(
  meta: ReadonlyMap<string, string> | null,
  { moves = [], name }: CollectionDefinition,
): MoveMarks {
  const marks = JSON.parse(meta?.get(marksKey(name)) ?? '[]') as MoveMarks;
  if (marks.length > moves.length)
    throw new Error(`${name} was changed by a newer version of Gatehouse: start that one, or restore a backup`);
  return marks;
}

/** Whether the table is there and steps of its definition are missing. @param meta all of `_meta` */
export function mustMove(meta: ReadonlyMap<string, string> | null, definition: CollectionDefinition): boolean {
  if (!definition.moves?.length || !meta?.has(`schema:${definition.name}`)) return false;
  return marksOf(meta, definition).length < definition.moves.length;
}

/** Whether all steps stand in `_meta` as made. */
export function areMovesKept(meta: ReadonlyMap<string, string> | null, definition: CollectionDefinition): boolean {
  return marksOf(meta, definition).length === (definition.moves?.length ?? 0);
}

/** @param head where the log ends, 0 for a table that has just been made. @returns the text that `_meta` keeps */
export function allMarks(former: MoveMarks, { moves = [] }: CollectionDefinition, head: number): string {
  return JSON.stringify([...former, ...moves.slice(former.length).map(() => head)]);
}

/** The collection as its table is before the missing steps. @param present the columns that are there */
export function formerDefinition(
  definition: CollectionDefinition,
  applied: number,
  present: ReadonlyMap<string, unknown>,
): CollectionDefinition {
  const { labels, module, name } = definition;
  const fields = fieldsAfter(definition, applied).filter((field) => present.has(field.name));
  return { name, module, labels, fields };
}

/** Columns of fields that no release names any more: they stay with their values. */
export function leftoverColumns(
  present: ReadonlyMap<string, string>,
  former: CollectionDefinition,
  next: readonly string[],
): readonly string[] {
  // SQLite compares column names without regard to case.
  const known = new Set([...former.fields.map(({ name }) => name), ...next].map((name) => name.toLowerCase()));
  return [...present.keys()].filter((name) => !known.has(name.toLowerCase()));
}

function isEmpty(value: unknown): boolean {
  return value === null || (isObject(value) && Object.values(value).every(isEmpty));
}

/** Returns the conversion of each row. A container that goes must be empty once its values have moved out. */
export function moveOf(definition: CollectionDefinition, applied: number): Reshape {
  const names = new Set(definition.fields.map((field) => field.name));
  const convert: Reshape['convert'] = (record) => {
    const { id: _i, createdAt: _c, updatedAt: _u, version: _v, ...values } = record;
    const moved = moveValues(definition, applied, values);
    if (!moved.ok) return moved;
    const lost = Object.keys(moved.value).find((name) => !names.has(name) && !isEmpty(moved.value[name]));
    if (lost !== undefined) {
      const message = `${lost} holds values that no field has a place for.`;
      return { ok: false, errors: [{ code: 'values_would_be_lost', path: lost, message }] };
    }
    const filler = (field: Field) => ('default' in field ? (field.default ?? null) : null);
    const fieldValue = (field: Field) => (field.name in moved.value ? moved.value[field.name] : filler(field));
    return ok(Object.fromEntries(definition.fields.map((field) => [field.name, fieldValue(field)])));
  };
  return { collection: definition.name, definition, convert };
}

/** The fault of a migration that cannot be: its data are as they were. */
export function unmovable({ name }: CollectionDefinition, { errors: [refusal] }: Refused): Error {
  const examples = refusal.detail?.['examples'];
  const shown = examples === undefined ? '' : ` For example: ${JSON.stringify(examples).slice(0, 500)}`;
  return new Error(`${name} cannot be brought to this version, and nothing was changed. ${refusal.message}${shown}`);
}

/** Returns the summary of a collection's move that the start reports. */
export function movedCollection(
  { moves = [], name }: CollectionDefinition,
  applied: number,
  records: number,
): MovedCollection {
  assert(applied < moves.length, `${name}: no step is missing`);
  return { collection: name, steps: moves.slice(applied).map(describeMove), records };
}

/**
 * A change under today's names. A former value that cannot be what its field is now is left as it stood: the log is
 * history, and nothing may hide it.
 */
export function changeToday(change: Change, definition: CollectionDefinition | null, marks: MoveMarks): Change {
  const applied = marks.findIndex((mark) => change.seq <= mark);
  if (applied === -1 || definition === null) return change;
  const { previous, record } = change;
  const { createdAt, id, updatedAt, version, ...values } = record;
  const today = (given: Readonly<Record<string, unknown>>) => {
    const moved = moveValues(definition, applied, given);
    return moved.ok ? moved.value : given;
  };
  return {
    ...change,
    record: { ...today(values), id, createdAt, updatedAt, version },
    previous: previous && today(previous),
  };
}

/** Steps that the collections of a dump had made. Every change in the dump is from before the missing steps. */
export class DumpMoves {
  readonly #applied = new Map<string, number>();

  note(collection: string, applied: number): void {
    this.#applied.set(collection, applied);
  }

  #marks({ moves = [], name }: CollectionDefinition): MoveMarks {
    const applied = this.#applied.get(name) ?? 0;
    return moves.map((_, i) => (i < applied ? 0 : Number.POSITIVE_INFINITY));
  }

  change(change: Change, definition: CollectionDefinition | null): Change {
    return definition?.moves ? changeToday(change, definition, this.#marks(definition)) : change;
  }

  /** @throws where a value cannot be what its field is now */
  record<R extends Change['record']>(record: R, definition: CollectionDefinition): R {
    if (!definition.moves) return record;
    const { createdAt, id, updatedAt, version, ...values } = record;
    const moved = moveValues(definition, this.#applied.get(definition.name) ?? 0, values);
    if (!moved.ok) throw new Error(`${definition.name} ${id}: ${moved.errors[0].message}`);
    return { ...record, ...Object.fromEntries(definition.fields.map((f) => [f.name, moved.value[f.name] ?? null])) };
  }
}
