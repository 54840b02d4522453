/**
 * Makes what is served of a picture: `main`, the whole of it again in its own kind (SVG as PNG), and its sizes as WebP,
 * AVIF and that kind. Everything is encoded from pixels, so nothing else of the upload is published: no location,
 * no camera name, no second format after the first. Animations are kept: `main` as what they were, sizes as WebP.
 */
import { join } from 'node:path';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { ok, type Result } from '#shared/base/result.ts';
import type { Derivation, DerivedFile } from '../../files/contract.ts';
import type { PictureFile } from './image-task.ts';
import { cannotRead, type OpenedPicture, openPicture } from './open-picture.ts';
import { mainSide, sideOf, sizesFor } from './picture-sizes.ts';

type Encoding = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/**
 * AVIF's effort decides the time on two cores: 2 takes a quarter of the time of the usual 4, for a tenth more bytes; `main`,
 * the largest picture, gets 0.
 */
function encode(picture: Sharp, encoding: Encoding, animated: boolean, name: string): Sharp {
  switch (encoding) {
    case 'jpeg':
      return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 85 });
    case 'png':
      return picture.png({ compressionLevel: 7 });
    case 'webp':
      return picture.webp({ quality: 80, effort: animated ? 0 : 3 });
    case 'gif':
      return picture.gif({ effort: 1 });
    case 'avif':
      return picture.avif({ quality: 55, effort: name === 'main' ? 0 : 2 });
  }
}

/** The picture's own kind, or the one that stands for it. */
function ownEncoding({ format }: OpenedPicture): Encoding {
  if (format === 'heif') return 'avif';
  if (format === 'svg') return 'png';
  return format as Encoding;
}

function encodingsOf(picture: OpenedPicture): readonly Encoding[] {
  const own = ownEncoding(picture);
  // The encoder of AVIF writes no animations, and that of GIF takes seconds for one: `main` is the one GIF.
  if (picture.frames > 1) return ['webp'];
  return [...new Set<Encoding>(['webp', 'avif', own])];
}

async function write(
  name: string,
  encoding: Encoding,
  picture: Sharp,
  folder: string,
  animated: boolean,
): Promise<DerivedFile> {
  const path = join(folder, `${name}.${encoding}`);
  const info: OutputInfo = await encode(picture, encoding, animated, name).toFile(path);
  const height = info.pages && info.pageHeight ? info.pageHeight : info.height;
  return { name, path, type: `image/${encoding}`, facts: { width: info.width, height } };
}

function fitted(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}

/** Each size again from the still picture's largest size, which is decoded once; an animation's frames from the file. */
async function sizeMaker(picture: OpenedPicture): Promise<(side: number) => Sharp> {
  if (picture.frames > 1) return (side) => fitted(picture.decode(), side);
  const { data, info } = await fitted(picture.decode(), sideOf.large)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return (side) => fitted(sharp(data, { raw }), side);
}

/** @throws where the folder cannot be written, e.g. on a full disk; other faults are the picture's and are refused */
export async function derivePictures(file: PictureFile, folder: string): Promise<Result<Derivation>> {
  const opened = await openPicture(file);
  if (!opened.ok) return opened;
  const picture = opened.value;
  const animated = picture.frames > 1;
  try {
    const files = [await write('main', ownEncoding(picture), fitted(picture.decode(), mainSide), folder, animated)];
    const sized = await sizeMaker(picture);
    for (const { name, side } of sizesFor(picture.width, picture.height))
      for (const encoding of encodingsOf(picture))
        files.push(await write(`${name}-${encoding}`, encoding, sized(side), folder, animated));
    return ok({ files, facts: { width: picture.width, height: picture.height } });
  } catch (fault) {
    // The disk is ours, the picture theirs.
    if (fault instanceof Error && /No space left|ENOSPC|EACCES|unable to open for write/i.test(fault.message))
      throw fault;
    return cannotRead(fault);
  }
}
