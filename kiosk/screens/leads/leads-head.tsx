/**
 * The head of the lead scanner's screen: the exhibitor that the device belongs to, and whether everything has been
 * sent.
 */
import type { ReactElement } from 'react';
import type { LeadsState } from '#kiosk/leads/leads.ts';
import type { StationState } from '#kiosk/station/station.ts';
import { Mark } from '../parts/icons.tsx';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import { catalogues } from './words/catalogues.ts';
import type { LeadsWords } from './words/leads-words.ts';

export interface LeadsHeadProps {
  readonly book: LeadsState;
  readonly station: StationState;
  readonly onSending: () => void;
}

export function sendingWords(
  { waiting, parked }: LeadsState,
  { online }: StationState,
  { sync }: LeadsWords,
): { readonly weight: 'good' | 'note' | 'bad'; readonly text: string } {
  if (parked.length > 0) return { weight: 'bad', text: sync.refused(parked.length) };
  if (waiting > 0) return { weight: 'note', text: sync.waiting(waiting) };
  return online ? { weight: 'good', text: sync.allSent } : { weight: 'note', text: sync.offlineShort };
}

export function LeadsHead({ book, station, onSending }: LeadsHeadProps): ReactElement {
  const words = useWordsOf(catalogues);
  const format = useFormats();
  const { weight, text } = sendingWords(book, station, words);
  const { exhibitor } = book;
  return (
    <header className="leads-head">
      <div className="leads-who">
        <Mark />
        <h1>
          <b dir="auto">{exhibitor?.name ?? station.kioskName}</b>
          <small>{format.line([exhibitor?.booth ? words.booth(exhibitor.booth) : null, station.eventName])}</small>
        </h1>
      </div>
      <button type="button" className="lead-pill" data-weight={weight} onClick={onSending}>
        {text}
      </button>
    </header>
  );
}
