/**
 * The states a camera can be in and the sentence that tells the person at the kiosk what to do about each.
 * Pure; `camera.ts` decides which one holds, screens show it.
 */

export type CameraStateKind = 'off' | 'starting' | 'running' | 'denied' | 'no-camera' | 'in-use' | 'failed';

export interface CameraState {
  readonly kind: CameraStateKind;
  /** For the person in front of it: what is the matter and what to do. */
  readonly sentence: string;
  /** The camera's name as the system gives it, while one is open. */
  readonly label?: string;
}

const SENTENCES: Readonly<Record<CameraStateKind, string>> = {
  off: 'The camera is off. Use the scanner, or switch the camera on.',
  starting: 'The camera is starting. If the browser asks, allow it to use the camera.',
  running: 'Hold the ticket’s QR code in front of the camera.',
  denied:
    'This page may not use the camera. Allow the camera in the browser’s or the system’s settings, then try again.',
  'no-camera': 'No camera is connected. Plug one in and it starts by itself, or use the scanner.',
  'in-use': 'Another program is using the camera. Close it; the camera is tried again every few seconds.',
  failed:
    'The camera does not work. It is tried again every few seconds; if that does not help, unplug it and plug it in again.',
};

export const INSECURE_PAGE: CameraState = {
  kind: 'failed',
  sentence: 'The browser gives the camera only to secure pages. Open this page by https or on this machine itself.',
};

export function cameraState(kind: CameraStateKind, label = ''): CameraState {
  return label === '' ? { kind, sentence: SENTENCES[kind] } : { kind, sentence: SENTENCES[kind], label };
}

/**
 * @param fault what `getUserMedia` rejected with; names from W3C Media Capture and Streams §10.2, and the older ones
 *   that some browsers still use
 */
export function stateOfFault(fault: unknown): CameraState {
  switch (fault instanceof Error ? fault.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
    case 'PermissionDeniedError':
      return cameraState('denied');
    case 'NotFoundError':
    case 'OverconstrainedError':
    case 'DevicesNotFoundError':
      return cameraState('no-camera');
    case 'NotReadableError':
    case 'AbortError':
    case 'TrackStartError':
      return cameraState('in-use');
    default:
      return cameraState('failed');
  }
}
