/** The kiosk at rest: what to do, where one is, how far the door has come. Calm on purpose. */
import { type ReactElement, useEffect, useRef } from 'react';
import type { CameraState } from '#kiosk/scanner/camera-state.ts';
import type { StationState } from '#kiosk/station/station.ts';
import { ScanFrame } from './icons.tsx';
import type { Camera } from './kiosk-model.ts';
import { useStateOf } from './use-observed.ts';
import { number } from './words.ts';

export interface ReadyScreenProps {
  readonly station: StationState;
  readonly camera: Camera;
}

export function ReadyScreen({ station, camera }: ReadyScreenProps): ReactElement {
  const cameraState = useStateOf(camera);
  return (
    <div className="ready" data-camera={cameraState.kind}>
      <div className="ready-picture">
        {cameraState.kind === 'running' ? <CameraPreview camera={camera} /> : <ScanFrame />}
      </div>
      <div className="ready-words">
        <h1>{station.role === 'self-service' ? 'Scan your ticket' : 'Scan a ticket'}</h1>
        <p className="ready-how">{howTo(cameraState)}</p>
        <Count station={station} />
      </div>
    </div>
  );
}

function howTo(camera: CameraState): string {
  if (camera.kind === 'off') return 'Hold the QR code in front of the scanner.';
  if (camera.kind === 'running') return 'Hold the QR code in front of the camera or the scanner.';
  return `Hold the QR code in front of the scanner. ${camera.sentence}`;
}

function Count({ station }: { readonly station: StationState }): ReactElement {
  const { checkedIn, registrations } = station;
  return (
    <div className="ready-count">
      <p>
        <strong>{number(checkedIn)}</strong> checked in
        <span className="ready-of"> of {number(registrations)} registered</span>
      </p>
      <progress max={Math.max(1, registrations)} value={Math.min(checkedIn, registrations)} aria-label="Checked in" />
    </div>
  );
}

function CameraPreview({ camera }: { readonly camera: Camera }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const picture = camera.picture();
    place.current?.append(picture);
    // A video that was moved stands still until it is told to go on.
    void picture.play().catch(() => {});
    return () => picture.remove();
  }, [camera]);
  return (
    <div className="camera">
      <div className="camera-picture" ref={place} />
      <svg className="camera-frame" viewBox="0 0 120 120" fill="none" aria-hidden="true" focusable="false">
        <path
          d="M6 32V16A10 10 0 0 1 16 6h16M88 6h16a10 10 0 0 1 10 10v16M114 88v16a10 10 0 0 1-10 10H88M32 114H16a10 10 0 0 1-10-10V88"
          strokeWidth="5"
          strokeLinecap="round"
        />
      </svg>
    </div>
  );
}
