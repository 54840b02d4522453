/** Sums of invoices and credit notes. Pure; whole minor units. */
import type { InvoiceLine, InvoiceTaxSum } from '#shared/modules/events/invoice.ts';

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
