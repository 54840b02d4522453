/** A picture that was handed in as a logo, checked before any of it is stored. Pure. */
import { createHash } from 'node:crypto';
import { PNG } from 'pngjs';
import { ok, type Result } from '#shared/base/result.ts';
import { logoBytesMax, logoHeightMax, logoWidthMax } from '#shared/modules/events/organization.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';

export interface ReadLogo {
  /** PNG in base64, without what programs write beside the picture. */
  readonly content: string;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

/** Size of the header, which is read first: a small file may claim a picture that fills the memory. */
const headerBytes = 24;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function sizeOf(png: Buffer): readonly [width: number, height: number] | null {
  if (png.length < headerBytes || !png.subarray(0, 8).equals(signature)) return null;
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

function decoded(png: Buffer): PNG | null {
  try {
    return PNG.sync.read(png);
  } catch {
    return null;
  }
}

/**
 * @param base64 as it came
 * @returns the picture, written again from its pixels; refuses (`logo_invalid`) what is no PNG of the allowed size
 */
export function readLogo(base64: string): Result<ReadLogo> {
  const refused = () => refuseWith('logo_invalid', { path: 'logo' });
  const given = Buffer.from(base64, 'base64');
  const size = given.length > logoBytesMax ? null : sizeOf(given);
  if (size === null || size[0] < 1 || size[1] < 1 || size[0] > logoWidthMax || size[1] > logoHeightMax)
    return refused();
  const picture = decoded(given);
  if (!picture) return refused();
  const written = PNG.sync.write(picture, { deflateLevel: 9 });
  if (written.length > logoBytesMax) return refused();
  const sha256 = createHash('sha256').update(written).digest('hex');
  return ok({ content: written.toString('base64'), sha256, width: picture.width, height: picture.height });
}
