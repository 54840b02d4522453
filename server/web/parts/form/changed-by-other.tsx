/** Someone else saved the same fields meanwhile: both values are shown, and nothing is lost until a person chooses. */

import { Button } from '../button.tsx';
import { t, tx } from '../text/text.ts';

export interface ChangedByOtherProps {
  /** Fields that both people changed, each with its label and the value that the other one saved. */
  readonly fields: readonly { readonly label: string; readonly theirs: string }[];
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

export function ChangedByOther({ fields, onTheirs, onMine }: ChangedByOtherProps) {
  return (
    <div className="note warn" role="alert">
      <p>
        {tx('your_changes_are_still_here', { strong: <strong>{t('not_saved_someone_else_changed_this')}</strong> })}
      </p>
      <ul>
        {fields.map(({ label, theirs }) => (
          <li key={label}>{tx('is_now', { label, theirs })}</li>
        ))}
      </ul>
      <div className="tools">
        <Button small onClick={onTheirs}>
          {t('show_theirs')}
        </Button>
        <Button small onClick={onMine}>
          {t('keep_mine')}
        </Button>
      </div>
    </div>
  );
}
