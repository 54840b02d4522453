/**
 * The answer to a scan over the whole surface. The element with `role="status"` is always the same one, so that
 * screen readers and test drivers can hold on to it: `data-verdict` is there while a verdict stands.
 */
import type { ReactElement } from 'react';
import { ToneIcon } from './icons.tsx';
import type { ResultSeconds } from './preferences.ts';
import type { VerdictView } from './verdict-view.ts';

export interface VerdictSurfaceProps {
  readonly view: VerdictView | null;
  /** The scan's number on this screen: two equal verdicts in a row are still two. */
  readonly serial: number;
  readonly seconds: ResultSeconds;
  readonly onBack: () => void;
}

export function VerdictSurface({ view, serial, seconds, onBack }: VerdictSurfaceProps): ReactElement {
  return (
    <div className="verdict" data-tone={view?.tone} data-shown={view !== null}>
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
        <div className="verdict-foot">
          <button type="button" className="button on-tone" onClick={onBack}>
            Next ticket
          </button>
          {seconds > 0 && <span key={serial} className="countdown" data-seconds={seconds} aria-hidden="true" />}
        </div>
      )}
    </div>
  );
}

function Answer({ view }: { readonly view: VerdictView }): ReactElement {
  return (
    <div className="answer">
      <ToneIcon tone={view.tone} />
      <div className="answer-words">
        <h1 className="answer-title">{view.title}</h1>
        {view.person !== null && (
          <div className="answer-person">
            <p className="answer-name" data-length={lengthClass(view.person.name)} dir="auto">
              {view.person.name}
            </p>
            {view.person.lines.length > 0 && (
              <p className="answer-company" dir="auto">
                {view.person.lines.join(' · ')}
              </p>
            )}
            {view.ticketTypeName !== null && <p className="answer-type">{view.ticketTypeName}</p>}
          </div>
        )}
        <p className="answer-sentence">{view.sentence}</p>
        {view.facts.length > 0 && (
          <dl className="answer-facts">
            {view.facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
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

/** Long names get smaller letters by class: an inline size would need a style attribute. */
function lengthClass(name: string): 'short' | 'medium' | 'long' {
  const length = [...name].length;
  return length <= 16 ? 'short' : length <= 32 ? 'medium' : 'long';
}
