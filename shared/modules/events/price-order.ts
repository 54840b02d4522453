/**
 * Calculates the price of an order: price steps, voucher, taxes, add-ons. Pure; all amounts are whole minor units. The one
 * place where prices are calculated: offer, quote, order and the change of a ticket type call it.
 */
import { ok, type Result } from '../../base/result.ts';
import { maxAmount, minimumOf, priceOf, taxOf } from './money.ts';
import { type SellableType, splitBySteps } from './price-steps.ts';
import { refuseWith } from './refusals.ts';
import { discountOfUnit, type VoucherTerms, voucherApplies } from './voucher-terms.ts';

/** A ticket type wanted so many times by one attendee (or, in a quote, by several alike). */
export interface WantedLine<T extends SellableType = SellableType> {
  /** Index of the item that it belongs to: an add-on has that of its ticket. */
  readonly owner: number;
  readonly type: T;
  readonly quantity: number;
  /** Path of the item in the request, e.g. `items[2].ticketType`. */
  readonly path: string;
}

export interface PricedLine<T extends SellableType = SellableType> extends WantedLine<T> {
  /** Name of the price step; null: the price of the ticket type itself. */
  readonly step: string | null;
  /** Price of one, before discount. */
  readonly unit: number;
  /** Discount of the whole line. */
  readonly discount: number;
  /** Part of `amount`. */
  readonly tax: number;
  /** Gross: what is paid for the line. */
  readonly amount: number;
  /** Number of its tickets that the voucher was used for. */
  readonly voucherUses: number;
}

export interface TaxSum {
  readonly percent: number;
  readonly name: string | null;
  readonly included: boolean;
  /** The tax itself. */
  readonly amount: number;
  /** The sum it is a tax on, without the tax. */
  readonly net: number;
}

export interface PricedOrder<T extends SellableType = SellableType> {
  readonly lines: readonly PricedLine<T>[];
  readonly currency: string;
  readonly amount: number;
  readonly discount: number;
  readonly tax: number;
  readonly taxes: readonly TaxSum[];
  readonly voucherUses: number;
}

export interface PricingScene {
  readonly nowMs: number;
  /** Returns the number sold at a price step. */
  readonly soldAt: (typeId: string, step: string) => number;
  readonly voucher: VoucherTerms | null;
}

interface Discounted<T extends SellableType> extends WantedLine<T> {
  readonly step: string | null;
  readonly unit: number;
  readonly discount: number;
  readonly voucherUses: number;
}

/** The voucher is used for the first tickets it applies to, as long as it has uses left. */
function discounted<T extends SellableType>(
  wanted: readonly WantedLine<T>[],
  { nowMs, soldAt, voucher }: PricingScene,
): Result<readonly Discounted<T>[]> {
  let usesLeft = voucher?.usesLeft ?? Number.POSITIVE_INFINITY;
  const lines: Discounted<T>[] = [];
  for (const { line, step, unit, quantity } of splitBySteps(wanted, nowMs, soldAt)) {
    const uses = voucher && voucherApplies(voucher, line.type) ? Math.min(quantity, usesLeft) : 0;
    usesLeft -= uses;
    const each = voucher && uses > 0 ? discountOfUnit(voucher, unit, line.type.currency) : ok(0);
    if (!each.ok) return each;
    const discount = uses * each.value;
    // The part that uses the voucher gets a line of its own: each line has one price.
    const parts = [
      { quantity: uses, voucherUses: uses, discount },
      { quantity: quantity - uses, voucherUses: 0, discount: 0 },
    ];
    for (const part of parts) if (part.quantity > 0) lines.push({ ...line, ...part, step, unit });
  }
  return ok(lines);
}

const groupOf = ({ taxIncluded, taxName, taxPercent }: SellableType) =>
  JSON.stringify([taxPercent, taxName, taxIncluded]);

/** Tax of each line as a difference of running sums: the lines of one rate add up to the tax on their sum. */
function taxed<T extends SellableType>(lines: readonly Discounted<T>[], currency: string): readonly PricedLine<T>[] {
  const bases = new Map<string, number>();
  return lines.map((line) => {
    const { taxIncluded, taxPercent } = line.type;
    const group = groupOf(line.type);
    const before = bases.get(group) ?? 0;
    const base = line.unit * line.quantity - line.discount;
    bases.set(group, before + base);
    const on = (sum: number) => taxOf(sum, taxPercent, taxIncluded, currency);
    const tax = on(before + base) - on(before);
    return { ...line, tax, amount: taxIncluded ? base : base + tax };
  });
}

/** A total that is too small to be charged, as a voucher can leave it, is waived. */
function waived<T extends SellableType>(lines: readonly PricedLine<T>[]): readonly PricedLine<T>[] {
  return lines.map((line) => ({ ...line, discount: line.unit * line.quantity, tax: 0, amount: 0 }));
}

function taxSums(lines: readonly PricedLine[]): readonly TaxSum[] {
  const sums = new Map<string, TaxSum>();
  for (const { amount, tax, type } of lines) {
    const { taxIncluded: included, taxName: name, taxPercent: percent } = type;
    const known = sums.get(groupOf(type)) ?? { percent, name, included, amount: 0, net: 0 };
    sums.set(groupOf(type), { ...known, amount: known.amount + tax, net: known.net + amount - tax });
  }
  return [...sums.values()].filter(({ percent }) => percent > 0);
}

const sumOf = (lines: readonly PricedLine[], of: 'amount' | 'discount' | 'tax' | 'voucherUses') =>
  lines.reduce((sum, line) => sum + line[of], 0);

/**
 * @param wanted in the order of the request, at least one
 * @returns the order; refuses with `mixed_currencies`, `amount_above_maximum`, and the codes of `discountOfUnit`
 */
export function priceOrder<T extends SellableType>(
  wanted: readonly WantedLine<T>[],
  scene: PricingScene,
): Result<PricedOrder<T>> {
  const currency = wanted[0]?.type.currency ?? '';
  const other = wanted.find(({ type }) => type.currency !== currency);
  if (other)
    return refuseWith('mixed_currencies', {
      path: other.path,
      detail: { currencies: [currency, other.type.currency] },
    });
  const cheaper = discounted(wanted, scene);
  if (!cheaper.ok) return cheaper;
  const priced = taxed(cheaper.value, currency);
  const total = sumOf(priced, 'amount');
  if (total > maxAmount)
    return refuseWith('amount_above_maximum', { path: 'items', detail: { maximum: priceOf(maxAmount, currency) } });
  const lines = total < minimumOf(currency) ? waived(priced) : priced;
  return ok({
    lines,
    currency,
    amount: sumOf(lines, 'amount'),
    discount: sumOf(lines, 'discount'),
    tax: sumOf(lines, 'tax'),
    taxes: taxSums(lines),
    voucherUses: sumOf(lines, 'voucherUses'),
  });
}
