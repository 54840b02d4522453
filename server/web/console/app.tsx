/** The frame: who is logged in, which event, which page. The address carries both, so that it can be shared and reloaded. */

import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from './api.ts';
import type { EventSummary } from './event-summary.ts';
import { endLogin, isLoggedIn, logOut, onLogin } from './login-state.ts';
import { Attendees } from './screens/attendees.tsx';
import { BadgeEditor } from './screens/badge/badge-editor.tsx';
import { BoardPage } from './screens/board/board.tsx';
import { Gate } from './screens/gate.tsx';
import { Kiosks } from './screens/kiosks.tsx';
import { ConfirmLogin } from './screens/login/confirm-login.tsx';
import { Login } from './screens/login/login.tsx';
import { Problem } from './screens/problem.tsx';
import { Settings } from './screens/settings/settings.tsx';
import { Supervisors } from './screens/supervisors/supervisors.tsx';
import type { OfferedLogin } from './single-sign-on.ts';
import { mayLeave } from './unsaved.ts';
import { useLive } from './use-live.ts';

const pages = {
  gate: 'Gate',
  board: 'Board',
  attendees: 'Attendees',
  kiosks: 'Kiosks',
  badge: 'Badge',
  settings: 'Settings',
} as const;
/** Pages that another one leads to: that one is marked in the head. */
const within = { supervisors: 'kiosks' } as const satisfies Readonly<Record<string, keyof typeof pages>>;
type Page = keyof typeof pages | keyof typeof within;

const isPage = (name: string): name is Page => name in pages || name in within;

/** `#/page/event`; settings are the organization's, not an event's: `#/settings/section/id`. */
interface Address {
  readonly page: Page;
  readonly event: string | null;
  readonly section: string | null;
  readonly id: string | null;
}

function readAddress(): Address {
  const [page, first, second] = location.hash.replace(/^#\/?/, '').split('/');
  if (page === 'settings') return { page, event: null, section: first || null, id: second || null };
  return { page: page && isPage(page) ? page : 'gate', event: first || null, section: null, id: null };
}

export interface AppProps {
  readonly loginProblem: string | null;
  /** A login that the identity provider began: asked about before anything else is shown. */
  readonly offered: OfferedLogin | null;
}

export function App({ loginProblem, offered }: AppProps) {
  const [loggedIn, setLoggedIn] = useState(isLoggedIn);
  const [problem, setProblem] = useState(loginProblem);
  const [asked, setAsked] = useState(offered);
  useEffect(
    () =>
      onLogin((left) => {
        setProblem(left === 'ended' ? 'Your session has expired. Log in again.' : null);
        setLoggedIn(isLoggedIn());
      }),
    [],
  );
  if (asked) {
    const confirm = () =>
      asked.redeem().then(
        () => setLoggedIn(isLoggedIn()),
        (fault: unknown) => setProblem(fault instanceof Error ? fault.message : String(fault)),
      );
    const done = () => setAsked(null);
    return <ConfirmLogin offered={asked} onConfirm={() => confirm().then(done)} onRefuse={done} />;
  }
  if (!loggedIn) return <Login problem={problem} onLogin={() => setLoggedIn(isLoggedIn())} />;
  return <Frame onLogout={() => void logOut()} onEnded={() => endLogin('ended')} />;
}

function Frame({ onLogout, onEnded }: { readonly onLogout: () => void; readonly onEnded: () => void }) {
  const [address, setAddress] = useState(readAddress);
  const read = useCallback(() => api<{ events: EventSummary[] }>('GET', '/events'), []);
  const { data, error } = useLive(read);
  useEffect(() => {
    let shown = location.hash;
    const changed = () => {
      // The address has changed already: whoever would rather stay gets it back.
      if (location.hash !== shown && !mayLeave()) return history.replaceState(null, '', shown || '#');
      shown = location.hash;
      setAddress(readAddress());
    };
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  useEffect(() => {
    if (error?.status === 401) onEnded();
  }, [error, onEnded]);

  const isSettings = address.page === 'settings';
  const marked = address.page in within ? within[address.page as keyof typeof within] : address.page;
  // Whoever comes back from the settings stands where they were.
  const lastEvent = useRef(address.event);
  if (address.event !== null) lastEvent.current = address.event;
  const events = data?.events ?? [];
  const event = events.find((e) => e.id === lastEvent.current) ?? events[0] ?? null;
  return (
    <>
      <a
        className="skip"
        href="#content"
        onClick={(e) => {
          // The address says which page this is; it must not change.
          e.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        Skip to content
      </a>
      <header className="top">
        <span className="brand">
          <span aria-hidden="true">◧</span> Gatehouse
        </span>
        {event && !isSettings && (
          <label className="event-choice">
            <span className="visually-hidden">Event</span>
            <select
              value={event.id}
              onChange={(e) => {
                location.hash = `/${address.page}/${e.target.value}`;
              }}
            >
              {events.map((e) => (
                <option key={e.id} value={e.id}>
                  {e.name} ({e.status})
                </option>
              ))}
            </select>
          </label>
        )}
        <nav aria-label="Pages">
          {Object.entries(pages).map(([page, label]) => (
            <a
              key={page}
              href={page === 'settings' ? '#/settings' : `#/${page}/${event?.id ?? ''}`}
              aria-current={page === marked ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        <button type="button" className="quiet" onClick={() => mayLeave() && onLogout()}>
          Log out
        </button>
      </header>
      <main id="content" tabIndex={-1}>
        {isSettings && <Settings section={address.section} id={address.id} />}
        {error && !isSettings && <Problem error={error} />}
        {data && !event && !isSettings && (
          <section className="card empty">
            <h1>No event yet</h1>
            <p>
              Create one with <code>POST /events</code>, or create a whole demo with{' '}
              <code>npm run -s gatehouse -- demo</code>.
            </p>
          </section>
        )}
        {!data && !error && !isSettings && <p role="status">Loading…</p>}
        {event && address.page === 'gate' && <Gate key={event.id} event={event} />}
        {event && address.page === 'attendees' && <Attendees key={event.id} event={event} />}
        {event && address.page === 'board' && <BoardPage key={event.id} event={event} />}
        {event && address.page === 'badge' && <BadgeEditor key={event.id} event={event} />}
        {event && address.page === 'supervisors' && <Supervisors key={event.id} event={event} />}
        {event && address.page === 'kiosks' && <Kiosks key={event.id} event={event} />}
      </main>
    </>
  );
}
