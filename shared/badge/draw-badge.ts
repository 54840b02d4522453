/**
 * Draws a badge at a printer's resolution, in the kiosk and in the console's editor alike. The browser shapes the
 * text, so that Arabic, Chinese and emoji come out right; every element is clipped to its box, so that nothing can run
 * into the QR code. The canvas is a port: a browser's 2d context fits it.
 */
import type { BadgeContent } from './badge-content.ts';
import type { Bitmap } from './bitmap.ts';
import { type BadgeLayout, dots, type FontWeight } from './layout.ts';
import {
  type MeasureLine,
  type PlannedBox,
  type PlannedElement,
  type PlannedQr,
  type PlannedText,
  planBadge,
} from './plan-badge.ts';
import { type Pixels, toBitmap } from './to-bitmap.ts';

/** The part of CanvasRenderingContext2D that a badge needs. */
export interface BadgeCanvas {
  fillStyle: unknown;
  font: string;
  textAlign: string;
  textBaseline: string;
  direction: string;
  fillRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number): void;
  measureText(text: string): {
    readonly width: number;
    readonly actualBoundingBoxLeft: number;
    readonly actualBoundingBoxRight: number;
  };
  save(): void;
  restore(): void;
  beginPath(): void;
  rect(x: number, y: number, width: number, height: number): void;
  clip(): void;
  translate(x: number, y: number): void;
  rotate(radians: number): void;
  getImageData(x: number, y: number, width: number, height: number): Pixels;
}

/** @returns a canvas of that size in dots, its reading not accelerated (`willReadFrequently`) */
export type OpenCanvas = (widthDots: number, heightDots: number) => BadgeCanvas;

const fonts = '"Inter", "Segoe UI", "Helvetica Neue", Arial, "Noto Sans", "Liberation Sans", sans-serif';

function fontOf(sizeDots: number, weight: FontWeight): string {
  return `${weight} ${sizeDots}px ${fonts}`;
}

/** Ink may reach beyond the advance of a line: both count. */
export function measureOn(canvas: BadgeCanvas): MeasureLine {
  return (line, sizeDots, weight) => {
    canvas.font = fontOf(sizeDots, weight);
    canvas.textAlign = 'left';
    const { width, actualBoundingBoxLeft, actualBoundingBoxRight } = canvas.measureText(line);
    return Math.max(width, actualBoundingBoxLeft + actualBoundingBoxRight);
  };
}

/**
 * Draws black on white over the whole label.
 *
 * @param dpi dots per inch of the printer
 * @returns what was drawn and where, for warnings
 */
export function drawBadge(
  canvas: BadgeCanvas,
  badge: BadgeContent,
  layout: BadgeLayout,
  dpi: number,
): readonly PlannedElement[] {
  canvas.fillStyle = '#fff';
  canvas.fillRect(0, 0, dots(layout.widthMm, dpi), dots(layout.heightMm, dpi));
  const plan = planBadge(badge, layout, dpi, measureOn(canvas));
  for (const element of plan) {
    canvas.save();
    canvas.beginPath();
    const { x, y, width, height } = element.box;
    canvas.rect(x, y, width, height);
    canvas.clip();
    drawElement(canvas, element);
    canvas.restore();
  }
  return plan;
}

/** Renders a person's badge at one bit a dot, the same in a kiosk's print and in the editor's preview. */
export function renderLabel(badge: BadgeContent, layout: BadgeLayout, dpi: number, openCanvas: OpenCanvas): Bitmap {
  const [width, height] = [dots(layout.widthMm, dpi), dots(layout.heightMm, dpi)];
  const canvas = openCanvas(width, height);
  drawBadge(canvas, badge, layout, dpi);
  return toBitmap(canvas.getImageData(0, 0, width, height));
}

function drawElement(canvas: BadgeCanvas, element: PlannedElement): void {
  canvas.fillStyle = '#000';
  if (element.kind === 'text') drawText(canvas, element);
  else if (element.kind === 'box') drawBox(canvas, element);
  else drawQr(canvas, element);
}

function drawBox(canvas: BadgeCanvas, { box, lineDots }: PlannedBox): void {
  const { x, y, width, height } = box;
  canvas.fillRect(x, y, width, height);
  if (lineDots === 0 || 2 * lineDots >= Math.min(width, height)) return;
  canvas.fillStyle = '#fff';
  canvas.fillRect(x + lineDots, y + lineDots, width - 2 * lineDots, height - 2 * lineDots);
}

function drawQr(canvas: BadgeCanvas, { left, top, moduleDots, modules }: PlannedQr): void {
  modules.forEach((row, y) => {
    row.forEach((black, x) => {
      if (black) canvas.fillRect(left + x * moduleDots, top + y * moduleDots, moduleDots, moduleDots);
    });
  });
}

function drawText(canvas: BadgeCanvas, text: PlannedText): void {
  turnInto(canvas, text);
  if (text.bar) {
    canvas.fillRect(text.bar.x, 0, text.bar.width, text.innerHeight);
    canvas.fillStyle = '#fff';
  }
  canvas.font = fontOf(text.sizeDots, text.weight);
  canvas.textBaseline = 'alphabetic';
  canvas.direction = text.rightToLeft ? 'rtl' : 'ltr';
  canvas.textAlign = text.side;
  for (const { text: line, baseline } of text.lines) canvas.fillText(line, text.x, baseline);
}

/** Moves the origin to where the text begins, its first line along the x axis. */
function turnInto(canvas: BadgeCanvas, { box, turn }: PlannedText): void {
  const { x, y, width, height } = box;
  const corner = { 0: [x, y], 90: [x + width, y], 180: [x + width, y + height], 270: [x, y + height] } as const;
  canvas.translate(...corner[turn]);
  if (turn !== 0) canvas.rotate((turn * Math.PI) / 180);
}
