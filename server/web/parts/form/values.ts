/** Parses what people type in forms into the values that are sent. What cannot be read is refused beside its field. */

import { refuseField } from '../as-error.ts';
import { language, t } from '../text/text.ts';

/** @returns null for an empty field */
export function textOrNull(text: string): string | null {
  return text.trim() || null;
}

/** Returns the mark that groups digits in the reader's language; the other of the two is its decimal mark. */
const groupMark = (): string => ({ en: ',', de: '.' })[language()];

/**
 * A decimal comma and a decimal point are accepted in every language. Spaces group digits; the mark of the reader's
 * language does before three digits (1,249 in English, 1.249 in German), and each of the two marks where the other one follows.
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
  const number = withoutGroups(plain).replace(',', '.');
  if (!/^-?\d+(\.\d+)?$/.test(number)) return refuseField(path, 'number_invalid', sentence, null);
  return Number(number);
}

function withoutGroups(plain: string): string {
  const byPoint = /^-?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/;
  const byComma = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
  const marks = plain.match(/[.,]/g) ?? [];
  const isGrouped = (mark: string) => marks[0] === mark && (groupMark() === mark || marks.length > 1);
  if (byPoint.test(plain) && isGrouped('.')) return plain.replaceAll('.', '');
  return byComma.test(plain) && isGrouped(',') ? plain.replaceAll(',', '') : plain;
}

/** @returns null for an empty field. @throws GatehouseError `number_invalid`, also for a number that is not whole */
export function wholeOrNull(text: string, path: string): number | null {
  const sentence = t('enter_a_whole_number_such_as');
  const value = read(text, path, sentence);
  if (value !== null && !Number.isInteger(value)) return refuseField(path, 'number_invalid', sentence, null);
  return value;
}

/**
 * Reads a country code. The field may hold more than two letters, and they are refused here: a field of two letters would
 * keep “GE” of a typed “Germany”, which is the code of Georgia.
 *
 * @returns null for an empty field
 * @throws GatehouseError `country_invalid`
 */
export function countryOrNull(text: string, path: string): string | null {
  const code = text.trim().toUpperCase();
  if (code === '') return null;
  if (!/^[A-Z]{2}$/.test(code)) return refuseField(path, 'country_invalid', t('enter_the_two_letter_code_of'), null);
  return code;
}

/** Returns the text for a field: empty for null; a number in the reader's spelling, without grouping marks. */
export function fieldText(value: string | number | null | undefined): string {
  if (typeof value === 'number' && groupMark() === '.') return String(value).replace('.', ',');
  return value === null || value === undefined ? '' : String(value);
}
