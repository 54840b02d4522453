/** Asked of a guest who has stopped in the middle: their answers must not be there for the next person. */
import { type ReactElement, useEffect, useRef } from 'react';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import { Countdown } from './countdown.tsx';
import { catalogues } from './words/catalogues.ts';

/** Seconds without a touch after which the question is asked. */
export const idleWarningSeconds = 20;
const idleEndSeconds = 10;

export function StillThere({ onEnd }: { readonly onEnd: () => void }): ReactElement {
  const words = useWordsOf(catalogues);
  const { number } = useFormats();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // Any touch and any key is an answer: `useIdleSeconds` begins again at zero, which removes this dialog.
  return (
    <dialog ref={dialog} className="still-there" role="alertdialog" aria-labelledby="still-there-title">
      <h2 id="still-there-title">{words.stillThere.title}</h2>
      <Countdown seconds={idleEndSeconds} say={(left) => words.stillThere.sentence(number(left))} onEnd={onEnd} />
      <button type="button" className="button strong wide">
        {words.stillThere.yes}
      </button>
    </dialog>
  );
}
