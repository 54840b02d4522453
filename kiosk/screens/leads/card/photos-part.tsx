/** The business card as photos: taken by the camera that runs, by the phone's own camera, or chosen as a file. */
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { EditResult, Leads, ShownLead } from '#kiosk/leads/leads.ts';
import { sharesPhotos } from '#kiosk/leads/shown-lead.ts';
import { useWordsOf } from '../../words/use-words.tsx';
import { catalogues } from '../words/catalogues.ts';
import { type PhotoSource, shrinkPhoto } from './shrink-photo.ts';

export interface PhotosPartProps {
  readonly shown: ShownLead;
  readonly leads: Pick<Leads, 'addPhoto' | 'photo'>;
  /** Current picture of the scanner's camera; null: it is not running. */
  readonly cameraPicture: () => HTMLVideoElement | null;
  readonly onTaken: (storing: Promise<EditResult>) => void;
  readonly onUnreadable: () => void;
  readonly onRemove: (edit: string) => void;
}

export function PhotosPart(props: PhotosPartProps): ReactElement | null {
  const { shown, leads, cameraPicture, onTaken, onUnreadable, onRemove } = props;
  const { lead, scan } = useWordsOf(catalogues);
  const { badge, person, photos } = shown;
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const titleId = useId();

  async function take(source: PhotoSource): Promise<void> {
    setBusy(true);
    const photo = await shrinkPhoto(source).catch(() => null);
    setBusy(false);
    if (photo === null) onUnreadable();
    else onTaken(leads.addPhoto(badge, photo));
  }

  function start(): void {
    const picture = cameraPicture();
    if (picture === null) field.current?.click();
    else void take(picture);
  }

  if (person.contact === 'declined') return null;
  if (!sharesPhotos(person)) return <p className="hint">{lead.photo.needsConsent}</p>;
  const of = lead.photo.of(person.name ?? scan.unknownName);
  return (
    <section className="lead-group" aria-labelledby={titleId}>
      <h3 className="lead-label" id={titleId}>
        {lead.photo.name}
      </h3>
      {photos.length > 0 && (
        <ul className="lead-photos">
          {photos.map(({ edit, isHere }) => (
            <li key={edit} data-photo={edit} data-here={isHere}>
              {isHere ? <Photo edit={edit} leads={leads} alt={of} /> : <p className="hint">{lead.photo.follows}</p>}
              <RemoveButton onRemove={() => onRemove(edit)} />
            </li>
          ))}
        </ul>
      )}
      <div className="buttons">
        <button type="button" className="button" disabled={busy} onClick={start}>
          {lead.photo.take}
        </button>
      </div>
      <input
        ref={field}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={lead.photo.take}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again.
          target.value = '';
          if (file !== undefined) void take(file);
        }}
      />
    </section>
  );
}

/** Asks before it removes: an undone photo loses its bytes, here and on the server, so that there is no way back. */
function RemoveButton({ onRemove }: { readonly onRemove: () => void }): ReactElement {
  const { photo } = useWordsOf(catalogues).lead;
  const [step, setStep] = useState<'offered' | 'asked' | 'kept'>('offered');
  const questionId = useId();
  if (step !== 'asked')
    return (
      <button
        type="button"
        className="button quiet"
        // The button that kept the photo is gone: the focus returns to this one.
        ref={(button) => (step === 'kept' ? button?.focus() : undefined)}
        onClick={() => setStep('asked')}
      >
        {photo.remove}
      </button>
    );
  return (
    <div role="group" aria-labelledby={questionId}>
      <p id={questionId} tabIndex={-1} ref={(question) => question?.focus()}>
        {photo.removeQuestion}
      </p>
      <div className="buttons">
        <button type="button" className="button" onClick={onRemove}>
          {photo.remove}
        </button>
        <button type="button" className="button quiet" onClick={() => setStep('kept')}>
          {photo.keep}
        </button>
      </div>
    </div>
  );
}

interface PhotoProps {
  readonly edit: string;
  readonly leads: Pick<Leads, 'photo'>;
  readonly alt: string;
}

function Photo({ edit, leads, alt }: PhotoProps): ReactElement | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let isOpen = true;
    let made: string | null = null;
    void leads
      .photo(edit)
      .then((jpeg) => {
        if (!isOpen || jpeg === null) return;
        made = URL.createObjectURL(new Blob([jpeg], { type: 'image/jpeg' }));
        setAddress(made);
      })
      .catch((error: unknown) => console.error('a photo could not be read:', error));
    return () => {
      isOpen = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [edit, leads]);
  return address === null ? null : <img src={address} alt={alt} />;
}
