/**
 * The interface between the screens and the program, besides the station: the devices, the preferences of this screen.
 * Types only; start.tsx provides them, tests script them.
 */
import type { HostInfo, QuitAnswer } from '#kiosk/bridge/host-api.ts';
import type { Camera } from '#kiosk/scanner/camera/camera-switch.ts';
import type { TypedSource } from '#kiosk/scanner/typed.ts';
import type { Observed } from '#shared/base/observable.ts';
import type { PairingPreview } from '#shared/sync/down.ts';
import type { Preferences } from './preferences.ts';
import type { Sounds } from './sounds.ts';

export interface PairRequest {
  readonly pairingCode: string;
  readonly serverUrl: string;
  /** The person said yes to the device host of the link, too. */
  readonly keepsHost?: boolean;
}

/** Refusals that have words of their own; `other`: any other code, shown with its message. */
export type PairRefusal =
  | 'pairing_code_unknown'
  | 'pairing_code_expired'
  | 'pairing_code_used'
  | 'pairing_code_other_device'
  /** Refused by a box for the venue: this code pairs what is no device of a box. */
  | 'upstream_only'
  | 'upstream_unreachable'
  | 'server_unreachable'
  | 'server_address'
  | 'other';

export type PairAnswer =
  | { readonly ok: true }
  /** `message`: in the server's own words, shown where the code is `other`. */
  | { readonly ok: false; readonly code: PairRefusal; readonly message: string };

export type PreviewAnswer =
  /** Null: the server does not say what a code pairs with. */
  { readonly ok: true; readonly preview: PairingPreview | null } | Extract<PairAnswer, { ok: false }>;

export interface PreferenceStore extends Observed<Preferences> {
  set(change: Partial<Preferences>): void;
}

/** Scans and edits of leads that this machine alone has and may not send any more. */
export interface HandOverFace {
  /** Number of these records; 0 while a paired kiosk may send. */
  readonly waiting: Observed<number>;
  /** One file a pairing, for the organizer: sealed to the server. */
  files(): Promise<readonly { readonly name: string; readonly text: string }[]>;
}

export interface KioskModel {
  /** Shows what the code would pair with; the code stays valid. */
  previewPairing(request: PairRequest): Promise<PreviewAnswer>;
  /** Pairs the kiosk; on success the phase changes by itself. */
  pair(request: PairRequest): Promise<PairAnswer>;
  /** Leaves a locked kiosk for pairing; unsent scans stay on disk. */
  pairAgain(): void;
  readonly handOver: HandOverFace;
  readonly typed: Pick<TypedSource, 'submit'>;
  readonly sounds: Sounds;
  readonly camera: Camera;
  readonly preferences: PreferenceStore;
  readonly softwareVersion: string;
  /** Null without a device host, or while it is not reachable. */
  readonly hostInfo: Observed<HostInfo | null>;
  /** Remembers the address of the device host (token included); takes effect by reloading. */
  setHostAddress(address: string | null): void;
  /** Leaves the kiosk program where the host allows it (`HostInfo.canQuit`). */
  quit(pin: string): Promise<QuitAnswer>;
  /** Unix milliseconds. */
  nowMs(): number;
  reload(): void;
}
