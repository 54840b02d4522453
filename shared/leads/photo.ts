/**
 * A photo of a business card: a JPEG that a device scaled down and encoded again. Read by its structure alone (ITU-T T.81,
 * annex B): what a photo says of itself beside the picture, such as where it was taken, does not belong in it.
 */
import { ok, type Result, refuse } from '../base/result.ts';

export const photoBytesMax = 300 * 1024;
/** Pixels of the longer side. */
export const photoSideMax = 1_600;
/** Photos of one lead that are kept and shown; the earliest ones. */
export const leadPhotosMax = 20;

export interface PhotoSize {
  readonly width: number;
  readonly height: number;
}

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, app0: 0xe0, app1: 0xe1, app15: 0xef, comment: 0xfe } as const;
/** Frames with the size of the picture: all of C0 to CF but tables and extensions. */
const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
const wrong = (message: string): Result<PhotoSize> => refuse({ code: 'lead_photo_invalid', message, path: 'data' });

const notJpeg = 'The photo cannot be read as a JPEG. Send a JPEG.';
const tooMuchBeside =
  'The photo says more than the picture, for example where it was taken. Encode it again without such data.';

/** Whether a segment is allowed: comments are not, and application data is as JFIF, Adobe's colour mark and colour profiles. */
function isPlain(code: number, bytes: Uint8Array, at: number): boolean {
  if (code === marker.comment) return false;
  if (code < marker.app0 || code > marker.app15) return true;
  const name = String.fromCharCode(...bytes.subarray(at + 2, at + 7));
  return name.startsWith('JFIF') || name.startsWith('JFXX') || name === 'Adobe' || name === 'ICC_P';
}

/** @returns its size in pixels; `lead_photo_invalid` says what is wrong with it */
export function checkPhoto(bytes: Uint8Array): Result<PhotoSize> {
  if (bytes.length > photoBytesMax)
    return wrong(`The photo has ${bytes.length} bytes. It must have at most ${photoBytesMax}.`);
  const end = bytes.length - 2;
  if (bytes[0] !== 0xff || bytes[1] !== marker.start || bytes[end] !== 0xff || bytes[end + 1] !== marker.end)
    return wrong(notJpeg);
  let size: PhotoSize | null = null;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const code = bytes[at + 1]!;
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!;
    if (bytes[at] !== 0xff || length < 2 || at + 2 + length > bytes.length) return wrong(notJpeg);
    if (!isPlain(code, bytes, at + 2)) return wrong(tooMuchBeside);
    if (isFrame(code) && length >= 8) {
      const [h1, h0, w1, w0] = bytes.subarray(at + 5, at + 9) as unknown as [number, number, number, number];
      size = { height: (h1 << 8) | h0, width: (w1 << 8) | w0 };
    }
    if (code === marker.scan) return checkSize(size);
    at += 2 + length;
  }
  return wrong(notJpeg);
}

function checkSize(size: PhotoSize | null): Result<PhotoSize> {
  if (size === null || size.width === 0 || size.height === 0) return wrong(notJpeg);
  const { height, width } = size;
  if (Math.max(height, width) > photoSideMax)
    return wrong(`The photo has ${width} × ${height} pixels. Neither side may have more than ${photoSideMax}.`);
  return ok(size);
}

/** Returns the name of a photo as a download and in a column of an export. */
export const photoName = (edit: string): string => `business-card-${edit}.jpg`;
