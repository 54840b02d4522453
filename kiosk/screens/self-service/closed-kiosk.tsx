/** No one can be let in here: not yet, or not any more. Guests are sent on; staff see the reason in the settings. */
import type { ReactElement } from 'react';
import { useWordsOf } from '../words/use-words.tsx';
import { GuestIcon } from './guest-icon.tsx';
import { catalogues } from './words/catalogues.ts';

export function ClosedKiosk({ getsReady }: { readonly getsReady: boolean }): ReactElement {
  const words = useWordsOf(catalogues);
  const { title, sentence } = getsReady ? words.notReady : words.outOfOrder;
  return (
    <div className="guest" data-step="closed">
      <div className="guest-said" role="status">
        <div className="guest-headline">
          <GuestIcon picture="staff" />
          <h1>{title}</h1>
          <p className="guest-sentence">{sentence}</p>
        </div>
      </div>
      {getsReady && <progress className="guest-waits" aria-label={title} />}
    </div>
  );
}
