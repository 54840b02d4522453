/**
 * Typing by hand, always reachable, also while a verdict stands: a code or the number printed on the ticket. What is
 * entered is a scan like any other. Whoever has neither is searched for.
 */
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import type { TypedSource } from '#kiosk/scanner/typed.ts';
import { SearchIcon } from './icons.tsx';

export interface EntryBarProps {
  readonly typed: TypedSource;
  /** Null where nobody may be searched for. */
  readonly onSearch: (() => void) | null;
}

export function EntryBar({ typed, onSearch }: EntryBarProps): ReactElement {
  const id = useId();
  const [text, setText] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed.submit(text)) setText('');
  }

  return (
    <form className="entry-bar" onSubmit={submit} autoComplete="off">
      <label htmlFor={id}>
        {onSearch === null ? 'No scanner at hand? Type the code' : 'No scanner at hand? Type the code or ticket number'}
      </label>
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
        {onSearch !== null && (
          <button type="button" className="button entry-search" onClick={onSearch}>
            <SearchIcon />
            <span className="entry-search-words">Find a person</span>
          </button>
        )}
      </div>
    </form>
  );
}
