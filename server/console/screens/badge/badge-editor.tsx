/** The badge of one event: loads what it has, edits it, saves it into the event. The parts stand beside this file. */
import { useCallback, useEffect, useState } from 'react';
import type { BadgeLayout } from '#shared/badge/layout.ts';
import { layoutInUse, readLayout } from '#shared/badge/read-layout.ts';
import { ApiError, api } from '../../api.ts';
import type { EventSummary } from '../../app.tsx';
import { Problem } from '../problem.tsx';
import './badge-editor.css';
import { EditorDesk } from './editor-desk.tsx';
import type { TicketTypeChoice } from './element-form.tsx';
import type { Question } from './field-names.ts';

interface Loaded {
  readonly layout: BadgeLayout;
  readonly origin: 'event' | 'built-in' | 'broken';
  /** Why the stored one cannot be printed. */
  readonly reasons: readonly string[];
  readonly ticketTypes: readonly TicketTypeChoice[];
  readonly questions: readonly Question[];
}

async function load(eventId: string): Promise<Loaded> {
  const of = `where[event][equals]=${eventId}&limit=200`;
  const [event, types, questions] = await Promise.all([
    api<{ badgeLayout: unknown }>('GET', `/events/${eventId}`),
    api<{ data: TicketTypeChoice[] }>('GET', `/api/v1/ticket_types?${of}&sort=position`),
    api<{ data: Question[] }>('GET', `/api/v1/checkin_questions?${of}&sort=position`),
  ]);
  const stored = event.badgeLayout;
  const { layout, origin } = layoutInUse(stored);
  const read = origin === 'broken' ? readLayout(stored) : null;
  const reasons = read === null || read.ok ? [] : read.errors.map(({ message, path }) => `${path}: ${message}`);
  return { layout, origin, reasons, ticketTypes: types.data, questions: questions.data };
}

function asApiError(fault: unknown): ApiError {
  return fault instanceof ApiError ? fault : new ApiError(0, [{ code: 'fault', message: String(fault) }]);
}

export function BadgeEditor({ event }: { readonly event: EventSummary }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);

  const read = useCallback(() => {
    setProblem(null);
    load(event.id)
      .then(setLoaded)
      .catch((fault: unknown) => setProblem(asApiError(fault)));
  }, [event.id]);
  useEffect(read, [read]);

  async function save(layout: BadgeLayout | null): Promise<boolean> {
    setProblem(null);
    try {
      await api('PATCH', `/api/v1/events/${event.id}`, { badgeLayout: layout });
      return true;
    } catch (fault) {
      setProblem(asApiError(fault));
      return false;
    }
  }

  return (
    <>
      <h1>Badge</h1>
      <Problem error={problem} />
      {!loaded && problem && (
        <button type="button" onClick={read}>
          Try again
        </button>
      )}
      {!loaded && !problem && <p role="status">Loading…</p>}
      {loaded?.origin === 'broken' && (
        <div className="problem" role="alert">
          <p>The stored layout cannot be printed; kiosks print the built-in badge. Saving here replaces it.</p>
          <ul>
            {loaded.reasons.slice(0, 5).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      {loaded && (
        <EditorDesk
          eventName={event.name}
          start={loaded.layout}
          ticketTypes={loaded.ticketTypes}
          questions={loaded.questions}
          unsaved={loaded.origin === 'broken'}
          onSave={save}
        />
      )}
    </>
  );
}
