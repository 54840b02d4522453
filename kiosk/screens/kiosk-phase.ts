/**
 * The phases of the page, which decide its screen, and the parts of an open kiosk that its screens are drawn from.
 * Types only.
 */
import type { Leads } from '#kiosk/leads/leads.ts';
import type { Preflight } from '#kiosk/preflight/preflight.ts';
import type { Printing } from '#kiosk/printing/printing.ts';
import type { Station } from '#kiosk/station/station.ts';
import type { Observed } from '#shared/base/observable.ts';
import type { DoorState } from './door/door-state.ts';
import type { LeadsView } from './leads/leads-view.ts';
import type { KioskModel } from './model/kiosk-model.ts';
import type { VisitControl } from './self-service/visit-control.ts';

/** A paired kiosk. All screens have their state at any time; the kiosk's role says which of them is shown. */
export interface OpenKiosk {
  readonly station: Station;
  readonly printing: Printing;
  readonly preflight: Preflight;
  readonly door: DoorState;
  readonly selfService: VisitControl;
  readonly leads: Leads;
  readonly leadsView: LeadsView;
}

export type KioskPhase =
  | { readonly kind: 'starting' }
  /** Another window of this machine holds this kiosk's data. */
  | { readonly kind: 'already_open' }
  | {
      readonly kind: 'pairing';
      readonly pairingCode: string;
      readonly serverUrl: string;
      /** The code came by a link, which anyone can make: a person confirms it before it is used. */
      readonly asks: boolean;
      /** Host and port of the device host that the same link names; null: none that is new. */
      readonly linkedHost: string | null;
    }
  /** A link names a device host: whether to use it. `address`: host and port. */
  | { readonly kind: 'asking_host'; readonly address: string; readonly onAnswer: (use: boolean) => void }
  | ({ readonly kind: 'open' } & OpenKiosk)
  /** The kiosk cannot start. `fault`: for the person who looks after it; the screen says what to do. */
  | { readonly kind: 'failed'; readonly fault: string };

export interface PageModel extends KioskModel {
  readonly phase: Observed<KioskPhase>;
}
