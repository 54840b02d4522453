/** Form controls with targets large enough for a finger: a switch and a row of choices. */
import { type ReactElement, useId } from 'react';

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
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function Choice<T extends string | number>({ legend, options, value, onChange }: ChoiceProps<T>): ReactElement {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div className="choice-options">
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
