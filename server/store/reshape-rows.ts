/**
 * The part of a table migration that both stores share: the new form of each record, and the refusal that names the
 * records that do not fit. Knows no SQL.
 */
import { canonicalJson, type Values } from '#shared/base/json.ts';
import { type Refused, refuse } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Reshape } from './contract.ts';

/** Rows read, converted and written at a time; in between others have their turn. */
export const reshapeRows = 500;
/** Maximum number of records that a refusal shows. */
const examplesMax = 5;
/** Name of the table that is filled beside the one it replaces. */
export const spareTable = '_reshaped';

export interface Reshaped {
  readonly record: StoredRecord;
  /** The former values of what changed, also of fields that are gone; null: it says the same as before. */
  readonly previous: Values | null;
}

interface Misfit {
  readonly id: string;
  readonly code: string;
  readonly path?: string | undefined;
  readonly message: string;
}

/** A field that was empty and one that was not there are the same. */
function differences(before: StoredRecord, after: Values, names: readonly string[]): Values | null {
  const changed = names.filter((name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null));
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
}

export class RowReshaper {
  readonly #change: Reshape;
  readonly #names: readonly string[];
  readonly #now: string;
  readonly #examples: Misfit[] = [];
  #total = 0;
  #misfits = 0;
  #onlyLosses = true;

  constructor(change: Reshape, former: CollectionDefinition, now: string) {
    this.#change = change;
    this.#now = now;
    const names = [...former.fields, ...(change.definition?.fields ?? [])].map((f) => f.name);
    this.#names = [...new Set(names)];
  }

  /** @returns null: the record does not fit, which `refusal` reports once all rows were taken */
  take(before: StoredRecord): Reshaped | null {
    this.#total += 1;
    const { convert, definition } = this.#change;
    const own = definition?.fields.map((f) => [f.name, before[f.name] ?? null] as const) ?? [];
    const result = convert ? convert(before) : { ok: true as const, value: Object.fromEntries(own) };
    if (!result.ok) {
      this.#misfits += 1;
      for (const { code, path, message } of result.errors) {
        this.#onlyLosses &&= code === 'values_would_be_lost';
        if (this.#examples.length < examplesMax) this.#examples.push({ id: before.id, code, path, message });
      }
      return null;
    }
    const previous = differences(before, result.value, this.#names);
    const { id, createdAt, updatedAt, version } = before;
    const system = previous
      ? { id, createdAt, updatedAt: this.#now, version: version + 1 }
      : { id, createdAt, updatedAt, version };
    return { record: { ...result.value, ...system }, previous };
  }

  /** To be called once all rows were taken. @returns why the change cannot be made; null: it can */
  refusal(): Refused | null {
    if (this.#misfits === 0) return null;
    const lost = this.#onlyLosses;
    return refuse({
      code: lost ? 'values_would_be_lost' : 'values_do_not_fit',
      message: lost
        ? `${this.#misfits} of ${this.#total} records hold values that would be lost. Name the fields in \`drop\` to remove them.`
        : `${this.#misfits} of ${this.#total} records do not fit. Change them first, or give values in backfill.`,
      detail: { count: this.#misfits, total: this.#total, examples: this.#examples },
    });
  }
}

/** @param groups values that stand more than once, and how often */
export function twinsRefusal(
  fields: readonly string[],
  count: number,
  groups: readonly { readonly values: readonly unknown[]; readonly times: number }[],
): Refused {
  const examples = groups.slice(0, examplesMax).map(({ values, times }) => ({
    values: Object.fromEntries(fields.map((name, i) => [name, values[i]])),
    times,
  }));
  return refuse({
    code: 'values_do_not_fit',
    message: `${count} values of ${fields.join(' and ')} are in more than one record. Make them unique first.`,
    path: fields[0] ?? '',
    detail: { count, examples },
  });
}
