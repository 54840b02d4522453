/** Reads name badges: what the camera sees, the number to type, and in one sentence what the last scan came to. */
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { Leads } from '#kiosk/leads/leads.ts';
import type { Camera } from '#kiosk/scanner/camera/camera-switch.ts';
import type { KioskModel } from '../model/kiosk-model.ts';
import { KeyboardIcon, ScanFrame } from '../parts/icons.tsx';
import { useObserved, useStateOf } from '../parts/use-observed.ts';
import { cameraWords } from '../words/code-words.ts';
import { useFormats, useWords, useWordsOf } from '../words/use-words.tsx';
import type { LeadsScreenState, LeadsView } from './leads-view.ts';
import { catalogues } from './words/catalogues.ts';
import type { LeadsWords } from './words/leads-words.ts';

export interface LeadScannerProps {
  readonly model: KioskModel;
  readonly leads: Leads;
  readonly view: LeadsView;
}

export function LeadScanner({ model, leads, view }: LeadScannerProps): ReactElement {
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
      <SaidLine leads={leads} view={view} />
      <div className="lead-scan-tools">
        <TypeNumber model={model} />
        <CameraButton model={model} isOn={camera.kind !== 'off'} />
      </div>
    </section>
  );
}

/** The one live region of the page: a screen reader hears every scan, and the same sentence again. */
function SaidLine({ leads, view }: Omit<LeadScannerProps, 'model'>): ReactElement {
  const words = useWordsOf(catalogues);
  const format = useFormats();
  const state = useObserved(view);
  const { said, serial } = state;
  const isProblem = said?.kind === 'problem';
  return (
    <div
      className="lead-said"
      role="status"
      aria-live={isProblem ? 'assertive' : 'polite'}
      data-problem={isProblem}
      data-said={said?.kind === 'captured' ? said.visit : said?.kind === 'problem' ? said.problem : said?.kind}
      data-badge={said?.kind === 'captured' ? said.badge : undefined}
      data-serial={serial}
    >
      {said !== null && <p key={serial}>{sentence(state, leads, words, format.duration)}</p>}
    </div>
  );
}

function sentence(
  { said }: LeadsScreenState,
  leads: Pick<Leads, 'lead'>,
  { scan, problems, lead: words }: LeadsWords,
  duration: (ms: number) => string,
): string {
  switch (said?.kind) {
    case 'captured': {
      const shown = leads.lead(said.badge);
      const name = shown?.person.name ?? scan.unknownName;
      if (said.visit === 'new') return scan.saved(name);
      if (said.visit === 'left') return scan.visitOver(name, duration((shown?.lead.dwellSeconds ?? 0) * 1_000));
      return scan.again(name);
    }
    case 'problem':
      return problems[said.problem];
    case 'undone':
      return words.undone;
    case 'discarded':
      return words.discarded;
    default:
      return '';
  }
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

function TypeNumber({ model }: Pick<LeadScannerProps, 'model'>): ReactElement {
  const { scan } = useWordsOf(catalogues);
  const id = useId();
  const [text, setText] = useState<string | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text !== null && model.typed.submit(text)) setText(null);
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

  function toggle(): void {
    model.preferences.set({ camera: !isOn });
    if (isOn) model.camera.turnOff();
    else model.camera.turnOn(cameraId);
  }

  return (
    <button type="button" className="button" onClick={toggle}>
      {isOn ? scan.cameraOff : scan.cameraOn}
    </button>
  );
}
