/** The one set of form parts of all panels: a text field, a reason, and what is wrong with either. */

import { type HTMLAttributes, type ReactElement, type RefObject, useEffect, useId, useRef } from 'react';
import { Choice } from './choices.tsx';
import { RequiredMark } from './required-mark.tsx';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Maximum number of characters. */
  readonly maxLength: number;
  readonly type?: 'text' | 'password';
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  readonly hint?: string;
  readonly problem?: string | null;
  readonly required?: boolean;
  readonly field?: RefObject<HTMLInputElement | null>;
}

export function TextField(props: TextFieldProps): ReactElement {
  const { label, value, onChange, maxLength, type = 'text', inputMode, hint, problem = null, required, field } = props;
  const id = useId();
  const aboutId = useId();
  const about = problem ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>
        <bdi>{label}</bdi>
        {required === true && <RequiredMark />}
      </label>
      <input
        id={id}
        ref={field}
        type={type}
        inputMode={inputMode}
        // Names come in any script; a PIN and an address do not.
        dir={type === 'password' || inputMode === 'email' ? 'ltr' : 'auto'}
        value={value}
        onChange={(change) => onChange(change.target.value)}
        maxLength={maxLength}
        required={required}
        aria-invalid={problem !== null}
        aria-describedby={about === undefined ? undefined : aboutId}
        // A browser takes a form with a password for a log-in, heeds no `off`, and keeps what stood in it on the disk.
        autoComplete={type === 'password' ? 'one-time-code' : 'off'}
        autoCapitalize={inputMode === undefined ? 'words' : 'none'}
        autoCorrect="off"
        spellCheck={false}
      />
      {about !== undefined && (
        <p id={aboutId} className={problem === null ? 'hint' : 'field-problem'}>
          {about}
        </p>
      )}
    </div>
  );
}

/** A reason as it is being chosen: one of the ready ones, or `other` with words of one's own. */
export interface ReasonDraft<R extends string> {
  /** Null: none is chosen. */
  readonly chosen: R | null;
  readonly own: string;
}

export const noReason = { chosen: null, own: '' } as const;

/** Maximum number of characters of a reason in a person's own words. */
const reasonMaxChars = 200;

export interface ReasonFieldProps<R extends string> {
  readonly legend: string;
  readonly texts: Readonly<Record<R | 'other', string>>;
  readonly ownLabel: string;
  readonly value: ReasonDraft<R | 'other'>;
  readonly onChange: (value: ReasonDraft<R | 'other'>) => void;
  readonly problem: string | null;
}

export function ReasonField<R extends string>(props: ReasonFieldProps<R>): ReactElement {
  const { legend, texts, ownLabel, value, onChange, problem } = props;
  const options = (Object.keys(texts) as (R | 'other')[]).map((key) => ({ value: key, label: texts[key] }));
  const isOther = value.chosen === 'other';
  return (
    <>
      <Choice
        legend={legend}
        options={options}
        value={value.chosen}
        onChange={(chosen) => onChange({ ...value, chosen })}
        problem={isOther ? null : problem}
        required
      />
      {isOther && (
        <TextField
          label={ownLabel}
          value={value.own}
          onChange={(own) => onChange({ ...value, own })}
          maxLength={reasonMaxChars}
          problem={problem}
          required
        />
      )}
    </>
  );
}

/** @returns the reason in words; empty: none was given */
export function reasonText<R extends string>(
  { chosen, own }: ReasonDraft<R | 'other'>,
  texts: Readonly<Record<R | 'other', string>>,
): string {
  if (chosen === null) return '';
  return chosen === 'other' ? own.trim() : texts[chosen];
}

/** Announces at once a problem with the form as a whole; the live region is on the page before there is a problem. */
export function FormProblem({ text }: { readonly text: string | null }): ReactElement {
  return (
    <div aria-live="assertive" className="form-problem">
      {text !== null && <p className="problem">{text}</p>}
    </div>
  );
}

/**
 * The field that has the focus when its panel opens. The panel opens after this effect and focuses the element with
 * `autofocus`, an attribute that React does not render.
 */
export function useFirstFocus<T extends HTMLElement>(): RefObject<T | null> {
  const field = useRef<T>(null);
  useEffect(() => {
    field.current?.setAttribute('autofocus', '');
    field.current?.focus();
  }, []);
  return field;
}
