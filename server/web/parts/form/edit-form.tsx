/**
 * The form of every setting: takes the focus when it opens and gives it back, asks before changes are lost, and puts
 * what was refused beside the row it is about.
 */

import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import type { Refusal } from '#shared/base/result.ts';
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { asError, fieldError } from '../as-error.ts';
import { Button } from '../button.tsx';
import { focusAgain, focusedNow } from '../keep-focus.ts';
import { Problem } from '../problem.tsx';
import { refusalText } from '../refusal-text.ts';
import { t } from '../text/text.ts';
import { guardLeaving } from './guard-leaving.ts';
import { rowOf } from './row-of.ts';

const leaveQuestion = t('you_have_unsaved_changes_leave_anyway');

interface RowBook {
  /** Sentences of refusals, by the name of the row they are about. */
  readonly wrong: ReadonlyMap<string, string>;
  /** Labels of the rows, by name. */
  readonly rows: Map<string, string>;
}
const Book = createContext<RowBook>({ wrong: new Map(), rows: new Map() });

/** Names a row of the form, and returns its refusal; null: none. A refusal that has no row is shown above the form. */
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
  /** Subject of the form, for pages where several forms have the same button: read aloud after its label. */
  readonly of?: string;
  readonly isDirty: boolean;
  /** An error that it throws is shown; the form stays. */
  readonly onSave: () => Promise<void>;
  /**
   * Reads the form and throws what is wrong with it. Called only where a field is empty or has a wrong format, so that all that
   * is wrong is shown together; otherwise `onSave` is called at once.
   */
  readonly check?: () => unknown;
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

/** Opens the folded parts, also nested ones, that hold a refused field. */
function openAround(row: Element, form: HTMLFormElement | null): void {
  for (let at = row.closest('details'); at && form?.contains(at); at = at.parentElement?.closest('details') ?? null)
    at.open = true;
}

/** The first row that was refused, in the order of the page; without one, what is said above the form. */
function focusProblem(form: HTMLFormElement | null): void {
  for (const one of form?.querySelectorAll('[data-wrong]') ?? []) openAround(one, form);
  const row = form?.querySelector('[data-wrong]');
  const field = row?.querySelector<HTMLElement>(first) ?? row?.querySelector<HTMLElement>(focusable);
  (field ?? form?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
}

/** Returns what the elements refuse: `required`, an email address. Null: one of them has no row, so the browser says it. */
function unfilled(form: HTMLFormElement, rows: ReadonlyMap<string, string>): readonly Refusal[] | null {
  const wrong = [...form.elements].filter(
    (one): one is HTMLInputElement => 'validity' in one && !(one as HTMLInputElement).validity.valid,
  );
  if (wrong.some(({ name }) => !rows.has(name))) return null;
  const said = wrong.map(({ name, validationMessage, validity }) =>
    validity.valueMissing
      ? fieldError(name, 'required', t('fill_in_this_field'))
      : fieldError(name, 'invalid_format', validationMessage),
  );
  return said.flatMap(({ errors }) => errors);
}

/** @param check reads the form, and throws what else is wrong */
function withChecked(missing: readonly Refusal[], check: (() => unknown) | undefined): GatehouseError {
  const [first] = missing;
  const errors = [...missing];
  try {
    check?.();
  } catch (fault) {
    errors.push(...asError(fault).errors);
  }
  return new GatehouseError(first?.code ?? 'required', first?.message ?? '', { status: 422, errors });
}

/** One sentence for each value; several values of one row each have theirs. */
function byRow(placed: readonly { readonly row: string | null; readonly one: Refusal }[]): ReadonlyMap<string, string> {
  const wrong = new Map<string, string>();
  const paths = new Set<string>();
  for (const { one, row } of placed) {
    if (row === null || paths.has(one.path ?? '')) continue;
    paths.add(one.path ?? '');
    const before = wrong.get(row);
    if (!before?.includes(one.message)) wrong.set(row, [before, one.message].filter(Boolean).join('\n'));
  }
  return wrong;
}

export function EditForm(props: EditFormProps) {
  const {
    title: heading,
    submit,
    isDirty,
    onSave,
    onCancel,
    dismiss = t('cancel'),
    isDanger,
    disabled,
    check,
    children,
    of,
  } = props;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<GatehouseError | null>(null);
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const [rows] = useState(() => new Map<string, string>());
  const form = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const opens = onCancel !== undefined;
  // Read before the form is there: the form may take the place of the button that opens it.
  const [opener] = useState(focusedNow);

  useEffect(() => (isDirty ? guardLeaving(leaveQuestion) : undefined), [isDirty]);
  useEffect(() => {
    if (!opens) return;
    // A form without a field is a question: it is read, and seen with its buttons, before one of them is pressed.
    (form.current?.querySelector<HTMLElement>(first) ?? title.current)?.focus();
    form.current?.scrollIntoView({ block: 'nearest' });
    return () => {
      focusAgain(opener);
    };
  }, [opens, opener]);
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
    setWrong(byRow(placed));
    setProblem(above.length > 0 ? new GatehouseError(code, message, { status, errors: above }) : null);
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    if (busy || !form.current) return;
    const missing = unfilled(form.current, rows);
    if (missing === null) {
      form.current.reportValidity();
      return;
    }
    setProblem(null);
    if (missing.length > 0) {
      refused(withChecked(missing, check));
      return;
    }
    setBusy(true);
    onSave()
      .then(() => setWrong(new Map()), refused)
      .finally(() => setBusy(false));
  }

  return (
    <form ref={form} className="card edit" aria-labelledby={headingId} noValidate onSubmit={save}>
      <h2 id={headingId} ref={title} tabIndex={opens ? -1 : undefined}>
        {heading}
      </h2>
      <Problem error={problem} />
      <Book value={{ wrong, rows }}>{children}</Book>
      <div className="actions">
        <Button
          type="submit"
          {...(of !== undefined && { of })}
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
