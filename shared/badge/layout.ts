/**
 * The layout of a name badge as data: a label and elements in millimetres from its top left corner. Stored in the
 * event's `badgeLayout`; read by `read-layout.ts`, drawn by `draw-badge.ts`. Knows no printer and no canvas.
 */
import type { BadgeField } from './badge-content.ts';

export const layoutVersion = 1;

export interface Box {
  readonly xMm: number;
  readonly yMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Degrees clockwise; the element turns inside its box. */
export type Turn = 0 | 90 | 180 | 270;
export type FontWeight = 400 | 600 | 700;
/** `start` is where reading begins: the right side in Arabic and Hebrew. */
export type Align = 'start' | 'center' | 'end';
export type Vertical = 'top' | 'middle' | 'bottom';

interface ElementBase extends Box {
  /** Unique within the layout. */
  readonly id: string;
  /** Keys of the ticket types it is drawn for; empty: for all. */
  readonly ticketTypes: readonly string[];
}

export interface TextStyle {
  readonly turn: Turn;
  readonly maxLines: number;
  /** Font sizes between which the text is fitted. */
  readonly largestMm: number;
  readonly smallestMm: number;
  readonly weight: FontWeight;
  readonly align: Align;
  readonly vertical: Vertical;
  /** White on a black bar as wide as the text. */
  readonly inverse: boolean;
}

export interface TextElement extends ElementBase, TextStyle {
  readonly kind: 'text';
  readonly text: string;
}

export interface FieldElement extends ElementBase, TextStyle {
  readonly kind: 'field';
  readonly field: BadgeField;
}

/** The badge code. Its box includes the quiet zone. */
export interface QrElement extends ElementBase {
  readonly kind: 'qr';
}

export interface BoxElement extends ElementBase {
  readonly kind: 'box';
  /** Width of its border; 0: filled. */
  readonly lineMm: number;
}

export type BadgeElement = TextElement | FieldElement | QrElement | BoxElement;
export type WrittenElement = TextElement | FieldElement;

export interface BadgeLayout {
  readonly version: typeof layoutVersion;
  readonly widthMm: number;
  readonly heightMm: number;
  /** Resolution of the printer it was designed for, which the editor previews. A kiosk draws at its own printer's. */
  readonly dpi: number;
  /** Drawn in this order: later ones lie on top. */
  readonly elements: readonly BadgeElement[];
}

/** Bounds of the values of a layout. The sides keep its picture below what a printer takes (kiosk/bridge/bitmap.ts). */
export const layoutBounds = {
  sideMinMm: 15,
  sideMaxMm: 200,
  /** Limit of the shorter side: the widest head in the field is 4 inches. */
  shorterMaxMm: 110,
  dpi: [203, 300, 600],
  elementsMax: 40,
  elementMinMm: 1,
  textMax: 300,
  linesMax: 8,
  fontMinMm: 1.2,
  fontMaxMm: 40,
  lineMaxMm: 10,
  ticketTypesMax: 50,
} as const;

/** Smallest side of a code that phones read well. */
export const qrLegibleMm = 15;
/** ISO/IEC 18004 section 6.3.8 asks for four modules of white around a code. */
export const quietModules = 4;

export function isWritten(element: BadgeElement): element is WrittenElement {
  return element.kind === 'text' || element.kind === 'field';
}

/** @returns whole dots of a length on a printer */
export function dots(lengthMm: number, dpi: number): number {
  return Math.round((lengthMm * dpi) / 25.4);
}

export interface DotBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Edges are rounded, not sizes: what touches in millimetres touches in dots, and nothing passes the label's edge. */
export function boxInDots({ xMm, yMm, widthMm, heightMm }: Box, dpi: number): DotBox {
  const [x, y] = [dots(xMm, dpi), dots(yMm, dpi)];
  return { x, y, width: dots(xMm + widthMm, dpi) - x, height: dots(yMm + heightMm, dpi) - y };
}
