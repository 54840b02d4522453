/** Ticket types from the interface's form to the stored one: price to minor units, currency in capitals. Pure. */
import { ok, type Refusal, type Result } from '#shared/base/result.ts';
import type { ticketTypeInput } from '#shared/modules/events/actions.ts';
import { isWholeBasisPoints, minorUnits } from '#shared/modules/events/money.ts';
import { refusal } from '#shared/modules/events/refusals.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import { timeOf } from './event-status.ts';

export type TicketTypeInput = ValuesOf<typeof ticketTypeInput>;

type Priced = Pick<TicketTypeInput, 'price' | 'currency' | 'saleStart' | 'saleEnd'> &
  Partial<Pick<TicketTypeInput, 'priceSteps' | 'minPerOrder' | 'maxPerOrder' | 'taxPercent'>>;
type StepValues = NonNullable<TicketTypeInput['priceSteps']>[number] & { readonly amount: number };

export interface CheckedTicketType {
  /** Price in minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Ordered by time; absent where none were given. */
  readonly priceSteps?: readonly StepValues[];
}

type At = (field: string) => string;

/** Steps in the order of their times, each with its amount. */
function checkSteps(steps: NonNullable<Priced['priceSteps']>, currency: string, at: At, problems: Refusal[]) {
  const names = new Set<string>();
  const times = new Set<number>();
  const checked = steps.map((step, i): StepValues => {
    const time = timeOf(step.from);
    if (names.has(step.name) || times.has(time))
      problems.push(refusal('duplicate_price_step', { path: at(`priceSteps[${i}]`) }));
    names.add(step.name);
    times.add(time);
    const amount = minorUnits(step.price, currency);
    if (!amount.ok && amount.errors[0].code !== 'currency_unsupported')
      problems.push({ ...amount.errors[0], path: at(`priceSteps[${i}].price`) });
    return { ...step, amount: amount.ok ? amount.value : 0 };
  });
  return checked.sort((a, b) => timeOf(a.from) - timeOf(b.from));
}

function checkLimits({ maxPerOrder, minPerOrder, taxPercent }: Priced, at: At, problems: Refusal[]): void {
  if ((maxPerOrder ?? 10) < (minPerOrder ?? 1)) problems.push(refusal('max_below_min', { path: at('maxPerOrder') }));
  if (!isWholeBasisPoints(taxPercent ?? 0)) problems.push(refusal('percent_precision', { path: at('taxPercent') }));
}

/** @param path of the ticket type in the body, e.g. `tickets[0]`; empty for a record of its own */
export function checkTicketType(type: Priced, path: string): Result<CheckedTicketType> {
  const at = (field: string) => (path === '' ? field : `${path}.${field}`);
  const currency = type.currency.toUpperCase();
  const problems: Refusal[] = [];
  const amount = minorUnits(type.price, currency);
  if (!amount.ok) {
    const [error] = amount.errors;
    problems.push({ ...error, path: at(error.code === 'currency_unsupported' ? 'currency' : 'price') });
  }
  const priceSteps = type.priceSteps && checkSteps(type.priceSteps, currency, at, problems);
  checkLimits(type, at, problems);
  if (type.saleStart !== null && type.saleEnd !== null && timeOf(type.saleEnd) <= timeOf(type.saleStart)) {
    problems.push(refusal('sale_ends_before_start', { path: at('saleEnd') }));
  }
  const [first, ...more] = problems;
  if (first) return { ok: false, errors: [first, ...more] };
  return ok({ amount: amount.ok ? amount.value : 0, currency, ...(priceSteps && { priceSteps }) });
}

export type TicketTypeValues = Readonly<Record<string, unknown>> & {
  readonly key: string;
  readonly addOnTo: readonly string[] | null;
};

/**
 * @param known keys of the ticket types that the event has already: add-ons can name them
 * @returns values to store, in the order given, without `event` and `position`; `addOnTo` still has keys
 */
export function ticketTypeValues(
  inputs: readonly TicketTypeInput[],
  known: readonly string[] = [],
): Result<readonly TicketTypeValues[]> {
  const problems: Refusal[] = [];
  const seen = new Set<string>();
  const keys = new Set([...known, ...inputs.map(({ id }) => id)]);
  const values = inputs.map((input, i): TicketTypeValues => {
    const { id, ...rest } = input;
    if (seen.has(id)) problems.push(refusal('duplicate_ticket_id', { path: `tickets[${i}].id` }));
    seen.add(id);
    for (const [n, key] of (input.addOnTo ?? []).entries())
      if (!keys.has(key)) problems.push(refusal('ticket_type_unknown', { path: `tickets[${i}].addOnTo[${n}]` }));
    const money = checkTicketType(input, `tickets[${i}]`);
    if (!money.ok) problems.push(...money.errors);
    return { ...rest, key: id, ...(money.ok && money.value) };
  });
  const [first, ...more] = problems;
  return first ? { ok: false, errors: [first, ...more] } : ok(values);
}
