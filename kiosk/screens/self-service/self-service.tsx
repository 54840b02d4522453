/**
 * The page of a kiosk at which guests check themselves in. It takes the place of the staff's page: no search, no counts,
 * no conflicts, nobody else's name; after a visit nothing of it is left. Staff come in by their own door.
 */
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import type { ScanText } from '#kiosk/scanner/scan-text.ts';
import type { AdmitResult } from '#kiosk/station/station.ts';
import type { Language } from '#shared/base/languages.ts';
import { BehindPanel } from '../behind-panel.tsx';
import type { OpenKioskProps } from '../open-kiosk.tsx';
import { PreflightPanel } from '../preflight/preflight-panel.tsx';
import { PreflightStage } from '../preflight/preflight-stage.tsx';
import { kindOf } from '../result-kind.ts';
import { SettingsPanel } from '../settings-panel.tsx';
import { useNow, useObserved, useStateOf } from '../use-observed.ts';
import { InLanguage, useLanguage } from '../words/use-words.tsx';
import { ClosedKiosk } from './closed-kiosk.tsx';
import { GuestStage } from './guest-stage.tsx';
import { LanguageRow } from './language-row.tsx';
import { StaffCorner, StaffPin } from './staff-door.tsx';
import { StaffMenu } from './staff-menu.tsx';
import { useIdleSeconds } from './use-idle.ts';
import { useVisit } from './use-visit.ts';

const clockEveryMs = 10_000;
/** A language that was chosen, and then nobody scanned: the next guest begins in the kiosk's own. */
const forgetLanguageSeconds = 45;

type StaffScreen = 'pin' | 'menu' | 'settings' | 'preflight';

export function SelfService({ model, station, printing, preflight, sounds }: OpenKioskProps): ReactElement {
  const state = useStateOf(station);
  const preferences = useObserved(model.preferences);
  const nowMs = useNow(model, clockEveryMs);
  const own = useLanguage();
  const [chosen, setChosen] = useState<Language | null>(null);
  const [staff, setStaff] = useState<StaffScreen | null>(null);
  const closeStaff = useCallback(() => setStaff(null), []);
  const openStaff = useCallback(() => setStaff('pin'), []);
  const leavePreflight = useCallback(() => model.preferences.set({ preflightSeen: true }), [model]);

  const onResult = useCallback(
    (result: AdmitResult) => {
      // The door comes first: whatever staff have open gives way to the guest.
      setStaff(null);
      leavePreflight();
      const { sound, volume } = model.preferences.get();
      if (sound) sounds.play(result.kind === 'decided' ? kindOf(result.outcome.verdict.code) : 'error', volume);
    },
    [model, sounds, leavePreflight],
  );
  const { visit, serial, scan, send } = useVisit({ station, printing, onResult });
  const locked = state.sync.phase === 'locked' || state.leaseExpired;
  const scanning = state.ready && !locked;

  useEffect(() => {
    if (!scanning) return;
    const onScan = (text: ScanText): void => {
      if (!preflight.offerScan(text)) scan(text);
    };
    Promise.resolve(model.scanner.start(onScan)).catch((error: unknown) =>
      console.error('a scan source failed:', error),
    );
    return () => model.scanner.stop();
  }, [model, scanning, scan, preflight]);

  const resting = visit.at === 'attract';
  const untouched = useIdleSeconds(resting && chosen !== null, chosen);
  useEffect(() => {
    if (untouched >= forgetLanguageSeconds) setChosen(null);
  }, [untouched]);
  // A visit that is over takes its language with it.
  const [wasResting, setWasResting] = useState(resting);
  if (wasResting !== resting) {
    setWasResting(resting);
    if (resting) setChosen(null);
  }

  const language = chosen ?? own;
  const checking = scanning && !preferences.preflightSeen && resting;
  return (
    <>
      <InLanguage language={language}>
        <main className="self-service" id="stage" tabIndex={-1}>
          <BehindPanel>
            <StaffCorner onOpen={openStaff} />
            {checking && <PreflightStage preflight={preflight} nowMs={nowMs} onDone={leavePreflight} />}
            {!scanning && <ClosedKiosk getsReady={!locked} />}
          </BehindPanel>
          {scanning && !checking && (
            <GuestStage
              visit={visit}
              serial={serial}
              station={state}
              printing={printing}
              camera={model.camera}
              nowMs={nowMs}
              send={send}
            />
          )}
          <BehindPanel>{!checking && <LanguageRow language={language} onChoose={setChosen} />}</BehindPanel>
        </main>
      </InLanguage>
      {staff === 'pin' && <StaffPin unlock={station.unlock} onUnlocked={() => setStaff('menu')} onClose={closeStaff} />}
      {staff === 'menu' && (
        <StaffMenu
          onSettings={() => setStaff('settings')}
          onPreflight={() => setStaff('preflight')}
          onClose={closeStaff}
        />
      )}
      {staff === 'settings' && (
        <SettingsPanel
          model={model}
          station={station}
          state={state}
          preferences={preferences}
          sounds={sounds}
          onPreflight={() => setStaff('preflight')}
          onClose={closeStaff}
        />
      )}
      {staff === 'preflight' && <PreflightPanel preflight={preflight} nowMs={nowMs} onClose={closeStaff} />}
    </>
  );
}
