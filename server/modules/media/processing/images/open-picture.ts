/**
 * A picture is opened by libvips (sharp) with limits, and its head checked, before anything is decoded. Runs in the
 * worker alone: the server itself never loads sharp.
 */
import { readFile } from 'node:fs/promises';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { ok, type Refused, type Result } from '#shared/base/result.ts';
import { libraryMessage, problem } from '../problem.ts';
import { checkPng } from './check-png.ts';
import { checkSvg } from './check-svg.ts';
import { imageBytesMax, type PictureHead, svgBytesMax, tooLarge } from './image-limits.ts';
import { type PictureFile, pictureFormats } from './image-task.ts';

// One thread a picture, and nothing kept between two: the machine is there for the gates first.
sharp.concurrency(1);
sharp.cache(false);
// libvips knows many formats; only these decoders are ever reached.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
    'VipsForeignLoadSvg',
  ],
});

/** A drawing has no pixels: its longer side is drawn with this many. */
const drawnSide = 1_920;
const usualDpi = 72;

export interface OpenedPicture {
  readonly format: string;
  /** In pixels, as shown. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly alpha: boolean;
  /** A fresh pipeline over the whole picture, upright, in sRGB. */
  readonly decode: () => Sharp;
}

export function cannotRead(fault: unknown): Refused {
  const said = libraryMessage(fault instanceof Error ? fault.message : String(fault));
  return problem('media_broken', 'The picture cannot be read. Save it again.', said);
}

/** Files by their path, which lets libvips read them in pieces; a drawing as bytes, so that it has no address to be relative to. */
async function sourceOf(file: PictureFile): Promise<Result<string | Buffer>> {
  const drawing = file.type === 'image/svg+xml';
  const max = drawing ? svgBytesMax : imageBytesMax;
  if (file.size > max)
    return problem(
      'media_too_large',
      `The picture has ${file.size} bytes. At most ${max} are accepted. Upload a smaller one.`,
    );
  if (file.type === 'image/png') {
    const refused = checkPng(file.path, file.size);
    if (refused) return refused;
  }
  if (!drawing) return ok(file.path);
  const bytes = await readFile(file.path);
  return checkSvg(bytes) ?? ok(bytes);
}

export async function openPicture(file: PictureFile): Promise<Result<OpenedPicture>> {
  const expected = pictureFormats[file.type];
  if (expected === undefined)
    return problem(
      'media_refused',
      'Pictures are accepted as JPEG, PNG, WebP, GIF, AVIF or SVG. Export this one as JPEG.',
    );
  const source = await sourceOf(file);
  return source.ok ? openSource(source.value, expected) : source;
}

/** Opens a picture without the checks of the file's content; a test calls it to see what the decoders do without them. */
export async function openSource(source: string | Buffer, expected: string): Promise<Result<OpenedPicture>> {
  // The limit of pixels is ours, by kind: no decoding happens before it.
  const options: SharpOptions = { failOn: 'error', limitInputPixels: false, sequentialRead: true };
  try {
    const meta = await sharp(source, {
      ...options,
      pages: expected === 'gif' || expected === 'webp' ? -1 : 1,
    }).metadata();
    if (meta.format !== expected) return cannotRead(`${expected} that turns out to be ${meta.format}`);
    const head: PictureHead = {
      format: meta.format,
      width: meta.width,
      height: meta.pageHeight ?? meta.height,
      frames: Math.max(1, meta.pages ?? 1),
      progressive: meta.isProgressive,
      bitsPerSample: meta.bitsPerSample ?? 8,
    };
    if (expected === 'svg') return ok(await drawing(source, head, options));
    const refused = tooLarge(head);
    if (refused) return refused;
    const animated = head.frames > 1;
    const turned = (meta.orientation ?? 1) > 4 && !animated;
    const [width, height] = turned ? [head.height, head.width] : [head.width, head.height];
    return ok({
      format: expected,
      width,
      height,
      frames: head.frames,
      alpha: meta.hasAlpha,
      decode: () => sharp(source, { ...options, animated, autoOrient: !animated }).toColourspace('srgb'),
    });
  } catch (fault) {
    return cannotRead(fault);
  }
}

async function drawing(source: string | Buffer, head: PictureHead, options: SharpOptions): Promise<OpenedPicture> {
  const scale = drawnSide / Math.max(head.width, head.height);
  const density = Math.min(100_000, Math.max(1, usualDpi * scale));
  const drawn: SharpOptions = { ...options, density, limitInputPixels: 4 * drawnSide * drawnSide };
  const shown = await sharp(source, drawn).metadata();
  return {
    format: 'svg',
    width: shown.width,
    height: shown.height,
    frames: 1,
    alpha: true,
    decode: () => sharp(source, drawn).toColourspace('srgb'),
  };
}
