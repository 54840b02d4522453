/**
 * What a name badge looks like, as data: boxes in millimetres from the top left corner of the label.
 * Knows no printer and no canvas; `draw-badge.ts` draws it.
 */
import type { BadgeContent } from './ports.ts';

export interface Box {
  readonly xMm: number;
  readonly yMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

export interface TextBlock {
  readonly kind: 'text';
  readonly content: Exclude<keyof BadgeContent, 'badgeCode'>;
  readonly box: Box;
  readonly maxLines: number;
  /** Font sizes between which the text is fitted. */
  readonly largestMm: number;
  readonly smallestMm: number;
  readonly weight: 400 | 600 | 700;
  readonly vertical: 'top' | 'middle' | 'bottom';
  /** White on a black bar as wide as the text. */
  readonly inverse: boolean;
}

export interface QrBlock {
  readonly kind: 'qr';
  /** Includes the quiet zone. */
  readonly box: Box;
  /** ISO/IEC 18004 section 6.3.8 asks for four. */
  readonly quietModules: number;
}

export interface BadgeLayout {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly blocks: readonly (TextBlock | QrBlock)[];
}

const plain = { kind: 'text', weight: 400, vertical: 'middle', inverse: false } as const;

/** 86 × 54 mm, the size of a bank card: the usual label and lanyard sleeve. */
export const defaultLayout: BadgeLayout = {
  widthMm: 86,
  heightMm: 54,
  blocks: [
    {
      ...plain,
      content: 'eventName',
      box: { xMm: 3.5, yMm: 2.5, widthMm: 79, heightMm: 5 },
      maxLines: 1,
      largestMm: 3.2,
      smallestMm: 2.4,
      weight: 600,
    },
    {
      ...plain,
      content: 'name',
      box: { xMm: 3.5, yMm: 8, widthMm: 79, heightMm: 20.5 },
      maxLines: 2,
      largestMm: 13,
      smallestMm: 4.2,
      weight: 700,
    },
    {
      ...plain,
      content: 'company',
      box: { xMm: 3.5, yMm: 29.5, widthMm: 54, heightMm: 8.5 },
      maxLines: 2,
      largestMm: 4.8,
      smallestMm: 2.8,
      weight: 600,
    },
    {
      ...plain,
      content: 'role',
      box: { xMm: 3.5, yMm: 38, widthMm: 54, heightMm: 5.5 },
      maxLines: 1,
      largestMm: 3.8,
      smallestMm: 2.6,
    },
    {
      ...plain,
      content: 'ticketTypeName',
      box: { xMm: 3.5, yMm: 44.5, widthMm: 54, heightMm: 6.5 },
      maxLines: 1,
      largestMm: 3.8,
      smallestMm: 2.6,
      weight: 700,
      inverse: true,
    },
    { kind: 'qr', box: { xMm: 59.5, yMm: 28.5, widthMm: 23, heightMm: 23 }, quietModules: 4 },
  ],
};

/** @returns whole dots of a length on a printer */
export function dots(lengthMm: number, dpi: number): number {
  return Math.round((lengthMm * dpi) / 25.4);
}
