/**
 * Decides where everything on a badge goes, in dots: fitted lines, their baselines, the modules of the code. Pure:
 * the caller brings the measure of text. Drawn by `draw-badge.ts`; the editor reads its warnings from it.
 */
import { encodeQR } from 'qr';
import { type BadgeContent, fieldText } from './badge-content.ts';
import { cleanBadgeText, fitText, lineHeight } from './fit-text.ts';
import {
  type BadgeElement,
  type BadgeLayout,
  boxInDots,
  type DotBox,
  dots,
  type FontWeight,
  quietModules,
  type Turn,
  type WrittenElement,
} from './layout.ts';

/** @returns the width in dots of a line in a font of a weight and a size in dots */
export type MeasureLine = (line: string, sizeDots: number, weight: FontWeight) => number;

/** Lines lie in the box as it reads: unturned, its origin the corner where the first line begins. */
export interface PlannedText {
  readonly kind: 'text';
  readonly id: string;
  readonly box: DotBox;
  readonly turn: Turn;
  /** The sides as the text sees them. */
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly weight: FontWeight;
  readonly sizeDots: number;
  readonly rightToLeft: boolean;
  readonly side: 'left' | 'center' | 'right';
  /** Position of `side`. */
  readonly x: number;
  readonly lines: readonly { readonly text: string; readonly baseline: number }[];
  /** The black bar that white text stands on. */
  readonly bar: { readonly x: number; readonly width: number } | null;
  /** Something of the text is missing. */
  readonly shortened: boolean;
}

export interface PlannedQr {
  readonly kind: 'qr';
  readonly id: string;
  readonly box: DotBox;
  readonly left: number;
  readonly top: number;
  readonly moduleDots: number;
  readonly modules: readonly (readonly boolean[])[];
}

export interface PlannedBox {
  readonly kind: 'box';
  readonly id: string;
  readonly box: DotBox;
  /** Width of the border; 0: filled. */
  readonly lineDots: number;
}

export type PlannedElement = PlannedText | PlannedQr | PlannedBox;

/** Height of the baseline in a line, from its top, as a fraction of the font size. */
const ascent = 0.93;
const barPaddingMm = 1.4;
const rightToLeftScript = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** @returns the elements for this ticket type, in the order of the layout; those with nothing to show are left out */
export function planBadge(
  content: BadgeContent,
  layout: BadgeLayout,
  dpi: number,
  measure: MeasureLine,
): readonly PlannedElement[] {
  return layout.elements
    .filter((element) => isFor(element, content))
    .map((element) => planElement(element, content, dpi, measure))
    .filter((planned) => planned !== null);
}

function isFor({ ticketTypes }: BadgeElement, { ticketType }: BadgeContent): boolean {
  return ticketTypes.length === 0 || (ticketType !== null && ticketTypes.includes(ticketType));
}

function planElement(
  element: BadgeElement,
  content: BadgeContent,
  dpi: number,
  measure: MeasureLine,
): PlannedElement | null {
  const box = boxInDots(element, dpi);
  switch (element.kind) {
    case 'qr':
      return content.badgeCode === null ? null : planQr(element.id, content.badgeCode, box);
    case 'box':
      return { kind: 'box', id: element.id, box, lineDots: element.lineMm === 0 ? 0 : atLeastOne(element.lineMm, dpi) };
    case 'text':
      return planText(element, element.text, box, dpi, measure);
    case 'field':
      return planText(element, fieldText(content, element.field), box, dpi, measure);
  }
}

function atLeastOne(lengthMm: number, dpi: number): number {
  return Math.max(1, dots(lengthMm, dpi));
}

function planText(
  element: WrittenElement,
  text: string,
  box: DotBox,
  dpi: number,
  measure: MeasureLine,
): PlannedText | null {
  const lying = element.turn === 90 || element.turn === 270;
  const [innerWidth, innerHeight] = lying ? [box.height, box.width] : [box.width, box.height];
  const padding = element.inverse ? dots(barPaddingMm, dpi) : 0;
  const width = (line: string, sizeDots: number): number => measure(line, sizeDots, element.weight);
  const fitted = fitText(
    {
      text,
      widthDots: innerWidth - 2 * padding,
      heightDots: innerHeight,
      maxLines: element.maxLines,
      largestDots: dots(element.largestMm, dpi),
      smallestDots: dots(element.smallestMm, dpi),
    },
    width,
  );
  const missing = cleanBadgeText(text) !== '' && fitted.lines.length === 0;
  if (fitted.lines.length === 0 && !missing) return null;
  const { sizeDots } = fitted;
  const step = sizeDots * lineHeight;
  const slack = innerHeight - step * fitted.lines.length;
  const above = { top: 0, middle: slack / 2, bottom: slack }[element.vertical];
  const rightToLeft = rightToLeftScript.test(firstLetter(text));
  const side = sideOf(element, rightToLeft);
  const x = { left: padding, center: innerWidth / 2, right: innerWidth - padding }[side];
  const widest = Math.max(0, ...fitted.lines.map((line) => width(line, sizeDots)));
  const barWidth = widest + 2 * padding;
  const barX = { left: 0, center: (innerWidth - barWidth) / 2, right: innerWidth - barWidth }[side];
  return {
    kind: 'text',
    id: element.id,
    box,
    turn: element.turn,
    innerWidth,
    innerHeight,
    weight: element.weight,
    sizeDots,
    rightToLeft,
    side,
    x,
    lines: fitted.lines.map((line, i) => ({ text: line, baseline: Math.round(above + step * i + sizeDots * ascent) })),
    bar: element.inverse && !missing ? { x: barX, width: barWidth } : null,
    shortened: fitted.shortened || missing,
  };
}

function sideOf({ align }: WrittenElement, rightToLeft: boolean): PlannedText['side'] {
  if (align === 'center') return 'center';
  return (align === 'start') === rightToLeft ? 'right' : 'left';
}

function firstLetter(text: string): string {
  return /\p{L}/u.exec(cleanBadgeText(text))?.[0] ?? '';
}

/** Whole dots a module, aligned to the dot grid: a module of 4.6 dots would have ragged edges after thresholding. */
function planQr(id: string, text: string, box: DotBox): PlannedQr | null {
  // The library insists on a border of at least one module; the quiet zone is the box's.
  const bordered = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  const modules = bordered.slice(1, -1).map((row) => row.slice(1, -1));
  const moduleDots = Math.floor(Math.min(box.width, box.height) / (modules.length + 2 * quietModules));
  if (moduleDots < 1) return null;
  const left = box.x + Math.floor((box.width - moduleDots * modules.length) / 2);
  const top = box.y + Math.floor((box.height - moduleDots * modules.length) / 2);
  return { kind: 'qr', id, box, left, top, moduleDots, modules };
}
