/** The board's heading, with a banner and a sound when someone is admitted twice. */

import { useMemo, useState } from 'react';
import type { BoardConflict } from '#shared/sync/board.ts';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../parts/text/text.ts';
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
    const where = first
      ? t('at', { part: first.person || t('someone'), part2: first.gate ?? t('a_gate') })
      : t('someone');
    setAlert(
      fresh.length === 1 ? t('admitted_twice_2', { where }) : t('people_were_admitted_twice', { length: fresh.length }),
    );
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
        <h1>{t('board')}</h1>
        <label className="check">
          <input type="checkbox" checked={sound} onChange={({ target }) => choose(target.checked)} />
          {t('sound_when_someone_is_admitted_twice')}
        </label>
      </div>
      {sound && isSilenced && <p className="soft">{t('your_browser_blocks_sound_until_you')}</p>}
      <div role="status">
        {alert && (
          <div className="banner">
            <strong>{alert}</strong>
            <Button of={t('this_message')} onClick={() => setAlert(null)}>
              {t('hide')}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
