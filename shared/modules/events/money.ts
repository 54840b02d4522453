/**
 * Converts prices in currency units to amounts in minor units and back, and calculates fees, refunds and taxes. Amounts are
 * calculated as decimal text and whole numbers. The number of decimals of a currency is the processor's rule, not ISO 4217's.
 */
import { ok, type Refusal, type Result, refuse } from '../../base/result.ts';

const zeroDecimal = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** The processor wants their last digit to be 0, so two decimals count. */
const threeDecimal = new Set('BHD JOD KWD OMR TND'.split(' '));
/** Two decimals in the processor's interface, which must be 00: 5 UGX are 500. */
const wholeUnitsOnly = new Set(['ISK', 'UGX']);
const twoDecimal = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC ' +
    'CVE CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD KES KGS KHR ' +
    'KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK ' +
    'PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TOP TRY TTD TWD TZS UAH UGX USD UYU ' +
    'UZS WST XCD YER ZAR ZMW'
  ).split(' '),
);

/** The least the processor charges, in minor units; a currency that is missing here has a minimum of one minor unit. */
const minimumAmounts: ReadonlyMap<string, number> = new Map(
  Object.entries({
    AED: 200,
    AUD: 50,
    BGN: 100,
    BRL: 50,
    CAD: 50,
    CHF: 50,
    CZK: 1500,
    DKK: 250,
    EUR: 50,
    GBP: 30,
    HKD: 400,
    HUF: 17500,
    INR: 50,
    JPY: 50,
    KRW: 50,
    MXN: 1000,
    MYR: 200,
    NOK: 300,
    NZD: 50,
    PLN: 200,
    RON: 200,
    SEK: 300,
    SGD: 50,
    THB: 1000,
    USD: 50,
  }),
);

/** In minor units: the processor takes at most eight digits. */
export const maxAmount = 99_999_999;

/** Decimals of the minor unit, or null where the currency is not taken. */
export function decimalsOf(currency: string): 0 | 2 | 3 | null {
  if (zeroDecimal.has(currency)) return 0;
  if (threeDecimal.has(currency)) return 3;
  return twoDecimal.has(currency) ? 2 : null;
}

type MoneyCode = 'currency_unsupported' | 'price_precision' | 'amount_below_minimum' | 'amount_above_maximum';

function no(code: MoneyCode, message: string, detail: Refusal['detail']): Result<never> {
  return refuse({ code, message, ...(detail ? { detail } : {}) });
}

/** The least the processor charges, in minor units. */
export function minimumOf(currency: string): number {
  return minimumAmounts.get(currency) ?? 1;
}

/**
 * Converts a price without the bounds of a charge that `minorUnits` has: for the value of a discount.
 *
 * @param price in currency units, not negative; its shortest decimal text counts, so 19.99 is 19.99
 * @returns minor units; infinity above nine digits of whole units. Refuses with `currency_unsupported`, `price_precision`
 */
export function exactMinorUnits(price: number, currency: string): Result<number> {
  const decimals = decimalsOf(currency);
  if (decimals === null)
    return no('currency_unsupported', `Prices in ${currency} are not supported. Choose another currency.`, {
      currency,
    });
  const match = /^(\d+)(?:\.(\d+))?$/.exec(String(price));
  const [whole, fraction] = [match?.[1] ?? '', match?.[2] ?? ''];
  const most = wholeUnitsOnly.has(currency) ? 0 : Math.min(decimals, 2);
  // Below a millionth JavaScript writes 1e-7: no plain decimal text, but surely too many decimals.
  if (match ? fraction.length > most : price < 1)
    return no('price_precision', `A price in ${currency} must have at most ${most} decimals.`, {
      currency,
      decimals: most,
    });
  return ok(match && whole.length <= 9 ? Number(whole + fraction.padEnd(decimals, '0')) : Number.POSITIVE_INFINITY);
}

/**
 * @param price as of `exactMinorUnits`
 * @param currency ISO 4217 code in capitals
 * @returns minor units: 0, or `minimumOf` the currency to `maxAmount`; refuses with the codes of `MoneyCode`
 */
export function minorUnits(price: number, currency: string): Result<number> {
  const exact = exactMinorUnits(price, currency);
  if (!exact.ok) return exact;
  const amount = exact.value;
  if (amount > maxAmount)
    return no('amount_above_maximum', `A price in ${currency} must be at most ${priceOf(maxAmount, currency)}.`, {});
  const minimum = minimumOf(currency);
  if (amount > 0 && amount < minimum)
    return no('amount_below_minimum', `A price in ${currency} must be 0 or at least ${priceOf(minimum, currency)}.`, {
      minimum: priceOf(minimum, currency),
    });
  return exact;
}

/** Minor units as text in currency units: 1999 EUR gives "19.99". */
export function priceOf(amount: number, currency: string): string {
  const decimals = decimalsOf(currency) ?? 2;
  if (decimals === 0) return String(amount);
  const digits = String(amount).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Rounds a fraction that is not negative to a multiple of `step`, half up. */
function halfUp(numerator: bigint, denominator: bigint, step: number): number {
  const stepped = denominator * BigInt(step);
  return Number((2n * numerator + stepped) / (2n * stepped)) * step;
}

/** Percent with at most two decimals as basis points: 5 → 500, 2.9 → 290. */
function basisPoints(percent: number): bigint {
  return BigInt(Math.round(percent * 100));
}

/** Whether a percentage has at most two decimals: shares and taxes are calculated with no more. */
export function isWholeBasisPoints(percent: number): boolean {
  return Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-9;
}

/** The processor takes amounts in these steps of minor units: three-decimal currencies in tens, ISK and UGX in whole units. */
export function stepOf(currency: string): number {
  if (threeDecimal.has(currency)) return 10;
  return wholeUnitsOnly.has(currency) ? 100 : 1;
}

/**
 * A share of an amount, half up to what the processor takes, never more than the amount: the platform's fee, or a refund.
 *
 * @param amount minor units
 * @param percent 0 to 100, at most two decimals count
 */
export function shareOf(amount: number, percent: number, currency: string): number {
  return Math.min(amount, halfUp(BigInt(amount) * basisPoints(percent), 10_000n, stepOf(currency)));
}

/**
 * Returns the part of the fee that has gone back with a part of the amount: in proportion, half up to what the processor takes.
 * A function of the sum of all refunds, so that the parts of several refunds add up to the whole fee.
 *
 * @param fee minor units, as it was taken
 * @param refunded minor units, of all refunds of the payment together
 */
export function feeOfRefund(fee: number, refunded: number, amount: number, currency: string): number {
  return amount === 0 ? 0 : Math.min(fee, halfUp(BigInt(fee) * BigInt(refunded), BigInt(amount), stepOf(currency)));
}

/**
 * A tax on an amount, half up to what the processor takes. The lines of a sum get the differences of the tax on the running
 * sum (`priceOrder`), so that they add up to the tax on the whole sum.
 *
 * @param base minor units: with the tax where it is included, without it where it is added
 * @param percent 0 to 100, at most two decimals count
 */
export function taxOf(base: number, percent: number, included: boolean, currency: string): number {
  const points = basisPoints(percent);
  const whole = included ? 10_000n + points : 10_000n;
  return halfUp(BigInt(base) * points, whole, stepOf(currency));
}
