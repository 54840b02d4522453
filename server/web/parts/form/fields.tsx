/**
 * The rows that forms are made of. Each is a `FormRow` around one native element; values are texts as a person types
 * them, and `values.ts` reads them.
 */
import type { ReactNode } from 'react';
import { fromZonedInput } from '#shared/base/zoned-input.ts';
import { zoneName } from '#shared/base/zoned-time.ts';
import { localeOf } from '../text/text.ts';
import { FormRow, GroupRow } from './form-row.tsx';

interface FieldProps<T> {
  readonly label: string;
  /** Name of the field in the body that is sent, so that a refusal finds its row. */
  readonly name: string;
  readonly hint?: ReactNode;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly required?: boolean;
}

export interface TextRowProps extends FieldProps<string> {
  readonly type?: 'text' | 'email' | 'url';
  readonly maxLength?: number;
  readonly placeholder?: string;
  /** Codes and addresses: no spelling is checked. */
  readonly isCode?: boolean;
}

export function TextRow(props: TextRowProps) {
  const { value, onChange, type = 'text', required, maxLength, placeholder, isCode } = props;
  return (
    <FormRow {...props}>
      {(row) => (
        <input
          {...row}
          {...{ type, required, maxLength, placeholder, value }}
          autoComplete="off"
          spellCheck={isCode ? false : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormRow>
  );
}

export function LongTextRow(props: FieldProps<string> & { readonly rows?: number; readonly maxLength?: number }) {
  const { value, onChange, required, maxLength, rows = 3 } = props;
  return (
    <FormRow {...props}>
      {(row) => (
        <textarea
          {...row}
          {...{ required, maxLength, rows, value }}
          className="prose"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormRow>
  );
}

/** A number with its unit after it, e.g. a currency. */
export function NumberRow(props: FieldProps<string> & { readonly unit?: string; readonly placeholder?: string }) {
  const { value, onChange, required, unit, placeholder } = props;
  return (
    <FormRow {...props}>
      {(row) => (
        <span className="measure">
          <input
            {...row}
            {...{ required, placeholder, value }}
            inputMode="decimal"
            autoComplete="off"
            onChange={({ target }) => onChange(target.value)}
          />
          {unit && <span aria-hidden="true">{unit}</span>}
        </span>
      )}
    </FormRow>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

export function ChoiceRow(props: FieldProps<string> & { readonly options: readonly Option[] }) {
  const { value, onChange, required, options } = props;
  const isKnown = options.some((option) => option.value === value);
  return (
    <FormRow {...props}>
      {(row) => (
        <select {...row} {...{ required, value }} onChange={({ target }) => onChange(target.value)}>
          {!isKnown && <option value={value}>{value || '–'}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FormRow>
  );
}

/** A date and time in the zone of the event. The value is as the field holds it; `fromZonedInput` makes a moment of it. */
export function TimeRow(props: FieldProps<string> & { readonly timezone: string }) {
  const { value, onChange, required, timezone } = props;
  const moment = fromZonedInput(value, timezone);
  return (
    <FormRow {...props}>
      {(row) => (
        <span className="measure">
          <input
            {...row}
            {...{ required, value }}
            type="datetime-local"
            onChange={({ target }) => onChange(target.value)}
          />
          <span>{zoneName(moment === null ? Date.now() : Date.parse(moment), timezone, localeOf())}</span>
        </span>
      )}
    </FormRow>
  );
}

/** A choice of any number of a few options: none chosen may mean all of them, which the hint says. */
export function ManyRow(props: FieldProps<readonly string[]> & { readonly options: readonly Option[] }) {
  const { options, value, onChange } = props;
  return (
    <GroupRow {...props}>
      <div className="checks">
        {options.map((option) => (
          <label key={option.value} className="check">
            <input
              type="checkbox"
              checked={value.includes(option.value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, option.value] : value.filter((one) => one !== option.value))
              }
            />
            {option.label}
          </label>
        ))}
      </div>
    </GroupRow>
  );
}
