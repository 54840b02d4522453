/** Somebody else has saved the badge meanwhile: nothing is lost on either side until a person says which one holds. */
export interface OvertakenProps {
  readonly busy: boolean;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

export function Overtaken({ busy, onTheirs, onMine }: OvertakenProps) {
  return (
    <div className="problem" role="alert">
      <p>
        <strong>Not saved: someone else saved this badge after you opened it.</strong> Your changes are still here.
        Review theirs (Undo restores yours), or overwrite it with yours.
      </p>
      <div className="tools">
        <button type="button" disabled={busy} onClick={onTheirs}>
          Show theirs
        </button>
        <button type="button" className="quiet" disabled={busy} onClick={onMine}>
          Overwrite with mine
        </button>
      </div>
    </div>
  );
}
