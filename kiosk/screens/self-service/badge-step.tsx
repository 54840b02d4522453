/** The badge as it will come out, to be looked at; it is printed at a touch, or by itself after a few seconds. */
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Printing } from '#kiosk/printing/printing.ts';
import { type Bitmap, isBlack } from '#shared/badge/bitmap.ts';
import { useFormats, useWordsOf } from '../words/use-words.tsx';
import { Countdown } from './countdown.tsx';
import type { VisitEvent } from './visit.ts';
import { confirmSeconds } from './visit-endings.ts';
import { catalogues } from './words/catalogues.ts';

export interface BadgeStepProps {
  readonly printing: Pick<Printing, 'preview'>;
  readonly registrationId: string;
  readonly send: (event: VisitEvent) => void;
}

export function BadgeStep({ printing, registrationId, send }: BadgeStepProps): ReactElement {
  const words = useWordsOf(catalogues);
  const { number } = useFormats();
  const yes = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => yes.current?.focus(), []);
  return (
    <div className="badge-step">
      <BadgePicture printing={printing} registrationId={registrationId} />
      <div className="guest-buttons">
        <button ref={yes} type="button" className="button strong" onClick={() => send({ kind: 'confirmed' })}>
          {words.badge.print}
        </button>
        <button type="button" className="button" onClick={() => send({ kind: 'declined' })}>
          {words.badge.wrong}
        </button>
      </div>
      <Countdown seconds={confirmSeconds} say={(left) => words.badge.soon(number(left))} />
    </div>
  );
}

function BadgePicture({ printing, registrationId }: Omit<BadgeStepProps, 'send'>): ReactElement {
  const words = useWordsOf(catalogues);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<Bitmap | null>(null);
  useEffect(() => {
    let gone = false;
    printing.preview(registrationId).then(
      (drawn) => {
        if (!gone) setPicture(drawn);
      },
      // A badge that cannot be drawn is printing's trouble, and not the guest's.
      (error: unknown) => console.error('no picture of a badge:', error),
    );
    return () => {
      gone = true;
    };
  }, [printing, registrationId]);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (picture !== null && context) context.putImageData(inkOn(picture), 0, 0);
  }, [picture]);

  if (picture === null) return <p className="badge-drawing">{words.badge.drawing}</p>;
  return (
    <canvas
      ref={canvas}
      className="badge-picture"
      width={picture.widthDots}
      height={picture.heightDots}
      role="img"
      aria-label={words.badge.picture}
    />
  );
}

/** Black on white, dot by dot as on paper. */
function inkOn(picture: Bitmap): ImageData {
  const { widthDots, heightDots } = picture;
  const image = new ImageData(widthDots, heightDots);
  const pixels = new Uint32Array(image.data.buffer);
  for (let y = 0; y < heightDots; y += 1)
    for (let x = 0; x < widthDots; x += 1)
      pixels[y * widthDots + x] = isBlack(picture, x, y) ? 0xff_00_00_00 : 0xff_ff_ff_ff;
  return image;
}
