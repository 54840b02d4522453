/** From a person to the dots of one printer: draw, threshold, turn where the paper is narrower than the badge. */
import type { Bitmap } from '#kiosk/bridge/bitmap.ts';
import type { PrinterStatus } from '#kiosk/bridge/host-api.ts';
import { must } from '#shared/base/assert.ts';
import { drawBadge } from './draw-badge.ts';
import { type BadgeLayout, defaultLayout, dots } from './layout.ts';
import type { BadgeContent } from './ports.ts';
import { quarterTurn, toBitmap } from './to-bitmap.ts';

export type PaperFit = { readonly dpi: number; readonly turned: boolean };

/**
 * How a badge goes on a printer's paper: straight, else turned, else smaller.
 *
 * @returns the resolution to draw at (below the printer's own where the badge has to shrink)
 */
export function fitPaper(layout: BadgeLayout, printer: Pick<PrinterStatus, 'dpi' | 'widthDots'>): PaperFit {
  const { dpi, widthDots } = printer;
  if (dots(layout.widthMm, dpi) <= widthDots) return { dpi, turned: false };
  if (dots(layout.heightMm, dpi) <= widthDots) return { dpi, turned: true };
  const smallerMm = Math.min(layout.widthMm, layout.heightMm);
  return { dpi: Math.floor((widthDots * 25.4) / smallerMm), turned: layout.widthMm > layout.heightMm };
}

export type RenderBadge = (badge: BadgeContent, printer: Pick<PrinterStatus, 'dpi' | 'widthDots'>) => Bitmap;

export function renderBadge(
  badge: BadgeContent,
  printer: Pick<PrinterStatus, 'dpi' | 'widthDots'>,
  layout: BadgeLayout = defaultLayout,
): Bitmap {
  const { dpi, turned } = fitPaper(layout, printer);
  const canvas = new OffscreenCanvas(dots(layout.widthMm, dpi), dots(layout.heightMm, dpi));
  const context = must(canvas.getContext('2d', { willReadFrequently: true }), 'a 2d canvas');
  drawBadge(context, badge, layout, dpi);
  const bitmap = toBitmap(context.getImageData(0, 0, canvas.width, canvas.height));
  return turned ? quarterTurn(bitmap) : bitmap;
}
