/**
 * Parses every layout from outside: what the editor saves and what a kiosk finds in its event. An invalid layout is
 * refused with its problems and their paths; a kiosk then prints the built-in one, and says so.
 */
import { assert } from '../base/assert.ts';
import { ok, type Refusal, type Result } from '../base/result.ts';
import type { Field } from '../schema/field.ts';
import type { ValuesOf } from '../schema/infer.ts';
import { validate } from '../schema/validate.ts';
import { isBadgeField } from './badge-content.ts';
import { defaultLayout } from './default-layout.ts';
import { type BadgeElement, type BadgeLayout, type Box, layoutBounds, layoutVersion, type Turn } from './layout.ts';

const { sideMinMm, sideMaxMm, fontMinMm, fontMaxMm } = layoutBounds;
const length = { type: 'number', required: true, min: 0, max: sideMaxMm } as const;
const side = { type: 'number', required: true, min: sideMinMm, max: sideMaxMm } as const;
const font = { type: 'number', min: fontMinMm, max: fontMaxMm } as const;

const elementFields = [
  { name: 'id', type: 'text', required: true, maxLength: 40, pattern: '^[A-Za-z0-9_-]+$' },
  { name: 'kind', type: 'select', options: ['text', 'field', 'qr', 'box'], required: true },
  { name: 'xMm', ...length },
  { name: 'yMm', ...length },
  { name: 'widthMm', ...length, min: layoutBounds.elementMinMm },
  { name: 'heightMm', ...length, min: layoutBounds.elementMinMm },
  { name: 'ticketTypes', type: 'array', of: 'text', maxItems: layoutBounds.ticketTypesMax, maxLength: 64, default: [] },
  { name: 'text', type: 'text', maxLength: layoutBounds.textMax },
  { name: 'field', type: 'text', maxLength: 80 },
  { name: 'turn', type: 'integer', required: true, default: 0 },
  { name: 'maxLines', type: 'integer', required: true, default: 1, min: 1, max: layoutBounds.linesMax },
  { name: 'largestMm', ...font, required: true, default: 4 },
  { name: 'smallestMm', ...font, required: true, default: 2.4 },
  { name: 'weight', type: 'integer', required: true, default: 400 },
  { name: 'align', type: 'select', options: ['start', 'center', 'end'], required: true, default: 'start' },
  { name: 'vertical', type: 'select', options: ['top', 'middle', 'bottom'], required: true, default: 'middle' },
  { name: 'inverse', type: 'boolean', required: true, default: false },
  { name: 'lineMm', type: 'number', required: true, default: 0, min: 0, max: layoutBounds.lineMaxMm },
] as const satisfies readonly Field[];

const layoutFields = [
  { name: 'version', type: 'integer', required: true, min: layoutVersion, max: layoutVersion },
  { name: 'widthMm', ...side },
  { name: 'heightMm', ...side },
  { name: 'dpi', type: 'integer', required: true, default: 300 },
  {
    name: 'elements',
    type: 'array',
    of: 'group',
    required: true,
    maxItems: layoutBounds.elementsMax,
    fields: elementFields,
  },
] as const satisfies readonly Field[];

type StoredElement = ValuesOf<typeof elementFields>;

/** Tolerance in millimetres: sums of tenths are not exact. */
const hairMm = 1e-6;

export function isInside(box: Box, label: { readonly widthMm: number; readonly heightMm: number }): boolean {
  return (
    box.xMm >= 0 &&
    box.yMm >= 0 &&
    box.xMm + box.widthMm <= label.widthMm + hairMm &&
    box.yMm + box.heightMm <= label.heightMm + hairMm
  );
}

const turns: readonly number[] = [0, 90, 180, 270];
const weights: readonly number[] = [400, 600, 700];

function problemsOf(element: StoredElement, layout: { readonly widthMm: number; readonly heightMm: number }) {
  const problems: { at: keyof StoredElement; code: string; message: string }[] = [];
  const add = (at: keyof StoredElement, code: string, message: string) => problems.push({ at, code, message });
  if (!isInside(element, layout)) add('xMm', 'outside_label', 'Every element must lie within the label.');
  if (!turns.includes(element.turn))
    add('turn', 'invalid_option', 'An element must be turned by 0, 90, 180 or 270 degrees.');
  if (!weights.includes(element.weight)) add('weight', 'invalid_option', 'A weight must be 400, 600 or 700.');
  if (element.smallestMm > element.largestMm)
    add('smallestMm', 'too_large', 'The smallest font size is above the largest.');
  if (element.kind === 'field' && !isBadgeField(element.field ?? ''))
    add('field', 'invalid_option', 'A badge has no such field.');
  return problems;
}

/**
 * @returns the layout with its defaults filled in, or problems with their paths: those of single fields, or where there are
 *   none, those of the layout as a whole
 */
export function readLayout(stored: unknown): Result<BadgeLayout> {
  const checked = validate(layoutFields, stored, { mode: 'create', unknown: 'drop' });
  if (!checked.ok) return checked;
  const { widthMm, heightMm, dpi, elements } = checked.value;
  const problems: Refusal[] = [];
  const add = (path: string, code: string, message: string) => problems.push({ path, code, message });
  if (!(layoutBounds.dpi as readonly number[]).includes(dpi))
    add('dpi', 'invalid_option', `The resolution must be ${layoutBounds.dpi.join(', ')} dots per inch.`);
  if (Math.min(widthMm, heightMm) > layoutBounds.shorterMaxMm)
    add('widthMm', 'too_large', `The shorter side must be at most ${layoutBounds.shorterMaxMm} mm.`);
  const ids = new Set<string>();
  elements.forEach((element, i) => {
    if (ids.has(element.id)) add(`elements[${i}].id`, 'duplicate_id', 'Two elements have the same ID.');
    ids.add(element.id);
    for (const { at, code, message } of problemsOf(element, checked.value)) add(`elements[${i}].${at}`, code, message);
  });
  const [first, ...more] = problems;
  if (first) return { ok: false, errors: [first, ...more] };
  return ok({ version: layoutVersion, widthMm, heightMm, dpi, elements: elements.map(toElement) });
}

/** Layout that a kiosk prints: the event's own, or the built-in one. */
export interface LayoutInUse {
  readonly layout: BadgeLayout;
  /** `broken`: the event has one that cannot be printed. */
  readonly origin: 'event' | 'built-in' | 'broken';
}

/** @param stored `badgeLayout` of an event; null: none was designed */
export function layoutInUse(stored: unknown): LayoutInUse {
  if (stored === null || stored === undefined) return { layout: defaultLayout, origin: 'built-in' };
  const read = readLayout(stored);
  return read.ok ? { layout: read.value, origin: 'event' } : { layout: defaultLayout, origin: 'broken' };
}

function toElement(stored: StoredElement): BadgeElement {
  const { id, xMm, yMm, widthMm, heightMm, kind } = stored;
  const base = { id, xMm, yMm, widthMm, heightMm, ticketTypes: stored.ticketTypes ?? [] };
  if (kind === 'qr') return { ...base, kind };
  if (kind === 'box') return { ...base, kind, lineMm: stored.lineMm };
  const { maxLines, largestMm, smallestMm, align, vertical, inverse } = stored;
  const turn = stored.turn as Turn;
  const weight = stored.weight as 400 | 600 | 700;
  const style = { turn, maxLines, largestMm, smallestMm, weight, align, vertical, inverse };
  if (kind === 'text') return { ...base, ...style, kind, text: stored.text ?? '' };
  const field = stored.field ?? '';
  assert(isBadgeField(field), 'checked before');
  return { ...base, ...style, kind, field };
}
