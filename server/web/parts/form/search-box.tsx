/** A field that filters a list of choices. Its label is shown as the placeholder, and is its name for screen readers. */
import { useId } from 'react';

export interface SearchBoxProps {
  readonly label: string;
  /** Absent: the label. */
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (search: string) => void;
}

export function SearchBox({ label, placeholder = label, value, onChange }: SearchBoxProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input
        id={id}
        type="search"
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  );
}
