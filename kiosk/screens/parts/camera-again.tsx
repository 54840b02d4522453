/** The way back to a camera that was not allowed: the sentence beside it says what to do first. */
import type { ReactElement } from 'react';
import type { Camera } from '#kiosk/scanner/camera/camera-switch.ts';
import { useWords } from '../words/use-words.tsx';
import { useStateOf } from './use-observed.ts';

export interface CameraAgainProps {
  readonly camera: Camera;
  readonly cameraId: string | null;
}

export function CameraAgain({ camera, cameraId }: CameraAgainProps): ReactElement | null {
  const { common } = useWords();
  if (useStateOf(camera).kind !== 'denied') return null;
  return (
    <button type="button" className="button" onClick={() => camera.turnOn(cameraId)}>
      {common.tryAgain}
    </button>
  );
}
