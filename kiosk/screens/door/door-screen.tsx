/** The screen of a paired kiosk with staff: the status bar, the surface that changes, and, while it scans, the entry field. */
import { type ReactElement, useState } from 'react';
import type { Preflight } from '#kiosk/preflight/preflight.ts';
import type { Printing } from '#kiosk/printing/printing.ts';
import type { AdmitResult } from '#kiosk/station/admit-result.ts';
import type { Station } from '#kiosk/station/station.ts';
import type { KioskModel } from '../model/kiosk-model.ts';
import { soundOf } from '../model/result-kind.ts';
import { PageUnderPanel } from '../parts/page-under-panel.tsx';
import { useNow, useObserved, useStateOf } from '../parts/use-observed.ts';
import { useWords } from '../words/use-words.tsx';
import { DirectionBand, otherWay } from './direction-band.tsx';
import type { DoorState } from './door-state.ts';
import { EntryBar } from './entry-bar.tsx';
import { DoorPanel } from './panels/door-panel.tsx';
import { needsScanning } from './panels/open-panel.ts';
import { emptyWalkIn } from './panels/walk-in-draft.ts';
import { RestingStage } from './resting-stage.tsx';
import { StatusBar } from './status/status-bar.tsx';
import { useDoorShortcuts } from './use-door-shortcuts.ts';
import { useNoticeText } from './use-notice-text.ts';
import { useVerdict } from './use-verdict.ts';
import { VerdictSurface } from './verdict/verdict-surface.tsx';

export interface DoorScreenProps {
  readonly model: KioskModel;
  readonly station: Station;
  readonly printing: Printing;
  readonly preflight: Preflight;
  readonly door: DoorState;
}

const clockEveryMs = 1_000;

export function DoorScreen({ model, station, printing, preflight, door }: DoorScreenProps): ReactElement {
  const words = useWords();
  const state = useStateOf(station);
  const badges = useStateOf(printing);
  const venue = useStateOf(station.venue);
  const preferences = useObserved(model.preferences);
  const { shown, panel, notice } = useObserved(door);
  const nowMs = useNow(model, clockEveryMs);
  const [walkIn, setWalkIn] = useState(emptyWalkIn);
  const locked = state.sync.phase === 'locked' ? state.sync : null;
  const scanning = state.ready && locked === null;
  const { view, actions } = useVerdict(shown, { model, state, door, resultSeconds: preferences.resultSeconds });
  const shortcuts = useDoorShortcuts({ station, state, door, actions, scanning });
  const noticeText = useNoticeText(notice, state.role, model);
  return (
    <>
      <PageUnderPanel>
        <a className="skip-link" href="#stage">
          {words.common.skipStatusBar}
        </a>
        <StatusBar
          station={state}
          printing={badges}
          venue={venue}
          nowMs={nowMs}
          onOpen={(name) => door.openPanel({ name })}
        />
      </PageUnderPanel>
      {scanning && <DirectionBand state={state} onSwitch={() => otherWay(station)} />}
      <main className="stage" id="stage" tabIndex={-1} data-tone={view?.kind}>
        <p className="notice" aria-live="polite">
          {noticeText}
        </p>
        <RestingStage model={model} state={state} preflight={preflight} nowMs={nowMs} isShowing={view !== null} />
        <VerdictSurface
          view={view}
          serial={shown?.serial ?? 0}
          seconds={preferences.resultSeconds}
          held={panel !== null}
          actions={actions}
          onBack={door.dismiss}
        />
        <PageUnderPanel>{scanning && <EntryBar typed={model.typed} shortcuts={shortcuts} />}</PageUnderPanel>
      </main>
      {panel !== null && (scanning || !needsScanning.has(panel.name)) && (
        <DoorPanel
          key={panel.name}
          panel={panel}
          model={model}
          station={station}
          state={state}
          printing={printing}
          badges={badges}
          preflight={preflight}
          preferences={preferences}
          nowMs={nowMs}
          door={door}
          walkIn={walkIn}
          onWalkIn={setWalkIn}
          onAdmit={(registrationId) => void admitFound(registrationId, station, door)}
          onPartyResults={(results) => hearWorst(results, model)}
        />
      )}
    </>
  );
}

/** Admits a person whom staff looked up; the result takes its place among the scans. */
async function admitFound(registrationId: string, station: Station, door: DoorState): Promise<void> {
  const present = door.reserve();
  try {
    present(await station.admitRegistration(registrationId));
  } catch (error) {
    console.error('admit failed:', error);
    present({ kind: 'not_recorded', reason: 'storage_failed', message: String(error) });
  }
}

function hearWorst(results: readonly AdmitResult[], model: KioskModel): void {
  const { sound, volume } = model.preferences.get();
  const heard = results.find((result) => soundOf(result) !== 'admitted') ?? results[0];
  if (sound && heard !== undefined) model.sounds.play(soundOf(heard), volume);
}
