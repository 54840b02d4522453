/** The staff's way out of the desktop kiosk: a PIN, because guests stand in front of it. */
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import type { QuitAnswer } from '#kiosk/bridge/host-api.ts';
import type { KioskModel } from './kiosk-model.ts';
import { Section } from './panel.tsx';

const answers: Readonly<Record<QuitAnswer, string>> = {
  quitting: 'The kiosk is closing…',
  wrong_pin: 'That is not the PIN.',
  wait: 'Too many wrong PINs. Wait a while, then try again.',
  no_pin: 'No PIN is set on this machine.',
  not_here: 'Close the browser window instead.',
};

export function LeaveSection({ model }: { readonly model: Pick<KioskModel, 'quit'> }): ReactElement {
  const id = useId();
  const [pin, setPin] = useState('');
  const [said, setSaid] = useState<string | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    model.quit(pin).then(
      (answer) => setSaid(answers[answer]),
      () => setSaid('The device host does not answer.'),
    );
    setPin('');
  }

  return (
    <Section title="Leave the kiosk">
      <form className="field" onSubmit={submit} autoComplete="off">
        <label htmlFor={id}>PIN of the staff</label>
        <div className="entry-row">
          <input
            id={id}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            value={pin}
            maxLength={12}
            onChange={(change) => setPin(change.target.value)}
          />
          <button type="submit" className="button">
            Leave the kiosk
          </button>
        </div>
      </form>
      <p className="hint" aria-live="polite">
        {said}
      </p>
    </Section>
  );
}
