/** The effect of a voucher on a price. Pure; whole minor units only. */
import { ok, type Result } from '../../base/result.ts';
import { exactMinorUnits, shareOf } from './money.ts';
import type { SellableType } from './price-steps.ts';
import type { VoucherRecord } from './voucher.ts';

export type VoucherTerms = Pick<VoucherRecord, 'effect' | 'percent' | 'value' | 'ticketTypes'> & {
  /** In tickets; null: unlimited. */
  readonly usesLeft: number | null;
};

/** Whether a voucher applies: to the ticket types it names; where it names none, to all admissions and to no add-on. */
export function voucherApplies(
  { ticketTypes }: Pick<VoucherTerms, 'ticketTypes'>,
  { id, kind }: Pick<SellableType, 'id' | 'kind'>,
): boolean {
  if (ticketTypes === null || ticketTypes.length === 0) return kind === 'admission';
  return ticketTypes.includes(id);
}

/** @returns 0 to `unit`, minor units; refuses a value that the currency cannot have */
export function discountOfUnit(
  { effect, percent, value }: Pick<VoucherTerms, 'effect' | 'percent' | 'value'>,
  unit: number,
  currency: string,
): Result<number> {
  if (effect === 'none') return ok(0);
  if (effect === 'percent') return ok(shareOf(unit, percent ?? 0, currency));
  const given = exactMinorUnits(value ?? 0, currency);
  if (!given.ok) return { ok: false, errors: [{ ...given.errors[0], path: 'voucher' }] };
  return ok(effect === 'amount' ? Math.min(unit, given.value) : Math.max(0, unit - given.value));
}
