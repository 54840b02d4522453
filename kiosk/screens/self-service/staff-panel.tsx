/** The panel that staff open at a guests' kiosk: the PIN first, then a menu of settings and pre-flight. */
import { type ReactElement, useCallback } from 'react';
import type { Preflight } from '#kiosk/preflight/preflight.ts';
import type { Station } from '#kiosk/station/station.ts';
import type { KioskModel } from '../model/kiosk-model.ts';
import { useObserved, useStateOf } from '../parts/use-observed.ts';
import { PreflightPanel } from '../preflight/preflight-panel.tsx';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import { StaffMenu } from './staff-menu.tsx';
import { StaffPin } from './staff-pin.tsx';

export type StaffScreen = 'pin' | 'menu' | 'settings' | 'preflight';

export interface StaffPanelProps {
  readonly screen: StaffScreen;
  /** @param screen null: closes it */
  readonly onScreen: (screen: StaffScreen | null) => void;
  readonly model: KioskModel;
  readonly station: Station;
  readonly preflight: Preflight;
  readonly nowMs: number;
}

export function StaffPanel({ screen, onScreen, model, station, preflight, nowMs }: StaffPanelProps): ReactElement {
  const state = useStateOf(station);
  const preferences = useObserved(model.preferences);
  const close = useCallback(() => onScreen(null), [onScreen]);
  switch (screen) {
    case 'pin':
      return <StaffPin unlock={station.unlock} onUnlocked={() => onScreen('menu')} onClose={close} />;
    case 'menu':
      return (
        <StaffMenu onSettings={() => onScreen('settings')} onPreflight={() => onScreen('preflight')} onClose={close} />
      );
    case 'settings':
      return (
        <SettingsPanel
          model={model}
          station={station}
          state={state}
          preferences={preferences}
          onPreflight={() => onScreen('preflight')}
          onClose={close}
        />
      );
    case 'preflight':
      return <PreflightPanel preflight={preflight} nowMs={nowMs} onClose={close} />;
  }
}
