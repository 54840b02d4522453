/** The kiosk at rest: what to do, where one is, how far the door has come. Calm on purpose. */
import { type ReactElement, useEffect, useRef } from 'react';
import type { StationState } from '#kiosk/station/station.ts';
import { ScanFrame } from './icons.tsx';
import type { Camera, CameraState } from './kiosk-model.ts';
import { useStateOf } from './use-observed.ts';
import { number } from './words.ts';

export interface ReadyScreenProps {
  readonly station: StationState;
  readonly camera: Camera;
}

export function ReadyScreen({ station, camera }: ReadyScreenProps): ReactElement {
  const cameraState = useStateOf(camera);
  return (
    <div className="ready" data-camera={cameraState}>
      <div className="ready-picture">{cameraState === 'on' ? <CameraPreview camera={camera} /> : <ScanFrame />}</div>
      <div className="ready-words">
        <h1>{station.role === 'self-service' ? 'Scan your ticket' : 'Scan a ticket'}</h1>
        <p className="ready-how">{howTo(cameraState)}</p>
        <Count station={station} />
      </div>
    </div>
  );
}

function howTo(camera: CameraState): string {
  switch (camera) {
    case 'on':
      return 'Hold the QR code in front of the camera or the scanner.';
    case 'starting':
      return 'Hold the QR code in front of the scanner. The camera is starting.';
    case 'denied':
      return 'Use the scanner. The camera is blocked: allow it in the address bar, then switch it on in Settings.';
    case 'missing':
      return 'Use the scanner. No camera was found on this machine.';
    case 'failed':
      return 'Use the scanner. The camera stopped: another program may hold it. Switch it off and on in Settings.';
    case 'off':
      return 'Hold the QR code in front of the scanner.';
  }
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
  const video = useRef<HTMLVideoElement>(null);
  const stream = camera.stream();
  useEffect(() => {
    if (video.current !== null && stream !== null) video.current.srcObject = stream;
  }, [stream]);
  return (
    <div className="camera">
      <video ref={video} autoPlay muted playsInline aria-label="Camera picture" tabIndex={-1} />
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
