/** Someone else saved the same fields meanwhile: both values are shown, and nothing is lost until a person chooses. */
import { Button } from '../button.tsx';

export interface ChangedByOtherProps {
  /** By label, as each of them has it. */
  readonly fields: readonly { readonly label: string; readonly theirs: string }[];
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

export function ChangedByOther({ fields, onTheirs, onMine }: ChangedByOtherProps) {
  return (
    <div className="note warn" role="alert">
      <p>
        <strong>Not saved: someone else changed this after you opened it.</strong> Your changes are still here.
      </p>
      <ul>
        {fields.map(({ label, theirs }) => (
          <li key={label}>
            {label} is now “{theirs}”.
          </li>
        ))}
      </ul>
      <div className="tools">
        <Button small onClick={onTheirs}>
          Show theirs
        </Button>
        <Button small onClick={onMine}>
          Keep mine
        </Button>
      </div>
    </div>
  );
}
