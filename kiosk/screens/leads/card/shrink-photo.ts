/**
 * A picture of a camera or a file as a small JPEG: drawn again, upright, so that nothing is left of what a camera writes
 * beside it (the place, the device). Works without a network.
 */
import type { NewPhoto } from '#kiosk/leads/leads.ts';
import { checkPhoto, photoBytesMax, photoSideMax } from '#shared/leads/photo.ts';

const jpeg = 'image/jpeg';
/** Tried in this order until the file is small enough; a business card is legible at the last one of each. */
const qualities = [0.85, 0.7, 0.5, 0.35] as const;
const sides = [photoSideMax, 1_200, 900, 640] as const;

export type PhotoSource = Blob | HTMLVideoElement;

/**
 * @returns null: this browser cannot read the picture, or no size of it is a JPEG that the server takes
 * @throws where the browser has no canvas to draw on
 */
export async function shrinkPhoto(source: PhotoSource): Promise<NewPhoto | null> {
  const picture = await createImageBitmap(source).catch(() => null);
  if (picture === null) return null;
  try {
    for (const side of sides) {
      const canvas = drawn(picture, side);
      for (const quality of qualities) {
        const photo = await encoded(canvas, quality);
        if (photo !== null) return photo;
      }
    }
    return null;
  } finally {
    picture.close();
  }
}

function drawn(picture: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws nothing');
  // A JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<NewPhoto | null> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, jpeg, quality));
  if (blob === null || blob.size > photoBytesMax) return null;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const size = checkPhoto(bytes);
  return size.ok ? { jpeg: bytes, ...size.value } : null;
}
