/**
 * The answer to a scan over the whole surface. The element with `role="status"` is always the same one, so that
 * screen readers and test drivers can hold on to it: `data-verdict` is there while a verdict stands. It is never inert.
 */
import type { ReactElement } from 'react';
import type { ResultSeconds } from '../../model/preferences.ts';
import { NoteIcon } from '../../parts/icons.tsx';
import { PageUnderPanel } from '../../parts/page-under-panel.tsx';
import { ResultIcon } from '../../parts/result-icon.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { VerdictAction } from './verdict-actions.ts';
import type { VerdictView } from './verdict-view.ts';

export interface VerdictSurfaceProps {
  readonly view: VerdictView | null;
  /** The scan's number on this screen: two equal verdicts in a row are still two. */
  readonly serial: number;
  readonly seconds: ResultSeconds;
  /** A panel is open: the verdict stays, and nothing counts down. */
  readonly held: boolean;
  readonly actions: readonly VerdictAction[];
  readonly onBack: () => void;
}

export function VerdictSurface(props: VerdictSurfaceProps): ReactElement {
  const { view, serial, seconds, held, actions, onBack } = props;
  const words = useWords();
  return (
    <div className="verdict" data-tone={view?.kind} data-shown={view !== null}>
      <div
        role="status"
        aria-live="assertive"
        aria-atomic="true"
        data-verdict={view?.code}
        data-scan={view?.scanId ?? undefined}
        data-serial={serial}
      >
        {view !== null && <Answer key={serial} view={view} />}
      </div>
      {view !== null && (
        <PageUnderPanel>
          <div className="verdict-foot">
            <div className="buttons">
              {actions.map(({ label, key, strong, run }) => (
                <button
                  key={key}
                  type="button"
                  className={strong ? 'button on-tone full' : 'button on-tone'}
                  aria-keyshortcuts={key}
                  onClick={run}
                >
                  {label}
                </button>
              ))}
              <button type="button" className="button on-tone" onClick={onBack}>
                {words.actions.next}
              </button>
            </div>
            {seconds > 0 && !held && (
              <span key={serial} className="countdown" data-seconds={seconds} aria-hidden="true" />
            )}
          </div>
        </PageUnderPanel>
      )}
    </div>
  );
}

function Answer({ view }: { readonly view: VerdictView }): ReactElement {
  const { format } = useWords();
  return (
    <div className="answer" data-crowded={view.attention !== null || view.facts.length > 3}>
      <ResultIcon kind={view.kind} />
      <div className="answer-words">
        <h1 className="answer-title">{view.title}</h1>
        {view.person !== null && (
          <div className="answer-person">
            <p className="answer-name" data-length={lengthClass(view.person.name)} dir="auto">
              {view.person.name}
            </p>
            {view.person.lines.length > 0 && <p className="answer-company">{format.line(view.person.lines)}</p>}
            {view.ticketTypeName !== null && (
              <p className="answer-type" dir="auto">
                {view.ticketTypeName}
              </p>
            )}
          </div>
        )}
        {view.attention !== null && <Attention note={view.attention} />}
        <p className="answer-sentence">{view.sentence}</p>
        {view.facts.length > 0 && (
          <dl className="answer-facts">
            {view.facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{format.own(value)}</dd>
              </div>
            ))}
          </dl>
        )}
        {view.notes.length > 0 && (
          <ul className="answer-notes">
            {view.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The organizer's note about this person: it stands out on every ground. */
export function Attention({ note }: { readonly note: string }): ReactElement {
  const { notes } = useWords();
  return (
    <div className="note-band">
      <NoteIcon />
      <p>
        <b>{notes.attention}</b> <span dir="auto">{note}</span>
      </p>
    </div>
  );
}

/** Long names get smaller letters by class: an inline size would need a style attribute. */
function lengthClass(name: string): 'short' | 'medium' | 'long' {
  const length = [...name].length;
  return length <= 16 ? 'short' : length <= 32 ? 'medium' : 'long';
}
