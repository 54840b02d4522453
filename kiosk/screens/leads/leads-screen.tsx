/** An exhibitor's device: the scanner, the lead that is open, and all leads. It admits no one. */
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { Leads } from '#kiosk/leads/leads.ts';
import type { Preflight } from '#kiosk/preflight/preflight.ts';
import type { Station } from '#kiosk/station/station.ts';
import type { KioskModel } from '../model/kiosk-model.ts';
import { LoadingScreen } from '../pairing/loading-screen.tsx';
import { LockedScreen } from '../pairing/locked-screen.tsx';
import { PageUnderPanel } from '../parts/page-under-panel.tsx';
import { useSettingsKey } from '../parts/shortcut-keys.ts';
import { useNow, useObserved, useStateOf } from '../parts/use-observed.ts';
import { PreflightPanel } from '../preflight/preflight-panel.tsx';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import { useWordsOf } from '../words/use-words.tsx';
import { LeadCard } from './lead-card.tsx';
import { LeadList } from './lead-list.tsx';
import { LeadScanner } from './lead-scanner.tsx';
import { LeadTabs } from './lead-tabs.tsx';
import { LeadsHead } from './leads-head.tsx';
import type { LeadsView } from './leads-view.ts';
import { SaidLine } from './said-line.tsx';
import { SendingPanel } from './sending-panel.tsx';
import { catalogues } from './words/catalogues.ts';

export interface LeadsScreenProps {
  readonly model: KioskModel;
  readonly station: Station;
  readonly preflight: Preflight;
  readonly leads: Leads;
  readonly view: LeadsView;
}

const clockEveryMs = 1_000;
type OpenPanel = 'sending' | 'settings' | 'preflight';

export function LeadsScreen(props: LeadsScreenProps): ReactElement {
  const { model, station, preflight, leads, view } = props;
  const state = useStateOf(station);
  const book = useStateOf(leads);
  const words = useWordsOf(catalogues);
  const nowMs = useNow(model, clockEveryMs);
  const preferences = useObserved(model.preferences);
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  const close = (): void => setPanel(null);
  useSettingsKey(() => setPanel('settings'), panel !== null);
  const locked = state.sync.phase === 'locked' ? state.sync.code : null;
  return (
    <>
      <PageUnderPanel>
        <a className="skip-link" href="#lead">
          {words.skip}
        </a>
        <LeadsHead book={book} station={state} onSending={() => setPanel('sending')} />
      </PageUnderPanel>
      {locked !== null ? (
        <main className="stage">
          <LockedScreen
            code={locked}
            said={words.locked[locked]}
            unsent={book.pending}
            handOver={model.handOver}
            onPairAgain={model.pairAgain}
          />
        </main>
      ) : state.ready ? (
        <LeadsAtWork {...props} nowMs={nowMs} />
      ) : (
        <main className="stage">
          <LoadingScreen station={state} />
        </main>
      )}
      <PageUnderPanel>
        <LeadTabs onSettings={() => setPanel('settings')} />
      </PageUnderPanel>
      {panel === 'sending' && <SendingPanel leads={leads} station={state} nowMs={nowMs} onClose={close} />}
      {panel === 'settings' && (
        <SettingsPanel
          model={model}
          station={station}
          state={state}
          preferences={preferences}
          onPreflight={() => setPanel('preflight')}
          onClose={close}
        />
      )}
      {panel === 'preflight' && <PreflightPanel preflight={preflight} nowMs={nowMs} onClose={close} />}
      <OpenedLead view={view} />
    </>
  );
}

/**
 * Scrolls to the lead that was just scanned or chosen, and to the scanner when no lead is open. The focus goes there too,
 * except to a lead that a message announces. An undo button that disappears with its focus gives it to the lead.
 */
function OpenedLead({ view }: Pick<LeadsScreenProps, 'view'>): null {
  const { open, said } = useObserved(view);
  const before = useRef(open);
  useEffect(() => {
    if (open === before.current) return;
    before.current = open;
    const part = document.getElementById(open === null ? 'scanner' : 'lead');
    // A card that covers the whole window is "nearest" already, far from its name.
    const isCovering = (part?.getBoundingClientRect().top ?? 0) < 0;
    part?.scrollIntoView({ block: open === null || isCovering ? 'start' : 'nearest' });
    // A scanned lead is announced by the live region; a person who chose a lead goes on in it.
    if (open === null || said === null) part?.focus({ preventScroll: true });
  }, [open, said]);
  useEffect(() => {
    if (said?.kind !== 'undone' || document.activeElement !== document.body) return;
    document.getElementById('lead')?.focus({ preventScroll: true });
  }, [said]);
  return null;
}

function LeadsAtWork({ model, leads, view, nowMs }: LeadsScreenProps & { readonly nowMs: number }): ReactElement {
  const words = useWordsOf(catalogues);
  const book = useStateOf(leads);
  const { open, isNew } = useObserved(view);
  const titleId = useId();
  const shown = open === null ? null : leads.lead(open);
  return (
    <main className="leads" id="leads-main" tabIndex={-1}>
      <SaidLine leads={leads} view={view} />
      <PageUnderPanel>
        <div className="lead-side">
          <LeadScanner model={model} view={view} />
        </div>
        <section className="lead-card" id="lead" tabIndex={-1} aria-labelledby={titleId} data-badge={shown?.badge}>
          {shown === null || shown.lead.captures === 0 ? (
            <>
              <h2 id={titleId}>{words.lead.noneTitle}</h2>
              <p>{words.lead.none}</p>
            </>
          ) : (
            <LeadCard
              key={shown.badge}
              titleId={titleId}
              shown={shown}
              isNew={isNew}
              leads={leads}
              cameraPicture={() => (model.camera.state().kind === 'running' ? model.camera.picture() : null)}
              questions={book.questions}
              view={view}
              nowMs={nowMs}
            />
          )}
        </section>
        <LeadList book={book} leads={leads} view={view} nowMs={nowMs} />
      </PageUnderPanel>
    </main>
  );
}
