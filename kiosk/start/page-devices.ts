/**
 * Opens the parts that the page needs before it is paired: its address, preferences, the machine's devices, clock and
 * random numbers. Called once, by start.tsx.
 */

import type { OfflineStart } from '#kiosk/preflight/offline-start.ts';
import { createKeyWatch } from '#kiosk/preflight/watch-keys.ts';
import { createCamera } from '#kiosk/scanner/camera/camera.ts';
import { type CameraSwitch, createCameraSwitch } from '#kiosk/scanner/camera/camera-switch.ts';
import { createScanner, type Scanner } from '#kiosk/scanner/scanner.ts';
import { createTyped, type TypedSource } from '#kiosk/scanner/typed.ts';
import { createWedge } from '#kiosk/scanner/wedge/wedge.ts';
import type { PreferenceStore } from '#kiosk/screens/model/kiosk-model.ts';
import { openPreferences } from '#kiosk/screens/model/preference-store.ts';
import { createSounds, type Sounds } from '#kiosk/screens/model/sounds.ts';
import { type ConnectedHost, connectHost } from './connect-host.ts';
import { keepPage } from './offline/keep-page.ts';
import { type IdleWatch, watchIdlePage } from './offline/watch-idle-page.ts';
import { type PageAddress, readPageAddress } from './page-address.ts';

export interface PageDevices {
  readonly address: PageAddress;
  /** The name under which this browser stores the station's data. */
  readonly name: string;
  readonly preferences: PreferenceStore;
  readonly host: ConnectedHost;
  readonly keys: ReturnType<typeof createKeyWatch>;
  readonly scanner: Scanner;
  readonly typed: TypedSource;
  readonly camera: CameraSwitch;
  readonly sounds: Sounds;
  readonly softwareVersion: string;
  /** Whether another version of the page may take this one's place. */
  readonly idle: IdleWatch;
  offlineStart(): OfflineStart;
  monotonicMs(): number;
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
}

/** Connects to the device host in the preferences; one that a link names is stored there once a person has agreed. */
export function openPageDevices(): PageDevices {
  const address = readPageAddress(location.href);
  history.replaceState(null, '', address.tidy);
  const name = address.station === '' ? 'gatehouse' : `gatehouse-${address.station}`;
  const preferences = openPreferences(name, () => localStorage);
  const { cameraId, camera: cameraOn, hostAddress } = preferences.get();
  const monotonicMs = (): number => performance.now();
  const typed = createTyped();
  const camera = createCameraSwitch(createCamera({ deviceId: cameraId }), cameraOn && !address.cameraOff);
  const idle = watchIdlePage(document, monotonicMs);
  return {
    address,
    name,
    preferences,
    host: connectHost(hostAddress),
    // The key watch starts before the wedge, which hides a scanner's keys from every later listener.
    keys: createKeyWatch(window),
    scanner: createScanner([createWedge(), typed, camera.source]),
    typed,
    camera,
    sounds: createSounds(),
    softwareVersion: String(import.meta.env['VITE_GATEHOUSE_VERSION'] ?? 'development'),
    idle,
    offlineStart: startOffline(idle, monotonicMs),
    monotonicMs,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  };
}

/** The desktop app contains its files; a browser stores them with a service worker. */
function startOffline(idle: IdleWatch, monotonicMs: () => number): () => OfflineStart {
  if (window.gatehouseHost !== undefined) return () => 'installed';
  return keepPage({
    workers: navigator.serviceWorker,
    script: import.meta.url,
    isIdle: idle.isIdle,
    reload: () => location.reload(),
    monotonicMs,
    session: () => sessionStorage,
    onFault: report('offline start'),
  });
}

/** @returns a handler that logs a fault after which the rest goes on */
export function report(what: string): (error: unknown) => void {
  return (error) => console.error(`${what}:`, error);
}
