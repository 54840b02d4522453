/** Form controls with targets large enough for a finger: a switch, a row of choices, a box to tick. */
import { type ReactElement, type ReactNode, useId } from 'react';
import { RequiredMark } from './required-mark.tsx';

export interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

export function Switch({ label, hint, on, onChange }: SwitchProps): ReactElement {
  const id = useId();
  return (
    <div className="switch">
      <label htmlFor={id}>
        <span className="switch-label">{label}</span>
        {hint !== undefined && <span className="hint">{hint}</span>}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        onChange={(change) => onChange(change.target.checked)}
      />
    </div>
  );
}

export interface ChoiceProps<T extends string | number> {
  readonly legend: string;
  readonly options: readonly { readonly value: T; readonly label: string; readonly lang?: string }[];
  /** Null: nothing is chosen yet. */
  readonly value: T | null;
  readonly onChange: (value: T) => void;
  readonly problem?: string | null;
  readonly required?: boolean;
}

export function Choice<T extends string | number>(props: ChoiceProps<T>): ReactElement {
  const { legend, options, value, onChange, problem = null, required = false } = props;
  const name = useId();
  const problemId = useId();
  return (
    <fieldset className="choice" aria-describedby={problem === null ? undefined : problemId}>
      <legend>
        <bdi>{legend}</bdi>
        {required && <RequiredMark />}
      </legend>
      <div className="choice-options">
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span lang={option.lang} dir={option.lang === undefined ? 'auto' : undefined}>
              {option.label}
            </span>
          </label>
        ))}
      </div>
      {problem !== null && (
        <p id={problemId} className="field-problem">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

export interface TickProps {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly children: ReactNode;
}

export function Tick({ on, onChange, children }: TickProps): ReactElement {
  return (
    <label className="tick">
      <input type="checkbox" checked={on} onChange={(change) => onChange(change.target.checked)} />
      <span className="tick-words">{children}</span>
    </label>
  );
}
