/** A code and the command that make a computer in the venue a box: kiosks sync with it while the internet is gone. */

import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../parts/text/text.ts';
import type { Acting } from '../../../parts/use-act.ts';
import { ValueRow } from '../../../parts/value-row.tsx';
import { usePublicLinks } from '../../data/public-link.ts';
import { boxCommand, createPairingCode, isOwnComputer } from './kiosk.ts';

export function PairBox({ eventId, acting }: { readonly eventId: string; readonly acting: Acting }) {
  const [code, setCode] = useState<string | null>(null);
  const links = usePublicLinks(eventId);
  const origin = links && new URL(links.kiosk).origin;

  function create(): void {
    void acting.act('', async () => setCode(await createPairingCode(eventId, { role: 'box' })));
  }

  return (
    <section className="card" aria-labelledby="pair-box">
      <h2 id="pair-box">{t('box_for_the_venue')}</h2>
      <p>{t('a_computer_in_the_venue_that')}</p>
      <div className="actions">
        <Button onClick={create}>{t('create_a_code_for_a_box')}</Button>
      </div>
      {code && origin && (
        <div role="status">
          <p>{t('run_this_command_on_that_computer')}</p>
          <dl>
            <ValueRow label={t('command')} value={boxCommand(origin, code)} />
          </dl>
          {isOwnComputer(origin) && <p className="note warn">{t('box_address_is_this_computer', { origin })}</p>}
        </div>
      )}
    </section>
  );
}
