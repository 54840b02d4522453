/** Amounts as people read them, in the form of their language. */
import { decimalsOf } from './money.ts';

/**
 * Returns an amount as text, with as many decimals as the currency has where it is charged (`decimalsOf`; 2 where unknown).
 *
 * @param amount minor units
 * @param tag BCP 47
 */
export function moneyText(amount: number, currency: string, tag: string): string {
  const digits = decimalsOf(currency) ?? 2;
  const options = {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const;
  return new Intl.NumberFormat(tag, options).format(amount / 10 ** digits);
}
