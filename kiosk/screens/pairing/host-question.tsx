/** Asks a person whether the kiosk may use the device host that a link names, and so the printers of this machine. */
import type { ReactElement } from 'react';
import { PlainScreen } from '../parts/plain-screen.tsx';
import { useWords } from '../words/use-words.tsx';

export interface HostQuestionProps {
  /** Host and port, without the token. */
  readonly address: string;
  readonly onAnswer: (use: boolean) => void;
}

export function HostQuestion({ address, onAnswer }: HostQuestionProps): ReactElement {
  const { hostQuestion: words } = useWords();
  return (
    <PlainScreen title={words.title}>
      <p>{words.text}</p>
      <p>
        <bdi dir="ltr">{address}</bdi>
      </p>
      <button type="button" className="button strong wide" data-confirm="host" onClick={() => onAnswer(true)}>
        {words.use}
      </button>
      <button type="button" className="button wide" onClick={() => onAnswer(false)}>
        {words.without}
      </button>
    </PlainScreen>
  );
}
