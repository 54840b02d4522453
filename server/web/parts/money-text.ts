/** Amounts, prices, shares and counts as people read them: `€1,249.00`. */

import { decimalsOf, priceOf } from '#shared/modules/events/money.ts';
import { localeOf, t } from './text/text.ts';

/** @param amount minor units. @param currency ISO 4217 */
export function moneyText(amount: number, currency: string): string {
  const digits = decimalsOf(currency) ?? 2;
  try {
    const format = new Intl.NumberFormat(localeOf(), {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return format.format(amount < 0 ? -Number(priceOf(-amount, currency)) : Number(priceOf(amount, currency)));
  } catch {
    // Not a currency: a row of an old import.
    return `${amount < 0 ? '-' : ''}${priceOf(Math.abs(amount), currency)} ${currency}`;
  }
}

/** @param price in currency units; 0 gives the word for free */
export function priceText(price: number, currency: string): string {
  if (price === 0) return t('free');
  try {
    const format = new Intl.NumberFormat(localeOf(), {
      style: 'currency',
      currency,
      ...(Number.isInteger(price) && { maximumFractionDigits: 0 }),
    });
    return format.format(price);
  } catch {
    return `${price} ${currency}`;
  }
}

/** Returns the ISO 4217 codes of the currencies that prices may be in. */
export function currencies(): readonly string[] {
  return Intl.supportedValuesOf('currency').filter((code) => decimalsOf(code) !== null);
}

/** @param share 1 is all */
export function shareText(share: number): string {
  return new Intl.NumberFormat(localeOf(), { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

export function countText(count: number): string {
  return new Intl.NumberFormat(localeOf()).format(count);
}
