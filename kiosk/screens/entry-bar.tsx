/** Typing a code by hand: always reachable, also while a verdict stands. What is entered is a scan like any other. */
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import type { TypedSource } from '#kiosk/scanner/typed.ts';

export function EntryBar({ typed }: { readonly typed: TypedSource }): ReactElement {
  const id = useId();
  const [text, setText] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed.submit(text)) setText('');
  }

  return (
    <form className="entry-bar" onSubmit={submit} autoComplete="off">
      <label htmlFor={id}>No scanner at hand? Type the code</label>
      <div className="entry-row">
        <input
          id={id}
          type="text"
          value={text}
          onChange={(change) => setText(change.target.value)}
          placeholder="Ticket code"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <button type="submit" className="button strong">
          Check
        </button>
      </div>
    </form>
  );
}
