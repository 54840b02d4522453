/** The picture that messengers show beside a link: the organizer's, or the arches drawn here. */
import { PNG } from 'pngjs';
import { isObject } from '#shared/base/json.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { PageAnswer } from '../../../core/collections/module.ts';
import type { Reader } from '../../../store/contract.ts';
import { arches, archesHeight } from './art.ts';

/** What messengers ask for. */
const widthPx = 1_200;
const heightPx = 630;
const groundColour = '#1d3fbb';
const hourLong = { 'Cache-Control': 'public, max-age=3600' };
/** The arches stand on the lower edge, cut at both sides. */
const scale = 2.5;
const left = -20;

type Rgb = readonly [number, number, number];
const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const shapes = arches.map(({ at, fill }) => ({ at, rgb: rgbOf(fill) }));

/** Whether a point, in units of the drawing, lies in the shape. */
function isIn(at: (typeof shapes)[number]['at'], x: number, y: number): boolean {
  if (at.length === 3) {
    const [from, to, top] = at;
    const r = (to - from) / 2;
    return x >= from && x < to && (y >= top || Math.hypot(x - from - r, y - top) <= r);
  }
  const [cx, cy, r, half, top] = at;
  const body = Math.abs(x - cx) <= half && (y >= top + half || Math.hypot(x - cx, y - top - half) <= half);
  return body || Math.hypot(x - cx, y - cy) <= r;
}

function colourAt(x: number, y: number): Rgb {
  return shapes.findLast(({ at }) => isIn(at, x, y))?.rgb ?? rgbOf(groundColour);
}

function draw(): Uint8Array {
  const png = new PNG({ width: widthPx, height: heightPx });
  const top = archesHeight - heightPx / scale;
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      // Two samples each way: the curves are smooth enough for a preview.
      const samples = [0.25, 0.75].flatMap((dx) =>
        [0.25, 0.75].map((dy) => colourAt((x + dx) / scale + left, (y + dy) / scale + top)),
      );
      const at = (y * widthPx + x) * 4;
      for (let channel = 0; channel < 3; channel++)
        png.data[at + channel] = Math.round(samples.reduce((sum, rgb) => sum + rgb[channel]!, 0) / samples.length);
      png.data[at + 3] = 255;
    }
  return new Uint8Array(PNG.sync.write(png));
}

let drawn: Uint8Array | null = null;

/** Drawn when first asked for, then kept. */
function ownPicture(): Uint8Array {
  drawn ??= draw();
  return drawn;
}

export async function sharePicture({ picture }: EventRecord, reader: Reader, pagesUrl: string): Promise<PageAnswer> {
  const file = picture !== null && reader.shapeOf('files') !== null ? await reader.get('files', picture) : null;
  const url = isObject(file) ? file['url'] : null;
  if (typeof url === 'string')
    return { status: 302, type: 'text/plain', body: '', headers: { Location: new URL(url, pagesUrl).href } };
  return { status: 200, type: 'image/png', body: ownPicture(), headers: hourLong };
}
