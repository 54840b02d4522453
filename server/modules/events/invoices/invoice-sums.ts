/** Lines and sums of invoices and credit notes. Pure; whole minor units. */
import type { InvoiceLine, InvoiceTaxSum } from '#shared/modules/events/invoice.ts';
import { feeOfRefund, stepOf } from '#shared/modules/events/money.ts';

/** Net, tax and gross for each rate: what the lines of the rate add up to. */
export function taxSumsOf(lines: readonly InvoiceLine[]): readonly InvoiceTaxSum[] {
  const sums = new Map<string, InvoiceTaxSum>();
  for (const { amount, net, tax, taxName: name, taxPercent: percent } of lines) {
    const key = JSON.stringify([percent, name]);
    const known = sums.get(key) ?? { percent, name, net: 0, tax: 0, amount: 0 };
    sums.set(key, { ...known, net: known.net + net, tax: known.tax + tax, amount: known.amount + amount });
  }
  return [...sums.values()].sort((a, b) => b.percent - a.percent);
}

export function totalsOf(lines: readonly InvoiceLine[]) {
  const sum = (of: 'net' | 'tax' | 'amount') => lines.reduce((total, line) => total + line[of], 0);
  return { net: sum('net'), tax: sum('tax'), amount: sum('amount') };
}

/** In proportion to what is left of each part, in the currency’s steps; adds up exactly, no part above what is left. */
function spread(amount: number, left: readonly number[], currency: string): readonly number[] {
  const step = stepOf(currency);
  const whole = left.reduce((sum, one) => sum + one, 0);
  const wanted = Math.min(amount, whole);
  const shares = left.map((one) =>
    whole === 0 ? 0 : Number((BigInt(wanted) * BigInt(one)) / BigInt(whole) / BigInt(step)) * step,
  );
  let rest = wanted - shares.reduce((sum, one) => sum + one, 0);
  for (let i = 0; i < shares.length && rest > 0; i += 1) {
    const more = Math.min(step, rest, left[i]! - shares[i]!);
    shares[i]! += more;
    rest -= more;
    // Less than a step is left of the last part only where the amount itself is no multiple of it.
    if (i === shares.length - 1 && rest > 0 && shares.some((share, at) => share < left[at]!)) i = -1;
  }
  return shares;
}

/** A line that is partly or wholly credited, with its place in the invoice. */
export interface CreditedLine extends InvoiceLine {
  readonly at: number;
}

/**
 * The lines of a credit note for a refund of one registration.
 *
 * @param lines of the invoice
 * @param before lines of earlier credit notes of the same invoice
 * @param amount minor units that are given back; more than is left counts as what is left
 */
export function creditLines(
  lines: readonly InvoiceLine[],
  before: readonly CreditedLine[],
  {
    amount,
    currency,
    registration,
  }: { readonly amount: number; readonly currency: string; readonly registration: string },
): readonly CreditedLine[] {
  const own = lines.flatMap((line, at) =>
    line.registration === registration && line.amount > 0 ? [{ ...line, at }] : [],
  );
  const gone = own.map(({ at }) => {
    const earlier = before.filter((one) => one.at === at);
    return { amount: earlier.reduce((s, one) => s + one.amount, 0), tax: earlier.reduce((s, one) => s + one.tax, 0) };
  });
  const shares = spread(
    amount,
    own.map((line, i) => line.amount - gone[i]!.amount),
    currency,
  );
  return own.flatMap((line, i) => {
    const share = shares[i]!;
    if (share === 0) return [];
    // A function of the sum of all credits, so that several of them add up to the tax of the line.
    const tax = feeOfRefund(line.tax, gone[i]!.amount + share, line.amount, currency) - gone[i]!.tax;
    return [{ ...line, tax, net: share - tax, amount: share }];
  });
}
