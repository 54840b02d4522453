/** Where one types to find something in a list of choices. The words stand in it; screen readers are told them as its name. */
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
