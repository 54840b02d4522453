/** What a PIN must be, in words, before the server is asked. */

import { type PinWeakness, pinWeakness } from '#shared/admission/supervisor-pin.ts';
import { fieldError } from '../../../parts/as-error.ts';

export const pinRule = 'Enter 6 to 12 digits that are not easy to guess. The PIN is not shown again, so note it now.';

const words: Readonly<Record<PinWeakness, string>> = {
  form: 'A PIN must have 6 to 12 digits and nothing else.',
  same: 'All digits are the same. Choose others.',
  row: 'These digits are in sequence. Choose others.',
  pattern: 'The same few digits repeat. Choose others.',
};

/** Throws what is wrong, beside the field it is about. */
export function checkPin(pin: string, repeated: string): void {
  const weakness = pinWeakness(pin);
  if (weakness !== null) throw fieldError('pin', 'pin_invalid', words[weakness]);
  if (pin !== repeated) throw fieldError('repeated', 'pin_differs', 'The two PINs differ. Enter both again.');
}
