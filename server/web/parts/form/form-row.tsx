/** The rows of a form: label, field, what the field means, and what was wrong with it, all tied together. */
import { type ReactNode, useId } from 'react';
import { useRefusal } from './edit-form.tsx';

export interface RowProps {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FormRowProps {
  readonly label: string;
  /** Name of the field in the body that is sent, so that a refusal finds its row. */
  readonly name: string;
  readonly hint?: ReactNode;
  readonly children: (props: RowProps) => ReactNode;
}

export function FormRow({ label, name, hint, children }: FormRowProps) {
  const id = useId();
  const wrong = useRefusal(name, label);
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ');
  return (
    <div className="row" data-wrong={wrong === null ? undefined : ''}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-describedby': described || undefined,
        'aria-invalid': wrong === null ? undefined : true,
      })}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {wrong !== null && <RowProblem id={`${id}-wrong`} message={wrong} />}
    </div>
  );
}

/** Shows the error of a field below it. */
export function RowProblem({ id, message }: { readonly id: string; readonly message: string }) {
  return (
    <p id={id} className="wrong" role="alert">
      {message}
    </p>
  );
}

export interface CheckRowProps {
  readonly label: string;
  readonly name: string;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox. It shows no refusal: a refusal of its name is shown above the form. */
export function CheckRow({ label, name, hint, checked, onChange }: CheckRowProps) {
  const id = useId();
  return (
    <div className="row">
      <label className="check">
        <input
          type="checkbox"
          name={name}
          checked={checked}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={({ target }) => onChange(target.checked)}
        />
        {label}
      </label>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

export interface GroupRowProps {
  readonly label: string;
  readonly name: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

/** Several fields that answer one question. */
export function GroupRow({ label, name, hint, children }: GroupRowProps) {
  const id = useId();
  const wrong = useRefusal(name, label);
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ');
  return (
    <fieldset
      className="row"
      name={name}
      aria-describedby={described || undefined}
      data-wrong={wrong === null ? undefined : ''}
    >
      <legend>{label}</legend>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {children}
      {wrong !== null && <RowProblem id={`${id}-wrong`} message={wrong} />}
    </fieldset>
  );
}
