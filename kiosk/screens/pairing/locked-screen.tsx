/** The organizer has switched this kiosk off, or it was out of contact for too long: it admits no one. */
import type { ReactElement } from 'react';
import type { StationState } from '#kiosk/station/station.ts';
import type { HandOverFace } from '../model/kiosk-model.ts';
import { ResultIcon } from '../parts/result-icon.tsx';
import { useObserved } from '../parts/use-observed.ts';
import { useWords } from '../words/use-words.tsx';
import { HandOver } from './hand-over.tsx';

export interface LockedScreenProps {
  readonly code: 'kiosk_revoked' | 'lease_expired';
  readonly station: StationState;
  readonly handOver: HandOverFace;
  /** Null while the server has not been reached: it may still open this kiosk again. */
  readonly onPairAgain: (() => void) | null;
}

export function LockedScreen({ code, station, handOver, onPairAgain }: LockedScreenProps): ReactElement {
  const { verdicts, locked } = useWords();
  const { title, sentence } = verdicts[code];
  const waiting = useObserved(handOver.waiting);
  return (
    <div className="locked" role="alert">
      <ResultIcon kind="refused" />
      <h1>{title}</h1>
      <p className="locked-sentence">{sentence}</p>
      {waiting === 0 ? (
        <p>{station.pending === 0 ? locked.allSent : locked.unsent(station.pending)}</p>
      ) : (
        <HandOver handOver={handOver} />
      )}
      {onPairAgain !== null && (
        <button type="button" className="button strong" onClick={onPairAgain}>
          {locked.pairAgain}
        </button>
      )}
    </div>
  );
}
