/** Someone else saved the badge meanwhile: nothing is lost on either side until a person chooses one. */
import { Button } from '../../../parts/button.tsx';
export interface ChangedMeanwhileProps {
  readonly isBusy: boolean;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

export function ChangedMeanwhile({ isBusy, onTheirs, onMine }: ChangedMeanwhileProps) {
  return (
    <div className="problem" role="alert">
      <p>
        <strong>Not saved: someone else saved this badge after you opened it.</strong> Your changes are still here.
        Review theirs (Undo restores yours), or overwrite it with yours.
      </p>
      <div className="tools">
        <Button disabled={isBusy} onClick={onTheirs}>
          Show theirs
        </Button>
        <Button disabled={isBusy} onClick={onMine}>
          Overwrite with mine
        </Button>
      </div>
    </div>
  );
}
