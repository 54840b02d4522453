/**
 * The organizer has switched this device off, or it was out of contact for too long: it admits no one and takes no lead.
 * Said aloud also while a panel is open: under it the buttons alone are inert.
 */
import type { ReactElement } from 'react';
import type { HandOverFace } from '../model/kiosk-model.ts';
import { PageUnderPanel } from '../parts/page-under-panel.tsx';
import { ResultIcon } from '../parts/result-icon.tsx';
import { useObserved } from '../parts/use-observed.ts';
import { useWords } from '../words/use-words.tsx';
import { HandOver } from './hand-over.tsx';

export interface LockedScreenProps {
  readonly code: 'kiosk_revoked' | 'lease_expired';
  /** Absent: the words of the verdict `code`. */
  readonly said?: { readonly title: string; readonly sentence: string };
  /** Number of records that were made here and have not reached the server. */
  readonly unsent: number;
  readonly handOver: HandOverFace;
  /** Null while the server has not been reached: it may still open this kiosk again. */
  readonly onPairAgain: (() => void) | null;
}

export function LockedScreen({ code, said, unsent, handOver, onPairAgain }: LockedScreenProps): ReactElement {
  const { verdicts, locked } = useWords();
  const { title, sentence } = said ?? verdicts[code];
  const waiting = useObserved(handOver.waiting);
  return (
    <div className="locked" role="alert">
      <ResultIcon kind="refused" />
      <h1>{title}</h1>
      <p className="locked-sentence">{sentence}</p>
      {waiting === 0 ? (
        <p>{unsent === 0 ? locked.allSent : locked.unsent(unsent)}</p>
      ) : (
        <HandOver handOver={handOver} />
      )}
      {onPairAgain !== null && (
        <PageUnderPanel>
          <button type="button" className="button strong" onClick={onPairAgain}>
            {locked.pairAgain}
          </button>
        </PageUnderPanel>
      )}
    </div>
  );
}
