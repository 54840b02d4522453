/**
 * pretix's sheet of positions in an account of any language. The headers are translated, their order is not: slug, code,
 * position, status, email, phone, date, time, [3 columns of a series], product, variation, price, 3 of tax, name and its
 * parts, attendee's email, company. The price tells whether the series' columns are there, the secret looks like one.
 */
import type { ImportField, Mapping } from './columns.ts';

const priceAt = 10;
const seriesColumns = 3;
const taxColumns = 3;

/** @returns null where the rows do not look like that sheet */
export function pretixPositions(headers: readonly string[], samples: readonly (readonly string[])[]): Mapping | null {
  const every = (at: number, form: RegExp) =>
    samples.length > 0 && samples.every((cells) => form.test(cells[at] ?? '')) && at < headers.length;
  if (!every(1, /^[A-Z0-9]{3,16}$/) || !every(2, /^\d{1,6}$/) || !every(6, /^\d{4}-\d\d-\d\d|^\d\d[./]\d\d[./]\d{4}/))
    return null;
  const price = [priceAt, priceAt + seriesColumns].find((at) => every(at, /^-?\d+(?:[.,]\d+)?$/));
  if (price === undefined) return null;

  const mapping: (ImportField | null)[] = headers.map(() => null);
  const set = (at: number, field: ImportField) => {
    if (at >= 0 && at < headers.length) mapping[at] = field;
  };
  set(1, 'orderCode');
  set(2, 'position');
  set(3, 'status');
  set(4, 'orderEmail');
  set(price - 2, 'ticketType');
  set(price - 1, 'variation');
  set(price, 'price');
  const name = price + 1 + taxColumns;
  set(name, 'name');
  const email = headers.findIndex((_, at) => at > name && isColumnOf(samples, at, /^[^\s@]+@[^\s@]+$/));
  if (email !== -1) {
    set(email, 'email');
    set(email + 1, 'company');
  }
  const secret = headers.findIndex((_, at) => at > name && isColumnOf(samples, at, /^[a-z0-9]{16,64}$/));
  if (secret !== -1) set(secret, 'code');
  return mapping;
}

/** Tells whether a column has the form: at least one cell has it, and none that is filled has another. */
function isColumnOf(samples: readonly (readonly string[])[], at: number, form: RegExp): boolean {
  const filled = samples.map((cells) => cells[at] ?? '').filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => form.test(cell));
}
