/**
 * Manual search by name, company, e-mail or ticket number: type, choose, compare, admit. The question before the
 * admission is there on purpose: two people in one list are easily mistaken for each other.
 */
import { type KeyboardEvent, type ReactElement, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { FoundPerson, PeopleFound, Station } from '#kiosk/station/station.ts';
import type { Direction } from '#shared/admission/verdict.ts';
import { Panel } from '../../parts/panel.tsx';
import type { Wording } from '../../words/catalogues.ts';
import { useWords } from '../../words/use-words.tsx';
import { Marked } from './marked.tsx';

export interface SearchPanelProps {
  readonly station: Pick<Station, 'search'>;
  readonly nowMs: number;
  readonly direction: Direction;
  /** Admits the person; the verdict then takes the panel's place. */
  readonly onAdmit: (registrationId: string) => void;
  readonly onClose: () => void;
}

export function SearchPanel({ station, nowMs, direction, onAdmit, onClose }: SearchPanelProps): ReactElement {
  const { search } = useWords();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<FoundPerson | null>(null);
  const found = station.search(useDeferredValue(text));
  return (
    <Panel title={search.title} onClose={onClose}>
      {chosen === null ? (
        <Finder text={text} found={found} nowMs={nowMs} onText={setText} onChoose={setChosen} />
      ) : (
        <Confirmation
          person={chosen}
          nowMs={nowMs}
          direction={direction}
          onAdmit={onAdmit}
          onBack={() => setChosen(null)}
        />
      )}
    </Panel>
  );
}

interface FinderProps {
  readonly text: string;
  readonly found: PeopleFound;
  readonly nowMs: number;
  readonly onText: (text: string) => void;
  readonly onChoose: (person: FoundPerson) => void;
}

function Finder({ text, found, nowMs, onText, onChoose }: FinderProps): ReactElement {
  const words = useWords();
  const { search, format } = words;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The panel opens after this effect and focuses the element with `autofocus`, an attribute that React does not render.
    field.current?.setAttribute('autofocus', '');
    field.current?.focus();
  }, []);

  /** Arrows walk from the field through the people and back. */
  function walk(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops: (Element | null)[] = [field.current, ...(list.current?.querySelectorAll('button') ?? [])];
    const at = stops.indexOf(document.activeElement);
    const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (at < 0 || !(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div className="finder" onKeyDown={walk}>
      <div className="field">
        <label htmlFor={id}>{search.field}</label>
        <input
          id={id}
          ref={field}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          value={text}
          onChange={(change) => onText(change.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={120}
        />
      </div>
      <p className="hint" aria-live="polite">
        {said(text, found, words)}
      </p>
      <ul className="people" ref={list} aria-label={search.found}>
        {found.people.map((person) => (
          <li key={person.registrationId}>
            <button type="button" className="person" onClick={() => onChoose(person)}>
              <span className="person-name" dir="auto">
                <Marked text={person.name} ranges={person.matched.name} />
              </span>
              {person.company !== null && person.company !== '' && (
                <span dir="auto">
                  <Marked text={person.company} ranges={person.matched.company} />
                </span>
              )}
              <span className="person-small">
                {person.ticketTypeName !== null && <span>{person.ticketTypeName}</span>}
                {person.email !== null && <Marked text={person.email} ranges={person.matched.email} />}
                {person.matched.ticketNumber !== undefined && (
                  <Marked text={person.ticketNumber} ranges={person.matched.ticketNumber} />
                )}
              </span>
              {person.checkedInAt !== null && (
                <span className="person-in">{search.checkedIn(format.time(person.checkedInAt, nowMs))}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function said(text: string, { people, more, complete }: PeopleFound, { search }: Wording): string {
  if (text.trim() === '') return search.hint;
  const reading = complete ? '' : ` ${search.reading}`;
  if (people.length === 0) return `${search.noMatch}${reading}`;
  return `${more ? search.first(people.length) : search.people(people.length)}${reading}`;
}

interface ConfirmationProps {
  readonly person: FoundPerson;
  readonly nowMs: number;
  readonly direction: Direction;
  readonly onAdmit: (registrationId: string) => void;
  readonly onBack: () => void;
}

function Confirmation({ person, nowMs, direction, onAdmit, onBack }: ConfirmationProps): ReactElement {
  const { search, format } = useWords();
  const [asked, setAsked] = useState(false);
  const question = useRef<HTMLHeadingElement>(null);
  const questionId = useId();
  // A screen reader reads the question first, and a double tap admits no one.
  useEffect(() => question.current?.focus(), []);

  function admit(): void {
    setAsked(true);
    onAdmit(person.registrationId);
  }

  const who = [person.name, person.company].filter((part) => part !== null && part !== '').join(', ');
  return (
    <section className="panel-section confirm" aria-labelledby={questionId}>
      <h3 id={questionId} ref={question} tabIndex={-1}>
        {direction === 'exit' ? search.letOutWho(who) : search.admitWho(who)}
      </h3>
      <p>{format.line([person.ticketTypeName, person.role, person.email])}</p>
      {person.checkedInAt !== null && direction === 'entry' && (
        <p className="problem">{search.already(format.time(person.checkedInAt, nowMs))}</p>
      )}
      <p className="hint">{search.compare}</p>
      <div className="buttons">
        <button type="button" className="button strong" disabled={asked} onClick={admit}>
          {direction === 'exit' ? search.letOut : search.admit}
        </button>
        <button type="button" className="button" onClick={onBack}>
          {search.backToList}
        </button>
      </div>
    </section>
  );
}
