/** The lines of a credit note: what of an invoice stands no more, and what stands instead. Pure; whole minor units. */
import type { InvoiceLine } from '#shared/modules/events/invoice.ts';
import { feeOfRefund, stepOf, taxOf } from '#shared/modules/events/money.ts';

/** A ticket as it is sold after a change of its type. */
export interface NewTicket {
  readonly name: string;
  readonly taxPercent: number;
  readonly taxName: string | null;
}

export interface Credit {
  /** Minor units that are given back; more than is left counts as what is left. */
  readonly amount: number;
  readonly currency: string;
  readonly registration: string;
  /** Only its ticket became cheaper, not its add-ons. */
  readonly isOfTicket?: boolean;
  /** Ticket that the rest pays for from now on. Absent: nothing replaces what is credited. */
  readonly becomes?: NewTicket | null;
}

/**
 * A line that is partly or wholly credited, with its place in the invoice. Below zero and placed after the lines of the
 * invoice: a line that a change of ticket type has added to it.
 */
export interface CreditedLine extends InvoiceLine {
  readonly at: number;
}

interface Amounts {
  readonly amount: number;
  readonly tax: number;
}

/** A line of the invoice, or one that was added to it. */
interface Standing {
  readonly line: CreditedLine;
  readonly gone: Amounts;
  readonly left: Amounts;
}

const total = (list: readonly Amounts[], of: keyof Amounts) => list.reduce((sum, one) => sum + one[of], 0);

/** Splits an amount in proportion to what is left of each part, in the currency’s steps; exact, no part above what is left. */
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

/** The same where some parts are below zero, as the former ticket on a supplementary invoice: they come back in proportion. */
function spreadSigned(amount: number, left: readonly number[], currency: string): readonly number[] {
  const whole = left.reduce((sum, one) => sum + one, 0);
  if (amount >= whole) return left;
  const step = BigInt(stepOf(currency));
  const below = left.map((one) => (one < 0 ? Number((BigInt(amount) * BigInt(one)) / BigInt(whole) / step) : 0));
  const back = below.map((one) => one * Number(step));
  const positive = left.map((one) => Math.max(0, one));
  const shares = spread(
    back.reduce((sum, one) => sum - one, amount),
    positive,
    currency,
  );
  return shares.map((share, i) => share + back[i]!);
}

function standingLines(
  lines: readonly InvoiceLine[],
  before: readonly CreditedLine[],
  { isOfTicket = false, registration }: Credit,
): readonly Standing[] {
  const isAdded = ({ amount, at }: CreditedLine) => at >= lines.length && amount < 0;
  const own = lines.flatMap((line, at) => (line.registration === registration ? [{ ...line, at }] : []));
  const added = before.filter((one) => isAdded(one) && one.registration === registration);
  const ticket = own.find(({ amount }) => amount > 0);
  const ofTicket = (line: CreditedLine) => line === ticket || line.amount < 0;
  const all = [
    ...(isOfTicket ? own.filter(ofTicket) : own),
    ...added.map((one) => ({ ...one, net: 0 - one.net, tax: 0 - one.tax, amount: 0 - one.amount })),
  ];
  return all.flatMap((line) => {
    const earlier = before.filter((one) => one.at === line.at && !isAdded(one));
    const gone = { amount: total(earlier, 'amount'), tax: total(earlier, 'tax') };
    const left = { amount: line.amount - gone.amount, tax: line.tax - gone.tax };
    return left.amount === 0 ? [] : [{ line, gone, left }];
  });
}

/** A function of the sum of all credits, so that several of them add up to the tax of the line. */
function taxOfShare({ gone, line }: Standing, share: number, currency: string): number {
  const sign = line.amount < 0 ? -1 : 1;
  const sum = sign * (gone.amount + share);
  return sign * feeOfRefund(sign * line.tax, sum, sign * line.amount, currency) - gone.tax;
}

function credited({ line }: Standing, amount: number, tax: number): CreditedLine {
  return { ...line, tax, net: amount - tax, amount };
}

/** The whole ticket goes, and what is kept of its price is for the new one. */
function replaced(
  standing: readonly Standing[],
  next: number,
  { amount, currency }: Credit,
  { name, taxName, taxPercent }: NewTicket,
): readonly CreditedLine[] {
  const old = standing.filter(({ left }) => left.amount > 0);
  const [first] = old;
  if (!first) return [];
  const rest = old.reduce((sum, { left }) => sum + left.amount, 0) - amount;
  const gone = old.map((one) => credited(one, one.left.amount, one.left.tax));
  if (rest <= 0) return gone;
  const tax = 0 - taxOf(rest, taxPercent, true, currency);
  const { attendee, registration } = first.line;
  const line = { registration, attendee, name, quantity: 1, taxPercent, taxName };
  return [...gone, { ...line, tax, net: 0 - rest - tax, amount: 0 - rest, at: next }];
}

/**
 * The lines of a credit note for a refund of one registration. Their sum is what is given back.
 *
 * @param lines of the invoice
 * @param before lines of earlier credit notes of the same invoice
 */
export function creditLines(
  lines: readonly InvoiceLine[],
  before: readonly CreditedLine[],
  credit: Credit,
): readonly CreditedLine[] {
  const { amount, becomes, currency } = credit;
  const standing = standingLines(lines, before, credit);
  if (becomes) {
    const next = before.reduce((most, { at }) => Math.max(most, at + 1), lines.length);
    return replaced(standing, next, credit, becomes);
  }
  const left = standing.map((one) => one.left.amount);
  const shares = left.some((one) => one < 0) ? spreadSigned(amount, left, currency) : spread(amount, left, currency);
  return standing.flatMap((one, i) => {
    const share = shares[i]!;
    return share === 0 ? [] : [credited(one, share, taxOfShare(one, share, currency))];
  });
}
