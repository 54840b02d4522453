/**
 * Warnings of the editor about a layout before it is printed: text that would be cut, QR codes too small, elements outside the
 * label or over a QR code, and no field for the name.
 */
import type { BadgeContent } from './badge-content.ts';
import { type BadgeLayout, type Box, qrLegibleMm } from './layout.ts';
import { type MeasureLine, planBadge } from './plan-badge.ts';
import { isInside } from './read-layout.ts';

export interface LayoutWarning {
  readonly code: 'text_cut' | 'qr_small' | 'outside_label' | 'covers_qr' | 'no_name';
  /** Null: the layout as a whole. */
  readonly elementId: string | null;
  /** With `text_cut`: the first person whose text is cut. */
  readonly person: string | null;
}

/** @param people the people whose badges are tried with the layout */
export function layoutWarnings(
  layout: BadgeLayout,
  people: readonly { readonly label: string; readonly content: BadgeContent }[],
  measure: MeasureLine,
): readonly LayoutWarning[] {
  const warnings: LayoutWarning[] = [];
  const add = (code: LayoutWarning['code'], elementId: string | null, person: string | null = null) =>
    warnings.push({ code, elementId, person });
  const codes = layout.elements.filter(({ kind }) => kind === 'qr');
  for (const element of layout.elements) {
    if (!isInside(element, layout)) add('outside_label', element.id);
    if (element.kind === 'qr' && Math.min(element.widthMm, element.heightMm) < qrLegibleMm) add('qr_small', element.id);
    const covers = element.kind !== 'qr' && codes.some((code) => overlaps(element, code));
    if (covers) add('covers_qr', element.id);
  }
  if (!layout.elements.some((element) => element.kind === 'field' && element.field === 'name')) add('no_name', null);
  const cut = new Set<string>();
  for (const { label, content } of people) {
    for (const planned of planBadge(content, layout, layout.dpi, measure)) {
      if (planned.kind !== 'text' || !planned.shortened || cut.has(planned.id)) continue;
      cut.add(planned.id);
      add('text_cut', planned.id, label);
    }
  }
  return warnings;
}

function overlaps(a: Box, b: Box): boolean {
  const across = a.xMm < b.xMm + b.widthMm && b.xMm < a.xMm + a.widthMm;
  return across && a.yMm < b.yMm + b.heightMm && b.yMm < a.yMm + a.heightMm;
}
