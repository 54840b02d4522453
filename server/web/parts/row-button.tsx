/** A small button in a row: what it does, and for those who do not see the row, to what. */
import { Button } from './button.tsx';

export interface RowButtonProps {
  readonly label: string;
  readonly of: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

export function RowButton({ label, ...button }: RowButtonProps) {
  return (
    <Button small {...button}>
      {label}
    </Button>
  );
}
