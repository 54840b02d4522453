/**
 * The access of staff at a self-service kiosk: a corner that is held for a while, or Ctrl + Alt + S, and then a
 * supervisor's PIN. Shows no names: neither of supervisors nor of guests.
 */
import { type FormEvent, type ReactElement, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { UnlockResult } from '#kiosk/station/staff-act-results.ts';
import { Mark } from '../parts/icons.tsx';
import { Panel } from '../parts/panel.tsx';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import { catalogues } from './words/catalogues.ts';
import type { SelfServiceWords } from './words/self-service-words.ts';

const holdMs = 2_000;
const pinDigitsMax = 12;

/** The corner. A tap does nothing, so that guests who touch everything find nothing; a key opens it like a hold. */
export function StaffCorner({ onOpen }: { readonly onOpen: () => void }): ReactElement {
  const words = useWordsOf(catalogues);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hold = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(onOpen, holdMs);
  };
  const release = useCallback(() => clearTimeout(timer.current), []);
  useEffect(() => release, [release]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey && event.altKey && event.code === 'KeyS') {
        event.preventDefault();
        onOpen();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onOpen]);
  return (
    <button
      type="button"
      className="staff-corner"
      aria-keyshortcuts="Control+Alt+S"
      onPointerDown={hold}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') onOpen();
      }}
    >
      <Mark />
      <span className="only-read">{words.staff.open}</span>
    </button>
  );
}

export interface StaffPinProps {
  readonly unlock: (pin: string) => Promise<UnlockResult>;
  readonly onUnlocked: () => void;
  readonly onClose: () => void;
}

export function StaffPin({ unlock, onUnlocked, onClose }: StaffPinProps): ReactElement {
  const words = useWordsOf(catalogues).staff;
  const { number, duration } = useFormats();
  const id = useId();
  const [pin, setPin] = useState('');
  const [checking, setChecking] = useState(false);
  const [said, setSaid] = useState<string | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (pin === '' || checking) return;
    setChecking(true);
    setPin('');
    unlock(pin).then(
      (answer) => {
        setChecking(false);
        if (answer.kind === 'right') return onUnlocked();
        setSaid(wordsOf(answer, words, number, duration));
      },
      (error: unknown) => {
        console.error('no PIN was tried:', error);
        setChecking(false);
        setSaid(words.failed);
      },
    );
  }

  const press = (digit: string): void => setPin((before) => (before + digit).slice(0, pinDigitsMax));
  return (
    <Panel title={words.title} onClose={onClose}>
      <form className="staff-pin" onSubmit={submit} autoComplete="off">
        <label htmlFor={id}>{words.pin}</label>
        <input
          id={id}
          ref={focusFirst}
          type="password"
          inputMode="numeric"
          // As in form-parts.tsx: a browser would take it for a password to keep.
          autoComplete="one-time-code"
          value={pin}
          maxLength={pinDigitsMax}
          onChange={(change) => setPin(change.target.value.replace(/\D/g, ''))}
        />
        <p className="staff-pin-said" aria-live="polite">
          {checking ? words.checking : said}
        </p>
        {/* A kiosk with a touch screen may have no keyboard. */}
        <div className="pin-pad" dir="ltr">
          {[...'123456789'].map((digit) => (
            <button key={digit} type="button" className="button" onClick={() => press(digit)}>
              {digit}
            </button>
          ))}
          <button type="button" className="button quiet" onClick={() => setPin((before) => before.slice(0, -1))}>
            {words.delete}
          </button>
          <button type="button" className="button" onClick={() => press('0')}>
            0
          </button>
          <button type="submit" className="button strong" disabled={checking}>
            {words.enter}
          </button>
        </div>
      </form>
    </Panel>
  );
}

/** Marks the field that a dialog focuses when it opens; React's own attribute comes too early for that. */
function focusFirst(field: HTMLInputElement | null): void {
  field?.setAttribute('autofocus', '');
}

function wordsOf(
  answer: Exclude<UnlockResult, { kind: 'right' }>,
  words: SelfServiceWords['staff'],
  number: (value: number) => string,
  duration: (ms: number) => string,
): string {
  if (answer.kind === 'refused') return words[answer.reason];
  if (answer.kind === 'wrong_pin') return words.wrong(number(answer.attemptsLeft));
  return words.locked(duration(answer.waitMs));
}
