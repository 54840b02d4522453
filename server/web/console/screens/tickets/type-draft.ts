/** A ticket type as its form holds it: numbers and times as typed, times in `timezone`; an empty quantity is unlimited. */

import { fromZonedInput, zonedInput } from '#shared/base/zoned-input.ts';
import { refuseField } from '../../../parts/as-error.ts';
import { fieldText, numberOrNull, textOrNull, wholeOrNull } from '../../../parts/form/values.ts';
import { t } from '../../../parts/text/text.ts';
import type { PriceStep, TicketType } from './ticket-type.ts';

export interface StepDraft {
  readonly name: string;
  readonly from: string;
  readonly price: string;
  readonly quantity: string;
}

export interface TypeDraft {
  readonly timezone: string;
  readonly name: string;
  readonly description: string;
  readonly price: string;
  readonly currency: string;
  readonly quantity: string;
  readonly minPerOrder: string;
  readonly maxPerOrder: string;
  readonly steps: readonly StepDraft[];
  readonly saleStart: string;
  readonly saleEnd: string;
  readonly taxPercent: string;
  readonly taxName: string;
  readonly taxIncluded: boolean;
  readonly hidden: boolean;
  readonly isAddOn: boolean;
  readonly addOnTo: readonly string[];
  readonly walkIn: boolean;
}

export function emptyType(timezone: string, currency: string): TypeDraft {
  return {
    timezone,
    name: '',
    description: '',
    price: '0',
    currency,
    quantity: '',
    minPerOrder: '1',
    maxPerOrder: '10',
    steps: [],
    saleStart: '',
    saleEnd: '',
    taxPercent: '0',
    taxName: '',
    taxIncluded: true,
    hidden: false,
    isAddOn: false,
    addOnTo: [],
    walkIn: false,
  };
}

export function draftOfType(type: TicketType, timezone: string): TypeDraft {
  const field = (iso: string | null) => (iso === null ? '' : zonedInput(Date.parse(iso), timezone));
  return {
    timezone,
    name: type.name,
    description: type.description ?? '',
    price: fieldText(type.price),
    currency: type.currency,
    quantity: type.quantity < 0 ? '' : fieldText(type.quantity),
    minPerOrder: fieldText(type.minPerOrder),
    maxPerOrder: fieldText(type.maxPerOrder),
    steps: (type.priceSteps ?? []).map(({ name, from, price, quantity }) => ({
      name,
      from: field(from),
      price: fieldText(price),
      quantity: fieldText(quantity),
    })),
    saleStart: field(type.saleStart),
    saleEnd: field(type.saleEnd),
    taxPercent: fieldText(type.taxPercent),
    taxName: type.taxName ?? '',
    taxIncluded: type.taxIncluded,
    hidden: type.hidden,
    isAddOn: type.kind === 'add_on',
    addOnTo: type.addOnTo ?? [],
    walkIn: type.walkIn,
  };
}

function stepOf({ name, from, price, quantity }: StepDraft, n: number, timezone: string): PriceStep {
  const path = (field: keyof StepDraft) => `priceSteps[${n}].${field}`;
  const at = fromZonedInput(from, timezone);
  const value = numberOrNull(price, path('price'));
  const missing = name.trim() === '' ? 'name' : at === null ? 'from' : value === null ? 'price' : null;
  if (missing !== null) refuseField(path(missing), 'required', t('step_needs_a_name_a_time', { value: n + 1 }), null);
  const limit = wholeOrNull(quantity, path('quantity'));
  return { name: name.trim(), from: at ?? '', price: value ?? 0, ...(limit !== null && { quantity: limit }) };
}

/** @throws GatehouseError beside the row that is wrong */
export function valuesOfType(draft: TypeDraft): Partial<TicketType> {
  const { timezone } = draft;
  return {
    name: draft.name.trim(),
    description: textOrNull(draft.description),
    price: numberOrNull(draft.price, 'price') ?? 0,
    currency: draft.currency,
    quantity: wholeOrNull(draft.quantity, 'quantity') ?? -1,
    minPerOrder: wholeOrNull(draft.minPerOrder, 'minPerOrder') ?? 1,
    maxPerOrder: wholeOrNull(draft.maxPerOrder, 'maxPerOrder') ?? 10,
    priceSteps: draft.steps.map((step, n) => stepOf(step, n, timezone)),
    saleStart: fromZonedInput(draft.saleStart, timezone),
    saleEnd: fromZonedInput(draft.saleEnd, timezone),
    taxPercent: numberOrNull(draft.taxPercent, 'taxPercent') ?? 0,
    taxName: textOrNull(draft.taxName),
    taxIncluded: draft.taxIncluded,
    hidden: draft.hidden,
    kind: draft.isAddOn ? 'add_on' : 'admission',
    addOnTo: draft.isAddOn ? draft.addOnTo : [],
    walkIn: draft.walkIn,
  };
}
