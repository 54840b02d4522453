/** A number with its unit: what is typed counts as soon as it is a number within its bounds. */
import { useId, useState } from 'react';

export interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Absent: 0.5. */
  readonly step?: number;
  /** Absent: `mm`; empty: none. */
  readonly unit?: string;
  readonly onChange: (value: number) => void;
}

export function NumberField({ label, value, min, max, step = 0.5, unit = 'mm', onChange }: NumberFieldProps) {
  const id = useId();
  // The typed text may not be a number yet; it is dropped as soon as another control changes the value.
  const [typed, setTyped] = useState<{ text: string; of: number } | null>(null);
  const text = typed !== null && typed.of === value ? typed.text : String(value);
  const given = Number(text);
  const bad = text.trim() === '' || !Number.isFinite(given) || given < min || given > max;
  return (
    <div>
      <label htmlFor={id}>{unit ? `${label} (${unit})` : label}</label>
      <input
        id={id}
        type="number"
        min={min}
        max={max}
        step={step}
        value={text}
        aria-invalid={bad || undefined}
        onChange={({ target }) => {
          const next = Number(target.value);
          const good = target.value.trim() !== '' && Number.isFinite(next) && next >= min && next <= max;
          setTyped({ text: target.value, of: good ? next : value });
          if (good) onChange(next);
        }}
        onBlur={() => setTyped(null)}
      />
    </div>
  );
}
