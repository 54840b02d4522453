/** The rules of a PIN in words, checked before the server is asked. */

import { type PinWeakness, pinWeakness } from '#shared/admission/supervisor-pin.ts';
import { fieldError } from '../../../parts/as-error.ts';
import { t } from '../../../parts/text/text.ts';

export const pinRule = t('enter_6_to_12_digits_that');

const words: Readonly<Record<PinWeakness, string>> = {
  form: t('a_pin_must_have_6_to'),
  same: t('all_digits_are_the_same_choose'),
  row: t('these_digits_are_in_sequence_choose'),
  pattern: t('the_same_few_digits_repeat_choose'),
};

/** Throws what is wrong, beside the field it is about. */
export function checkPin(pin: string, repeated: string): void {
  const weakness = pinWeakness(pin);
  if (weakness !== null) throw fieldError('pin', 'pin_invalid', words[weakness]);
  if (pin !== repeated) throw fieldError('repeated', 'pin_differs', t('the_two_pins_differ_enter_both'));
}
