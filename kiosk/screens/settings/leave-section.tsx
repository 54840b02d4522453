/** The staff's way out of the desktop kiosk: a PIN, because guests stand in front of it. */
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import type { QuitAnswer } from '#kiosk/bridge/host-api.ts';
import type { KioskModel } from '../model/kiosk-model.ts';
import { Section } from '../parts/panel.tsx';
import { useWords } from '../words/use-words.tsx';

export function LeaveSection({ model }: { readonly model: Pick<KioskModel, 'quit'> }): ReactElement {
  const id = useId();
  const { leave } = useWords();
  const [pin, setPin] = useState('');
  const [said, setSaid] = useState<QuitAnswer | 'no_answer' | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    model.quit(pin).then(
      (answer) => setSaid(answer),
      () => setSaid('no_answer'),
    );
    setPin('');
  }

  return (
    <Section title={leave.title}>
      <form className="field" onSubmit={submit} autoComplete="off">
        <label htmlFor={id}>{leave.pin}</label>
        <div className="entry-row">
          <input
            id={id}
            type="password"
            inputMode="numeric"
            // As in form-parts.tsx: a browser would take it for a password to keep.
            autoComplete="one-time-code"
            value={pin}
            maxLength={12}
            onChange={(change) => setPin(change.target.value)}
          />
          <button type="submit" className="button">
            {leave.leave}
          </button>
        </div>
      </form>
      <p className="hint" aria-live="polite">
        {said === 'no_answer' ? leave.noAnswer : said && leave.answers[said]}
      </p>
    </Section>
  );
}
