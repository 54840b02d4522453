/** What stands around every page: the way to the others, which event, and who leaves. */
import { useEffect, useRef } from 'react';
import { Router } from 'wouter';
import { Button } from '../../parts/button.tsx';
import { mayLeave } from '../../parts/form/guard-leaving.ts';
import { Icon } from '../../parts/icon.tsx';
import { Logo } from '../../parts/logo.tsx';
import { request } from '../data/client.ts';
import type { EventSummary } from '../data/event-summary.ts';
import { useLiveQuery } from '../data/live-query.ts';
import { type MainPage, pages, useAddress, useGuardedAddress } from './address.ts';
import { EventChoice } from './event-choice.tsx';
import { PageContent } from './page-content.tsx';

export interface FrameProps {
  readonly onLogout: () => void;
  /** The server does not take the login any more. */
  readonly onEnded: () => void;
}

export function Frame(props: FrameProps) {
  return (
    <Router hook={useGuardedAddress}>
      <FrameWithPage {...props} />
    </Router>
  );
}

function FrameWithPage({ onLogout, onEnded }: FrameProps) {
  const address = useAddress();
  const { data, error } = useLiveQuery({
    key: ['events'],
    read: async () => (await request<{ events: readonly EventSummary[] }>('GET', '/events')).events,
    of: ['events'],
  });
  useEffect(() => {
    if (error?.status === 401) onEnded();
  }, [error?.status, onEnded]);

  // Coming back from the settings leads to the event that was shown before.
  const lastEvent = useRef(address.event);
  if (address.event !== null) lastEvent.current = address.event;
  const event = data?.find(({ id }) => id === lastEvent.current) ?? data?.[0] ?? null;
  return (
    <div className="app">
      <SkipLink />
      <header className="side">
        <Logo />
        {event && address.page !== 'settings' && <EventChoice events={data ?? []} event={event} page={address.page} />}
        <nav aria-label="Pages">
          {(Object.keys(pages) as MainPage[]).map((page) => (
            <a
              key={page}
              href={page === 'settings' ? '#/settings' : `#/${page}/${event?.id ?? ''}`}
              aria-current={page === address.marked ? 'page' : undefined}
            >
              <Icon name={page} />
              {pages[page]}
            </a>
          ))}
        </nav>
        <Button look="quiet" onClick={() => mayLeave() && onLogout()}>
          Log out
        </Button>
      </header>
      <main id="content" tabIndex={-1}>
        <PageContent address={address} event={event} isRead={data !== null} error={error} />
      </main>
    </div>
  );
}

function SkipLink() {
  return (
    <a
      className="skip"
      href="#content"
      onClick={(event) => {
        // The address says which page this is; it must not change.
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      Skip to content
    </a>
  );
}
