/**
 * The page of a kiosk at which guests check themselves in. It takes the place of the staff's page: no search, no counts,
 * no conflicts, no name but the guest's own; after a visit nothing of it is left. Staff reach their screens by a PIN.
 */
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import type { Preflight } from '#kiosk/preflight/preflight.ts';
import type { Printing } from '#kiosk/printing/printing.ts';
import type { Station } from '#kiosk/station/station.ts';
import type { Language } from '#shared/base/languages.ts';
import type { KioskModel } from '../model/kiosk-model.ts';
import { PageUnderPanel } from '../parts/page-under-panel.tsx';
import { useNow, useObserved, useStateOf } from '../parts/use-observed.ts';
import { PreflightStage } from '../preflight/preflight-stage.tsx';
import { InLanguage, useLanguage } from '../words/use-words.tsx';
import { ClosedKiosk } from './closed-kiosk.tsx';
import { GuestStage } from './guest-stage.tsx';
import { LanguageRow } from './language-row.tsx';
import { StaffPanel, type StaffScreen } from './staff-panel.tsx';
import { StaffCorner } from './staff-pin.tsx';
import { useIdleSeconds } from './use-idle.ts';
import type { VisitControl } from './visit-control.ts';

export interface SelfServiceProps {
  readonly model: KioskModel;
  readonly station: Station;
  readonly printing: Printing;
  readonly preflight: Preflight;
  readonly visits: VisitControl;
}

const clockEveryMs = 10_000;
/** After so long without a touch or a scan a chosen language is forgotten: the next guest begins in the kiosk's own. */
const forgetLanguageSeconds = 45;

export function SelfService({ model, station, printing, preflight, visits }: SelfServiceProps): ReactElement {
  const state = useStateOf(station);
  const preferences = useObserved(model.preferences);
  const { visit, serial, results } = useObserved(visits);
  const nowMs = useNow(model, clockEveryMs);
  const resting = visit.at === 'attract';
  const [language, chooseLanguage] = useGuestLanguage(resting);
  const [staff, setStaff] = useStaffScreen(results);
  const openStaff = useCallback(() => setStaff('pin'), [setStaff]);
  const leavePreflight = useCallback(() => model.preferences.set({ preflightSeen: true }), [model]);

  const locked = state.sync.phase === 'locked' || state.leaseExpired;
  const scanning = state.ready && !locked;
  const checking = scanning && !preferences.preflightSeen && resting;
  return (
    <>
      <InLanguage language={language}>
        <main className="self-service" id="stage" tabIndex={-1}>
          <PageUnderPanel>
            <StaffCorner onOpen={openStaff} />
            {checking && <PreflightStage preflight={preflight} nowMs={nowMs} onDone={leavePreflight} />}
            {!scanning && <ClosedKiosk getsReady={!locked} />}
          </PageUnderPanel>
          {scanning && !checking && (
            <GuestStage
              visit={visit}
              serial={serial}
              station={state}
              printing={printing}
              camera={model.camera}
              nowMs={nowMs}
              send={visits.send}
            />
          )}
          <PageUnderPanel>{!checking && <LanguageRow language={language} onChoose={chooseLanguage} />}</PageUnderPanel>
        </main>
      </InLanguage>
      {staff !== null && (
        <StaffPanel
          screen={staff}
          onScreen={setStaff}
          model={model}
          station={station}
          preflight={preflight}
          nowMs={nowMs}
        />
      )}
    </>
  );
}

/** A guest comes first: what staff have open gives way to the next result. */
function useStaffScreen(results: number): readonly [StaffScreen | null, (screen: StaffScreen | null) => void] {
  const [staff, setStaff] = useState<StaffScreen | null>(null);
  const [openedAt, setOpenedAt] = useState(results);
  if (openedAt !== results) {
    setOpenedAt(results);
    setStaff(null);
  }
  return [staff, setStaff];
}

/** The language that the guest has chosen, until the visit is over or the guest has gone. */
function useGuestLanguage(resting: boolean): readonly [Language, (language: Language) => void] {
  const own = useLanguage();
  const [chosen, setChosen] = useState<Language | null>(null);
  const untouched = useIdleSeconds(resting && chosen !== null, chosen);
  useEffect(() => {
    if (untouched >= forgetLanguageSeconds) setChosen(null);
  }, [untouched]);
  const [wasResting, setWasResting] = useState(resting);
  if (wasResting !== resting) {
    setWasResting(resting);
    if (resting) setChosen(null);
  }
  return [chosen ?? own, setChosen];
}
