/** The board's heading, with a banner and a sound when someone is admitted twice. */
import { useMemo, useState } from 'react';
import type { BoardConflict } from '#shared/sync/board.ts';
import { Button } from '../../../parts/button.tsx';
import { playAlarm, soundWanted, wantSound } from './alarm.ts';
import { useNewOnes } from './use-new-ones.ts';

/** @param conflicts null: nothing is known yet */
export function ConflictAlarm({ conflicts }: { readonly conflicts: readonly BoardConflict[] | null }) {
  const [alert, setAlert] = useState<string | null>(null);
  const [sound, setSound] = useState(soundWanted);
  const [isSilenced, setSilenced] = useState(false);
  const ids = useMemo(() => conflicts?.map(({ id }) => id) ?? null, [conflicts]);
  const play = () => void playAlarm().then((played) => setSilenced(!played));

  useNewOnes(ids, (fresh) => {
    const first = conflicts?.find(({ id }) => id === fresh[0]);
    const where = first ? `${first.person || 'Someone'} at ${first.gate ?? 'a gate'}` : 'Someone';
    setAlert(fresh.length === 1 ? `Admitted twice: ${where}.` : `${fresh.length} people were admitted twice.`);
    if (sound) play();
  });

  function choose(wanted: boolean): void {
    wantSound(wanted);
    setSound(wanted);
    // The click is what browsers wait for before they let a page sound.
    if (wanted) play();
  }

  return (
    <>
      <div className="head">
        <h1>Board</h1>
        <label className="check">
          <input type="checkbox" checked={sound} onChange={({ target }) => choose(target.checked)} />
          Sound when someone is admitted twice
        </label>
      </div>
      {sound && isSilenced && <p className="soft">Your browser blocks sound until you click on this page.</p>}
      <div role="status">
        {alert && (
          <div className="banner">
            <strong>{alert}</strong>
            <Button of="this message" onClick={() => setAlert(null)}>
              Hide
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
