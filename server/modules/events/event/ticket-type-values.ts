/** Ticket types from the interface's form to the stored one: price to minor units, currency in capitals. Pure. */
import { ok, type Refusal, type Result } from '#shared/base/result.ts';
import type { ticketTypeInput } from '#shared/modules/events/actions.ts';
import { minorUnits } from '#shared/modules/events/money.ts';
import { refusal } from '#shared/modules/events/refusals.ts';
import type { ValuesOf } from '#shared/schema/infer.ts';
import { timeOf } from './event-status.ts';

export type TicketTypeInput = ValuesOf<typeof ticketTypeInput>;

/** @param path of the ticket type in the body, e.g. `tickets[0]`; empty for a record of its own */
export function checkTicketType(
  type: Pick<TicketTypeInput, 'price' | 'currency' | 'saleStart' | 'saleEnd'>,
  path: string,
): Result<{ readonly amount: number; readonly currency: string }> {
  const at = (field: string) => (path === '' ? field : `${path}.${field}`);
  const currency = type.currency.toUpperCase();
  const problems: Refusal[] = [];
  const amount = minorUnits(type.price, currency);
  if (!amount.ok) {
    const [error] = amount.errors;
    problems.push({ ...error, path: at(error.code === 'currency_unsupported' ? 'currency' : 'price') });
  }
  if (type.saleStart !== null && type.saleEnd !== null && timeOf(type.saleEnd) <= timeOf(type.saleStart)) {
    problems.push(refusal('sale_ends_before_start', { path: at('saleEnd') }));
  }
  const [first, ...more] = problems;
  if (first) return { ok: false, errors: [first, ...more] };
  return ok({ amount: amount.ok ? amount.value : 0, currency });
}

export type TicketTypeValues = Readonly<Record<string, unknown>> & { readonly key: string };

/** @returns values to store, in the order given, without `event` and `position` */
export function ticketTypeValues(inputs: readonly TicketTypeInput[]): Result<readonly TicketTypeValues[]> {
  const problems: Refusal[] = [];
  const seen = new Set<string>();
  const values = inputs.map((input, i): TicketTypeValues => {
    const { id, ...rest } = input;
    if (seen.has(id)) problems.push(refusal('duplicate_ticket_id', { path: `tickets[${i}].id` }));
    seen.add(id);
    const money = checkTicketType(input, `tickets[${i}]`);
    if (!money.ok) problems.push(...money.errors);
    return { ...rest, key: id, ...(money.ok && money.value) };
  });
  const [first, ...more] = problems;
  return first ? { ok: false, errors: [first, ...more] } : ok(values);
}
