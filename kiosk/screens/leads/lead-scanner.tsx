/** Reads name badges: what the camera sees, and the number to type. */
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { Camera } from '#kiosk/scanner/camera/camera-switch.ts';
import type { KioskModel } from '../model/kiosk-model.ts';
import { CameraAgain } from '../parts/camera-again.tsx';
import { KeyboardIcon, ScanFrame } from '../parts/icons.tsx';
import { useObserved, useStateOf } from '../parts/use-observed.ts';
import { cameraWords } from '../words/code-words.ts';
import { useWords, useWordsOf } from '../words/use-words.tsx';
import type { LeadsView } from './leads-view.ts';
import { catalogues } from './words/catalogues.ts';

export interface LeadScannerProps {
  readonly model: KioskModel;
  readonly view: LeadsView;
}

export function LeadScanner({ model, view }: LeadScannerProps): ReactElement {
  const kioskWords = useWords();
  const { scan } = useWordsOf(catalogues);
  const camera = useStateOf(model.camera);
  const running = camera.kind === 'running';
  const how = running ? scan.hold : camera.kind === 'off' ? scan.useScanner : cameraWords(camera, kioskWords);
  return (
    <section className="lead-scanner" id="scanner" tabIndex={-1} aria-label={scan.section}>
      <div className="lead-view" data-camera={camera.kind}>
        {running && <Picture camera={model.camera} />}
        <ScanFrame />
        <p className="lead-how">{how}</p>
      </div>
      <div className="lead-scan-tools">
        <TypeNumber model={model} view={view} />
        <CameraButton model={model} isOn={camera.kind !== 'off'} />
      </div>
    </section>
  );
}

function Picture({ camera }: { readonly camera: Camera }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const picture = camera.picture();
    place.current?.append(picture);
    // A video that was moved stands still until it is played again.
    void picture.play().catch(() => {});
    return () => picture.remove();
  }, [camera]);
  return <div ref={place} />;
}

/** A number that is refused stays in its field: one letter of twenty is to be mended, not all typed again. */
function TypeNumber({ model, view }: LeadScannerProps): ReactElement {
  const { scan } = useWordsOf(catalogues);
  const id = useId();
  const { said, serial } = useObserved(view);
  const [text, setText] = useState<string | null>(null);
  const sentAt = useRef<number | null>(null);

  useEffect(() => {
    if (sentAt.current === null || sentAt.current === serial) return;
    sentAt.current = null;
    if (said?.kind === 'captured') setText(null);
  }, [said, serial]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text !== null && model.typed.submit(text)) sentAt.current = serial;
  }

  if (text === null)
    return (
      <button type="button" className="button" onClick={() => setText('')}>
        <KeyboardIcon />
        {scan.typeNumber}
      </button>
    );
  return (
    <form className="lead-number" onSubmit={submit} autoComplete="off">
      <div>
        <label htmlFor={id}>{scan.number}</label>
        <input
          id={id}
          ref={(field) => field?.focus()}
          type="text"
          dir="ltr"
          value={text}
          onChange={(change) => setText(change.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
        />
      </div>
      <button type="submit" className="button">
        {scan.add}
      </button>
    </form>
  );
}

function CameraButton({ model, isOn }: Pick<LeadScannerProps, 'model'> & { readonly isOn: boolean }): ReactElement {
  const { scan } = useWordsOf(catalogues);
  const { cameraId } = useObserved(model.preferences);
  const isDenied = useStateOf(model.camera).kind === 'denied';

  function toggle(): void {
    model.preferences.set({ camera: !isOn });
    if (isOn) model.camera.turnOff();
    else model.camera.turnOn(cameraId);
  }

  return (
    <>
      <CameraAgain isDenied={isDenied} onAgain={() => model.camera.turnOn(cameraId)} />
      <button type="button" className="button" onClick={toggle}>
        {isOn ? scan.cameraOff : scan.cameraOn}
      </button>
    </>
  );
}
