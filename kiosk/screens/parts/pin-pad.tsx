/** Digits for a finger, under a PIN field: a kiosk with a touch screen may have no keyboard. */
import type { ReactElement } from 'react';
import { useWords } from '../words/use-words.tsx';

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

export interface PinPadProps {
  readonly pin: string;
  readonly maxDigits: number;
  readonly onPin: (pin: string) => void;
}

export function PinPad({ pin, maxDigits, onPin }: PinPadProps): ReactElement {
  const { override, common } = useWords();
  const add = (digit: number): void => onPin(`${pin}${digit}`.slice(0, maxDigits));
  return (
    // The digits are in the order of a telephone, also where one reads from the right.
    <div className="digit-pad" role="group" aria-label={override.pinPad} dir="ltr">
      {digits.map((digit) => (
        <button key={digit} type="button" className="button quiet" onClick={() => add(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" className="button quiet" onClick={() => onPin('')}>
        {common.clear}
      </button>
      <button type="button" className="button quiet" onClick={() => add(0)}>
        {0}
      </button>
      <button type="button" className="button quiet" onClick={() => onPin(pin.slice(0, -1))}>
        {common.erase}
      </button>
    </div>
  );
}
