/**
 * The form of every setting: takes the focus when it opens and gives it back, asks before changes are lost, and puts
 * what was refused beside the row it is about.
 */

import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { asError } from '../as-error.ts';
import { Button } from '../button.tsx';
import { Problem } from '../problem.tsx';
import { refusalText } from '../refusal-text.ts';
import { t } from '../text/text.ts';
import { guardLeaving } from './guard-leaving.ts';
import { rowOf } from './row-of.ts';

const leaveQuestion = t('you_have_unsaved_changes_leave_anyway');

interface RowBook {
  /** Refusals by the row they are about. */
  readonly wrong: ReadonlyMap<string, string>;
  /** Labels of the rows, by name. */
  readonly rows: Map<string, string>;
}
const Book = createContext<RowBook>({ wrong: new Map(), rows: new Map() });

/** What was refused in this row, if anything; without a row of that name it is said above the form. */
export function useRefusal(name: string, label: string): string | null {
  const { wrong, rows } = useContext(Book);
  useEffect(() => {
    rows.set(name, label);
    return () => void rows.delete(name);
  }, [rows, name, label]);
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
  /** The button that leaves without saving; where `submit` cancels something, it says what is kept. */
  readonly dismiss?: string;
  /** Saving ends something: the button looks like it. */
  readonly isDanger?: boolean;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

const first = ':is(input, select, textarea):not(:disabled)';
/** A row without a field yet has a button: “Add step”. */
const focusable = ':is(input, select, textarea, button):not(:disabled)';

/** The first row that was refused, in the order of the page; without one, what is said above the form. */
function focusProblem(form: HTMLFormElement | null): void {
  const row = form?.querySelector('[data-wrong]');
  row?.closest('details')?.setAttribute('open', '');
  const field = row?.querySelector<HTMLElement>(first) ?? row?.querySelector<HTMLElement>(focusable);
  (field ?? form?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
}

export function EditForm(props: EditFormProps) {
  const { title, submit, isDirty, onSave, onCancel, dismiss = t('cancel'), isDanger, disabled, children } = props;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<GatehouseError | null>(null);
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const [rows] = useState(() => new Map<string, string>());
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
    if (wrong.size > 0 || problem !== null) focusProblem(form.current);
  }, [wrong, problem]);

  function refused(fault: unknown): void {
    const { code, message, status, errors } = asError(fault);
    const names = new Set(rows.keys());
    const labelOf = (path: string) => rows.get(rowOf(path, names) ?? '') ?? null;
    const placed = errors.map((given) => {
      const one = { ...given, message: refusalText(given, labelOf) };
      return { one, row: rowOf(one.path, names) };
    });
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
        <Button
          type="submit"
          look={isDanger ? 'danger' : 'primary'}
          aria-disabled={busy || undefined}
          disabled={disabled}
        >
          {busy ? t('one_moment') : submit}
        </Button>
        {onCancel && (
          <Button onClick={() => !busy && (!isDirty || confirm(leaveQuestion)) && onCancel()}>{dismiss}</Button>
        )}
      </div>
    </form>
  );
}
