/** The camera as the browser has it: its stream, its pictures, and which devices there are. */
import { stateOfFault } from './camera-state.ts';

export interface CameraChoice {
  readonly deviceId: string;
  /** Empty until the person has allowed cameras. */
  readonly label: string;
}

/** @returns the chosen camera's stream if it is there, else the back camera's, else any @throws what `getUserMedia` throws */
export async function getStream(devices: MediaDevices, deviceId: string | null): Promise<MediaStream> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  if (deviceId !== null) {
    try {
      return await devices.getUserMedia({ audio: false, video: { ...size, deviceId: { exact: deviceId } } });
    } catch (fault) {
      const { kind } = stateOfFault(fault);
      if (kind !== 'no-camera') throw fault;
    }
  }
  return devices.getUserMedia({ audio: false, video: { ...size, facingMode: { ideal: 'environment' } } });
}

/**
 * Calls `listener` once, when the browser's permission for cameras changes. A browser without such a permission never
 * calls: there a person tries again.
 */
export async function oncePermissionChanges(listener: () => void): Promise<void> {
  const permission = await navigator.permissions?.query({ name: 'camera' }).catch(() => null);
  permission?.addEventListener('change', listener, { once: true });
}

/** @returns when the frame was shown, on the clock of `performance.now()`, or at once when aborted */
export function nextFrame(video: HTMLVideoElement, signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const handle = video.requestVideoFrameCallback((nowMs) => {
      signal.removeEventListener('abort', onAbort);
      resolve(nowMs);
    });
    function onAbort(): void {
      video.cancelVideoFrameCallback(handle);
      resolve(performance.now());
    }
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

export function makeVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  // Without these two a phone or tablet opens its own player, or waits for a tap.
  video.playsInline = true;
  video.muted = true;
  return video;
}

export function openDeviceId(video: HTMLVideoElement): string | undefined {
  const stream = video.srcObject;
  return stream instanceof MediaStream ? stream.getVideoTracks()[0]?.getSettings().deviceId : undefined;
}

export function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

export async function listCameras(devices: MediaDevices | undefined): Promise<readonly CameraChoice[]> {
  const all = (await devices?.enumerateDevices()) ?? [];
  return all.filter((device) => device.kind === 'videoinput').map(({ deviceId, label }) => ({ deviceId, label }));
}
