/** The operations of the editor on a layout: pure, layout in, layout out. Moves keep an element within its label. */

import { type BadgeElement, type BadgeLayout, type Box, layoutBounds, type TextStyle } from '#shared/badge/layout.ts';
import { t } from '../../../parts/text/text.ts';

export type ElementKind = BadgeElement['kind'];

/** Mouse and keyboard move and resize an element by multiples of this. */
export const gridMm = 0.5;

const style: TextStyle = {
  turn: 0,
  maxLines: 1,
  largestMm: 5,
  smallestMm: 2.4,
  weight: 400,
  align: 'start',
  vertical: 'middle',
  inverse: false,
};

const marginMm = 2;
const minMm = layoutBounds.elementMinMm;

/** Rounds to hundredths of a millimetre, which removes the rounding errors of sums. */
function tidy(mm: number): number {
  return Math.round(mm * 100) / 100;
}

export function toGrid(mm: number): number {
  return tidy(Math.round(mm / gridMm) * gridMm);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), Math.max(min, max));
}

export function elementOf(layout: BadgeLayout, id: string | null): BadgeElement | null {
  return layout.elements.find((element) => element.id === id) ?? null;
}

function freeId(layout: BadgeLayout, stem: string): string {
  const taken = new Set(layout.elements.map(({ id }) => id));
  for (let n = 1; ; n++) {
    const id = `${stem}-${n}`;
    if (!taken.has(id)) return id;
  }
}

function withElements(layout: BadgeLayout, elements: readonly BadgeElement[]): BadgeLayout {
  return { ...layout, elements };
}

export function isFull(layout: BadgeLayout): boolean {
  return layout.elements.length >= layoutBounds.elementsMax;
}

/** @returns the layout with a new element in its middle, and its id */
export function addElement(layout: BadgeLayout, kind: ElementKind): { layout: BadgeLayout; id: string } {
  const id = freeId(layout, kind);
  const room = { width: layout.widthMm - 2 * marginMm, height: layout.heightMm - 2 * marginMm };
  const wanted = { text: [40, 6], field: [50, 8], qr: [20, 20], box: [30, 6] }[kind] as [number, number];
  const [widthMm, heightMm] = [Math.min(wanted[0], room.width), Math.min(wanted[1], room.height)];
  const box = {
    xMm: toGrid((layout.widthMm - widthMm) / 2),
    yMm: toGrid((layout.heightMm - heightMm) / 2),
    widthMm,
    heightMm,
  };
  const base = { id, ...box, ticketTypes: [] };
  const made: BadgeElement = {
    text: { ...base, ...style, kind: 'text', text: t('text') } as const,
    field: { ...base, ...style, kind: 'field', field: 'name' } as const,
    qr: { ...base, kind: 'qr' } as const,
    box: { ...base, kind: 'box', lineMm: 0.4 } as const,
  }[kind];
  return { layout: withElements(layout, [...layout.elements, made]), id };
}

export function removeElement(layout: BadgeLayout, id: string): BadgeLayout {
  return withElements(
    layout,
    layout.elements.filter((element) => element.id !== id),
  );
}

export function duplicateElement(layout: BadgeLayout, id: string): { layout: BadgeLayout; id: string } {
  const found = elementOf(layout, id);
  if (!found) return { layout, id };
  const copyId = freeId(layout, found.kind);
  const at = layout.elements.indexOf(found) + 1;
  const elements = layout.elements.toSpliced(at, 0, { ...found, id: copyId });
  return { layout: moveElement(withElements(layout, elements), copyId, 2, 2), id: copyId };
}

/** @param change of the element's own kind */
export function patchElement(layout: BadgeLayout, id: string, change: Partial<BadgeElement>): BadgeLayout {
  return withElements(
    layout,
    layout.elements.map((element) => (element.id === id ? ({ ...element, ...change } as BadgeElement) : element)),
  );
}

/** Moves an element below or above its neighbour: later elements are drawn on top. */
export function reorderElement(layout: BadgeLayout, id: string, by: -1 | 1): BadgeLayout {
  const at = layout.elements.findIndex((element) => element.id === id);
  const to = at + by;
  const moved = layout.elements[at];
  if (!moved || to < 0 || to >= layout.elements.length) return layout;
  return withElements(layout, layout.elements.toSpliced(at, 1).toSpliced(to, 0, moved));
}

/** Moves an element, at most to the label's edges. */
export function moveElement(layout: BadgeLayout, id: string, byXMm: number, byYMm: number): BadgeLayout {
  const box = elementOf(layout, id);
  if (!box) return layout;
  return patchElement(layout, id, {
    xMm: tidy(clamp(box.xMm + byXMm, 0, layout.widthMm - box.widthMm)),
    yMm: tidy(clamp(box.yMm + byYMm, 0, layout.heightMm - box.heightMm)),
  });
}

export interface Sides {
  readonly left?: number;
  readonly top?: number;
  readonly right?: number;
  readonly bottom?: number;
}

/** Moves sides of an element by so many millimetres; it stays at least a millimetre and within the label. */
export function resizeElement(layout: BadgeLayout, id: string, by: Sides): BadgeLayout {
  const box = elementOf(layout, id);
  if (!box) return layout;
  const [right, bottom] = [box.xMm + box.widthMm, box.yMm + box.heightMm];
  const xMm = by.left ? clamp(box.xMm + by.left, 0, right - minMm) : box.xMm;
  const yMm = by.top ? clamp(box.yMm + by.top, 0, bottom - minMm) : box.yMm;
  const newRight = by.right ? clamp(right + by.right, box.xMm + minMm, layout.widthMm) : right;
  const newBottom = by.bottom ? clamp(bottom + by.bottom, box.yMm + minMm, layout.heightMm) : bottom;
  const next: Box = {
    xMm: tidy(xMm),
    yMm: tidy(yMm),
    widthMm: tidy(newRight - xMm),
    heightMm: tidy(newBottom - yMm),
  };
  return patchElement(layout, id, next);
}

/** Brings everything back into a label that has become smaller. */
export function bringInside(layout: BadgeLayout): BadgeLayout {
  const elements = layout.elements.map((element) => {
    const widthMm = Math.min(element.widthMm, layout.widthMm);
    const heightMm = Math.min(element.heightMm, layout.heightMm);
    const xMm = tidy(clamp(element.xMm, 0, layout.widthMm - widthMm));
    const yMm = tidy(clamp(element.yMm, 0, layout.heightMm - heightMm));
    return { ...element, xMm, yMm, widthMm, heightMm };
  });
  return withElements(layout, elements);
}

/** @returns what people call the element in lists */
export function elementName(element: BadgeElement, fieldNames: (field: string) => string): string {
  switch (element.kind) {
    case 'qr':
      return 'QR code';
    case 'box':
      return element.lineMm === 0 ? t('filled_box') : t('box');
    case 'field':
      return fieldNames(element.field);
    case 'text':
      return `“${element.text.slice(0, 24)}${element.text.length > 24 ? '…' : ''}”`;
  }
}
