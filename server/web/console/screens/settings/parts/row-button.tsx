/** A button in a row: what it does, and for those who do not see the row, to what. */
export interface RowButtonProps {
  readonly label: string;
  readonly of: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

export function RowButton({ label, of, disabled, onClick }: RowButtonProps) {
  return (
    <button type="button" className="quiet" disabled={disabled} onClick={onClick}>
      {label}
      <span className="visually-hidden"> {of}</span>
    </button>
  );
}
