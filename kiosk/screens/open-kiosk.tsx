/** A paired kiosk: the bar that is always there, the surface that changes, the field that is always reachable. */
import { type ReactElement, useCallback, useEffect, useMemo, useState } from 'react';
import type { Preflight } from '#kiosk/preflight/preflight.ts';
import type { Printing } from '#kiosk/printing/printing.ts';
import type { ScanText } from '#kiosk/scanner/scan-text.ts';
import type { AdmitResult, Station } from '#kiosk/station/station.ts';
import { ConflictsPanel } from './conflicts-panel.tsx';
import { ConnectionPanel } from './connection-panel.tsx';
import { EntryBar } from './entry-bar.tsx';
import type { KioskModel } from './kiosk-model.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { LockedScreen } from './locked-screen.tsx';
import { PreflightPanel } from './preflight/preflight-panel.tsx';
import { PreflightStage } from './preflight/preflight-stage.tsx';
import { PrintingPanel } from './printing-panel.tsx';
import { ReadyScreen } from './ready-screen.tsx';
import { SearchPanel } from './search-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import type { Sounds } from './sounds.ts';
import { type PanelName, StatusBar } from './status-bar.tsx';
import { useAdmission } from './use-admission.ts';
import { useNow, useObserved, useStateOf } from './use-observed.ts';
import { VerdictSurface } from './verdict-surface.tsx';
import { toneOf, viewVerdict } from './verdict-view.ts';

export interface OpenKioskProps {
  readonly model: KioskModel;
  readonly station: Station;
  readonly printing: Printing;
  readonly preflight: Preflight;
  readonly sounds: Sounds;
}

const clockEveryMs = 1_000;

export function OpenKiosk({ model, station, printing, preflight, sounds }: OpenKioskProps): ReactElement {
  const state = useStateOf(station);
  const badges = useStateOf(printing);
  const preferences = useObserved(model.preferences);
  const nowMs = useNow(model, clockEveryMs);
  const [panel, setPanel] = useState<PanelName | null>(null);
  const closePanel = useCallback(() => setPanel(null), []);

  /** Once, when the list has come for the first time; whoever scans is at work already. */
  const leavePreflight = useCallback(() => model.preferences.set({ preflightSeen: true }), [model]);

  const onShown = useCallback(
    (result: AdmitResult) => {
      // The door comes first: whatever panel is open gives way to the answer.
      setPanel(null);
      leavePreflight();
      if (!model.preferences.get().sound) return;
      sounds.play(result.kind === 'decided' ? toneOf(result.outcome.verdict.code) : 'stop');
    },
    [model, sounds, leavePreflight],
  );
  const { shown, admit, admitRegistration, dismiss } = useAdmission(station, preferences.resultSeconds, onShown);
  const locked = state.sync.phase === 'locked' ? state.sync : null;
  const scanning = state.ready && locked === null;

  useEffect(() => {
    if (!scanning) return;
    const onScan = (scan: ScanText): void => {
      if (!preflight.offerScan(scan)) admit(scan);
    };
    Promise.resolve(model.scanner.start(onScan)).catch((error: unknown) =>
      console.error('a scan source failed:', error),
    );
    return () => model.scanner.stop();
  }, [model, scanning, admit, preflight]);

  useEffect(() => {
    if (shown === null) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') dismiss();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [shown, dismiss]);

  // Ages in the facts are those of the moment of the scan: a verdict does not change while it stands.
  const view = useMemo(
    () => (shown === null || locked !== null ? null : viewVerdict(shown.result, state.role, model.nowMs())),
    [shown, locked, state.role, model],
  );

  return (
    <>
      <a className="skip-link" href="#stage">
        Skip the status bar
      </a>
      <StatusBar station={state} printing={badges} nowMs={nowMs} onOpen={setPanel} />
      <main className="stage" id="stage" tabIndex={-1} data-tone={view?.tone}>
        {view === null && locked === null && !state.ready && <LoadingScreen station={state} />}
        {view === null && scanning && !preferences.preflightSeen && (
          <PreflightStage preflight={preflight} nowMs={nowMs} onDone={leavePreflight} />
        )}
        {view === null && scanning && preferences.preflightSeen && (
          <ReadyScreen station={state} camera={model.camera} />
        )}
        {locked !== null && (
          <LockedScreen code={locked.code} station={state} handOver={model.handOver} onPairAgain={model.pairAgain} />
        )}
        <VerdictSurface view={view} serial={shown?.serial ?? 0} seconds={preferences.resultSeconds} onBack={dismiss} />
        {scanning && (
          <EntryBar typed={model.typed} onSearch={state.role === 'self-service' ? null : () => setPanel('search')} />
        )}
      </main>
      {panel === 'search' && scanning && (
        <SearchPanel station={station} nowMs={nowMs} onAdmit={admitRegistration} onClose={closePanel} />
      )}
      {panel === 'connection' && <ConnectionPanel station={state} nowMs={nowMs} onClose={closePanel} />}
      {panel === 'conflicts' && (
        <ConflictsPanel
          conflicts={state.conflicts}
          nowMs={nowMs}
          onAcknowledge={(id) => station.acknowledgeConflict(id)}
          onClose={closePanel}
        />
      )}
      {panel === 'printing' && <PrintingPanel state={badges} printing={printing} nowMs={nowMs} onClose={closePanel} />}
      {panel === 'settings' && (
        <SettingsPanel
          model={model}
          station={station}
          state={state}
          preferences={preferences}
          sounds={sounds}
          onPreflight={() => setPanel('preflight')}
          onClose={closePanel}
        />
      )}
      {panel === 'preflight' && <PreflightPanel preflight={preflight} nowMs={nowMs} onClose={closePanel} />}
    </>
  );
}
