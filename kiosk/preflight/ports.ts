/**
 * The parts that the checks read, passed in so that a test can give each a fault of its own. Types only:
 * browser-preflight.ts connects them to the kiosk's parts and, through browser-devices.ts, to the browser's.
 */

import type { Printing, PrintingState } from '#kiosk/printing/printing.ts';
import type { CameraState } from '#kiosk/scanner/camera/camera-state.ts';
import type { Replica } from '#kiosk/store/replica.ts';
import type { SyncPhase } from '#kiosk/store/sync-phase.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import type { PlaceCondition } from '#shared/peers/host-place.ts';
import type { OfflineStart } from './offline-start.ts';

export type ServerPing =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly roundTripMs: number;
      /** Versions that the server states; null where it states none. */
      readonly softwareVersion: string | null;
      readonly syncVersion: number | null;
      readonly syncVersionFloor: number | null;
    }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** A room with a capacity that this kiosk's gate leads to, and how many people it may still let in on its own. */
export interface RoomLeft {
  readonly name: string;
  readonly left: number;
}

export interface PowerState {
  /** The desktop form keeps the screen on, or the browser lets the page do so. */
  readonly staysAwake: boolean;
  /** 0 to 1; null: mains, or a machine that does not say. */
  readonly batteryLevel: number | null;
}

export type SoundState = 'running' | 'blocked' | 'missing';

/** Keys of one burst, as pressed: what a scanner that is a keyboard has typed. */
export interface KeyBurst {
  /** The text as a scanner set to US means it, and in `byKey` as this machine reads it. */
  readonly byCode: string;
  readonly byKey: string;
  /** The key that ended it; null: silence did. */
  readonly end: 'enter' | 'tab' | null;
}

export interface PreflightPorts {
  /** The kiosk as it was paired; role and gate of its own record take precedence. */
  readonly identity: {
    readonly kioskId: string;
    readonly event: string;
    readonly gate: string;
    readonly role: 'gate' | 'self-service' | 'exhibitor';
  };
  /** The kiosk's corrected time, Unix milliseconds. */
  readonly clock: Pick<TrustedClock, 'now' | 'trusted' | 'reason' | 'offsetMs'>;
  readonly replica: Pick<Replica, 'ready' | 'roster' | 'settings' | 'storage' | 'journal'>;
  readonly link: {
    phase(): SyncPhase;
    dataAsOf(): string | null;
    networkCut(): boolean;
    /** ISO 8601: until then this kiosk works without the server; null: it is not paired. */
    leaseExpiresAt(): Promise<string | null>;
  };
  ping(signal: AbortSignal): Promise<ServerPing>;
  /** Empty: no room that the gate leads to has a capacity. */
  rooms(): readonly RoomLeft[];
  /** The network of kiosks at this venue. */
  otherKiosks(): {
    readonly condition: PlaceCondition | 'no_address';
    /** This kiosk included, as in `inReach`. */
    readonly members: number;
    readonly inReach: number;
  };
  readonly softwareVersion: string;
  readonly printing: {
    state(): PrintingState;
    testPrint: Printing['testPrint'];
  };
  /** False where a kiosk has a device host and does not reach it. */
  hostReachable(): boolean;
  readonly camera: {
    wanted(): boolean;
    state(): CameraState;
    subscribe(listener: () => void): () => void;
    /** Mean and spread of the brightness of what it sees now, 0 to 255; null while there is no picture. */
    brightness(): { readonly mean: number; readonly spread: number } | null;
  };
  readonly soundWanted: () => boolean;
  sound(): Promise<SoundState>;
  power(): Promise<PowerState>;
  /** Writes bytes the strict way and reads them back. @returns what came back @throws where the disk refuses */
  writeAndRead(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  /** Whether the kiosk starts without a server. */
  offlineStart(): OfflineStart;
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
  monotonicMs(): number;
  after(delayMs: number, callback: () => void): () => void;
  /** Languages that lack words, or that this browser cannot spell times and figures in. */
  incompleteLanguages(): readonly string[];
  /** Calls with every burst of keys until it is ended. */
  watchKeys(listener: (burst: KeyBurst) => void): () => void;
}
