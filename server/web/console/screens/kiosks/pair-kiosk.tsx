/** A code that brings a new kiosk to a gate. */
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { QrPicture } from '../../../parts/qr-picture.tsx';
import type { Acting } from '../../../parts/use-act.ts';
import { pairingLink } from '../../data/public-link.ts';
import { createPairingCode, type GateRecord } from './kiosk.ts';

export interface PairKioskProps {
  readonly eventId: string;
  readonly gates: readonly GateRecord[];
  readonly acting: Acting;
}

export function PairKiosk({ eventId, gates, acting }: PairKioskProps) {
  const [pairing, setPairing] = useState<{ readonly code: string; readonly gate: string } | null>(null);
  const url = pairing && pairingLink(pairing.code);

  function pair({ id, name }: GateRecord): void {
    void acting.act('', async () => setPairing({ code: await createPairingCode(eventId, id), gate: name }));
  }

  return (
    <section className="card" aria-labelledby="pair">
      <h2 id="pair">Add a kiosk</h2>
      <p>Choose its gate. The code works once and expires after 10 minutes.</p>
      <div className="actions">
        {gates.map((gate) => (
          <Button key={gate.id} onClick={() => pair(gate)}>
            {gate.name}
          </Button>
        ))}
      </div>
      {pairing && url && (
        <div role="status" className="pairing">
          <QrPicture text={url} label={`QR code that pairs a kiosk with ${pairing.gate}`} />
          <p>
            Code for {pairing.gate}: <strong>{pairing.code}</strong> – or scan the QR code, or open{' '}
            <a href={url}>{url}</a> on the kiosk.
          </p>
        </div>
      )}
    </section>
  );
}
