/**
 * The field for typing a code or the number printed on the ticket, shown while the kiosk scans, also while a verdict
 * stands. What is entered is a scan like any other. Beside the field are the acts that need no ticket, each with its key.
 */
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import type { TypedSource } from '#kiosk/scanner/typed.ts';
import { KeyboardIcon, PersonPlusIcon, RecentIcon, SearchIcon } from '../parts/icons.tsx';
import { type Shortcuts, shortcutKeys } from '../parts/shortcut-keys.ts';
import { useWords } from '../words/use-words.tsx';

export interface EntryBarProps {
  readonly typed: Pick<TypedSource, 'submit'>;
  /** Null leaves the button out; without a search no ticket number is looked up either. */
  readonly shortcuts: Pick<Shortcuts, 'find' | 'walkIn' | 'recent' | 'help'>;
}

export function EntryBar({ typed, shortcuts }: EntryBarProps): ReactElement {
  const { entry, walkIn, recent, keys } = useWords();
  const id = useId();
  const [text, setText] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed.submit(text)) setText('');
  }

  const shortcutButtons = [
    { name: 'find', label: entry.findPerson, Icon: SearchIcon },
    { name: 'walkIn', label: walkIn.open, Icon: PersonPlusIcon },
    { name: 'recent', label: recent.title, Icon: RecentIcon },
    { name: 'help', label: keys.title, Icon: KeyboardIcon },
  ] as const;
  return (
    <form className="entry-bar" onSubmit={submit} autoComplete="off">
      <label htmlFor={id}>{shortcuts.find === null ? entry.label : entry.labelWithNumber}</label>
      <div className="entry-row">
        <input
          id={id}
          type="text"
          dir="auto"
          value={text}
          onChange={(change) => setText(change.target.value)}
          placeholder={entry.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <button type="submit" className="button strong">
          {entry.check}
        </button>
        <div className="entry-shortcuts">
          {shortcutButtons.map(({ name, label, Icon }) => {
            const open = shortcuts[name];
            if (open === null) return null;
            return (
              <button
                key={name}
                type="button"
                className="button entry-shortcut"
                aria-keyshortcuts={shortcutKeys[name]}
                onClick={open}
              >
                <Icon />
                <span className={name === 'help' ? 'only-read' : 'entry-shortcut-words'}>{label}</span>
              </button>
            );
          })}
        </div>
      </div>
    </form>
  );
}
