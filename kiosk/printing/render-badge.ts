/** Renders a person's badge for one printer: draws as shared/badge says, turns where the paper is narrower than the badge. */
import type { Bitmap } from '#kiosk/bridge/bitmap.ts';
import type { PrinterStatus } from '#kiosk/bridge/host-api.ts';
import type { BadgeContent } from '#shared/badge/badge-content.ts';
import { renderLabel } from '#shared/badge/draw-badge.ts';
import { type BadgeLayout, dots } from '#shared/badge/layout.ts';
import { quarterTurn } from '#shared/badge/to-bitmap.ts';
import { must } from '#shared/base/assert.ts';

export type PaperFit = { readonly dpi: number; readonly turned: boolean };

type Paper = Pick<PrinterStatus, 'dpi' | 'widthDots'>;

/**
 * Fits a badge on a printer's paper: straight, else turned, else smaller.
 *
 * @returns the resolution to draw at (below the printer's own where the badge has to shrink)
 */
export function fitPaper(layout: BadgeLayout, printer: Paper): PaperFit {
  const { dpi, widthDots } = printer;
  if (dots(layout.widthMm, dpi) <= widthDots) return { dpi, turned: false };
  if (dots(layout.heightMm, dpi) <= widthDots) return { dpi, turned: true };
  const smallerMm = Math.min(layout.widthMm, layout.heightMm);
  return { dpi: Math.floor((widthDots * 25.4) / smallerMm), turned: layout.widthMm > layout.heightMm };
}

export type RenderBadge = (badge: BadgeContent, printer: Paper) => Bitmap;

export function renderBadge(badge: BadgeContent, printer: Paper, layout: BadgeLayout): Bitmap {
  const { dpi, turned } = fitPaper(layout, printer);
  const bitmap = renderLabel(badge, layout, dpi, (width, height) =>
    must(new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true }), 'a 2d canvas'),
  );
  return turned ? quarterTurn(bitmap) : bitmap;
}
