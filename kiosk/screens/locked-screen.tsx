/** The organizer has switched this kiosk off, or it was out of contact for too long: it admits nobody. */
import type { ReactElement } from 'react';
import type { StationState } from '#kiosk/station/station.ts';
import { verdictTexts } from '#shared/admission/refusals.ts';
import { HandOver } from './hand-over.tsx';
import { ToneIcon } from './icons.tsx';
import type { HandOverFace } from './kiosk-model.ts';
import { plural } from './words.ts';

export interface LockedScreenProps {
  readonly code: 'kiosk_revoked' | 'lease_expired';
  readonly station: StationState;
  readonly handOver: HandOverFace;
  readonly onPairAgain: () => void;
}

export function LockedScreen({ code, station, handOver, onPairAgain }: LockedScreenProps): ReactElement {
  const { title, sentence } = verdictTexts[code];
  return (
    <div className="locked" role="alert">
      <ToneIcon tone="stop" />
      <h1>{title}</h1>
      <p className="locked-sentence">{sentence}</p>
      <p>
        {station.pending === 0
          ? 'All scans made here have reached the server.'
          : `${plural(station.pending, 'scan', 'scans')} made here have not reached the server. They stay on this machine, encrypted: do not clear the browser's data, and tell the organizer.`}
      </p>
      <HandOver handOver={handOver} />
      <button type="button" className="button strong" onClick={onPairAgain}>
        Pair again
      </button>
    </div>
  );
}
