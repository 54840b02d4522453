/** The form of one record: saves over the version it was read at, and shows what someone else changed meanwhile. */

import { type ReactNode, useState } from 'react';
import { allRefusals } from '../../parts/as-error.ts';
import { ChangedByOther } from '../../parts/form/changed-by-other.tsx';
import { EditForm } from '../../parts/form/edit-form.tsx';
import { t } from '../../parts/text/text.ts';
import type { CollectionName } from '../data/follow-changes.ts';
import type { Versioned } from '../data/save-record.ts';
import { useRecordForm } from '../data/use-record-form.ts';

export interface RecordEditProps<T extends Versioned, D extends object> {
  readonly title: string;
  readonly submit?: string;
  readonly collection: CollectionName;
  /** The record as it was read when the form was opened; the form ignores a later version. */
  readonly record: T;
  readonly draftOf: (record: T) => D;
  /** @throws GatehouseError beside the row that is wrong */
  readonly valuesOf: (draft: D) => Partial<T>;
  /** Labels of the fields, for the message that someone else changed them. */
  readonly labels: Readonly<Partial<Record<keyof T & string, string>>>;
  readonly mayWrite: boolean;
  /** Returns a question to confirm before these values are saved; null: nothing is asked. */
  readonly askBefore?: (values: Partial<T>) => Promise<string | null>;
  readonly onSaved?: (record: T) => void;
  readonly onCancel?: () => void;
  readonly children: (value: D, set: (patch: Partial<D>) => void) => ReactNode;
}

/** Short enough to stand in a sentence. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '–' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

export function RecordEdit<T extends Versioned, D extends object>(props: RecordEditProps<T, D>) {
  const { collection, record, draftOf, valuesOf, labels, mayWrite, onSaved, onCancel, children } = props;
  const form = useRecordForm(collection, record, draftOf, valuesOf, onSaved);
  const [notice, setNotice] = useState('');
  const { conflict } = form;
  return (
    <EditForm
      title={props.title}
      submit={props.submit ?? t('save')}
      isDirty={form.isDirty}
      disabled={!mayWrite}
      check={() => allRefusals(() => valuesOf(form.value))}
      {...(onCancel && { onCancel })}
      onSave={async () => {
        setNotice('');
        const question = (await props.askBefore?.(allRefusals(() => valuesOf(form.value)))) ?? null;
        if (question !== null && !confirm(question)) return;
        if (await form.save()) setNotice(t('saved'));
      }}
    >
      {conflict && (
        <ChangedByOther
          fields={conflict.fields.map((field) => ({
            label: labels[field] ?? field,
            theirs: shown(conflict.theirs[field]),
          }))}
          onTheirs={form.takeTheirs}
          onMine={form.keepMine}
        />
      )}
      {children(form.value, form.set)}
      <p role="status" className="said">
        {form.isDirty ? t('unsaved_changes') : notice}
      </p>
    </EditForm>
  );
}
