/**
 * Draws a badge on a canvas at the printer's resolution. The browser shapes the text, so that Arabic, Chinese and
 * emoji come out right; every block is clipped to its box, so that nothing can run into the QR code.
 * Called by `render-badge.ts`.
 */
import { encodeQR } from 'qr';
import { cleanBadgeText, fitText, lineHeight } from './fit-text.ts';
import { type BadgeLayout, type Box, dots, type QrBlock, type TextBlock } from './layout.ts';
import type { BadgeContent } from './ports.ts';

export type Canvas2d = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const fonts = '"Inter", "Segoe UI", "Helvetica Neue", Arial, "Noto Sans", "Liberation Sans", sans-serif';
/** Where the baseline lies in a line, from its top, over the font size. */
const ascent = 0.93;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Draws black on white over the whole label. @param dpi dots per inch of the printer */
export function drawBadge(canvas: Canvas2d, badge: BadgeContent, layout: BadgeLayout, dpi: number): void {
  canvas.fillStyle = '#fff';
  canvas.fillRect(0, 0, dots(layout.widthMm, dpi), dots(layout.heightMm, dpi));
  for (const block of layout.blocks) {
    if (block.kind === 'text') drawText(canvas, badge[block.content] ?? '', block, dpi);
    else if (badge.badgeCode !== null) drawQr(canvas, badge.badgeCode, block, dpi);
  }
}

interface DotBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function boxInDots(box: Box, dpi: number): DotBox {
  return {
    x: dots(box.xMm, dpi),
    y: dots(box.yMm, dpi),
    width: dots(box.widthMm, dpi),
    height: dots(box.heightMm, dpi),
  };
}

function drawText(canvas: Canvas2d, text: string, block: TextBlock, dpi: number): void {
  const box = boxInDots(block.box, dpi);
  const padding = block.inverse ? dots(1.4, dpi) : 0;
  const widthDots = box.width - 2 * padding;
  const font = (sizeDots: number): string => `${block.weight} ${sizeDots}px ${fonts}`;
  const measure = (line: string, sizeDots: number): number => {
    canvas.font = font(sizeDots);
    const { width, actualBoundingBoxLeft, actualBoundingBoxRight } = canvas.measureText(line);
    return Math.max(width, actualBoundingBoxLeft + actualBoundingBoxRight);
  };
  canvas.textAlign = 'left';
  const fitted = fitText(
    {
      text,
      widthDots,
      heightDots: box.height,
      maxLines: block.maxLines,
      largestDots: dots(block.largestMm, dpi),
      smallestDots: dots(block.smallestMm, dpi),
    },
    measure,
  );
  if (fitted.lines.length === 0) return;
  const step = fitted.sizeDots * lineHeight;
  const used = step * fitted.lines.length;
  const slack = { top: 0, middle: (box.height - used) / 2, bottom: box.height - used }[block.vertical];
  const fromRight = rightToLeft.test(firstLetter(text));
  const x = fromRight ? box.x + box.width - padding : box.x + padding;

  canvas.save();
  canvas.beginPath();
  canvas.rect(box.x, box.y, box.width, box.height);
  canvas.clip();
  if (block.inverse) {
    const barWidth = Math.max(...fitted.lines.map((line) => measure(line, fitted.sizeDots))) + 2 * padding;
    canvas.fillStyle = '#000';
    canvas.fillRect(fromRight ? box.x + box.width - barWidth : box.x, box.y, barWidth, box.height);
  }
  canvas.font = font(fitted.sizeDots);
  canvas.fillStyle = block.inverse ? '#fff' : '#000';
  canvas.textBaseline = 'alphabetic';
  canvas.direction = fromRight ? 'rtl' : 'ltr';
  canvas.textAlign = fromRight ? 'right' : 'left';
  fitted.lines.forEach((line, index) => {
    canvas.fillText(line, x, Math.round(box.y + slack + step * index + fitted.sizeDots * ascent));
  });
  canvas.restore();
}

function firstLetter(text: string): string {
  return /\p{L}/u.exec(cleanBadgeText(text))?.[0] ?? '';
}

/** Whole dots a module, aligned to the dot grid: a module of 4.6 dots would have ragged edges after thresholding. */
function drawQr(canvas: Canvas2d, text: string, block: QrBlock, dpi: number): void {
  // The library insists on a border of at least one module; the quiet zone is the box's.
  const bordered = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  const modules = bordered.slice(1, -1).map((row) => row.slice(1, -1));
  const box = boxInDots(block.box, dpi);
  const count = modules.length + 2 * block.quietModules;
  const moduleDots = Math.floor(Math.min(box.width, box.height) / count);
  if (moduleDots < 1) return;
  const left = box.x + Math.floor((box.width - moduleDots * modules.length) / 2);
  const top = box.y + Math.floor((box.height - moduleDots * modules.length) / 2);
  canvas.fillStyle = '#000';
  modules.forEach((row, y) => {
    row.forEach((black, x) => {
      if (black) canvas.fillRect(left + x * moduleDots, top + y * moduleDots, moduleDots, moduleDots);
    });
  });
}
