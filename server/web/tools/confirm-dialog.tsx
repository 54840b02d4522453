/** Asks before a tool destroys something, whether a person or an assistant called it. Escape declines. */
import { useEffect, useRef } from 'react';
import type { ConfirmQuestion } from '#shared/sdk/react/tool-wishes.ts';
import { Button } from '../parts/button.tsx';

interface Props {
  readonly question: ConfirmQuestion;
  readonly answer: (yes: boolean) => void;
}

export function ConfirmDialog({ question, answer }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="question" onCancel={() => answer(false)}>
      <h2 id="question">{question.tool.title}?</h2>
      <p>A tool of this page was called, by you or by an assistant. It is called with:</p>
      <pre tabIndex={0} role="region" aria-label="Input">
        {JSON.stringify(question.input, null, 2)}
      </pre>
      <p className="row">
        <Button onClick={() => answer(false)}>Cancel</Button>
        <Button look="danger" onClick={() => answer(true)}>
          Run the tool
        </Button>
      </p>
    </dialog>
  );
}
