/** A control for each argument of a tool. */
import type { InputField, Texts } from './input-fields.ts';

interface Props {
  readonly fields: readonly InputField[];
  readonly texts: Texts;
  /** The argument whose text cannot be read. */
  readonly wrong: string | null;
  readonly change: (texts: Texts) => void;
}

export function InputForm({ fields, texts, wrong, change }: Props) {
  if (fields.length === 0) return <p className="quiet">This tool has no input.</p>;
  return fields.map((field) => (
    <div className="field" key={field.name}>
      <label htmlFor={`in-${field.name}`}>
        {field.name}
        {field.control === 'json' && <span className="quiet"> (JSON)</span>}
        {field.required && <span className="bad"> required</span>}
      </label>
      <Input
        field={field}
        text={texts[field.name] ?? ''}
        isWrong={wrong === field.name}
        change={(text) => change({ ...texts, [field.name]: text })}
      />
      {field.note !== '' && (
        <p className="quiet" id={`note-${field.name}`}>
          {field.note}
        </p>
      )}
    </div>
  ));
}

interface InputProps {
  readonly field: InputField;
  readonly text: string;
  readonly isWrong: boolean;
  readonly change: (text: string) => void;
}

function Input({ field: { name, control, options, required, note }, text, isWrong, change }: InputProps) {
  const shared = {
    id: `in-${name}`,
    value: text,
    required,
    spellCheck: false,
    autoComplete: 'off',
    'aria-invalid': isWrong,
    ...(note === '' ? {} : { 'aria-describedby': `note-${name}` }),
  };
  if (control === 'choice' || control === 'flag') {
    const choices = control === 'flag' ? ['true', 'false'] : options;
    const { spellCheck: _spell, ...attributes } = shared;
    return (
      <select {...attributes} onChange={(event) => change(event.target.value)}>
        <option value="">not set</option>
        {choices.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    );
  }
  if (control === 'json' || control === 'text')
    return (
      <textarea
        {...shared}
        rows={control === 'json' ? 3 : 5}
        className={control === 'json' ? 'code' : undefined}
        onChange={(event) => change(event.target.value)}
      />
    );
  return (
    <input
      {...shared}
      type="text"
      inputMode={control === 'number' ? 'decimal' : 'text'}
      onChange={(event) => change(event.target.value)}
    />
  );
}
