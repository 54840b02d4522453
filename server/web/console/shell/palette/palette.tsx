/** The command palette: Ctrl or ⌘ and K, a few letters, Enter. A combobox over a list, for the keyboard and read aloud. */

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { t, tx } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { goTo } from '../address.ts';
import { type Command, commandsOf, matching } from './commands.ts';
import { useFound } from './use-found.ts';
import './palette.css';

/** Maximum number of commands that are shown before the people and orders that were found. */
const shownMax = 12;

export interface PaletteProps {
  readonly events: readonly EventSummary[];
  readonly event: EventSummary | null;
}

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: globalThis.KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** Its button, and the dialog while it is open. */
export function Palette(props: PaletteProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const pressed = (event: globalThis.KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      setOpen((open) => !open);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        {tx('search_2', { kbd: <kbd aria-hidden="true">{t('ctrl_k')}</kbd> })}
      </button>
      {isOpen && <PaletteDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function PaletteDialog({ events, event, onClose }: PaletteProps & { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const found = useFound(event, typed);
  const commands = [...matching(commandsOf(events, event), typed).slice(0, shownMax), ...found];
  const marked = Math.min(at, commands.length - 1);
  const optionId = (n: number) => `${listId}-${n}`;

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  useEffect(() => {
    document.getElementById(`${listId}-${marked}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, marked]);

  function run(command: Command | undefined): void {
    if (!command) return;
    onClose();
    goTo(command.address);
  }

  function pressed(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      setAt((marked + step + commands.length) % commands.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(commands[marked]);
    }
  }

  return (
    <dialog ref={dialog} className="palette" aria-label={t('search_pages_events_people_and_actions')} onClose={onClose}>
      <input
        role="combobox"
        aria-label={t('search_pages_events_people_and_actions')}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={commands.length > 0 ? optionId(marked) : undefined}
        placeholder={t('search_pages_events_people_and_actions')}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={pressed}
      />
      <Options {...{ commands, marked, listId, optionId, run }} onMark={setAt} />
      <p role="status" className={commands.length === 0 ? 'soft' : 'visually-hidden'}>
        {commands.length === 0 ? t('nothing_found_try_fewer_letters') : t('results', { length: commands.length })}
      </p>
    </dialog>
  );
}

interface OptionsProps {
  readonly commands: readonly Command[];
  readonly marked: number;
  readonly listId: string;
  readonly optionId: (n: number) => string;
  readonly run: (command: Command) => void;
  readonly onMark: (n: number) => void;
}

/** Options are chosen by the keys of the field above, or by a click. */
function Options({ commands, marked, listId, optionId, run, onMark }: OptionsProps) {
  return (
    <div role="listbox" id={listId} aria-label={t('results_2')} tabIndex={-1}>
      {commands.map((command, n) => (
        <div
          key={command.id}
          role="option"
          id={optionId(n)}
          tabIndex={-1}
          aria-selected={n === marked}
          onPointerMove={() => onMark(n)}
          onClick={() => run(command)}
        >
          <bdi>{command.label}</bdi>
          {command.hint && <small>{command.hint}</small>}
          <span>{command.group}</span>
        </div>
      ))}
    </div>
  );
}
