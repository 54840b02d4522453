/** The picture that messengers show beside a link: the organizer's, or the arches drawn here. */
import { PNG } from 'pngjs';
import { isObject } from '#shared/base/json.ts';
import type { EventRecord } from '#shared/modules/events/event.ts';
import type { PageAnswer } from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { arches, archesHeight } from './art.ts';

/** Size that messengers ask for. */
const widthPx = 1_200;
const heightPx = 630;
const groundColour = '#1d3fbb';
const hourLong = { 'Cache-Control': 'public, max-age=3600' };
/** The arches stand on the lower edge, cut at both sides. */
const scale = 2.5;
const left = -20;

/** Samples of a pixel, each way: the curves are smooth enough for a preview. */
const samples = 2;

type Shape = (typeof arches)[number]['at'];
const colours = [groundColour, ...arches.map(({ fill }) => fill)].map((hex) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)),
);

/** Half the width of a circle at a distance from its centre; −1: outside. */
const chord = (r: number, dy: number) => (Math.abs(dy) > r ? -1 : Math.sqrt(r * r - dy * dy));

/** Returns the spans of the row at `y` that lie in the shape: centre and half the width of each, in units of the drawing. */
function spansOf(at: Shape, y: number): readonly (readonly [number, number])[] {
  if (at.length === 3) {
    const [from, to, top] = at;
    const r = (to - from) / 2;
    return [[from + r, y >= top ? r : chord(r, y - top)]];
  }
  const [x, head, r, half, top] = at;
  return [
    [x, chord(r, y - head)],
    [x, y >= top ? half : chord(half, y - top)],
  ];
}

/** The colours of one row of samples, by their place in `colours`. */
function paintRow(row: Uint8Array, y: number): void {
  row.fill(0);
  const place = (x: number) => Math.round((x - left) * scale * samples);
  arches.forEach(({ at }, n) => {
    for (const [x, half] of spansOf(at, y))
      if (half >= 0) row.fill(n + 1, Math.max(0, place(x - half)), Math.max(0, place(x + half)));
  });
}

function draw(): Uint8Array {
  const png = new PNG({ width: widthPx, height: heightPx });
  const top = archesHeight - heightPx / scale;
  const rows = Array.from({ length: samples }, () => new Uint8Array(widthPx * samples));
  for (let y = 0; y < heightPx; y++) {
    for (const [n, row] of rows.entries()) paintRow(row, (y + (n + 0.5) / samples) / scale + top);
    for (let x = 0; x < widthPx; x++) {
      const at = (y * widthPx + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (const row of rows) for (let n = 0; n < samples; n++) sum += colours[row[x * samples + n]!]![channel]!;
        png.data[at + channel] = Math.round(sum / samples ** 2);
      }
      png.data[at + 3] = 255;
    }
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
