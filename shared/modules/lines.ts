/**
 * Lines of an order, a quote, an invoice, and what they come to. Whole minor units throughout: a line is rounded half up,
 * the discount is spread over the lines in proportion before tax, tax is rounded per line.
 */
import type { Field } from '../schema/field.ts';
import { currency } from './currency.ts';

/** Maximum number of lines of one order, cart, quote or invoice. */
export const linesMax = 200;
/** A line's quantity counts in thousandths. */
const thousand = 1_000n;
const basisPointsWhole = 10_000n;

export const lineFields = [
  { name: 'title', type: 'text', required: true, maxLength: 200 },
  {
    name: 'quantity',
    type: 'number',
    required: true,
    default: 1,
    min: 0.001,
    max: 10_000,
    note: 'Up to 3 decimals.',
  },
  { name: 'unitAmount', type: 'money', required: true, min: 0, max: 100_000_000, note: 'Minor units, without tax.' },
  { name: 'taxPercent', type: 'number', required: true, default: 0, min: 0, max: 100, note: 'Up to 2 decimals.' },
] as const satisfies readonly Field[];

export const totalFields = [
  { ...currency, required: true, note: 'ISO 4217.' },
  {
    name: 'discountAmount',
    type: 'money',
    required: true,
    default: 0,
    min: 0,
    note: 'Before tax; at most the subtotal.',
  },
  { name: 'subtotalAmount', type: 'money', required: true, readOnly: true, default: 0, note: 'Sum of the lines.' },
  { name: 'taxAmount', type: 'money', required: true, readOnly: true, default: 0 },
  { name: 'totalAmount', type: 'money', required: true, readOnly: true, default: 0, note: 'The amount to pay.' },
] as const satisfies readonly Field[];

export interface Line {
  readonly quantity: number;
  /** Minor units. */
  readonly unitAmount: number;
  readonly taxPercent: number;
}

/** In minor units. */
export interface Totals {
  readonly subtotalAmount: number;
  readonly taxAmount: number;
  readonly totalAmount: number;
}

function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/** @returns minor units of one line, without tax and before the discount */
export function lineAmount({ quantity, unitAmount }: Line): bigint {
  return halfUp(BigInt(Math.round(quantity * 1_000)) * BigInt(unitAmount), thousand);
}

/**
 * @param discount minor units off the subtotal; more than the subtotal counts as the subtotal
 * @param extra minor units on top that bear no tax here, e.g. shipping
 */
export function totalsOf(lines: readonly Line[], discount = 0, extra = 0): Totals {
  const amounts = lines.map(lineAmount);
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0n);
  const off = BigInt(discount) < subtotal ? BigInt(discount) : subtotal;
  let passed = 0n;
  let spread = 0n;
  let tax = 0n;
  lines.forEach((line, i) => {
    passed += amounts[i]!;
    // Each line bears the share of all lines so far, minus what is spread already: the parts add up to the discount exactly.
    const part = subtotal === 0n ? 0n : halfUp(off * passed, subtotal) - spread;
    spread += part;
    tax += halfUp((amounts[i]! - part) * BigInt(Math.round(line.taxPercent * 100)), basisPointsWhole);
  });
  return {
    subtotalAmount: Number(subtotal),
    taxAmount: Number(tax),
    totalAmount: Number(subtotal - off + tax + BigInt(extra)),
  };
}
