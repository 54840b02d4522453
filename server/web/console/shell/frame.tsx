/** The frame around every page: the navigation, the choice of the event, the language and the logout. */

import { useEffect, useState } from 'react';
import { Router } from 'wouter';
import type { Refusal } from '#shared/base/result.ts';
import { Button } from '../../parts/button.tsx';
import { mayLeave } from '../../parts/form/guard-leaving.ts';
import { Icon } from '../../parts/icon.tsx';
import { Logo } from '../../parts/logo.tsx';
import { t } from '../../parts/text/text.ts';
import { WayOutOf } from '../../parts/way-out.ts';
import { isSandbox } from '../session/sandbox.ts';
import { type Address, type MainPage, pages, useAddress, useGuardedAddress } from './address.ts';
import { EventChoice } from './event-choice.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { PageContent } from './page-content.tsx';
import { Palette } from './palette/palette.tsx';
import { useShownEvent } from './shown-event.ts';
import { TestModeBanner, TestModeSwitch } from './test-mode.tsx';
import { wayOutOf } from './way-out.ts';

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
  const { error, event, events, isMissing, isRead } = useShownEvent(address.event);
  useEffect(() => {
    if (error?.status === 401) onEnded();
  }, [error?.status, onEnded]);

  const way = (refusal: Refusal) => wayOutOf(refusal, event?.id ?? null, location.hash);
  return (
    <div className="app" data-sandbox={isSandbox ? '' : undefined}>
      <SkipLink />
      <header className="side">
        <Logo />
        <Palette events={events} event={event} />
        {event && address.page !== 'settings' && (
          <div className="event-switch">
            <EventChoice events={events} event={event} page={address.page} />
            <a href="#/new" aria-current={address.page === 'new' ? 'page' : undefined}>
              <Icon name="plus" />
              {t('new_event')}
            </a>
          </div>
        )}
        <Navigation address={address} eventId={event?.id ?? ''} />
        <div className="side-end">
          <LanguageSwitch />
          <TestModeSwitch />
          <Button look="quiet" onClick={() => mayLeave() && onLogout()}>
            {t('log_out')}
          </Button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <TestModeBanner />
        <WayOutOf value={way}>
          <PageContent {...{ address, event, isRead, error }} other={isMissing ? (events[0] ?? null) : null} />
        </WayOutOf>
      </main>
    </div>
  );
}

function Navigation({ address, eventId }: { readonly address: Address; readonly eventId: string }) {
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => setOpen(false), [address.page]);
  return (
    <nav aria-label={t('pages')} data-open={isOpen ? '' : undefined}>
      {(Object.keys(pages) as MainPage[]).map((page) => (
        <a
          key={page}
          href={page === 'settings' ? '#/settings' : `#/${page}/${eventId}`}
          aria-current={page === address.marked ? 'page' : undefined}
        >
          <Icon name={page} />
          {pages[page]}
        </a>
      ))}
      <button type="button" className="more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'close' : 'more'} />
        {isOpen ? t('close_2') : t('more')}
      </button>
    </nav>
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
      {t('skip_to_content')}
    </a>
  );
}
