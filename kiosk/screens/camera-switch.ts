/**
 * The camera as a person switches it: a scan source that runs only while scanning is on and the camera is wanted,
 * and its face for the screens.
 */
import type { CameraChoice, CameraSource } from '#kiosk/scanner/camera.ts';
import type { OnScan, ScanSource } from '#kiosk/scanner/scan-text.ts';
import type { Camera } from './kiosk-model.ts';
import { createObservable } from './observable.ts';

export interface CameraSwitch {
  readonly source: ScanSource;
  readonly face: Camera;
}

/** @param wanted whether it shall run from the start */
export function createCameraSwitch(camera: CameraSource, wanted: boolean): CameraSwitch {
  const state = createObservable(camera.state);
  let devices: readonly CameraChoice[] = [];
  let listener: OnScan | null = null;
  let on = wanted;

  camera.onState((next) => {
    state.set(next);
    // Names and numbers of cameras are told only to pages that may use them.
    if (next.kind === 'running') void listDevices();
  });

  async function listDevices(): Promise<void> {
    devices = await camera.cameras().catch(() => []);
    state.set({ ...state.get() });
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
      subscribe: state.subscribe,
      picture: () => camera.video,
      devices: () => devices.map(({ deviceId, label }) => ({ id: deviceId, label })),
      turnOn: (deviceId) => {
        on = true;
        void camera.choose(deviceId).then(run);
      },
      turnOff: () => {
        on = false;
        run();
      },
    },
  };
}
