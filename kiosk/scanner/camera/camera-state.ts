/**
 * The states a camera can be in and the sentence that tells the person at the kiosk what to do about each.
 * Pure; `camera.ts` decides which one holds, screens show it.
 */

export type CameraStateKind = 'off' | 'starting' | 'running' | 'denied' | 'no-camera' | 'in-use' | 'failed';

export interface CameraState {
  readonly kind: CameraStateKind;
  /** Sentence for the person in front of the camera: its condition and what to do. */
  readonly sentence: string;
  /** The camera's name as the system gives it, while one is open. */
  readonly label?: string;
}

const SENTENCES: Readonly<Record<CameraStateKind, string>> = {
  off: 'The camera is off. Use the scanner, or switch the camera on.',
  starting: 'The camera is starting. If the browser asks, allow it to use the camera.',
  running: 'Hold the ticket’s QR code in front of the camera.',
  denied:
    'This page is not allowed to use the camera. Allow the camera in the browser’s or the system’s settings, then try again.',
  'no-camera': 'No camera is connected. Plug one in and it starts automatically, or use the scanner.',
  'in-use': 'Another program is using the camera. Close it. The kiosk tries the camera again every few seconds.',
  failed:
    'The camera does not work. The kiosk tries it again every few seconds. If that does not help, unplug it and plug it in again.',
};

export const INSECURE_PAGE: CameraState = {
  kind: 'failed',
  sentence: 'The browser allows the camera only on secure pages. Open this page over https or on this device itself.',
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
