/** The kiosk at rest: what to do, which gate this is, how many are in. Calm on purpose. */
import { type ReactElement, useEffect, useRef } from 'react';
import type { CameraState } from '#kiosk/scanner/camera/camera-state.ts';
import type { Camera } from '#kiosk/scanner/camera/camera-switch.ts';
import type { StationState } from '#kiosk/station/station.ts';
import { ScanFrame } from '../parts/icons.tsx';
import { useStateOf } from '../parts/use-observed.ts';
import type { Words } from '../words/catalogues.ts';
import { cameraWords } from '../words/code-words.ts';
import { useWords } from '../words/use-words.tsx';
import { RoomLines } from './room-lines.tsx';

export interface ReadyScreenProps {
  readonly station: StationState;
  readonly camera: Camera;
  readonly nowMs: number;
}

export function ReadyScreen({ station, camera, nowMs }: ReadyScreenProps): ReactElement {
  const words = useWords();
  const cameraState = useStateOf(camera);
  return (
    <div className="ready" data-camera={cameraState.kind}>
      <div className="ready-picture">
        {cameraState.kind === 'running' ? <CameraPreview camera={camera} /> : <ScanFrame />}
      </div>
      <div className="ready-words">
        <h1>{title(station, words)}</h1>
        <p className="ready-how">{howTo(cameraState, words)}</p>
        <Count station={station} />
        {station.direction === 'entry' && <RoomLines rooms={station.rooms} nowMs={nowMs} />}
      </div>
    </div>
  );
}

function title({ role, direction }: StationState, { ready }: Words): string {
  if (direction === 'exit') return ready.scanOut;
  return role === 'self-service' ? ready.scanYours : ready.scan;
}

function howTo(camera: CameraState, words: Words): string {
  if (camera.kind === 'off') return words.ready.scanner;
  if (camera.kind === 'running') return words.ready.camera;
  return `${words.ready.scanner} ${cameraWords(camera, words)}`;
}

function Count({ station }: { readonly station: StationState }): ReactElement {
  const { ready, format } = useWords();
  const { checkedIn, registrations } = station;
  return (
    <div className="ready-count">
      <p>
        <strong>{format.number(checkedIn)}</strong> {ready.checkedIn(checkedIn)}{' '}
        <span className="ready-of">{ready.ofRegistered(registrations)}</span>
      </p>
      <progress
        max={Math.max(1, registrations)}
        value={Math.min(checkedIn, registrations)}
        aria-label={ready.progress}
      />
    </div>
  );
}

function CameraPreview({ camera }: { readonly camera: Camera }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const picture = camera.picture();
    place.current?.append(picture);
    // A video that was moved stands still until it is played again.
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
