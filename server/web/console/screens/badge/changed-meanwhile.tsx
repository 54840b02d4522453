/** Someone else saved the badge meanwhile: nothing is lost on either side until a person chooses one. */

import { Button } from '../../../parts/button.tsx';
import { t, tx } from '../../../parts/text/text.ts';
export interface ChangedMeanwhileProps {
  readonly isBusy: boolean;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

export function ChangedMeanwhile({ isBusy, onTheirs, onMine }: ChangedMeanwhileProps) {
  return (
    <div className="problem" role="alert">
      <p>
        {tx('your_changes_are_still_here_review', {
          strong: <strong>{t('not_saved_someone_else_saved_this')}</strong>,
        })}
      </p>
      <div className="tools">
        <Button disabled={isBusy} onClick={onTheirs}>
          {t('show_theirs')}
        </Button>
        <Button disabled={isBusy} onClick={onMine}>
          {t('overwrite_with_mine')}
        </Button>
      </div>
    </div>
  );
}
