/**
 * The camera as a person switches it: a scan source that runs only while scanning is on and the camera is wanted,
 * and its face for the screens.
 */

import { createObservable } from '#shared/base/observable.ts';
import type { OnScan, ScanSource } from '../scan-text.ts';
import type { CameraSource } from './camera.ts';
import type { CameraState } from './camera-state.ts';
import type { CameraChoice } from './camera-stream.ts';

export interface Camera {
  state(): CameraState;
  /** It is switched on: it runs while scanning is on. The page's address may have switched it off for this once. */
  wanted(): boolean;
  /** Shows what the camera sees while it is running; may stand in one place only. */
  picture(): HTMLVideoElement;
  /** The cameras there were when one last began to run; none before. */
  devices(): readonly { readonly id: string; readonly label: string }[];
  subscribe(listener: () => void): () => void;
  /** @param deviceId null for the browser's choice */
  turnOn(deviceId: string | null): void;
  turnOff(): void;
}

export interface CameraSwitch {
  readonly source: ScanSource;
  readonly face: Camera;
}

/** @param wanted whether it is switched on at the start */
export function createCameraSwitch(camera: CameraSource, wanted: boolean): CameraSwitch {
  const state = createObservable(camera.state);
  let devices: readonly CameraChoice[] = [];
  let listener: OnScan | null = null;
  let on = wanted;

  /** Announces changes of what stands beside the state: the switch itself, and the list of cameras. */
  const notify = (): void => state.set({ ...state.get() });

  camera.onState((next) => {
    state.set(next);
    // Names and numbers of cameras are given only to pages that may use them.
    if (next.kind === 'running') void listDevices();
  });

  async function listDevices(): Promise<void> {
    devices = await camera.cameras().catch(() => []);
    notify();
  }

  function run(): void {
    if (on && listener !== null) void camera.start(listener);
    else camera.stop();
  }

  return {
    source: {
      start: (onScan) => {
        listener = onScan;
        run();
      },
      stop: () => {
        listener = null;
        run();
      },
    },
    face: {
      state: state.get,
      wanted: () => on,
      subscribe: state.subscribe,
      picture: () => camera.video,
      devices: () => devices.map(({ deviceId, label }) => ({ id: deviceId, label })),
      turnOn: (deviceId) => {
        on = true;
        notify();
        void camera.choose(deviceId).then(run);
      },
      turnOff: () => {
        on = false;
        notify();
        run();
      },
    },
  };
}
