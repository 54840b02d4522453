/** The screen of a kiosk that waits for a guest: the event's name and what to do. */
import { type ReactElement, useEffect, useRef } from 'react';
import type { Camera } from '#kiosk/scanner/camera/camera-switch.ts';
import { ScanFrame } from '../parts/icons.tsx';
import { useStateOf } from '../parts/use-observed.ts';
import { useWordsOf } from '../words/use-words.tsx';
import { catalogues } from './words/catalogues.ts';

export interface AttractProps {
  readonly eventName: string;
  readonly camera: Camera;
}

export function Attract({ eventName, camera }: AttractProps): ReactElement {
  const words = useWordsOf(catalogues);
  const seeing = useStateOf(camera).kind === 'running';
  return (
    <div className="attract">
      <p className="attract-welcome">{words.welcome}</p>
      <p className="attract-event" dir="auto">
        {eventName}
      </p>
      <div className="attract-picture">{seeing ? <Mirror camera={camera} /> : <ScanFrame />}</div>
      <h1>{words.scan}</h1>
      <p className="attract-how">{seeing ? words.how.camera : words.how.scanner}</p>
    </div>
  );
}

/** The camera's picture, mirrored, as people know themselves. */
function Mirror({ camera }: { readonly camera: Camera }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const picture = camera.picture();
    place.current?.append(picture);
    // A video that was moved stands still until it is played again.
    void picture.play().catch(() => {});
    return () => picture.remove();
  }, [camera]);
  return <div className="attract-mirror" ref={place} />;
}
