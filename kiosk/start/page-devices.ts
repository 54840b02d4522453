/**
 * What the page has before it is anybody's kiosk: its address, its preferences, the machine's devices, clock and chance.
 * Opened once by app.tsx.
 */
import { createKeyWatch } from '../preflight/watch-keys.ts';
import { type ConnectedHost, connectHost } from '../printing/connect-host.ts';
import { createCamera } from '../scanner/camera.ts';
import { createTyped, type TypedSource } from '../scanner/typed.ts';
import { type CameraSwitch, createCameraSwitch } from '../screens/camera-switch.ts';
import type { PreferenceStore } from '../screens/kiosk-model.ts';
import { type PageAddress, readPageAddress } from '../screens/page-address.ts';
import { openPreferences } from '../screens/preference-store.ts';

export interface PageDevices {
  readonly address: PageAddress;
  /** Of this station's data in this browser. */
  readonly name: string;
  readonly preferences: PreferenceStore;
  readonly host: ConnectedHost;
  readonly keys: ReturnType<typeof createKeyWatch>;
  readonly typed: TypedSource;
  readonly camera: CameraSwitch;
  readonly softwareVersion: string;
  monotonicMs(): number;
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
}

export function openPageDevices(): PageDevices {
  const address = readPageAddress(location.href);
  history.replaceState(null, '', address.tidy);
  const name = address.station === '' ? 'gatehouse' : `gatehouse-${address.station}`;
  const preferences = openPreferences(name, localStorage);
  if (address.hostAddress !== null) preferences.set({ hostAddress: address.hostAddress });
  const { cameraId, camera: cameraOn, hostAddress } = preferences.get();
  return {
    address,
    name,
    preferences,
    host: connectHost(hostAddress),
    // Before the wedge is started: it hides a scanner's keys from whoever listens after it.
    keys: createKeyWatch(window),
    typed: createTyped(),
    camera: createCameraSwitch(createCamera({ deviceId: cameraId }), cameraOn && !address.cameraOff),
    softwareVersion: String(import.meta.env['VITE_GATEHOUSE_VERSION'] ?? 'development'),
    monotonicMs: () => performance.now(),
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  };
}

/** @returns what takes a fault that others go on without */
export function report(what: string): (error: unknown) => void {
  return (error) => console.error(`${what}:`, error);
}
