/** What a PIN must be, in words, before the server is asked. */
import { type PinWeakness, pinWeakness } from '#shared/admission/supervisor-pin.ts';
import { ApiError } from '../../api.ts';

export const pinRule = 'Six to twelve digits that are not easily guessed. It is shown nowhere again, so note it now.';

const words: Readonly<Record<PinWeakness, string>> = {
  form: 'A PIN has six to twelve digits, and nothing else.',
  same: 'All digits are the same. Choose others.',
  row: 'These digits follow each other. Choose others.',
  pattern: 'These are the same few digits again and again. Choose others.',
};

/** Throws what is wrong, beside the field it is about. */
export function checkPin(pin: string, repeated: string): void {
  const weakness = pinWeakness(pin);
  if (weakness !== null) throw new ApiError(422, [{ code: 'pin_invalid', path: 'pin', message: words[weakness] }]);
  if (pin !== repeated)
    throw new ApiError(422, [
      { code: 'pin_differs', path: 'repeated', message: 'This is not the PIN above. Type both again.' },
    ]);
}
