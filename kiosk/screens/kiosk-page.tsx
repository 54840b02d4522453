/**
 * The whole page. Its outermost element carries the state that test drivers and wall displays read: data-phase,
 * data-ready, data-connection, data-pending, data-printer (the kiosk page contract). It stays the same element until a
 * fault in rendering replaces it (error-boundary.tsx).
 */
import { type ReactElement, useEffect } from 'react';
import type { Leads, LeadsState } from '#kiosk/leads/leads.ts';
import type { Printing, PrintingState } from '#kiosk/printing/printing.ts';
import type { Station, StationState } from '#kiosk/station/station.ts';
import { languageFor } from '#shared/base/languages.ts';
import type { KioskPhase, PageModel } from './kiosk-phase.ts';
import { PairedKiosk } from './paired-kiosk.tsx';
import { HostQuestion } from './pairing/host-question.tsx';
import { PairingScreen } from './pairing/pairing-screen.tsx';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { PlainScreen } from './parts/plain-screen.tsx';
import { useObserved, useStateOf } from './parts/use-observed.ts';
import { InZone, PageLanguage, useWords } from './words/use-words.tsx';

const noStation = { state: (): StationState | null => null, subscribe: () => () => {} };
const noLeads = { state: (): LeadsState | null => null, subscribe: () => () => {} };
const noPrinting = { state: (): PrintingState | null => null, subscribe: () => () => {} };

export function KioskPage({ model }: { readonly model: PageModel }): ReactElement {
  const { language } = useObserved(model.preferences);
  return (
    <PageLanguage language={language ?? languageFor(navigator.languages)}>
      <ErrorBoundary onReload={model.reload}>
        <Frame model={model} />
      </ErrorBoundary>
    </PageLanguage>
  );
}

function Frame({ model }: { readonly model: PageModel }): ReactElement {
  const phase = useObserved(model.phase);
  const { theme } = useObserved(model.preferences);
  const station = useStateOf<StationState | null>(phase.kind === 'open' ? stationFace(phase.station) : noStation);
  const printing = useStateOf<PrintingState | null>(phase.kind === 'open' ? printingFace(phase.printing) : noPrinting);
  const leads = useStateOf<LeadsState | null>(phase.kind === 'open' ? leadsFace(phase.leads) : noLeads);

  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);

  return (
    <div
      id="kiosk"
      className="kiosk"
      data-phase={phase.kind}
      data-ready={station?.ready ?? false}
      data-connection={isOnline(station) ? 'online' : 'offline'}
      data-pending={(station?.pending ?? 0) + (leads?.pending ?? 0)}
      data-printer={printing?.printer ?? 'none'}
    >
      <InZone timeZone={station?.timezone ?? null}>
        <PhaseScreen model={model} phase={phase} />
      </InZone>
    </div>
  );
}

interface PhaseScreenProps {
  readonly model: PageModel;
  readonly phase: KioskPhase;
}

function PhaseScreen({ model, phase }: PhaseScreenProps): ReactElement {
  const { starting, alreadyOpen, failed, common } = useWords();
  switch (phase.kind) {
    case 'starting':
      return (
        <PlainScreen title={starting.title}>
          <p>{starting.text}</p>
        </PlainScreen>
      );
    case 'already_open':
      return (
        <PlainScreen title={alreadyOpen.title}>
          <p>{alreadyOpen.text}</p>
          <button type="button" className="button strong wide" onClick={model.reload}>
            {common.tryAgain}
          </button>
        </PlainScreen>
      );
    case 'pairing':
      return <PairingScreen model={model} {...phase} />;
    case 'asking_host':
      return <HostQuestion address={phase.address} onAnswer={phase.onAnswer} />;
    case 'open':
      return <PairedKiosk model={model} kiosk={phase} />;
    case 'failed':
      return (
        <PlainScreen title={failed.title} urgent>
          <p>{failed.text}</p>
          <button type="button" className="button strong wide" onClick={model.reload}>
            {common.startAgain}
          </button>
          <p className="hint" lang="en" dir="auto">
            {phase.fault}
          </p>
        </PlainScreen>
      );
  }
}

function isOnline(station: StationState | null): boolean {
  return station !== null && !station.networkCut && (station.sync.phase === 'live' || station.sync.phase === 'loading');
}

function stationFace(station: Station): Pick<Station, 'state' | 'subscribe'> {
  return station;
}

function printingFace(printing: Printing): Pick<Printing, 'state' | 'subscribe'> {
  return printing;
}

function leadsFace(leads: Leads): Pick<Leads, 'state' | 'subscribe'> {
  return leads;
}
