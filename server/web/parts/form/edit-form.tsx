/**
 * The form of every setting: takes the focus when it opens and gives it back, asks before changes are lost, and puts
 * what was refused beside the row it is about.
 */

import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { asError } from '../as-error.ts';
import { Button } from '../button.tsx';
import { Problem } from '../problem.tsx';
import { t } from '../text/text.ts';
import { guardLeaving } from './guard-leaving.ts';

const leaveQuestion = t('you_have_unsaved_changes_leave_anyway');

interface RowBook {
  /** Refusals by the row they are about. */
  readonly wrong: ReadonlyMap<string, string>;
  readonly rows: Set<string>;
}
const Book = createContext<RowBook>({ wrong: new Map(), rows: new Set() });

/** What was refused in this row, if anything; without a row of that name it is said above the form. */
export function useRefusal(name: string): string | null {
  const { wrong, rows } = useContext(Book);
  useEffect(() => {
    rows.add(name);
    return () => void rows.delete(name);
  }, [rows, name]);
  return wrong.get(name) ?? null;
}

export interface EditFormProps {
  readonly title: string;
  readonly submit: string;
  readonly isDirty: boolean;
  /** What it throws is shown; the form stays. */
  readonly onSave: () => Promise<void>;
  /** Absent: the form is always there. */
  readonly onCancel?: () => void;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** The innermost part of a path that has a row: `streaming.captions.languages[0]` is about the row `languages`. */
function rowOf(path: string | undefined, rows: ReadonlySet<string>): string | null {
  const names = path?.match(/[A-Za-z_]\w*/g) ?? [];
  return names.findLast((name) => rows.has(name)) ?? null;
}
const first = ':is(input, select, textarea):not(:disabled)';

export function EditForm({ title, submit, isDirty, onSave, onCancel, disabled, children }: EditFormProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<GatehouseError | null>(null);
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const [rows] = useState(() => new Set<string>());
  const form = useRef<HTMLFormElement>(null);
  const heading = useId();
  const opens = onCancel !== undefined;

  useEffect(() => (isDirty ? guardLeaving(leaveQuestion) : undefined), [isDirty]);
  useEffect(() => {
    if (!opens) return;
    const opener = document.activeElement;
    form.current?.querySelector<HTMLElement>(first)?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [opens]);
  useEffect(() => {
    if (wrong.size > 0) form.current?.querySelector<HTMLElement>(`[data-wrong] ${first}`)?.focus();
  }, [wrong]);

  function refused(fault: unknown): void {
    const { code, message, status, errors } = asError(fault);
    const placed = errors.map((one) => ({ one, row: rowOf(one.path, rows) }));
    const above = placed.flatMap(({ one, row }) => (row === null ? [one] : []));
    setWrong(new Map(placed.flatMap(({ one, row }) => (row === null ? [] : [[row, one.message] as const]))));
    setProblem(above.length > 0 ? new GatehouseError(code, message, { status, errors: above }) : null);
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    onSave()
      .then(() => setWrong(new Map()), refused)
      .finally(() => setBusy(false));
  }

  return (
    <form ref={form} className="card edit" aria-labelledby={heading} onSubmit={save}>
      <h2 id={heading}>{title}</h2>
      <Problem error={problem} />
      <Book value={{ wrong, rows }}>{children}</Book>
      <div className="actions">
        <Button type="submit" look="primary" aria-disabled={busy || undefined} disabled={disabled}>
          {busy ? t('one_moment') : submit}
        </Button>
        {onCancel && (
          <Button onClick={() => !busy && (!isDirty || confirm(leaveQuestion)) && onCancel()}>{t('cancel')}</Button>
        )}
      </div>
    </form>
  );
}
