/** What people type in forms, as the values that are sent. What cannot be read is refused beside its field. */

import { fieldError } from '../as-error.ts';
import { t } from '../text/text.ts';

/** @returns null for an empty field */
export function textOrNull(text: string): string | null {
  return text.trim() || null;
}

/**
 * A decimal comma is accepted; spaces, and commas before three digits and a point, group digits.
 *
 * @param path of the row, for the refusal
 * @returns null for an empty field
 * @throws GatehouseError `number_invalid`
 */
export function numberOrNull(text: string, path: string): number | null {
  return read(text, path, t('enter_a_number_such_as_12'));
}

function read(text: string, path: string, sentence: string): number | null {
  const plain = text.replace(/\s/g, '');
  if (plain === '') return null;
  const grouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) && (plain.includes('.') || plain.split(',').length > 2);
  const number = grouped ? plain.replaceAll(',', '') : plain.replace(',', '.');
  if (!/^-?\d+(\.\d+)?$/.test(number)) throw fieldError(path, 'number_invalid', sentence);
  return Number(number);
}

/** @throws GatehouseError `number_invalid` */
export function wholeOrNull(text: string, path: string): number | null {
  const sentence = t('enter_a_whole_number_such_as');
  const value = read(text, path, sentence);
  if (value !== null && !Number.isInteger(value)) throw fieldError(path, 'number_invalid', sentence);
  return value;
}

/**
 * A field that took two letters alone would keep “GE” of a typed “Germany”: the code of Georgia.
 *
 * @returns null for an empty field
 * @throws GatehouseError `country_invalid`
 */
export function countryOrNull(text: string, path: string): string | null {
  const code = text.trim().toUpperCase();
  if (code === '') return null;
  if (!/^[A-Z]{2}$/.test(code)) throw fieldError(path, 'country_invalid', t('enter_the_two_letter_code_of'));
  return code;
}

/** For a field: nothing for null. */
export function fieldText(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}
