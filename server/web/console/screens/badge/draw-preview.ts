/** Draws a badge as a kiosk does, dot by dot: at the resolution of the layout. A kiosk draws at its own printer's. */
import type { BadgeContent } from '#shared/badge/badge-content.ts';
import { type Bitmap, isBlack } from '#shared/badge/bitmap.ts';
import { measureOn, renderLabel } from '#shared/badge/draw-badge.ts';
import type { BadgeLayout } from '#shared/badge/layout.ts';
import type { MeasureLine } from '#shared/badge/plan-badge.ts';
import { must } from '#shared/base/assert.ts';

function openCanvas(width: number, height: number): OffscreenCanvasRenderingContext2D {
  return must(new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true }), 'a 2d canvas');
}

export function renderPreview(content: BadgeContent, layout: BadgeLayout): Bitmap {
  return renderLabel(content, layout, layout.dpi, openCanvas);
}

export function previewMeasure(): MeasureLine {
  return measureOn(openCanvas(1, 1));
}

/** Black on white in both themes: it is paper. */
export function paint(canvas: HTMLCanvasElement, bitmap: Bitmap): void {
  const { widthDots: width, heightDots: height } = bitmap;
  canvas.width = width;
  canvas.height = height;
  const context = must(canvas.getContext('2d'), 'a 2d canvas');
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels[y * width + x] = isBlack(bitmap, x, y) ? 0xff000000 : 0xffffffff;
  context.putImageData(image, 0, 0);
}
