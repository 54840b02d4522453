/** A code that brings a new kiosk to a gate. */

import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { QrPicture } from '../../../parts/qr-picture.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import type { Acting } from '../../../parts/use-act.ts';
import { pairingLink, usePublicLinks } from '../../data/public-link.ts';
import { createPairingCode, type GateRecord } from './kiosk.ts';

export interface PairKioskProps {
  readonly eventId: string;
  readonly gates: readonly GateRecord[];
  readonly acting: Acting;
}

export function PairKiosk({ eventId, gates, acting }: PairKioskProps) {
  const [pairing, setPairing] = useState<{ readonly code: string; readonly gate: string } | null>(null);
  const links = usePublicLinks(eventId);
  const url = pairing && links && pairingLink(links, pairing.code);

  function pair({ id, name }: GateRecord): void {
    void acting.act('', async () => setPairing({ code: await createPairingCode(eventId, { gate: id }), gate: name }));
  }

  return (
    <section className="card" aria-labelledby="pair">
      <h2 id="pair">{t('add_a_kiosk')}</h2>
      <p>{t('choose_its_gate_the_code_works')}</p>
      <div className="actions">
        {gates.map((gate) => (
          <Button key={gate.id} onClick={() => pair(gate)}>
            {gate.name}
          </Button>
        ))}
      </div>
      {pairing && url && (
        <div role="status" className="pairing">
          <QrPicture text={url} label={t('qr_code_that_pairs_a_kiosk', { gate: pairing.gate })} />
          <p>
            {tx('code_for_or_scan_the_qr', {
              gate: pairing.gate,
              strong: <strong>{pairing.code}</strong>,
              a: <a href={url}>{url}</a>,
            })}
          </p>
        </div>
      )}
    </section>
  );
}
