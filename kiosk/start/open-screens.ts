/**
 * The screens' state of an open kiosk, and the scans that reach it. Every result that is shown also plays a sound and
 * ends the pre-flight.
 */
import type { Leads } from '#kiosk/leads/leads.ts';
import type { Preflight } from '#kiosk/preflight/preflight.ts';
import type { Printing } from '#kiosk/printing/printing.ts';
import { createDoorState, type DoorState } from '#kiosk/screens/door/door-state.ts';
import { createLeadsView, type LeadsView } from '#kiosk/screens/leads/leads-view.ts';
import { kindOfResult, type ResultKind, soundOf } from '#kiosk/screens/model/result-kind.ts';
import { createVisitControl, type VisitControl } from '#kiosk/screens/self-service/visit-control.ts';
import type { Station } from '#kiosk/station/station.ts';
import type { PageDevices } from './page-devices.ts';
import { wireScans } from './wire-scans.ts';

export interface ScreenParts {
  readonly station: Station;
  readonly printing: Printing;
  readonly preflight: Preflight;
  readonly leads: Leads;
}

export interface Screens {
  readonly door: DoorState;
  readonly selfService: VisitControl;
  readonly leadsView: LeadsView;
}

export function openScreens(
  { scanner, preferences, sounds }: Pick<PageDevices, 'scanner' | 'preferences' | 'sounds'>,
  { station, printing, preflight, leads }: ScreenParts,
): Screens {
  /** A kiosk that has answered a scan is at work: its pre-flight is over. */
  function heard(kind: ResultKind): void {
    preferences.set({ preflightSeen: true });
    const { sound, volume } = preferences.get();
    if (sound) sounds.play(kind, volume);
  }
  const door = createDoorState({
    isStaffed: () => station.state().role === 'gate',
    onResult: (result) => heard(soundOf(result)),
  });
  const selfService = createVisitControl({
    station,
    printing,
    onResult: (result) => heard(kindOfResult(result)),
  });
  const leadsView = createLeadsView({ leads, onResult: heard });
  wireScans({ scanner, station, preflight, door, selfService, leads: leadsView });
  return { door, selfService, leadsView };
}
