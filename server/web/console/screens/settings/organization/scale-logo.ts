/** Turns any picture that the browser can read into a PNG that the server takes as a logo. */
import { logoBytesMax, logoHeightMax, logoWidthMax } from '#shared/modules/events/organization.ts';
import { fieldError } from '../../../../parts/as-error.ts';
import { t } from '../../../../parts/text/text.ts';

/** Factor of the sides from one try to the next, until the file is small enough. */
const shrink = 0.7;
const triesMax = 6;
const field = 'logo';

/** @returns the size of the logo in whole pixels, at least 1: within the bounds, and a small picture is not enlarged */
export function fitted(width: number, height: number, factor: number): readonly [width: number, height: number] {
  const scale = factor * Math.min(1, logoWidthMax / width, logoHeightMax / height);
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

function png(picture: ImageBitmap, factor: number): string {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = fitted(picture.width, picture.height, factor);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

/**
 * @returns PNG in base64
 * @throws GatehouseError beside the field, where the file is no picture, or is too large after the last try
 */
export async function scaleLogo(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw fieldError(field, 'logo_invalid', t('this_file_is_not_a_picture'));
  });
  let factor = 1;
  for (let tries = 0; tries < triesMax; tries += 1, factor *= shrink) {
    const made = png(picture, factor);
    if ((made.length * 3) / 4 <= logoBytesMax) return made;
  }
  throw fieldError(field, 'logo_invalid', t('this_picture_is_too_large'));
}
