/** A form over one record: its draft, its saving, and what someone else saved meanwhile. */
import { useState } from 'react';
import { canonicalJson } from '#shared/base/json.ts';
import { allRefusals } from '../../parts/as-error.ts';
import { changesOf, conflictsOf } from '../../parts/form/merge-record.ts';
import type { CollectionName } from './follow-changes.ts';
import { type Saved, saveRecord, type Versioned } from './save-record.ts';

export interface RecordForm<T, D> {
  readonly value: D;
  readonly isDirty: boolean;
  readonly set: (patch: Partial<D>) => void;
  /** @returns whether it was saved; false: `conflict` says why. @throws GatehouseError for every other refusal */
  readonly save: () => Promise<boolean>;
  /** Changes that someone else saved in the same fields since the form was opened; null: none. */
  readonly conflict: { readonly theirs: T; readonly fields: readonly (keyof T & string)[] } | null;
  /** Replaces the draft by the record that the other person saved. */
  readonly takeTheirs: () => void;
  /** Keeps the draft: the next save replaces what the other person saved. */
  readonly keepMine: () => void;
}

/**
 * @param draftOf what the form holds of a record
 * @param valuesOf what the form says, as fields of the record; throws a refusal beside its row
 */
export function useRecordForm<T extends Versioned, D extends object>(
  collection: CollectionName,
  record: T,
  draftOf: (record: T) => D,
  valuesOf: (draft: D) => Partial<T>,
  onSaved?: (record: T) => void,
): RecordForm<T, D> {
  const [base, setBase] = useState(record);
  const [value, setValue] = useState(() => draftOf(record));
  const [conflict, setConflict] = useState<Extract<Saved<T>, { kind: 'changed' }> | null>(null);

  function start(from: T): void {
    setBase(from);
    setValue(draftOf(from));
    setConflict(null);
  }

  /**
   * Saves the form. A form shows only a part of a setting: where that part is the same in both records, the other person has
   * changed nothing that the form shows, and it is saved over theirs.
   */
  async function saveOver(from: T): Promise<Saved<T>> {
    const mine = allRefusals(() => valuesOf(value));
    const patch = changesOf(from, mine);
    if (Object.keys(patch).length === 0) return { kind: 'saved', record: from };
    const saved = await saveRecord(collection, from, patch);
    if (saved.kind === 'saved') return saved;
    const shown = (record: T) => ({ ...record, ...valuesOf(draftOf(record)) });
    const fields = conflictsOf(shown(from), shown(saved.theirs), mine).filter((field) => saved.fields.includes(field));
    return fields.length === 0 ? await saveOver(saved.theirs) : { ...saved, fields };
  }

  return {
    value,
    isDirty: canonicalJson(value) !== canonicalJson(draftOf(base)),
    set: (patch) => setValue((now) => ({ ...now, ...patch })),
    async save() {
      const saved = await saveOver(base);
      if (saved.kind === 'changed') {
        setConflict(saved);
        return false;
      }
      start(saved.record);
      onSaved?.(saved.record);
      return true;
    },
    conflict,
    takeTheirs: () => conflict && start(conflict.theirs),
    keepMine() {
      if (!conflict) return;
      setBase(conflict.theirs);
      setConflict(null);
    },
  };
}
