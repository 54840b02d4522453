/** A value to enter in another program, with a button that copies it. */
import { useRef } from 'react';
import { CopyButton } from './copy-button.tsx';

export function ValueRow({ label, value }: { readonly label: string; readonly value: string }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div className="value">
      <dt>{label}</dt>
      <dd>
        <code ref={shown}>{value}</code>
        <CopyButton text={value} shown={shown} what={label} />
      </dd>
    </div>
  );
}
